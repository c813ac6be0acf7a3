public import FeedReducer

// A store that shows one feed: what a view calls, and what it reads. Each method sends an action: a view may send it
// instead.
extension Store where Machine: FeedMachine {
  /// A row of the feed.
  public typealias Item = Machine.Item

  /// The actions, requests and pages of the feed.
  public typealias ItemFeed = Feed<Machine.Item, Machine.Cursor>

  /// Reports that the row with this id is visible. If no row has the id, nothing happens.
  ///
  /// - Complexity: O(1) for a row next to the one before, else O(log *n*); it allocates nothing if nothing
  ///   has to load.
  @inlinable public func appeared(_ id: Item.ID) {
    guard let index = engine.state.items.index(id: id, near: lastAppeared) else { return }
    lastAppeared = index
    report(Machine.feed(action: .itemAppeared(index: index)))
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
    report(Machine.feed(action: .visible(range: range)))
  }

  /// Reduces `action`. An action that is sent during a step is reduced after it.
  ///
  /// A report that only moves the reader, or is repeated, goes a short way.
  ///
  /// - Returns: The action with everything that it causes: `await store.send(.loadMore).finish()`.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    switch reportReader(action) {
    case .moved: Sent(nil)
    case .repeated(let refusal): Sent(nil, refusal: .feed(refusal))
    case .other: engine.send(action).keeping(self)
    }
  }

  /// Sends a report of the reader. Of one that is repeated nobody wants to know why it is refused.
  @inlinable func report(_ action: Machine.Action) {
    if case .other = reportReader(action) { engine.send(action) }
  }

  /// Reduces a report that only moves the reader, by a short way, since thousands of rows appear while the user scrolls.
  @inlinable func reportReader(_ action: Machine.Action) -> ReaderReport {
    guard engine.isIdle else { return .other }
    let report = engine.machine.reportReader(&engine.current, for: action)
    if case .moved = report { readerHasMoved() }
    return report
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
    engine.startIfNeeded()
    return engine.edit(id, by: change) { send($0) }
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
}

// MARK: - What a view reads

// Each property is observed by itself.
extension Store where Machine: FeedMachine {
  /// The rows.
  public var items: ItemList<Item> {
    access(.items)
    return engine.state.items
  }

  /// The cursor of the next page; nil before the first page and at the end.
  public var page: Machine.Cursor? {
    access(.page)
    return engine.state.page
  }

  /// Whether the list may still grow at its end.
  public var canLoadNextPage: Bool { word(.canLoadNextPage) }

  /// Whether the first page is loading, or waits for its retry, and no rows show; or a snapshot is being read.
  public var isLoading: Bool { word(.isLoading) }

  /// Whether the next page is loading, or waits for its retry.
  public var isLoadingMore: Bool { word(.isLoadingMore) }

  /// Whether the previous page is loading, or waits for its retry.
  public var isLoadingPrevious: Bool { word(.isLoadingPrevious) }

  /// Whether a first page is loading, or waits for its retry, while rows show.
  public var refreshing: Bool { word(.refreshing) }

  /// What stands below the last row: how the next page loads; before the first page, how that does.
  public var footer: ListEnd {
    access(.footer)
    return engine.footer
  }

  /// What stands above the first row: why the rows could not be brought up to date, else how the previous page
  /// loads.
  public var header: ListEnd {
    access(.header)
    return engine.state.header
  }

  /// How long it takes until a load that ``footer`` or ``header`` shows as waiting is tried again.
  ///
  /// It is read from the store's clock and is not observed: a view that counts down reads it each second.
  ///
  /// - Parameter timer: The ticket in `waiting`.
  /// - Returns: Nil if no such timer runs.
  public func timeLeft(of timer: Ticket) -> Duration? { engine.timeLeft(of: WorkID(timer)) }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? {
    access(.error)
    return engine.state.error
  }

  /// The failure of the load of `kind`, or nil. A load that waits for the network counts as failed.
  public func error(of kind: LoadKind) -> FeedFailure? {
    access(.error)
    return engine.state.error(of: kind)
  }

  /// The gaps between rows, from top to bottom: where rows may be missing.
  public var gaps: [ItemFeed.Gap] {
    access(.gaps)
    return engine.state.gaps
  }

  /// The rows with the gaps between them, for what draws both.
  public var rowsAndGaps: RowsAndGaps<Item, Machine.Cursor> {
    access(.items)
    access(.gaps)
    return engine.state.rowsAndGaps
  }

  /// The row at which the reader was when the restored snapshot was stored, until a row is reported: scroll to it.
  ///
  /// Right after the store was made it is nil, since the file is read later: observe it.
  public var restoredRow: Item.ID? {
    access(.restoredRow)
    return engine.state.restoredRow
  }

  /// Whether an edit of this row is not answered for good: it is being sent, waits, or did not reach the server.
  public func isPending(_ id: Item.ID) -> Bool {
    access(.pendingEdits)
    return engine.state.isPending(id)
  }

  /// The edits that failed, oldest first. Retry or dismiss them by the id of their row.
  public var failedEdits: [ItemFeed.FailedEdit] {
    access(.failedEdits)
    return engine.state.failedEdits
  }

  /// Why the last failed edit of this row failed; nil if none has, or all were retried or dismissed.
  public func failure(of id: Item.ID) -> FeedFailure? {
    access(.failedEdits)
    return engine.state.failure(of: id)
  }

  /// Whether loading stopped because too many pages in a row added no row. `loadMore()` goes on.
  public var isStalled: Bool { word(.isStalled) }

  /// Whether there are no rows and no more can come: a page arrived, and both ends have ended.
  public var isEmpty: Bool { word(.isEmpty) }

  /// How many rows the server says it has in all, if it says so.
  public var total: Int? {
    access(.total)
    return engine.state.total
  }

  /// Returns whether a word is true, and registers that it is read.
  func word(_ word: FeedWords) -> Bool {
    access(.init(word))
    return engine.words.contains(word)
  }

  /// Registers that a property is read, and starts a feed that has not started.
  func access(_ property: ChangeTracker.Properties) {
    engine.startIfNeeded()
    if feedChanges == nil {
      var observed = ObservedValues(of: engine)
      feedChanges = { [engine] in observed.update(to: engine) }
    }
    tracker.access(property)
  }
}
