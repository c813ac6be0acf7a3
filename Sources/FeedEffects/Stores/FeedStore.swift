public import FeedReducer
public import Observation

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
///       if store.isLoadingMore { ProgressView() }
///       if let error = store.error {
///         Button("\(error.message) Try again") { store.retry() }
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
/// It belongs to the main actor, so something has to run the main actor: SwiftUI, UIKit and AppKit do.
/// For a server, a tool, or another user interface with a loop of its own use ``FeedActor``.
@MainActor
public final class FeedStore<Item: Identifiable & Equatable, Cursor: Hashable>: Observable {
  /// The machine that the store runs.
  public typealias Machine = Feed<Item, Cursor>

  @usableFromInline let engine: Engine<Machine>
  let tracker = ChangeTracker()
  private var observed: ObservedValues<Item, Cursor>

  /// Stores each state, if the feed has snapshots.
  private let keeper: Keeper?

  /// Hands states to a snapshot store.
  struct Keeper {
    let keep: (Machine.State) -> Void

    /// Stores where the reader is; false if the whole state has to be stored.
    let keepReader: (Range<Int>?) -> Bool
  }

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
  public convenience init(
    _ feed: Machine = Machine(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true
  ) where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    self.init(
      Engine(
        feed, state: Machine.State(seed: seed), source: source, sink: sink, timeout: timeout),
      clock: clock, starts: starts)
  }

  /// Creates a feed that is stored, and restored at the next start of the program.
  ///
  /// The first use of the feed restores the snapshot, then starts the feed. After each accepted action
  /// the new state is handed to `snapshots`. The other parameters are the same; such a feed always starts
  /// at its first use.
  ///
  /// - Parameter snapshots: Stores the feed. Use one for each feed.
  public convenience init(
    _ feed: Machine = Machine(), source: some PageSource<Item, Cursor>,
    sink: (any EditSink<Item, Cursor>)? = nil, snapshots: SnapshotStore<Item, Cursor>,
    seed: UInt64 = .random(in: 0 ... .max), clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60)
  )
  where
    Item: Codable & Sendable, Item.ID: Codable & Sendable, Cursor: Codable & Sendable
  {
    let engine = Engine(
      feed, state: Machine.State(seed: seed), source: source, sink: sink, timeout: timeout)
    self.init(
      engine, clock: clock, starts: true, opening: snapshots.opening(of: engine.machine),
      keeper: Keeper(
        keep: { snapshots.keep($0) }, keepReader: { snapshots.keepReader(at: $0) }))
  }

  /// Creates a feed whose pages a closure on the main actor loads, for rows that are not `Sendable`.
  ///
  /// The other parameters are the same as with a source. Such a feed has no sink: it is read only.
  ///
  /// - Parameter page: Returns the page for a request. Called on the main actor.
  public convenience init(
    _ feed: Machine = Machine(), seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration? = .seconds(60), starts: Bool = true,
    page: @escaping @MainActor (Machine.Request) async throws -> Machine.Page
  ) {
    self.init(
      Engine(
        feed.readOnly, state: Machine.State(seed: seed),
        handler: MainActorFeedHandler(timeout: timeout, page: page)),
      clock: clock, starts: starts)
  }

  /// Creates a store that owns `engine`.
  package convenience init(_ engine: Engine<Machine>, clock: any Clock<Duration>, starts: Bool) {
    self.init(engine, clock: clock, starts: starts, opening: nil, keeper: nil)
  }

  private init(
    _ engine: Engine<Machine>, clock: any Clock<Duration>, starts: Bool,
    opening: Work<Machine.Action>.Operation?, keeper: Keeper?
  ) {
    self.engine = engine
    self.keeper = keeper
    observed = ObservedValues(engine.state)
    engine.launchOnMainActor(clock: clock)
    engine.observe { [weak self] state in
      self?.stateChanged(to: state)
      return self != nil
    }
    // A closure and no key path: the compiler does not specialise a function that has one, nor the
    // closures in it.
    if starts { engine.startLater(with: .started, after: opening, role: { $0.startRole() }) }
  }

  /// Sets the closure that is called after each reduced action, ignored ones included.
  ///
  /// - Parameter body: Called on the main actor; nil for none, which costs nothing.
  public func onStep(_ body: ((StoreStep<Machine>) -> Void)?) {
    engine.onStep = body
  }

  /// Stores the state and notifies the observations of the properties that changed.
  private func stateChanged(to state: Machine.State) {
    keeper?.keep(state)
    tracker.notify(of: observed.update(to: state))
  }

  /// Notifies the observations of the whole state: the reader moved, and no other property changed.
  @usableFromInline func readerHasMoved() {
    if engine.isObservedByOthers { return engine.announceChange() }
    if let keeper, !keeper.keepReader(engine.state.reader) { keeper.keep(engine.state) }
    tracker.notify(of: ChangeTracker.Properties(.state))
  }
}

