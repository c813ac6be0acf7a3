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

  /// Whether a first page is loading, or waits for its retry, while rows show.
  public var refreshing: Bool { word(.refreshing) }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? {
    access(.error)
    return engine.state.error
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

  /// Whether loading stopped because too many pages in a row brought no new row. `loadMore()` goes on.
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
}

/// The values of the properties after the last step. Of the rows only the revision, so that no copy of
/// them is kept.
struct ObservedValues<Display: FeedDisplay> {
  private var revision: UInt32 = 0
  private var words: FeedWords = []
  private var page: Display.Cursor?
  private var error: FeedFailure?
  private var total: Int?
  private var failedEdits: [Feed<Display.Item, Display.Cursor>.FailedEdit] = []

  init(_ state: Display, words: FeedWords) {
    _ = update(to: state, words: words)
  }

  /// Stores the new values and returns the properties that changed. `state` always has.
  mutating func update(to state: Display, words: FeedWords) -> ChangeTracker.Properties {
    var changed = ChangeTracker.Properties.state
    func set<Value: Equatable>(
      _ value: inout Value, to new: Value, of property: ChangeTracker.Properties
    ) {
      if value == new { return }
      value = new
      changed.insert(property)
    }
    changed.formUnion(.init(self.words.symmetricDifference(words)))
    self.words = words
    set(&revision, to: state.items.revision, of: .items)
    set(&page, to: state.page, of: .page)
    set(&error, to: state.error, of: .error)
    set(&total, to: state.total, of: .total)
    set(&failedEdits, to: state.failedEdits, of: .failedEdits)
    return changed
  }
}
