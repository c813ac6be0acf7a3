/// One step of a machine as a value: the state it led to, and how the machine answered.
public struct Transition<Machine: StateMachine>: Equatable {
  /// The state after the step. Equal to the one before it when the action was ignored.
  public let state: Machine.State

  /// What the machine said to the action.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// The effects to carry out, in order. Empty when the action was ignored.
  public var effects: [Machine.Effect] { reaction.effects }

  /// Why the action was ignored, or nil if it was not.
  public var refusal: Machine.Refusal? { reaction.refusal }
}

extension Transition: Sendable
where Machine.State: Sendable, Machine.Effect: Sendable, Machine.Refusal: Sendable {}
