public import FeedReducer

/// A feed that runs on an actor of its own, for servers and tools.
///
/// ```swift
/// let feed = FeedActor(source: characters)
/// await feed.send(.started).finish()
/// await feed.state.items.count  // 10
/// ```
public typealias FeedActor<Item: Identifiable & Equatable, Cursor: Hashable> =
  StoreActor<Feed<Item, Cursor>>
where Item: Sendable, Item.ID: Sendable, Cursor: Sendable

extension StoreActor {
  /// Creates a feed that asks `source` for pages. Nothing is loaded before `.started` is sent.
  ///
  /// - Parameters:
  ///   - feed: Page size, prefetch distance and the like.
  ///   - source: Where pages come from.
  ///   - seed: Where the feed takes its random numbers from.
  ///   - clock: What the feed's timers run on.
  public init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), source: some PageSource<Item, Cursor>,
    seed: UInt64 = .random(in: 0 ... .max), clock: any Clock<Duration> = ContinuousClock()
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    self.init(
      feed.readOnly, state: Feed.State(seed: seed), handler: FeedHandler(source), clock: clock)
  }

  /// Pulls to refresh and waits until the feed no longer refreshes.
  ///
  /// Waits also when a refresh was under way already and the pull was ignored. Cancelling the
  /// wait does not cancel the refresh.
  public func refresh<Item, Cursor>() async where Machine == Feed<Item, Cursor> {
    send(.refreshPulled)
    for await _ in engine.endOfRefresh() {}
  }
}

extension Engine {
  /// Returns a stream that ends when no refresh is under way.
  func endOfRefresh<Item, Cursor>() -> AsyncStream<Never> where Machine == Feed<Item, Cursor> {
    ending { [weak self] in self?.state.refresh.isUnderWay != true }
  }
}

extension Feed {
  /// The feed without edits, for a store that has nowhere to send them to.
  var readOnly: Feed {
    var feed = self
    feed.isEditable = false
    return feed
  }
}
