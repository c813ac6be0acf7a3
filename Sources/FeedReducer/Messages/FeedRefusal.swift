/// Why a feed ignored an action, or why a load does not start.
@nonexhaustive
public enum FeedRefusal: Error, Equatable, Sendable {
  /// The feed has its first page already.
  case alreadyStarted

  /// The list has no row at this index.
  case noSuchRow(index: Int, count: Int)

  /// The range of visible rows that was reported is empty.
  case nothingVisible

  /// At least `distance` rows follow the reader, who is at `index`.
  case farFromEnd(index: Int, count: Int, distance: Int)

  /// At least `distance` rows come before the reader, who is at `index`.
  case farFromStart(index: Int, distance: Int)

  /// It is not known which rows are visible.
  case noReader

  /// Loading is paused: a load was cancelled, the refresh failed, or a snapshot was restored.
  ///
  /// A row that is reported, `loadMore`, a retry or a first page ends the pause.
  case demandPaused

  /// There is no first page yet, and none is on its way.
  case noFirstPage

  /// The feed was stopped and has not been started again.
  case stopped

  /// A request of this kind is in flight.
  case loading(kind: LoadKind, ticket: Ticket)

  /// An automatic retry of this kind waits for its timer.
  case waiting(kind: LoadKind, ticket: Ticket)

  /// This kind waits until the device is online.
  case offline(kind: LoadKind)

  /// This kind has failed. A retry loads again; so does coming online, if the network was at fault.
  case failed(kind: LoadKind)

  /// This kind has no more pages.
  case ended(kind: LoadKind, reason: LoadState.End)

  /// A refresh is in flight that may replace the rows, or the first page is; all else waits for it.
  case refreshing(ticket: Ticket)

  /// Nothing of this kind has failed or waits; no load at all when `kind` is nil.
  case nothingFailed(kind: LoadKind?)

  /// No answer of this kind to this ticket is awaited.
  case unknownTicket(ticket: Ticket)

  /// The connectivity has not changed.
  case connectivityUnchanged(isOnline: Bool)

  /// No page can be dropped. The pages have `count` rows, without new ones of the user.
  case nothingToDrop(count: Int, keep: Int)

  /// The feed has no rules of edits: its store has no sink, or it was made without `edits:`.
  case readOnly

  /// No row has the id in the edit.
  case noSuchItem

  /// A row with the id of the inserted one is in the list.
  case itemExists

  /// No edit of this row has failed or waits.
  case noFailedEdit

  /// The feed has its rows, which a snapshot would replace.
  case tooLateToRestore

  /// This version does not read the format of the snapshot.
  case snapshotVersion(found: Int, known: Int)

  /// The snapshot is not valid.
  case snapshotInvalid(reason: SnapshotError)

  /// The snapshot has edits, and the feed sent edits before.
  case ambiguousEdits

  /// The list has no gap, or none with this id.
  case noGap

  /// Gaps do not load by themselves.
  case gapByHand

  /// At least `distance` rows lie between the reader and each gap.
  case farFromGap(distance: Int)

  /// Of several feeds this one is not open, so it loads nothing.
  case closed

  /// What is wrong in a snapshot: a validation error.
  @nonexhaustive
  public enum SnapshotError: Sendable {
    /// A page has a negative number of rows, or more than can be counted.
    case rowCount

    /// The row counts of the pages do not add up to the rows, or a row is there twice.
    case rows

    /// Two edits have the same ticket, or one has a ticket that was never given.
    case tickets

    /// A gap is not between two rows, or has no position.
    case gaps
  }
}

// MARK: - A refusal as numbers

/// What to do about a refusal.
///
/// There are these three for good, so a `switch` needs no `@unknown default`.
public enum Remedy: Sendable {
  /// Nothing changes before the program or its user does something: the sentence says what.
  case act

  /// It comes by itself.
  case wait

  /// Nothing is wrong, and nothing is to be done.
  case nothing
}

extension FeedRefusal {
  /// The refusal as numbers, and what to do about it: for front ends in other languages, which have their own texts.
  ///
  /// `Docs/Embedding.md` has a table of the codes, which stay the same. The values of the case follow in their order:
  /// a kind of load as its ``LoadKind/number``; the reason of an end, and what is wrong in a snapshot, counted from
  /// 0; true as 1.
  public var numbers: (code: Int, values: [Int], remedy: Remedy) {
    switch self {
    case .alreadyStarted: (1, [], .nothing)
    case .noSuchRow(let index, let count): (2, [index, count], .act)
    case .nothingVisible: (3, [], .act)
    case .farFromEnd(let index, let count, let distance): (4, [index, count, distance], .nothing)
    case .farFromStart(let index, let distance): (5, [index, distance], .nothing)
    case .noReader: (6, [], .act)
    case .demandPaused: (7, [], .act)
    case .noFirstPage: (8, [], .act)
    case .stopped: (9, [], .act)
    case .loading(let kind, let ticket): (10, [kind.number, ticket.rawValue], .wait)
    case .waiting(let kind, let ticket): (11, [kind.number, ticket.rawValue], .wait)
    case .offline(let kind): (12, [kind.number], .wait)
    case .failed(let kind): (13, [kind.number], .act)
    case .ended(let kind, .exhausted): (14, [kind.number, 0], .nothing)
    case .ended(let kind, .cycle): (14, [kind.number, 1], .nothing)
    case .ended(let kind, .stalled): (14, [kind.number, 2], .act)
    case .refreshing(let ticket): (15, [ticket.rawValue], .wait)
    case .nothingFailed(let kind): (16, kind.map { [$0.number] } ?? [], .nothing)
    case .unknownTicket(let ticket): (17, [ticket.rawValue], .nothing)
    case .connectivityUnchanged(let isOnline): (18, [isOnline ? 1 : 0], .nothing)
    case .nothingToDrop(let count, let keep): (19, [count, keep], .nothing)
    case .readOnly: (20, [], .act)
    case .noSuchItem: (21, [], .nothing)
    case .itemExists: (22, [], .act)
    case .noFailedEdit: (23, [], .nothing)
    case .tooLateToRestore: (24, [], .act)
    case .snapshotVersion(let found, let known): (25, [found, known], .act)
    case .snapshotInvalid(.rowCount): (26, [0], .act)
    case .snapshotInvalid(.rows): (26, [1], .act)
    case .snapshotInvalid(.tickets): (26, [2], .act)
    case .snapshotInvalid(.gaps): (26, [3], .act)
    case .ambiguousEdits: (27, [], .act)
    case .noGap: (34, [], .nothing)
    case .gapByHand: (35, [], .act)
    case .farFromGap(let distance): (36, [distance], .nothing)
    case .closed: (37, [], .act)
    }
  }
}
