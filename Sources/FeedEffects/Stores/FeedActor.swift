public import FeedReducer

/// Runs a feed on an actor of its own, for servers, tools, and user interfaces with a loop of their own.
///
/// ```swift
/// let feed = FeedActor(source: characters)
/// await feed.settle()
/// await feed.state.items.count  // 10
/// ```
///
/// It loads the first page when its state is first used (`state`, `states`, `settle()`) or when
/// `.started` is sent. It has the same verbs as ``FeedStore``: ``appeared(_:)``, ``loadMore()``,
/// ``retry(_:)``, ``refresh()``, ``edit(_:)``. To show it, read `states` and hand each state to the
/// thread of the user interface. When the last reference goes away, its loads are cancelled.
public typealias FeedActor<Item: Identifiable & Equatable, Cursor: Hashable> =
  StoreActor<Feed<Item, Cursor>>
where Item: Sendable, Item.ID: Sendable, Cursor: Sendable

extension StoreActor {
  /// Creates a feed that asks `source` for pages once its state is used.
  ///
  /// - Parameters:
  ///   - feed: The configuration: page size, prefetch distance, retries.
  ///   - source: Loads the pages, off this actor.
  ///   - sink: Sends edits to the server; without one the feed is read only.
  ///   - seed: The seed of random delays.
  ///   - clock: The clock of timers and timeouts.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  ///   - starts: Whether the first use of the state starts the feed. If false, send `.started`.
  public init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    let engine = Engine(
      feed, state: Feed.State(seed: seed), source: source, sink: sink, timeout: timeout)
    if starts { engine.startLater(with: .started, role: { $0.startRole() }) }
    self.init(engine, clock: clock)
  }

  /// Creates a feed that is stored, and restored at the next start of the program.
  ///
  /// The first use of the feed restores the snapshot, then starts the feed. After each accepted action
  /// the new state is handed to `snapshots`. The other parameters are the same; such a feed always starts
  /// at its first use.
  ///
  /// - Parameter snapshots: Stores the feed. Use one for each feed.
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
    let use = snapshots.use()
    engine.startLater(
      with: .started, after: snapshots.opening(of: engine.machine, for: use),
      role: { $0.startRole() })
    engine.observe(
      tell: { state in
        snapshots.keep(state, for: use)
        return true
      }, finish: { use.end() })
    self.init(engine, clock: clock)
  }
}
