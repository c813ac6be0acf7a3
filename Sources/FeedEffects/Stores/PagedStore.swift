public import FeedReducer
public import Observation

/// What the stores of feeds have in common: ``FeedStore`` and ``SearchStore``.
///
/// It has the properties that a view reads, each observed by itself, and the methods that a view calls.
/// A view that is generic over `Machine` draws a list of either. The program creates a ``FeedStore`` or a
/// ``SearchStore``.
@MainActor
public class PagedStore<Machine: FeedMachine>: Observable {
  /// A row of the feed.
  public typealias Item = Machine.Item

  /// The actions, requests and pages of the feed.
  public typealias ItemFeed = Feed<Machine.Item, Machine.Cursor>

  @usableFromInline let engine: Engine<Machine>
  let tracker = ChangeTracker()
  /// Where the last row was that appeared by its id. The next one is mostly beside it.
  @usableFromInline var lastAppeared = 0
  private var observed: ObservedValues<Machine>

  /// Stores each state, if the feed has snapshots.
  private let keeper: Keeper?

  /// Hands states to a snapshot store.
  struct Keeper {
    let keep: (Machine.State) -> Void

    /// Stores where the reader is; false if the whole state has to be stored.
    let keepReader: (Machine.State) -> Bool

    /// The feed has ended.
    let end: () -> Void
  }

  /// Creates a store that owns `engine`.
  init(_ engine: Engine<Machine>, clock: any Clock<Duration>, keeper: Keeper? = nil) {
    self.engine = engine
    self.keeper = keeper
    observed = ObservedValues(of: engine)
    engine.requestForMore = Machine.feed(action: .loadMore)
    engine.launchOnMainActor(clock: clock)
    engine.observe(
      tell: { [weak self] state in
        self?.stateChanged(to: state)
        return self != nil
      }, finish: { keeper?.end() })
  }

  /// Sets the closure that is called after each reduced action, ignored ones included.
  ///
  /// - Parameter body: Called on the main actor; nil for none, which costs nothing.
  public func onStep(_ body: ((StoreStep<Machine>) -> Void)?) {
    engine.onStep = body
  }

  /// The observed properties that only some machines have, and that have changed.
  func furtherChanges(to state: Machine.State) -> ChangeTracker.Properties { [] }

  /// Stores the state and notifies the observations of the properties that changed.
  private func stateChanged(to state: Machine.State) {
    keeper?.keep(state)
    let changed = observed.update(to: engine)
    tracker.notify(of: changed.union(furtherChanges(to: state)))
  }

  /// Notifies the observations of the whole state: the reader moved, and no other property changed.
  @usableFromInline func readerHasMoved() {
    if engine.isObservedByOthers { return engine.announceChange() }
    if let keeper, !keeper.keepReader(engine.state) { keeper.keep(engine.state) }
    tracker.notify(of: .state)
  }
}

// MARK: - Actions

