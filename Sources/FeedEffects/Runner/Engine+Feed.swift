// What `FeedStore` and `FeedActor` share.
import FeedReducer

extension Engine {
  /// Creates the engine of a feed; without a sink the feed is read only.
  convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor>, state: Feed<Item, Cursor>.State,
    source: any PageSource<Item, Cursor>, sink: (any EditSink<Item, Cursor>)?,
    timeout: Duration?
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    guard let sink else {
      self.init(feed.readOnly, state: state, handler: FeedHandler(source, timeout: timeout))
      return
    }
    self.init(
      feed, state: state, handler: FeedHandler(source, sink: sink, timeout: timeout))
  }

  /// Waits until no refresh is in flight or waits for its retry.
  func endOfRefresh<Item, Cursor>(isolation: isolated (any Actor)? = #isolation) async
  where Machine == Feed<Item, Cursor> {
    await wait(isolation: isolation) { !$0.state.refresh.isUnderWay }
  }
}

extension Feed.Action {
  /// What this means for the start of a store that has not started.
  func startRole() -> Engine<Feed>.StartRole {
    switch self {
    case .connectivityChanged: .precedes
    case .stopped: .replaces
    default: .begins
    }
  }
}

extension Feed {
  /// The feed without edits, for a store without a sink.
  var readOnly: Feed {
    var feed = self
    feed.isEditable = false
    return feed
  }
}
