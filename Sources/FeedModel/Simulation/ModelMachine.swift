package import FeedReducer
package import FeedSpec
import FeedTesting

/// The feed type that a ``SimulatedFeed`` explores.
package typealias ModelFeed = Feed<ModelRow, Int>

/// A row of the model's server. Ids follow the order of the server's list, and a value of 1 is a row that had
/// changed when the server sent it.
package typealias ModelRow = SpecFeed.Row

/// The machine in a ``SimulatedFeed``: the feed itself, or a mutation of it.
///
/// Mutations test the laws: each machine that is wrong on purpose has to break one.
package struct ModelMachine: StateMachine, Sendable {
  package typealias State = ModelFeed.State
  package typealias Action = ModelFeed.Action
  package typealias Effect = ModelFeed.Effect
  package typealias Refusal = FeedRefusal

  private let reduction: @Sendable (inout State, Action) -> Reaction<Effect, Refusal>

  /// Creates the machine that reduces as `feed` does, without a mutation. It never traps: laws see what is
  /// wrong.
  package init(_ feed: ModelFeed) {
    self.init { state, action in feed.reduceUnchecked(into: &state, action) }
  }

  /// Creates the machine that reduces with `reduce`. Mutations are made this way.
  package init(reduce: @escaping @Sendable (inout State, Action) -> Reaction<Effect, Refusal>) {
    reduction = reduce
  }

  /// Reduces with the closure that the initializer was given.
  package func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    reduction(&state, action)
  }
}
