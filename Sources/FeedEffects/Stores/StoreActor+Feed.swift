public import FeedReducer

// The methods of a store that shows one feed.
extension StoreActor where Machine: FeedMachine {
  /// Refreshes, and waits until the feed no longer refreshes.
  ///
  /// If a refresh was in flight already, it waits for that one. Cancelling the wait does not cancel the
  /// refresh.
  public func refresh() async {
    send(Machine.feed(action: .refreshPulled))
    await engine.endOfRefresh()
  }

  /// Says that the rows are out of date: they load again, and the reader keeps the place.
  ///
  /// While a refresh is under way another one follows. ``refresh()`` is for the user's pull.
  @discardableResult
  public func invalidate() -> Sent {
    send(Machine.feed(action: .invalidated))
  }

  /// Cancels the loads under way. Edits go on, and so does the store.
  ///
  /// Nothing loads then until a row near an end is reported, or more is asked for: `loadMore()`, `refresh()`,
  /// `retry()`. A refresh is not repeated, and a list without rows has a failure until one of the three loads it.
  public func cancelLoads() {
    engine.cancelLoads()
  }

  /// Reports that the row with this id is visible. If no row has the id, nothing happens.
  public func appeared(_ id: Machine.Item.ID) {
    guard let index = engine.state.items.index(id: id) else { return }
    send(Machine.feed(action: .itemAppeared(index: index)))
  }

  /// Reports the range of visible rows. It is cut to the rows of the list.
  public func visible(_ range: Range<Int>) {
    send(Machine.feed(action: .visible(range: range)))
  }

  /// Loads the next page, wherever the reader is. Starts a feed that has not started; while its first
  /// page loads there is no next one, so the handle is that of the first. During a refresh it loads after that.
  @discardableResult
  public func loadMore() -> Sent {
    startIfNeeded()
    return send(engine.more)
  }

  /// Loads page after page until the list is complete or the next page does not come.
  ///
  /// It ends as that of a `FeedStore` does: at a failure, at a stall, or when the task is cancelled.
  ///
  /// - Returns: ``Completeness/complete``, or what is missing.
  @discardableResult
  public func loadAll() async -> Completeness {
    startIfNeeded()
    return await engine.loadAll()
  }

  /// Loads again what failed, stalled or waits. If `kind` is nil: the refresh, else both ends.
  @discardableResult
  public func retry(
    _ kind: LoadKind? = nil
  ) -> Sent {
    send(Machine.feed(action: .retryTapped(kind: kind)))
  }

  /// Loads rows of a gap: those that follow the row above it, or those before the row below it.
  @discardableResult
  public func fillGap(
    _ id: Ticket, from side: GapSide
  ) -> Sent {
    send(Machine.feed(action: .gapTapped(id: id, from: side)))
  }

  /// Takes away the failures that show, once the user has read them; only that of `kind` if one is given.
  @discardableResult
  public func dismissError(
    of kind: LoadKind? = nil
  ) -> Sent {
    send(Machine.feed(action: .errorDismissed(kind: kind)))
  }

  /// Changes a row at once and sends the change to the sink. Without a sink, or such a row, it is refused:
  /// ``Sent/refusal`` says why.
  @discardableResult
  public func edit(
    _ change: Feed<Machine.Item, Machine.Cursor>.Change
  ) -> Sent {
    send(Machine.feed(action: .edit(change: change)))
  }

  /// Changes the row with this id as it is now, at once, and sends the change to the sink.
  @discardableResult
  public func edit(
    _ id: Machine.Item.ID, change: (inout Machine.Item) -> Void
  ) -> Sent {
    engine.edit(id, by: change) { send($0) }
  }

  /// Sends the edits of a row again that failed or wait.
  @discardableResult
  public func retryEdits(
    of id: Machine.Item.ID
  ) -> Sent {
    send(Machine.feed(action: .editRetried(id: id)))
  }

  /// Undoes the edits of a row that failed or wait.
  @discardableResult
  public func dismissEdits(
    of id: Machine.Item.ID
  ) -> Sent {
    send(Machine.feed(action: .editDismissed(id: id)))
  }
}
