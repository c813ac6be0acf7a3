public import FeedReducer

/// A state machine together with everything that can happen to it.
///
/// An ``Explorer`` visits every state of a model. A ``Walk`` takes random steps in one that is too
/// large for that. Both check laws on the way.
///
/// A *state* holds the state of the machine and of its environment: requests and timers in flight,
/// and the server that answers them. A *step* is one event that can happen in a state. The model
/// lists the steps of a state and carries them out. `Door` is the machine of ``ActionModel``:
///
/// ```swift
/// struct DoorModel: Model {
///   struct State { var isOpen = false, timers = 0 }
///   enum Step: Equatable { case push, timeUp }
///   let start = State()
///
///   func steps(at state: State) -> [Step] { state.timers > 0 ? [.push, .timeUp] : [.push] }
///
///   func make(_ step: Step, at state: inout State) -> Exchange<Door>? {
///     if step == .timeUp { state.timers -= 1 }
///     let action: Door.Action = step == .push ? .push : .timeUp
///     let reaction = Door().reduce(into: &state.isOpen, action)
///     state.timers += reaction.effects.count  // The only effect of a door starts a timer.
///     return Exchange(action, reaction: reaction)
///   }
///
///   func fingerprint(of state: State) -> UInt64 {
///     var fingerprint = Fingerprint()
///     fingerprint.mix(state.isOpen ? 1 : 0)
///     fingerprint.mix(state.timers)
///     return fingerprint.value
///   }
///
///   func line(for step: Step, at state: State) -> String { "\(step)" }
///
///   func machineState(of state: State) -> Bool? { state.isOpen }
/// }
/// ```
///
/// The model itself holds only rules and settings. Everything that changes belongs to `State`. For
/// a machine without an environment, ``ActionModel`` is enough.
public protocol Model<Machine>: Sendable {
  /// The machine under test.
  associatedtype Machine: StateMachine

  /// The state of the machine and of its environment.
  associatedtype State

  /// An event that can happen in a state.
  ///
  /// A step refers to a request or a row by its index in the state. An id would depend on how the
  /// state was reached, and lose its meaning when ``Walk`` leaves out earlier steps.
  associatedtype Step: Equatable

  /// The initial state.
  var start: State { get }

  /// The first lines of every counterexample's script, for example the settings. Empty by default.
  var preamble: [String] { get }

  /// Returns the steps that are possible in a state, always in the same order.
  ///
  /// The explorer stores steps as indices into this list, so a state may have at most 65,536 steps.
  /// A model for ``Walk`` only may return an empty list if it implements ``draw(at:using:)`` and
  /// ``has(_:at:)``.
  ///
  /// - Returns: The steps. An empty list means that nothing more can happen.
  func steps(at state: State) -> [Step]

  /// Returns a random step that is possible in a state. ``Walk`` calls it.
  ///
  /// By default all steps of ``steps(at:)`` are equally likely.
  ///
  /// - Parameters:
  ///   - state: The state before the step.
  ///   - generator: The only source of randomness to use, so that a seed repeats the walk.
  /// - Returns: The step; nil if none is possible.
  func draw(at state: State, using generator: inout some RandomNumberGenerator) -> Step?

  /// Whether a step is possible in a state. By default, ``steps(at:)`` decides.
  ///
  /// ``Walk`` calls it while it shortens a counterexample, because a step that is left out may make
  /// later ones impossible.
  func has(_ step: Step, at state: State) -> Bool

  /// Carries out a step: changes the state and sends the machine its action, if the step has one.
  ///
  /// The same step in the same state must always give the same result.
  ///
  /// - Parameters:
  ///   - step: A step that is possible in `state`.
  ///   - state: The state, which becomes the state after the step.
  /// - Returns: The action and the machine's reaction; nil if the step sends no action.
  func make(_ step: Step, at state: inout State) -> Exchange<Machine>?

  /// Returns a number that is equal for states that behave alike.
  ///
  /// An ``Explorer`` treats states with equal fingerprints as the same state. Renumber names such
  /// as tickets and row ids before you mix them in. Otherwise a machine that numbers its requests
  /// has infinitely many states. What is forgotten here is not explored; ``Exploration/leftOut`` tells.
  ///
  /// By default it is the hash value of a state that is `Hashable`.
  func fingerprint(of state: State) -> UInt64

  /// Whether the fingerprint leaves a field out on purpose, or renumbers it. False by default.
  ///
  /// An ``Explorer`` compares states that count as one, all but their tickets, and asks this for the first
  /// field that differs. Return true for a counter that decides nothing, and for row ids of your own.
  ///
  /// - Parameter field: The names of the properties down to the field, joined by dots.
  func leavesOut(_ field: String) -> Bool

  /// Returns the line that describes a step in a counterexample's script. By default the step as Swift
  /// source.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - state: The state before the step.
  func line(for step: Step, at state: State) -> String

  /// Returns the machine's state in a state of the model.
  ///
  /// An ``Explorer`` and a ``Walk`` compare it before and after each action that the machine
  /// ignored: the machine must not have changed it. By default it is found by reflection: it is the
  /// state itself or the only one of its stored properties that has the type of the machine's
  /// state. Reflection takes microseconds wherever such an action changed the environment, so a
  /// model in which that happens millions of times should implement this.
  ///
  /// - Returns: The machine's state; nil if there is none or it should not be compared.
  func machineState(of state: State) -> Machine.State?

