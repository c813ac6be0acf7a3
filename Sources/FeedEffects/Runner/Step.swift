public import FeedReducer

/// One action as a runner reduced it, ignored ones too.
public struct Step<Machine: StateMachine> {
  /// What was reduced.
  public let action: Machine.Action

  /// Where the action came from.
  public let cause: Cause

  /// What the machine said.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>
}

extension Step: Sendable
where Machine.Action: Sendable, Machine.Effect: Sendable, Machine.Refusal: Sendable {}

/// Where an action came from.
public enum Cause: Hashable, Sendable {
  /// Somebody sent it.
  case sent

  /// The work with this name ended in it.
  case answer(id: WorkID)
}