extension PagedStore {
  /// Reduces `action`. An action that is sent during a step is reduced after it.
  ///
  /// - Returns: The action with everything that it causes: `await store.send(.loadMore).finish()`.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    // While the user scrolls, thousands of rows appear, and only the reader changes.
    if engine.isIdle {
      switch engine.machine.reportReader(&engine.current, for: action) {
      case .moved:
        readerHasMoved()
        return Sent(nil)
      case .repeated:
        return Sent(nil, refusal: "these rows were reported before, and nothing has to load")
      case .other: break
      }
    }
    return engine.send(action).keeping(self)
  }

  /// Reports that the row with this id is visible. If no row has the id, nothing happens.
  ///
  /// - Complexity: O(1) for a row next to the one before, else O(log *n*); it allocates nothing if nothing
  ///   has to load.
  @inlinable public func appeared(_ id: Item.ID) {
    guard let index = engine.state.items.index(id: id, near: lastAppeared) else { return }
    lastAppeared = index
    send(Machine.feed(action: .itemAppeared(index: index)))
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
    send(Machine.feed(action: .visible(range: range)))
  }

  /// Loads the next page, wherever the reader is. Goes on after a stall. Starts a feed that has not
  /// started; while its first page loads there is no next one, so the handle is that of the first. During a
  /// refresh the page loads after that.
  @discardableResult
  public func loadMore() -> Sent {
    engine.startIfNeeded()
    return send(engine.more)
  }

  /// Loads page after page until the list is complete or the next page does not come.
  ///
  /// ```swift
  /// let found = await store.loadAll()
  /// if found.isComplete { export(store.items) } else { show("\(found)") }
  /// ```
  ///
  /// It starts a feed that has not started, and joins what is loading already. It ends when a load fails
  /// or waits for the network, when the list stalls, when the store is stopped, and when the calling task is
  /// cancelled. An automatic retry is waited for. Called again it goes on: it loads again what has failed.
  ///
  /// - Returns: `.complete` if both ends of the list have ended, nothing speaks against that, and no row was dropped;
  ///   else what is missing.
  @discardableResult
  public func loadAll() async -> Completeness {
    await engine.loadAll()
  }

  /// Loads again what failed, stalled or waits. If `kind` is nil: the refresh, else both ends.
  @discardableResult
  public func retry(_ kind: LoadKind? = nil) -> Sent {
    send(Machine.feed(action: .retryTapped(kind: kind)))
  }

  /// Loads rows of a gap: those that follow the row above it, or those before the row below it.
  ///
  /// ``gaps`` has the gaps and how they load. If only one side has a position, the rows come from there.
  @discardableResult
  public func fillGap(_ id: Ticket, from side: GapSide) -> Sent {
    send(Machine.feed(action: .gapTapped(id: id, from: side)))
  }

  /// Takes away ``error`` once the user has read it; only that of `kind` if one is given.
  ///
  /// The list stays as it is until a row is reported. A list without rows keeps its failure.
  @discardableResult
  public func dismissError(of kind: LoadKind? = nil) -> Sent {
    send(Machine.feed(action: .errorDismissed(kind: kind)))
  }

  /// Changes a row at once and sends the change to the sink. Without a sink, or such a row, it is refused:
  /// ``Sent/refusal`` says why.
  ///
  /// If the edit fails, it is in ``failedEdits``.
  @discardableResult
  public func edit(_ change: ItemFeed.Change) -> Sent {
    send(Machine.feed(action: .edit(change: change)))
  }

  /// Changes the row with this id as it is now, at once, and sends the change to the sink.
  ///
  /// ```swift
  /// store.edit(post.id) { $0.isLiked.toggle() }
  /// ```
  ///
  /// The change leaves the id as it is. If no row has it, nothing happens, and the handle says so.
  @discardableResult
  public func edit(_ id: Item.ID, change: (inout Item) -> Void) -> Sent {
    edit(items.changed(at: id, by: change))
  }

  /// Sends the edits of a row again that failed or wait.
  @discardableResult
  public func retryEdits(of id: Item.ID) -> Sent {
    send(Machine.feed(action: .editRetried(id: id)))
  }

  /// Undoes the edits of a row that failed or wait.
  @discardableResult
  public func dismissEdits(of id: Item.ID) -> Sent {
    send(Machine.feed(action: .editDismissed(id: id)))
  }

  /// Refreshes, and waits until the feed no longer refreshes.
  ///
  /// If a refresh was in flight already, it waits for that one. Cancelling the wait, as `.refreshable`
  /// may, does not cancel the refresh.
  public func refresh() async {
    send(Machine.feed(action: .refreshPulled))
    await engine.endOfRefresh()
  }

  /// Says that the rows are out of date: they load again, and the reader keeps the place.
  ///
  /// For a timer, a push, ⌘R, the way back from the background. Nothing moves under the reader: rows that are new at the
  /// top stand above. (Where the first page brings only new rows, they take the list's place, as after a pull.) While
  /// a refresh is under way another one follows. ``refresh()`` is for the user's pull.
  @discardableResult
  public func invalidate() -> Sent {
    send(Machine.feed(action: .invalidated))
  }

  /// Cancels the loads under way, as when the list leaves the screen. Edits go on, and so does the store.
  ///
  /// Nothing loads then until a row near an end is reported, or more is asked for: `loadMore()`, `refresh()`,
  /// `retry()`. A refresh is not repeated. A list without rows shows that its load was cancelled, until one of the
  /// three loads it; one that waits for the network goes on waiting. A query that is typed is asked after its pause.
  ///
  /// - SeeAlso: ``stop()``, which ends the store. A store that goes out of scope cancels its loads and its edits.
  public func cancelLoads() {
    engine.cancelLoads()
  }

  /// Waits until no work and no timer is running. Starts a feed that has not started.
  ///
  /// With a `ManualClock` it also ends when nothing can go on: standard error says what is waited for.
  public func settle() async {
    engine.startIfNeeded()
    await engine.settle()
  }

  /// Cancels all work, edits too, and ends the streams. Later actions do nothing.
  public func stop() {
    engine.stop()
  }
}

extension PagedStore where Machine.State: Sendable {
  /// A stream of the current state and every later one. A slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    engine.startIfNeeded()
    return engine.states()
  }
}
