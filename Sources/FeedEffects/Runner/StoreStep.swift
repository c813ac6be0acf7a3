public import FeedReducer

/// One action as a store reduced it, ignored ones included. `onStep` is called with it.
public struct StoreStep<Machine: StateMachine> {
  /// The machine that reduced the action: it has the configuration, and `explain` for a feed.
  public let machine: Machine

  /// The action that was reduced. Those of all steps, in order, replay the session.
  public let action: Machine.Action

  /// Where the action came from.
  public let cause: Cause

  /// The machine's answer: the effects, or why the action was ignored.
  public let reaction: Reaction<Machine.Effect, Machine.Refusal>

  /// The state after the action. It shares its rows with the store until the store changes them.
  public let state: Machine.State

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
where
  Machine: Sendable, Machine.State: Sendable, Machine.Action: Sendable, Machine.Effect: Sendable,
  Machine.Refusal: Sendable
{}
