public import FeedReducer

extension FeedStore {
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
  public var page: Cursor? {
    access(.page)
    return engine.state.page
  }

  /// Whether the list may still grow at its end.
  public var canLoadNextPage: Bool {
    access(.canLoadNextPage)
    return engine.state.canLoadNextPage
  }

  /// Whether the first page is loading, or waits for its retry, and there is none yet.
  public var isLoading: Bool {
    access(.isLoading)
    return engine.state.isLoading
  }

  /// Whether the next page is loading, or waits for its retry.
  public var isLoadingMore: Bool {
    access(.isLoadingMore)
    return engine.state.isLoadingMore
  }

  /// Whether the first page is loading again, or waits for its retry, while the rows stay.
  public var refreshing: Bool {
    access(.refreshing)
    return engine.state.refreshing
  }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? {
    access(.error)
    return engine.state.error
  }

  /// The edits that failed, oldest first. Retry or dismiss them by the id of their row.
  public var failedEdits: [Machine.FailedEdit] {
    access(.failedEdits)
    return engine.state.failedEdits
  }

  /// Why the last failed edit of this row failed; nil if none has, or all were retried or dismissed.
  public func failure(of id: Item.ID) -> FeedFailure? {
    access(.failedEdits)
    return engine.state.failure(of: id)
  }

  /// Whether loading stopped because too many pages in a row brought no new row. `loadMore()` goes on.
  public var isStalled: Bool {
    access(.isStalled)
    return engine.state.isStalled
  }

  /// Whether there are no rows and no more can come: a page arrived, and both ends have ended.
  public var isEmpty: Bool {
    access(.isEmpty)
    return engine.state.isEmpty
  }

  /// How many rows the server says it has in all, if it says so.
  public var total: Int? {
    access(.total)
    return engine.state.total
  }

  /// Registers that a property is read, and starts a feed that has not started.
  private func access(_ property: ChangeTracker.Properties) {
    engine.startIfNeeded()
    tracker.access(property)
  }
}
