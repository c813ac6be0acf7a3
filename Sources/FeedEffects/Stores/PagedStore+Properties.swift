public import FeedReducer

extension PagedStore {
  /// The whole state. Reading it observes every change, including each move of the reader.
  public var state: Machine.State {
    access(.state)
    return engine.state
  }

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
    tracker.access(property)
  }
}

extension Engine where Machine: FeedMachine {
  /// The words of the state. While a snapshot is being read the first page is loading.
  var words: FeedWords { isYetToOpen ? state.words.union(.isLoading) : state.words }

  /// What stands below the last row; the same holds.
  var footer: ListEnd { isYetToOpen ? .loading(kind: .refresh) : state.footer }
}

/// The values of the properties after the last step. Of the rows only the revision, so that no copy of
/// them is kept.
struct ObservedValues<Machine: FeedMachine> {
  private var revision: UInt32 = 0
  private var words: FeedWords = []
  private var footer = ListEnd.nothing
  private var header = ListEnd.nothing
  private var page: Machine.Cursor?
  private var errors: (refresh: FeedFailure?, append: FeedFailure?, prepend: FeedFailure?)
  private var gaps: [Feed<Machine.Item, Machine.Cursor>.Gap] = []
  private var total: Int?
  private var failedEdits: [Feed<Machine.Item, Machine.Cursor>.FailedEdit] = []
  private var pendingEdits: [Feed<Machine.Item, Machine.Cursor>.PendingEdit] = []
  private var restoredRow: Machine.Item.ID?

  init(of engine: Engine<Machine>) {
    _ = update(to: engine)
  }

  /// Stores the new values and returns the properties that changed. `state` always has.
  mutating func update(to engine: Engine<Machine>) -> ChangeTracker.Properties {
    let state = engine.state
    var changed = ChangeTracker.Properties.state
    func set<Value: Equatable>(
      _ value: inout Value, to new: Value, of property: ChangeTracker.Properties
    ) {
      if value == new { return }
      value = new
      changed.insert(property)
    }
    let words = engine.words
    changed.formUnion(.init(self.words.symmetricDifference(words)))
    self.words = words
    set(&footer, to: engine.footer, of: .footer)
    set(&header, to: state.header, of: .header)
    set(&revision, to: state.items.revision, of: .items)
    set(&page, to: state.page, of: .page)
    set(&errors.refresh, to: state.error(of: .refresh), of: .error)
    set(&errors.append, to: state.error(of: .append), of: .error)
    set(&errors.prepend, to: state.error(of: .prepend), of: .error)
    set(&gaps, to: state.gaps, of: .gaps)
    set(&total, to: state.total, of: .total)
    set(&failedEdits, to: state.failedEdits, of: .failedEdits)
    set(&pendingEdits, to: state.pendingEdits, of: .pendingEdits)
    set(&restoredRow, to: state.restoredRow, of: .restoredRow)
    return changed
  }
}
