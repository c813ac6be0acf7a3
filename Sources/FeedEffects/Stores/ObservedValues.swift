import FeedReducer

extension Engine where Machine: FeedMachine {
  /// The words of the state. While a snapshot is being read the first page is loading, or else a view would show an empty
  /// list for a moment.
  var words: FeedWords { isYetToLoad ? state.words.union(.isLoading) : state.words }

  /// What stands below the last row; the same holds.
  var footer: ListEnd { isYetToLoad ? .loading(kind: .refresh) : state.footer }

  /// A part may have its first page before its store is made.
  private var isYetToLoad: Bool { isYetToOpen && state.feed.generation == 0 }
}

/// The values of the properties after the last step. Of the rows only the revision, so that no copy of
/// them is kept.
struct ObservedValues<Machine: FeedMachine> {
  /// Of which feed the rows are, and which they are: each list counts its revisions by itself.
  private var rows: (feed: UInt64, revision: UInt32) = (0, 0)
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
    let rows = (feed: state.feed.identity, revision: state.items.revision)
    if self.rows != rows {
      self.rows = rows
      changed.insert(.items)
    }
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