  /// Returns what counterexamples show of a state. By default it is the whole state.
  ///
  /// A ``Counterexample`` shows the stored properties of the returned value, and for each step
  /// those that it changed. A model with a large state returns a struct with the few properties
  /// that matter to a reader.
  func fields(of state: State) -> Any

  /// Whether a step left the state as it was; a shortcut that saves the fingerprint.
  ///
  /// `false` is always correct. By default it is `true` if the state has the bytes that it had: so it is
  /// after most ignored actions. After `true`, an ``Explorer`` does not compute the fingerprint, does not
  /// check ``Law/changeProperty(_:says:rule:holds:)``, and does not compare the machine's state.
  func isUnchanged(_ transition: ModelTransition<Self>) -> Bool
}

// MARK: - Default implementations

extension Model {
  /// No lines.
  public var preamble: [String] { [] }

  /// One of ``steps(at:)``; all are equally likely.
  public func draw(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> Step? {
    steps(at: state).randomElement(using: &generator)
  }

  /// Whether ``steps(at:)`` contains the step.
  public func has(_ step: Step, at state: State) -> Bool {
    steps(at: state).contains(step)
  }

  /// False.
  public func leavesOut(_ field: String) -> Bool { false }

  /// The state itself, or its only stored property of the type of the machine's state.
  public func machineState(of state: State) -> Machine.State? {
    if State.self == Machine.State.self { return state as? Machine.State }
    let parts = Mirror(reflecting: state).children.filter {
      type(of: $0.value) == Machine.State.self
    }
    return parts.count == 1 ? parts[0].value as? Machine.State : nil
  }

  /// The state itself.
  public func fields(of state: State) -> Any { state }

  /// The step as Swift source.
  public func line(for step: Step, at state: State) -> String { ValueText.of(step, limit: .max) }

  /// Whether the two states have the same bytes; else the fingerprints decide.
  public func isUnchanged(_ transition: ModelTransition<Self>) -> Bool { transition.hasSameBytes }
}

extension Model where State: Hashable {
  /// The hash value of the state. Swift seeds hashes, so it differs from process to process.
  public func fingerprint(of state: State) -> UInt64 {
    UInt64(bitPattern: Int64(state.hashValue))
  }
}

// MARK: - API

/// An action that a step sent to the machine, with the machine's reaction.
public struct Exchange<Machine: StateMachine> {
  /// The action that was sent.
  public let action: Machine.Action

  /// The effects of the action, or the reason why it was ignored.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// Creates an exchange from an action and the reaction to it.
  public init(
    _ action: Machine.Action, reaction: Reaction<Machine.Effect, Machine.Refusal>
  ) {
    self.action = action
    self.reaction = reaction
  }
}

/// One step of a model, with the states before and after it.
///
/// It is a class so that passing it to the laws does not copy two states.
public final class ModelTransition<M: Model> {
  /// The state before the step.
  public var before: M.State { _read { yield origin.state } }

  /// The step that was carried out, as ``Model/steps(at:)`` or ``Model/draw(at:using:)`` gave it.
  public let step: M.Step

  /// The action and the machine's reaction; nil if the step sent no action.
  public let exchange: Exchange<M.Machine>?

  /// The effects of the action; empty if there was no action or the machine ignored it.
  public let effects: [M.Machine.Effect]

  /// The state after the step.
  public let after: M.State

  /// Whether there was an action and the machine ignored it.
  let isRefused: Bool

  private let origin: Held<M.State>

  /// Carries out `step` in a copy of `state`.
  ///
  /// - Complexity: One call of the model's ``Model/make(_:at:)`` and a copy of the state.
  public convenience init(_ step: M.Step, at state: M.State, in model: M) {
    self.init(step, at: Held(state), in: model)
  }

  /// Carries out `step` in a state that is shared with other transitions.
  init(_ step: M.Step, at origin: Held<M.State>, in model: M) {
    self.origin = origin
    self.step = step
    var after = origin.state
    exchange = model.make(step, at: &after)
    switch exchange?.reaction {
    case .accepted(let effects): (self.effects, isRefused) = (effects, false)
    case .ignored: (effects, isRefused) = ([], true)
    case nil: (effects, isRefused) = ([], false)
    }
    self.after = after
  }
}

extension ModelTransition {
  /// Whether the two states have the same bytes, and so are equal.
  ///
  /// Most ignored actions leave the whole state as it was, and this is the fastest way to see it.
  /// Equal states may have different bytes: those between properties, and copies of an array.
  var hasSameBytes: Bool {
    withUnsafeBytes(of: before) { before in
      withUnsafeBytes(of: after) { after in
        // By words, since states have hundreds of bytes. The last word may overlap the one before.
        let (count, size) = (before.count, MemoryLayout<UInt>.size)
        if count < size { return before.elementsEqual(after) }
        func isSame(at offset: Int) -> Bool {
          before.loadUnaligned(fromByteOffset: offset, as: UInt.self)
            == after.loadUnaligned(fromByteOffset: offset, as: UInt.self)
        }
        return stride(from: 0, through: count - size, by: size).allSatisfy(isSame)
          && isSame(at: count - size)
      }
    }
  }
}

/// A reference to a state, which transitions share without copying it.
final class Held<State> {
  let state: State

  init(_ state: State) {
    self.state = state
  }
}
