/// A pure state machine: a state and an action give a new state and effects.
///
/// The machine is a value and carries its configuration. It reads no clock, no random source and
/// no global, so the same state and action always give the same result.
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
  /// What the machine knows.
  associatedtype State: Equatable

  /// What can happen to it: events from people, servers and timers.
  associatedtype Action: Equatable

  /// What it wants done, described as a value and carried out elsewhere.
  associatedtype Effect: Equatable

  /// Why an action was ignored.
  associatedtype Refusal: Equatable = Never

  /// Changes `state` as `action` demands and says which effects follow.
  ///
  /// An ignored action leaves `state` exactly as it was. Reducing in place never copies what the
  /// state holds, which is why this form is the requirement and the returning one is derived.
  ///
  /// - Returns: The effects in the order in which they are to start, or why nothing happened.
  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal>
}

extension StateMachine {
  /// Returns the state that follows `state` after `action`, and what comes with it.
  ///
  /// The same step as `reduce(into:_:)` as a pure function.
  ///
  /// - Complexity: As `reduce(into:_:)`, and what changing a copy of `state` costs.
  public func reduce(_ state: State, _ action: Action) -> Transition<Self> {
    var next = state
    let reaction = reduce(into: &next, action)
    return Transition(state: next, reaction: reaction)
  }
}
