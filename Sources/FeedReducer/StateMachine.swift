/// A pure state machine: a state and an action give a new state and effects.
///
/// The machine is a value and carries its configuration. It reads no clock, no random source and no
/// global, so the same state and action always give the same result. Effects are values too; another
/// part of the program carries them out and sends their results back as actions.
///
/// ```swift
/// struct Counter: StateMachine {
///   func reduce(into count: inout Int, _ step: Int) -> Reaction<Never, Never> {
///     count += step
///     return .accepted([])
///   }
/// }
/// Counter().reduce(1, 2).state  // 3
/// ```
public protocol StateMachine<State, Action, Effect> {
  /// Everything that the machine remembers.
  associatedtype State: Equatable

  /// What can happen: events from users, servers and timers.
  associatedtype Action: Equatable

  /// What to do next, as a value. Something else carries it out.
  associatedtype Effect: Equatable

  /// Why an action was ignored.
  associatedtype Refusal: Equatable = Never

  /// Changes `state` as `action` demands and says which effects follow.
  ///
  /// An ignored action leaves `state` exactly as it was. This form is the requirement, and the
  /// returning one is derived, because reducing in place never copies what the state holds.
  ///
  /// - Returns: The effects in the order in which they start, or why the action was ignored.
  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal>

  /// Returns the work under way that does what an action asked for, or that the action has to wait for. By default
  /// there is none.
  ///
  /// A store asks after an action that was ignored, or accepted without an effect.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - reaction: The machine's answer to it.
  ///   - state: The state after it.
  func awaited(
    by action: Action, after reaction: Reaction<Effect, Refusal>, in state: State
  ) -> Awaited?
}

/// Work under way that an action waits for.
///
/// There are these two for good, so a `switch` needs no `@unknown default`.
public enum Awaited: Equatable, Sendable {
  /// The work with this ticket does what the action asked for, so a wait for the action is one for that work.
  case work(Ticket)

  /// The action is to be sent again when the work with this ticket has ended, with all that it causes.
  case turn(after: Ticket)
}

extension StateMachine {
  /// Returns nil: an action has nothing to wait for but what it causes.
  @inlinable public func awaited(
    by action: Action, after reaction: Reaction<Effect, Refusal>, in state: State
  ) -> Awaited? { nil }

  /// Returns the state after `action`, with the effects: `reduce(into:_:)` as a pure function.
  ///
  /// - Complexity: As `reduce(into:_:)`, and what changing a copy of `state` costs.
  public func reduce(_ state: State, _ action: Action) -> Reduction<Self> {
    var next = state
    let reaction = reduce(into: &next, action)
    return Reduction(state: next, reaction: reaction)
  }
}

/// A machine's answer to an action.
///
/// It is accepted or ignored: there will be no third case, so a `switch` needs no `@unknown default`.
public enum Reaction<Effect: Equatable, Refusal: Equatable>: Equatable {
  /// The action was accepted. Its effects follow, in order; there may be none.
  case accepted([Effect])

  /// The action changed nothing, for this reason.
  case ignored(Refusal)
}

extension Reaction: Sendable where Effect: Sendable, Refusal: Sendable {}

extension Reaction {
  /// The effects to carry out, in order. Empty when the action was ignored.
  public var effects: [Effect] {
    switch self {
    case .accepted(let effects): effects
    case .ignored: []
    }
  }

  /// Why the action was ignored, or nil if it was not.
  public var refusal: Refusal? {
    switch self {
    case .accepted: nil
    case .ignored(let refusal): refusal
    }
  }

  /// Returns the reaction with its effects and refusal wrapped in a bigger machine's types.
  ///
  /// A machine that owns a smaller one calls its `reduce` and maps what comes back:
  ///
  /// ```swift
  /// home.reduce(into: &state.home, action)
  ///   .map(effect: { .home(effect: $0) }, refusal: { .home(refusal: $0) })
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public func map<NewEffect, NewRefusal>(
    effect: (Effect) -> NewEffect, refusal: (Refusal) -> NewRefusal
  ) -> Reaction<NewEffect, NewRefusal> {
    switch self {
    case .accepted(let effects): .accepted(effects.map(effect))
    case .ignored(let reason): .ignored(refusal(reason))
    }
  }
}

extension Reaction {
  /// Returns the reaction of a bigger machine two parts of which reduced an action each.
  ///
  /// It is accepted if one of them accepted: the effects of this one come first. If both ignored
  /// their action, the refusal is this one's.
  ///
  /// ```swift
  /// home.reduce(into: &state.home, .stopped).map(effect: Effect.home, refusal: Refusal.home)
  ///   .joined(
  ///     with: saved.reduce(into: &state.saved, .stopped)
  ///       .map(effect: Effect.saved, refusal: Refusal.saved))
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public func joined(with other: Reaction) -> Reaction {
    switch (self, other) {
    case (.ignored, _): other.refusal == nil ? other : self
    case (.accepted, .ignored): self
    case (.accepted(let first), .accepted(let second)): .accepted(first + second)
    }
  }
}

extension Sequence {
  /// Returns the reaction of a bigger machine whose parts reduced an action each; nil if there are no parts.
  ///
  /// It is that of ``Reaction/joined(with:)`` from the first to the last: accepted if one of them accepted.
  ///
  /// - Complexity: O(*n*) in the number of effects of each part but the first, and all before it.
  public func joined<Effect, Refusal>() -> Reaction<Effect, Refusal>?
  where Element == Reaction<Effect, Refusal> {
    var parts = makeIterator()
    guard var whole = parts.next() else { return nil }
    while let part = parts.next() { whole = whole.joined(with: part) }
    return whole
  }
}

/// The result of `reduce(_:_:)`: the next state, and the machine's answer.
public struct Reduction<Machine: StateMachine>: Equatable {
  /// The state after the step. It equals the one before if the action was ignored.
  public let state: Machine.State

  /// The machine's answer to the action.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// The effects to carry out, in order. Empty when the action was ignored.
  public var effects: [Machine.Effect] { reaction.effects }

  /// Why the action was ignored, or nil if it was not.
  public var refusal: Machine.Refusal? { reaction.refusal }
}

extension Reduction: Sendable
where Machine.State: Sendable, Machine.Effect: Sendable, Machine.Refusal: Sendable {}

/// A machine with its current state, and nothing else: no clock, no task, no lock.
///
/// The owner of the loop sends actions and carries out the effects that come back.
///
/// ```swift
/// var loop = Loop(Counter(), state: 1)
/// loop.send(2)
/// loop.state  // 3
/// ```
public struct Loop<Machine: StateMachine> {
  /// The machine that reduces.
  public let machine: Machine

  /// The state after the last action that was sent; ``send(_:)`` changes it in place.
  @inlinable public var state: Machine.State {
    // Without a copy of the whole state for each part that is read.
    _read { yield current }
  }

  @usableFromInline var current: Machine.State

  /// Creates a loop whose current state is `state`.
  public init(_ machine: Machine, state: Machine.State) {
    self.machine = machine
    current = state
  }

  /// Reduces `action` in place and returns the machine's answer.
  ///
  /// - Complexity: As the machine's `reduce(into:_:)`.
  @inlinable @discardableResult
  public mutating func send(
    _ action: Machine.Action
  ) -> Reaction<Machine.Effect, Machine.Refusal> {
    machine.reduce(into: &current, action)
  }
}

extension Loop: Sendable where Machine: Sendable, Machine.State: Sendable {}
