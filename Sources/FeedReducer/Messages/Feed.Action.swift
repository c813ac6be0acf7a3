extension Feed {
  /// What can happen to a feed: what the user did, and what became of the effects.
  ///
  /// Rare cases are `indirect`, so that the most frequent action, a row that appears, stays small.
  @nonexhaustive
  public enum Action: Equatable {
    /// The feed is used for the first time, or again after `stopped`: load the first page.
    case started

    /// The row at `index` appeared. The same as `visible(range: index..<index + 1)`.
    case itemAppeared(index: Int)

    /// The rows in `range` are visible. For front ends that know the first and the last visible row.
    ///
    /// The range is cut to the rows of the list. The same range again is ignored.
    case visible(range: Range<Int>)

    /// The user asked for the next page, wherever the reader is.
    case loadMore

    /// The user pulled to refresh.
    case refreshPulled

    /// The app knows that the rows are out of date. They load again, and the reader keeps their place.
    case invalidated

    /// The list is to be emptied and loaded from the start. Edits that the server has not answered go on.
    case reset

    /// The user logged out: the list is to be emptied, the edits are dropped, and nothing loads until `started`.
    case stopped

    /// The user asked to retry: what failed, stalled or waits loads now.
    ///
    /// If `kind` is nil: the refresh if it failed or waits, else both ends.
    ///
    /// This cancels the timer of an automatic retry, and sends the request although the device is said
    /// to be offline.
    case retryTapped(kind: LoadKind?)

    /// The user has read the failure of this kind, or of all kinds if `kind` is nil: it shows no longer.
    ///
    /// Nothing loads by itself then until a row is reported, as after a cancel. A list without rows keeps its
    /// failure, unless no row can come.
    case errorDismissed(kind: LoadKind?)

    /// The page of the request with this ticket arrived.
    indirect case pageLoaded(ticket: Ticket, page: Page)

    /// The request with this ticket failed.
    indirect case failed(ticket: Ticket, failure: FeedFailure)

    /// The request, timer or edit with this ticket was cancelled from outside. A cancelled load has
    /// failed only if there are no rows; a cancelled edit has failed.
    case cancelled(ticket: Ticket)

    /// The timer that an effect `schedule` started with this ticket fired: its load or edit is tried
    /// again.
    case timerFired(ticket: Ticket)

    /// The device went online or offline.
    case connectivityChanged(isOnline: Bool)

    /// The user changed a row.
    indirect case edit(change: Change)

    /// The server accepted the edit with this ticket. `item` is its version of the row, if it sent one.
    indirect case editCommitted(ticket: Ticket, item: Item?)

    /// The edit with this ticket failed.
    ///
    /// If `failure` is retryable the edit waits as a load does; otherwise it is undone, and kept with
    /// its failure.
    indirect case editFailed(ticket: Ticket, failure: FeedFailure)

    /// The user asked to send the edits of this row again that failed or wait.
    indirect case editRetried(id: Item.ID)

    /// The user gave up the edits of this row that failed or wait.
    indirect case editDismissed(id: Item.ID)

    /// A snapshot was read that was stored `age` ago.
    indirect case restored(snapshot: Snapshot, age: Duration)

    /// The system is short of memory. About `keep` rows are kept.
    case memoryWarning(keep: Int)

    /// The user asked for the rows of a gap, from the row above it on, or up to the row below it.
    ///
    /// If only one side has a position to go on from, the page is asked for from there.
    case gapTapped(id: Ticket, from: GapSide)
  }
}

extension Feed.Action {
  /// The ticket of the request, timer or edit that the action answers, or nil.
  public var answeredTicket: Ticket? {
    switch self {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket),
      .timerFired(let ticket), .editCommitted(let ticket, _), .editFailed(let ticket, _):
      ticket
    default: nil
    }
  }
}

extension Feed.Action: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
