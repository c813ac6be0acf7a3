/// Why a feed ignored an action, or why a load does not start.
@nonexhaustive
public enum FeedRefusal: Equatable, Sendable {
  /// The feed has started and its first page is there.
  case alreadyStarted

  /// The list has no row at this index.
  case noSuchRow(index: Int, count: Int)

  /// The range of visible rows that was reported is empty.
  case nothingVisible

  /// Enough rows follow the reader, who is at `index`.
  case farFromEnd(index: Int, count: Int, distance: Int)

  /// Enough rows come before the reader, who is at `index`.
  case farFromStart(index: Int, distance: Int)

  /// No row has appeared, so nobody waits for the next page.
  case noReader

  /// The wish for more rows waits for the next sign of the reader.
  case demandPaused

  /// The first page has not landed.
  case noFirstPage

  /// A request of this kind is in flight.
  case loading(kind: LoadKind, ticket: Ticket)

  /// An automatic retry of this kind waits for its timer.
  case waiting(kind: LoadKind, ticket: Ticket)

  /// This kind waits until the device is online.
  case offline(kind: LoadKind)

  /// This kind has failed and waits for a retry or a refresh.
  case failed(kind: LoadKind)

  /// This kind has no more pages.
  case ended(kind: LoadKind, reason: LoadState.End)

  /// A refresh is under way, and the others wait for it.
  case refreshing(ticket: Ticket)

  /// Nothing of this kind has failed or waits; nothing at all when `kind` is nil.
  case nothingFailed(kind: LoadKind?)

  /// No request, timer or edit with this ticket is live.
  case unknownTicket(ticket: Ticket)

  /// The feed was told that before.
  case connectivityUnchanged(isOnline: Bool)

  /// No page can go.
  case nothingToDrop(count: Int, keep: Int)

  /// The feed has nowhere to send edits to.
  case readOnly

  /// No row has the id that the edit names.
  case noSuchItem

  /// A row has the id of the one that is to be inserted.
  case itemExists

  /// No edit of this row has failed or waits.
  case noFailedEdit

  /// The rows of a page that landed would be lost to a snapshot.
  case tooLateToRestore

  /// The snapshot has a format that this version does not read.
  case snapshotVersion(found: Int, known: Int)

  /// The snapshot contradicts itself.
  case snapshotInvalid(reason: SnapshotError)

  /// The snapshot has edits, and the feed sent some before it was reset.
  case ambiguousEdits

  /// What is wrong in a snapshot that contradicts itself.
  @nonexhaustive
  public enum SnapshotError: Sendable {
    /// A page has a negative number of rows, or more than can be counted.
    case rowCount

    /// The pages together have another number of rows than there are, or a row is there twice.
    case rows

    /// The edits do not have tickets of their own, from 1 to the last one.
    case tickets
  }
}

extension FeedRefusal: CustomStringConvertible {
  /// The reason in a sentence that a person can read, with what to do.
  public var description: String {
    switch self {
    case .alreadyStarted:
      "the feed has started already; pull to refresh to load it anew"
    case .noSuchRow(let index, let count):
      Self.noSuchRow(index, count)
    case .nothingVisible:
      "the range of visible rows is empty; report the rows from the first to the last on the screen"
    case .farFromEnd(let index, let count, let distance):
      Self.farFromEnd(index, count, distance)
    case .farFromStart(let index, let distance):
      Self.farFromStart(index, distance)
    case .noReader:
      "no row has appeared yet, so nobody waits for the next page; show a row"
    case .demandPaused:
      "a load was stopped or the refresh failed; it goes on when a row appears or more is asked for"
    case .noFirstPage:
      "the first page has not landed, so there is nothing to add to; start, retry or refresh first"
    case .loading(let kind, let ticket):
      "\(kind.rawValue) is loading already as request \(ticket.rawValue); wait for its answer"
    case .waiting(let kind, let ticket):
      "\(kind.rawValue) waits for its automatic retry, timer \(ticket.rawValue); wait, or retry now"
    case .offline(let kind):
      "\(kind.rawValue) waits for the network; it goes on when the device is online, or retry now"
    case .failed(let kind):
      "\(kind.rawValue) has failed and scrolling does not repeat it; retry or refresh"
    case .ended(let kind, let reason):
      "\(kind.rawValue) has ended: \(Self.reason(reason))"
    case .refreshing(let ticket):
      "a refresh is under way as request \(ticket.rawValue); the other loads wait until it lands"
    case .nothingFailed(let kind):
      (kind.map { "\($0.rawValue) has not failed" } ?? "nothing has failed")
        + ", so there is nothing to retry; scroll or refresh"
    case .unknownTicket(let ticket):
      "no request, timer or edit \(ticket.rawValue) is live: it was answered, cancelled or never "
        + "sent; its answer changes nothing"
    case .connectivityUnchanged(let isOnline):
      "the device was \(isOnline ? "online" : "offline") already; nothing is to be done"
    case .nothingToDrop(let count, let keep):
      Self.nothingToDrop(count, keep)
    case .readOnly:
      "the feed is read only: there is nowhere to send edits to; give it a sink"
    case .noSuchItem:
      "no row has this id; edit one that is in the list"
    case .itemExists:
      "a row has this id already; update it, or insert one with another id"
    case .noFailedEdit:
      "no edit of this row has failed or waits, so there is nothing to retry or dismiss"
    case .tooLateToRestore:
      "a page has landed, and a snapshot may be older; restore before the feed starts, or reset first"
    case .snapshotVersion(let found, let known):
      "the snapshot has format \(found), this version reads \(known); start the feed instead"
    case .snapshotInvalid(let reason):
      "the snapshot contradicts itself: \(reason.description); start the feed instead"
    case .ambiguousEdits:
      "the snapshot has edits, and so had the feed before it was reset; an answer could be for "
        + "either; start the feed instead"
    }
  }

  private static func noSuchRow(_ index: Int, _ count: Int) -> String {
    count == 0
      ? "there is no row \(index): the feed has no rows; load a page first"
      : "there is no row \(index): the feed has rows 0 to \(count - 1); use one of them"
  }

  private static func farFromEnd(_ index: Int, _ count: Int, _ distance: Int) -> String {
    let following = count - 1 - index
    return "row \(index) of \(count) is far from the end (\(following) "
      + "\(following == 1 ? "row follows" : "rows follow"), the next page is wanted when fewer "
      + "than \(distance) \(distance == 1 ? "does" : "do"))"
  }

  private static func farFromStart(_ index: Int, _ distance: Int) -> String {
    "row \(index) is far from the start (\(index) \(index == 1 ? "row comes" : "rows come") "
      + "before it, the previous page is wanted when fewer than \(distance) "
      + "\(distance == 1 ? "does" : "do"))"
  }

  private static func nothingToDrop(_ count: Int, _ keep: Int) -> String {
    count <= keep
      ? "there are \(count) rows and \(keep) may stay, so none has to go"
      : "no page can go: the last two and those near the reader stay; scroll on and try again"
  }

  private static func reason(_ end: LoadState.End) -> String {
    switch end {
    case .exhausted: "the server has no more pages; refresh to look for new rows"
    case .cycle: "a cursor came back without new rows; refresh to start again"
    case .stalled: "several pages brought no new row; ask for more to go on"
    }
  }
}

extension FeedRefusal.SnapshotError: CustomStringConvertible {
  /// The error, as part of a sentence.
  public var description: String {
    switch self {
    case .rowCount: "a page's row count"
    case .rows: "its pages do not add up to its rows"
    case .tickets: "its tickets are not what a feed gives"
    }
  }
}
