public import FeedReducer

extension FeedStore {
  /// Everything the feed knows. Reading it subscribes to every change, the reader's moves too.
  public var state: Machine.State {
    read(.state)
    return engine.state
  }

  /// The rows.
  public var items: ItemList<Item> {
    read(.items)
    return engine.state.items
  }

  /// The cursor of the next page; nil before the first page landed and at the end.
  public var page: Cursor? {
    read(.page)
    return engine.state.page
  }

  /// Whether the list may still grow at its end.
  public var canLoadNextPage: Bool {
    read(.canLoadNextPage)
    return engine.state.canLoadNextPage
  }

  /// Whether the first page is under way and none has landed before.
  public var isLoading: Bool {
    read(.isLoading)
    return engine.state.isLoading
  }

  /// Whether the next page is under way.
  public var isLoadingMore: Bool {
    read(.isLoadingMore)
    return engine.state.isLoadingMore
  }

  /// Whether a refresh is under way over a page that landed before.
  public var refreshing: Bool {
    read(.refreshing)
    return engine.state.refreshing
  }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? {
    read(.error)
    return engine.state.error
  }

  /// The edits that failed, in the order in which they were made; the last one is the newest.
  ///
  /// Retry or dismiss them by the id of their row.
  public var failedEdits: [Machine.FailedEdit] {
    read(.failedEdits)
    return engine.state.failedEdits
  }

  /// Why the last edit of this row that failed did so; nil if none has, or all were decided.
  public func failure(of id: Item.ID) -> FeedFailure? {
    read(.failedEdits)
    return engine.state.failure(of: id)
  }

  /// Whether several pages in a row brought no new row: ask for more to go on.
  public var isStalled: Bool {
    read(.isStalled)
    return engine.state.isStalled
  }

  /// Whether there are no rows, and no more can come.
  public var isEmpty: Bool {
    read(.isEmpty)
    return engine.state.isEmpty
  }

  /// How many rows the server says it has in all, if it says so.
  public var total: Int? {
    read(.total)
    return engine.state.total
  }

  /// Subscribes the reader to a word, and starts a feed of which nothing was read.
  private func read(_ word: Signs.Words) {
    engine.startIfNeeded()
    signs.read(word)
  }
}
