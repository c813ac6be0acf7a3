public import FeedReducer

/// One action as a store reduced it, ignored ones included. `onStep` is called with it.
public struct StoreStep<Machine: StateMachine> {
  /// The action that was reduced. Those of all steps, in order, replay the session.
  public let action: Machine.Action

  /// Where the action came from.
  public let cause: Cause

  /// The machine's answer: the effects, or why the action was ignored.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// Where an action came from.
  @nonexhaustive
  public enum Cause: Hashable, Sendable {
    /// It was sent to the store.
    case sent

    /// The work with this id ended in it.
    case answer(id: WorkID)
  }
}

extension StoreStep: Sendable
where Machine.Action: Sendable, Machine.Effect: Sendable, Machine.Refusal: Sendable {}
