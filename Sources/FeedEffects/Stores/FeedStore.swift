public import FeedReducer

/// Runs a feed on the main actor, for user interfaces.
///
/// It loads pages from a source, keeps the state, and is observable: a view that reads `items` is
/// updated when the rows change, and not when anything else does.
///
/// ```swift
/// struct PeopleView: View {
///   @State private var store = FeedStore(source: people)
///
///   var body: some View {
///     List {
///       ForEach(store.items) { person in
///         Text(person.name).onAppear { store.appeared(person.id) }
///       }
///       switch store.footer {
///       case .loading: ProgressView()
///       case .failed(let kind, let failure):
///         Button("\(failure.text). Try again") { store.retry(kind) }
///       default: EmptyView()
///       }
///     }
///     .refreshable { await store.refresh() }
///   }
/// }
/// ```
///
/// **When it starts.** It loads the first page when its state is first used: when a property such as
/// ``items`` is read, ``state``, `states` or ``settle()``; or when `.started` is sent. A store that a
/// view creates and throws away loads nothing.
///
/// **What it does by itself.** Rows that appear near the end load the next page. A failed load shows in
/// ``error`` and waits for ``retry(_:)``; give the feed a `RetryPolicy` to repeat loads by itself. A
/// load fails after 60 seconds (`timeout`). Rows can be edited if there is a `sink`, and are restored
/// at the next start if there are `snapshots`.
///
/// **When it ends.** When the last reference goes away, or after ``stop()``, its loads are cancelled.
///
/// It belongs to the main actor, so something has to run the main actor: SwiftUI, UIKit and AppKit do. On
/// Linux any loop does so by `MainActorQueue`. For a server or a tool use ``FeedActor``.
public typealias FeedStore<Item: Identifiable & Equatable, Cursor: Hashable> =
  Store<Feed<Item, Cursor>>

extension Store {
  /// Creates a feed that asks `source` for pages once its state is used.
  ///
  /// - Parameters:
  ///   - feed: The configuration: page size, prefetch distance, retries.
  ///   - source: Loads the pages, off the main actor.
  ///   - sink: Sends edits to the server, off the main actor; without one the feed is read only.
  ///   - seed: The seed of random delays.
  ///   - clock: The clock of timers and timeouts.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  ///   - starts: Whether the first use of the state starts the feed. If false, send `.started`.
  public convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    self.init(
      Engine(feed, state: Feed.State(seed: seed), source: source, sink: sink, timeout: timeout),
      clock: clock, starts: starts)
  }

  /// Creates a feed that is stored, and restored at the next start of the program.
  ///
  /// The first use of the feed restores the snapshot, then starts the feed. After each accepted action
  /// the new state is handed to `snapshots`. The other parameters are the same; such a feed always starts
  /// at its first use.
  ///
  /// - Parameter snapshots: Stores the feed. Use one for each feed.
  public convenience init<Item, Cursor>(
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
    self.init(engine, clock: clock, snapshots: snapshots)
  }

  /// Creates a feed whose pages a closure on the main actor loads, for rows that are not `Sendable`.
  ///
  /// The other parameters are the same as with a source. Such a feed has no sink: it is read only.
  ///
  /// - Parameter page: Returns the page for a request. Called on the main actor.
  public convenience init<Item, Cursor>(
    _ feed: Feed<Item, Cursor> = Feed(), seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true,
    page: @escaping @MainActor (Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page
  ) where Machine == Feed<Item, Cursor> {
    self.init(
      Engine(
        feed.editable(false), state: Feed.State(seed: seed),
        handler: MainActorFeedHandler(timeout: timeout, page: page)),
      clock: clock, starts: starts)
  }

  /// Creates a store that owns the engine of a feed that is stored.
  convenience init<Item, Cursor>(
    _ engine: Engine<Machine>, clock: (any Clock<Duration>)?,
    snapshots: SnapshotStore<Item, Cursor>
  )
  where
    Machine == Feed<Item, Cursor>, Item: Codable & Sendable, Item.ID: Codable & Sendable,
    Cursor: Codable & Sendable
  {
    let use = snapshots.use()
    self.init(
      engine, clock: clock, starts: true, opening: snapshots.opening(of: engine.machine, for: use),
      keeper: Keeper(
        keep: { snapshots.keep($0, for: use) },
        keepReader: { snapshots.keepReader(at: $0.reader, for: use) }, end: { use.end() }))
  }

  /// Creates a store that owns the engine of a feed.
  package convenience init<Item, Cursor>(
    _ engine: Engine<Machine>, clock: (any Clock<Duration>)?, starts: Bool
  ) where Machine == Feed<Item, Cursor> {
    self.init(engine, clock: clock, starts: starts, opening: nil, keeper: nil)
  }

  private convenience init<Item, Cursor>(
    _ engine: Engine<Machine>, clock: (any Clock<Duration>)?, starts: Bool,
    opening: Work<Machine.Action>.Operation?, keeper: Keeper?
  ) where Machine == Feed<Item, Cursor> {
    // A closure and no key path, since the compiler does not specialise a function that has one, nor the closures in it.
    if starts { engine.startLater(with: .started, after: opening, role: { $0.startRole() }) }
    self.init(engine, clock: clock, keeper: keeper)
  }
}
