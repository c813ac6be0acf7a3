extension Feed {
  /// What can happen to a feed.
  ///
  /// What is rare or costs an allocation anyway keeps its payload elsewhere, so that the action
  /// that is sent thousands of times, a row that appears, is as small as its index.
  @nonexhaustive
  public enum Action: Equatable {
    /// The feed is shown: load the first page, unless that has happened.
    case started

    /// The row at `index` came into view: the same as `visible(range: index..<index + 1)`.
    case itemAppeared(index: Int)

    /// These rows are in view, from the first to the last, for front ends that know both.
    ///
    /// The range is cut to the rows that there are. The same range again is ignored.
    case visible(range: Range<Int>)

    /// The next page is wanted, wherever the reader is.
    case loadMore

    /// A person pulled to refresh.
    case refreshPulled

    /// The rows are known to be out of date.
    case invalidated

    /// Everything goes, and the feed starts over.
    case reset

    /// A person asked for what failed or stalled again, or for what waits now; for all of it when
    /// `kind` is nil.
    ///
    /// It cancels a timer and is sent also while the device is said to be offline.
    case retryTapped(kind: LoadKind?)

    /// The request with this ticket was answered.
    indirect case pageLoaded(ticket: Ticket, page: Page)

    /// The request with this ticket failed.
    indirect case failed(ticket: Ticket, failure: FeedFailure)

    /// The request, timer or edit with this ticket was stopped from outside. Of a load that is no
    /// failure.
    case cancelled(ticket: Ticket)

    /// The timer with this ticket ran out.
    case timerFired(ticket: Ticket)

    /// The device went online or offline.
    case connectivityChanged(isOnline: Bool)

    /// A person changed a row.
    indirect case edit(change: Change)

    /// The server took the edit with this ticket; `item` is its version of the row.
    indirect case editCommitted(ticket: Ticket, item: Item?)

    /// The edit with this ticket failed: the server refused it, or it did not get through.
    ///
    /// One that may succeed later waits like a load; one that is refused is undone, and kept with
    /// its failure.
    indirect case editFailed(ticket: Ticket, failure: FeedFailure)

    /// A person asked for the edits of this row again that have failed or wait.
    indirect case editRetried(id: Item.ID)

    /// A person gave up the edits of this row that have failed or wait.
    indirect case editDismissed(id: Item.ID)

    /// A snapshot of the given age was read.
    indirect case restored(snapshot: Snapshot, age: Duration)

    /// The system is short of memory: keep about `keep` rows.
    case memoryWarning(keep: Int)
  }
}

extension Feed.Action: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}

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

extension Feed.Effect {
  /// The ticket of the request, timer or edit that the effect starts, or nil.
  public var startedTicket: Ticket? {
    switch self {
    case .load(let request): request.ticket
    case .schedule(let ticket, _): ticket
    case .send(let edit): edit.ticket
    case .cancel: nil
    }
  }
}
