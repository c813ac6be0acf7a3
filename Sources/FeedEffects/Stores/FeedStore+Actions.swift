public import FeedReducer

extension FeedStore {
  /// Sends `action`; one that is sent while another is reduced follows it.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    // While a person scrolls, thousands of rows appear and nothing but the reader changes.
    if engine.isIdle, engine.machine.movesReaderOnly(&engine.current, action) {
      readerHasMoved()
      return Sent(nil)
    }
    return engine.send(action).keeping(self)
  }

  /// Says that the row with this id came into view. An id that is no longer there is ignored.
  @inlinable public func appeared(_ id: Item.ID) {
    guard let index = engine.state.items.index(id: id) else { return }
    send(.itemAppeared(index: index))
  }

  /// Says which rows are in view, for views that know the first and the last.
  ///
  /// ```swift
  /// let rows = tableView.indexPathsForVisibleRows?.map(\.row) ?? []
  /// if let first = rows.first, let last = rows.last { store.visible(first..<last + 1) }
  /// ```
  ///
  /// The range is cut to the rows that there are; the same range again is ignored.
  @inlinable public func visible(_ range: Range<Int>) {
    send(.visible(range: range))
  }

  /// Asks for the next page, wherever the reader is.
  @discardableResult
  public func loadMore() -> Sent {
    send(.loadMore)
  }

  /// Asks for what failed again; for everything that failed when `kind` is nil.
  @discardableResult
  public func retry(_ kind: LoadKind? = nil) -> Sent {
    send(.retryTapped(kind: kind))
  }

  /// Changes a row at once, and tells the sink. Without a sink it is ignored.
  ///
  /// What becomes of it is in `failedEdits` if it fails.
  @discardableResult
  public func edit(_ change: Machine.Change) -> Sent {
    send(.edit(change: change))
  }

  /// Asks for the edits of a row again that have failed or wait.
  @discardableResult
  public func retryEdits(of id: Item.ID) -> Sent {
    send(.editRetried(id: id))
  }

  /// Gives up the edits of a row that have failed or wait: the row is as the server has it.
  @discardableResult
  public func dismissEdits(of id: Item.ID) -> Sent {
    send(.editDismissed(id: id))
  }

  /// Pulls to refresh and waits until the feed no longer refreshes.
  ///
  /// Waits also when a refresh was under way already and the pull was ignored. Cancelling the
  /// wait, as `.refreshable` may, does not cancel the refresh.
  public func refresh() async {
    send(.refreshPulled)
    await engine.endOfRefresh()
  }

  /// Waits until no load and no timer is live. Starts a feed that has not started.
  public func settle() async {
    engine.startIfNeeded()
    await engine.settle()
  }

  /// Cancels all work and ignores every further action.
  public func stop() {
    engine.stop()
  }
}

extension FeedStore where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
  /// The current state and every later one; a slow reader skips to the newest.
  public var states: AsyncStream<Machine.State> {
    engine.startIfNeeded()
    return engine.states()
  }
}