// MARK: - Actions

extension FeedStore {
  /// Reduces `action`. An action that is sent during a step is reduced after it.
  ///
  /// - Returns: The action with everything that it causes: `await store.send(.loadMore).finish()`.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    // While the user scrolls, thousands of rows appear, and only the reader changes.
    if engine.isIdle, engine.machine.movesReaderOnly(&engine.current, for: action) {
      readerHasMoved()
      return Sent(nil)
    }
    return engine.send(action).keeping(self)
  }

  /// Reports that the row with this id is visible. If no row has the id, nothing happens.
  ///
  /// - Complexity: O(log *n*); it allocates nothing if nothing has to load.
  @inlinable public func appeared(_ id: Item.ID) {
    guard let index = engine.state.items.index(id: id) else { return }
    send(.itemAppeared(index: index))
  }

  /// Reports the range of visible rows, for views that know the first and the last one.
  ///
  /// ```swift
  /// let rows = tableView.indexPathsForVisibleRows?.map(\.row) ?? []
  /// if let first = rows.first, let last = rows.last { store.visible(first..<last + 1) }
  /// ```
  ///
  /// The range is cut to the rows of the list. The same range again is ignored.
  @inlinable public func visible(_ range: Range<Int>) {
    send(.visible(range: range))
  }

  /// Loads the next page, wherever the reader is. Goes on after a stall.
  @discardableResult
  public func loadMore() -> Sent {
    send(.loadMore)
  }

  /// Loads again what failed, stalled or waits. If `kind` is nil: the refresh, else both ends.
  @discardableResult
  public func retry(_ kind: LoadKind? = nil) -> Sent {
    send(.retryTapped(kind: kind))
  }

  /// Changes a row at once and sends the change to the sink. Without a sink it is ignored.
  ///
  /// If the edit fails, it is in ``failedEdits``.
  @discardableResult
  public func edit(_ change: Machine.Change) -> Sent {
    send(.edit(change: change))
  }

  /// Sends the edits of a row again that failed or wait.
  @discardableResult
  public func retryEdits(of id: Item.ID) -> Sent {
    send(.editRetried(id: id))
  }

  /// Undoes the edits of a row that failed or wait.
  @discardableResult
  public func dismissEdits(of id: Item.ID) -> Sent {
    send(.editDismissed(id: id))
  }

  /// Refreshes, and waits until the feed no longer refreshes.
  ///
  /// If a refresh was in flight already, it waits for that one. Cancelling the wait, as `.refreshable`
  /// may, does not cancel the refresh.
  public func refresh() async {
    send(.refreshPulled)
    await engine.endOfRefresh()
  }

  /// Waits until no work and no timer is running. Starts a feed that has not started.
  public func settle() async {
    engine.startIfNeeded()
    await engine.settle()
  }

  /// Cancels all work and ends the streams. Later actions do nothing.
  public func stop() {
    engine.stop()
  }
}

extension FeedStore where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
  /// A stream of the current state and every later one. A slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    engine.startIfNeeded()
    return engine.states()
  }
}
