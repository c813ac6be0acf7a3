package import FeedReducer
import FeedTesting

/// The machine in a ``SimulatedFeed``: the feed itself, or a mutation of it.
///
/// Mutations test the laws: each machine that is wrong on purpose has to break one.
package struct ModelMachine: StateMachine, Sendable {
  /// The feed's state, and the memory of a mutation.
  package struct State: Equatable, Sendable {
    /// The feed's state.
    package var feed: ModelFeed.State

    /// What a mutation remembers between actions; 0 in the unchanged feed.
    package var memory = 0

    /// Creates the machine's state from the feed's.
    package init(feed: ModelFeed.State) {
      self.feed = feed
    }
  }

  /// An action of the feed.
  package typealias Action = ModelFeed.Action

  /// An effect of the feed.
  package typealias Effect = ModelFeed.Effect

  /// The feed's reason to ignore an action.
  package typealias Refusal = FeedRefusal

  private let reduction: @Sendable (inout State, Action) -> Reaction<ModelFeed.Effect, FeedRefusal>

  /// Creates the machine that reduces as `feed` does, without a mutation.
  package init(_ feed: ModelFeed) {
    reduction = { state, action in feed.reduce(into: &state.feed, action) }
  }

  /// Creates the machine that reduces with `reduce`. Mutations are made this way.
  package init(
    reduce: @escaping @Sendable (inout State, Action) -> Reaction<ModelFeed.Effect, FeedRefusal>
  ) {
    reduction = reduce
  }

  /// Reduces with the closure that the initializer was given.
  package func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<ModelFeed.Effect, FeedRefusal> {
    reduction(&state, action)
  }
}
