package import FeedReducer
import FeedTesting

/// The machine in a ``SimulatedFeed``: a feed, or a feed behind something that meddles with it.
///
/// Who tests the tester? A machine that is wrong on purpose must be caught by the laws.
package struct ModelMachine: StateMachine, Sendable {
  /// The feed's state, and what the meddling remembers.
  package struct State: Equatable, Sendable {
    /// The feed's state.
    package var feed: ModelFeed.State

    /// What is remembered beside it; 0 for a feed that nothing meddles with.
    package var memory = 0

    /// Creates the state around that of a feed.
    package init(feed: ModelFeed.State) {
      self.feed = feed
    }
  }

  /// What can happen to a feed.
  package typealias Action = ModelFeed.Action

  /// What a feed wants done.
  package typealias Effect = ModelFeed.Effect

  /// Why a feed ignored an action.
  package typealias Refusal = FeedRefusal

  private let reduction: @Sendable (inout State, Action) -> Reaction<ModelFeed.Effect, FeedRefusal>

  /// Creates the machine that is `feed` and nothing else.
  package init(_ feed: ModelFeed) {
    reduction = { state, action in feed.reduce(into: &state.feed, action) }
  }

  /// Creates the machine that reduces with `reduce`.
  package init(
    reduce: @escaping @Sendable (inout State, Action) -> Reaction<ModelFeed.Effect, FeedRefusal>
  ) {
    reduction = reduce
  }

  /// Changes the state as the feed, or what meddles with it, demands.
  package func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<ModelFeed.Effect, FeedRefusal> {
    reduction(&state, action)
  }
}
