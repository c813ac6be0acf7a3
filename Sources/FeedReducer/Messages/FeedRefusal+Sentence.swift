// A refusal as a sentence. A program that shows none links nothing of this file.
extension FeedRefusal: CustomStringConvertible {
  /// The reason as a readable sentence, with what to do.
  public var description: String {
    switch self {
    case .alreadyStarted:
      "the list is there already; refresh to load it again"
    case .noSuchRow(let index, let count):
      Self.sentence(noRow: index, of: count)
    case .nothingVisible:
      "the range of visible rows is empty; report the rows from the first to the last on the screen"
    case .farFromEnd(let index, let count, let distance):
      Self.sentence(farFromEnd: index, of: count, distance: distance)
    case .farFromStart(let index, let distance):
      Self.sentence(farFromStart: index, distance: distance)
    case .noReader:
      "it is not known which rows are visible, so no further page loads; report them"
    case .demandPaused:
      "further pages are paused, since a load was cancelled, the refresh failed or a snapshot was "
        + "restored; scroll to go on"
    case .noFirstPage:
      "there is no first page yet; start the feed"
    case .stopped:
      "the feed was stopped, so it has no rows and loads nothing; start it again"
    case .loading(let kind, let ticket):
      "\(kind.rawValue) is loading already as request \(ticket.rawValue); wait for its answer"
    case .waiting(let kind, let ticket):
      "\(kind.rawValue) waits for its automatic retry, timer \(ticket.rawValue); wait, or retry now"
    case .offline(let kind):
      "\(kind.rawValue) waits for the network; it goes on when the device is online, or retry now"
    case .failed(let kind):
      "\(kind.rawValue) has failed, and scrolling does not repeat it; retry it"
    case .ended(let kind, let reason):
      "\(kind.rawValue) has ended: \(Self.reason(reason, of: kind))"
    case .refreshing(let ticket):
      "a refresh is loading as request \(ticket.rawValue); wait for its page"
    case .nothingFailed(let kind):
      (kind.map { "\($0.rawValue) has not failed and waits for no retry" }
        ?? "no load has failed or waits")
        + ", so there is nothing to retry or dismiss; edits are, by their rows"
    case .unknownTicket(let ticket):
      Self.sentence(notAwaited: ticket)
    case .connectivityUnchanged(let isOnline):
      "the device was \(isOnline ? "online" : "offline") already; nothing is to be done"
    case .nothingToDrop(let count, let keep):
      Self.sentence(nothingToDropOf: count, keep: keep)
    case .readOnly:
      "the feed is read only; give its store a sink, or make it with edits: .optimistic"
    case .noSuchItem:
      "no row has this id, so there is nothing to change"
    case .itemExists:
      "a row has this id already; update it, or insert one with another id"
    case .noFailedEdit:
      "no edit of this row has failed or waits for a retry, so there is none to retry or dismiss"
    case .tooLateToRestore:
      "the list is there already, and a snapshot may be older; restore before it loads, or reset it first"
    case .snapshotVersion(let found, let known):
      "the snapshot has format \(found), this version reads \(known); drop it"
    case .snapshotInvalid(let reason):
      "the snapshot is not valid: \(reason.description); drop it"
    case .ambiguousEdits:
      "edits were sent before, so a snapshot with edits is refused: their answers could not be told "
        + "apart; restore it without edits"
    case .noGap:
      "the list has no gap, or none with this number; nothing is to be done"
    case .gapByHand:
      "gaps do not load by themselves; tap the gap"
    case .farFromGap(let distance):
      "at least \(distance) \(distance == 1 ? "row lies" : "rows lie") between the reader and each gap"
    case .closed:
      "nothing shows this feed, so it loads nothing; open it first"
    }
  }

  private static func sentence(noRow index: Int, of count: Int) -> String {
    count == 0
      ? "there is no row \(index): the list is empty"
      : "there is no row \(index): the list has rows 0 to \(count - 1); use one of them"
  }

  private static func sentence(
    farFromEnd index: Int, of count: Int, distance: Int
  ) -> String {
    let following = count - 1 - index
    return "row \(index) of \(count) is far from the end (\(following) "
      + "\(following == 1 ? "row follows" : "rows follow"), the next page loads when fewer "
      + "than \(distance) \(distance == 1 ? "does" : "do"))"
  }

  private static func sentence(farFromStart index: Int, distance: Int) -> String {
    "row \(index) is far from the start (\(index) \(index == 1 ? "row comes" : "rows come") "
      + "before it, the previous page loads when fewer than \(distance) "
      + "\(distance == 1 ? "does" : "do"))"
  }

  private static func sentence(nothingToDropOf count: Int, keep: Int) -> String {
    count <= keep
      ? "the pages have \(count) rows and \(keep) may stay, so none is dropped"
      : "no page can be dropped: the last two and those near the reader stay"
  }

  static func sentence(notAwaited ticket: Ticket) -> String {
    "no such answer to \(ticket.rawValue) is awaited: it was answered or cancelled, was never sent, or "
      + "is of another kind; it changes nothing"
  }

  private static func reason(_ end: LoadState.End, of kind: LoadKind) -> String {
    switch end {
    case .exhausted where kind == .prepend:
      "the first page named no previous one; a pull looks for new rows"
    case .exhausted where kind == .gap: "it was filled"
    case .exhausted: "no page follows the last one; a pull looks for new rows"
    case .cycle: "a cursor came back without new rows; a pull starts again"
    case .stalled: "several pages added no row; retry to go on"
    }
  }
}

extension FeedRefusal.SnapshotError: CustomStringConvertible {
  /// The error, as part of a sentence.
  public var description: String {
    switch self {
    case .rowCount: "a page's row count"
    case .rows: "its pages do not add up to its rows"
    case .tickets: "its tickets are not valid"
    case .gaps: "a gap is not between two rows"
    }
  }
}
