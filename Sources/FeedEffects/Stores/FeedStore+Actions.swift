public import FeedReducer

extension FeedStore {
  /// Reduces `action`. An action that is sent during a step is reduced after it.
  ///
  /// - Returns: The action with everything that it causes: `await store.send(.loadMore).finish()`.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    // While the user scrolls, thousands of rows appear, and only the reader changes.
    if engine.isIdle, engine.machine.movesReaderOnly(&engine.current, action) {
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

  /// Loads again what failed, stalled or waits; all kinds if `kind` is nil.
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
