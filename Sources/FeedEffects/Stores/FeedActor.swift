public import FeedReducer

/// A feed that runs on an actor of its own, for servers and tools.
///
/// ```swift
/// let feed = FeedActor(source: characters)
/// await feed.settle()
/// await feed.state.items.count  // 10
/// ```
///
/// It loads the first page when its state is first used, `state`, `states` or `settle()`, or when
/// `.started` is sent.
public typealias FeedActor<Item: Identifiable & Equatable, Cursor: Hashable> =
  StoreActor<Feed<Item, Cursor>>
where Item: Sendable, Item.ID: Sendable, Cursor: Sendable

extension StoreActor {
  /// Creates a feed that asks `source` for pages once its state is used.
  ///
  /// - Parameters:
  ///   - feed: Page size, prefetch distance and the like.
  ///   - source: Where pages come from.
  ///   - sink: Where edits go; without one the feed is read only.
  ///   - seed: Where the feed takes its random numbers from.
  ///   - clock: What the feed's timers run on.
  ///   - timeout: How long a load may take before it fails; nil for as long as it likes.
  ///   - starts: Whether the first use of the state starts the feed. If not, send `.started`.
  public init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    let engine = Engine(
      feed, state: Feed.State(seed: seed), source: source, sink: sink, timeout: timeout)
    if starts { engine.startLater(with: .started) }
    self.init(engine, clock: clock)
  }

  /// Creates a feed that is there again at the next start.
  ///
  /// Its first use, a state that is read or an action that is sent, brings back what was kept, and
  /// then starts it; from then on each state is handed over in the step that leads to it. The other
  /// parameters are as without snapshots.
  ///
  /// - Parameter snapshots: Where the feed is kept. No other feed may be kept there.
  public init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, snapshots: SnapshotStore<Item, Cursor>,
    seed: UInt64 = .random(in: 0 ... .max), clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60)
  )
  where
    Machine == Feed<Item, Cursor>, Item: Codable & Sendable, Item.ID: Codable & Sendable,
    Cursor: Codable & Sendable
  {
    let engine = Engine(
      feed, state: Feed.State(seed: seed), source: source, sink: sink, timeout: timeout)
    engine.startLater(
      with: .started, after: snapshots.opening(of: engine.machine), unless: \.isConnectivity)
    engine.observe { state in
      snapshots.keep(state)
      return true
    }
    self.init(engine, clock: clock)
  }

  /// Pulls to refresh and waits until the feed no longer refreshes.
  ///
  /// Waits also when a refresh was under way already and the pull was ignored. Cancelling the
  /// wait does not cancel the refresh.
  public func refresh<Item, Cursor>() async where Machine == Feed<Item, Cursor> {
    send(.refreshPulled)
    await engine.endOfRefresh()
  }
}

extension Engine {
  /// Waits until no refresh is under way.
  func endOfRefresh<Item, Cursor>(isolation: isolated (any Actor)? = #isolation) async
  where Machine == Feed<Item, Cursor> {
    await wait(isolation: isolation) { !$0.state.refresh.isUnderWay }
  }
}

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
}

extension Feed.Action {
  /// Whether this only says whether the device is online: a feed that is not used hears of it, too.
  var isConnectivity: Bool {
    if case .connectivityChanged = self { true } else { false }
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
