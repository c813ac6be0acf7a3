public import FeedReducer

extension Feed {
  /// The stored values of a feed's state, as properties that a test can set.
  ///
  /// Three stored values are left out: the last ticket, the seed, and whether edits were ever sent.
  /// The tickets and delays that they determine appear in the effects. Computed properties such as
  /// `isLoading` have no field.
  public struct Fields: Equatable {
    /// The rows, with the pending edits applied.
    public var items: [Item]

    /// The size and position of each page, in the order of the rows.
    public var pages: [PageRecord]

    /// The position of the server's next page; `.start` before the first page, nil at the end.
    public var next: Position?

    /// The position of the server's previous page; nil if there is none.
    public var previous: Position?

    /// The state of the load of the first page.
    public var refresh: LoadState

    /// The state of the load of the next page.
    public var append: LoadState

    /// The state of the load of the previous page.
    public var prepend: LoadState

    /// The rows that were last reported as visible; nil before the first report.
    public var reader: Range<Int>?

    /// The number of all rows by the server's count; nil if it gives none.
    public var total: Int?

    /// What the source knows of the end of the list; nil if it has not ended, or the source tells nothing.
    public var ending: Ending?

    /// The number of first pages that arrived since the start or the last reset.
    public var generation: Int

    /// Whether the device is online.
    public var isOnline: Bool

    /// The edits without a final answer from the server, oldest first.
    public var pendingEdits: [PendingEdit]

    /// The edits that the server refused, in the order of their refusal.
    public var refusedEdits: [FailedEdit]

    /// The rows as the server sent them; nil if they equal `items`.
    public var serverItems: [Item]?

    /// The changes that the server accepted and that older responses may lack.
    public var confirmedChanges: [ConfirmedChange]

    /// The new rows that the server accepted behind the last one, in the order of the list.
    public var acceptedRows: [AcceptedRow]

    /// Insertions up to this ticket are of a query that is no longer asked, and do not show.
    public var hiddenInsertions: Ticket

    /// The new ids of rows that pending edits name by old ids.
    public var remappedIDs: [RemappedID]

    /// The positions of pages that were dropped at the start, the nearest last.
    ///
    /// Only pages that were read from the other end are listed. Their responses do not tell which
    /// page follows at the start.
    public var droppedBefore: [Position]

    /// The positions of pages that were dropped at the end, the nearest last.
    ///
    /// Only pages that were read from the other end are listed. Their responses do not tell which
    /// page follows at the end.
    public var droppedAfter: [Position]

    /// The number of successive next pages without a new row.
    public var emptyAppendPages: Int

    /// The number of successive previous pages without a new row.
    public var emptyPrependPages: Int

    /// The cursors of this generation whose next pages had no new row.
    public var emptyAppendCursors: [Cursor]

    /// The cursors of this generation whose previous pages had no new row.
    public var emptyPrependCursors: [Cursor]

    /// The row that a page ended with which did not lead into the list, at its end and at its start.
    public var rowsLedOn: [Item.ID?]

    /// How many positions at the end and at the start are of pages between a dropped one and the list.
    public var pagesBetween: [Int]

    /// The ends whose last page is asked for once more, as the server may have other rows in it by now.
    public var endsAskedAgain: [LoadKind]

    /// Those of them that are asked by an old position, which may lead elsewhere by now.
    public var endsAskedByOldPosition: [LoadKind]

    /// The gaps between rows, from top to bottom.
    public var gaps: [Gap]

    /// The same gaps, with what is known of their positions.
    public var gapRecords: [GapRecord]

    /// From which side the load of a gap asks that is under way, has failed or has stalled.
    public var gapSide: GapSide?

    /// Whether the feed was stopped and has not been started again.
    public var isStopped: Bool

    /// Whether no further page loads until a row is reported or `loadMore` is sent.
    public var isDemandPaused: Bool

    /// Whether the reader is where a restored snapshot says, and no row was reported since.
    public var isReaderRestored: Bool

    /// Whether the refresh was asked for by `invalidated`, and keeps the reader's place.
    public var keepsPlace: Bool

    /// Whether another refresh follows the one in flight.
    public var isInvalidated: Bool

    /// Whether an invalid cursor has caused a refresh since the user last acted.
    public var hasLostCursor: Bool

    /// Whether the server has forgotten a cursor of the list, so that the next first page takes its place.
    public var startsOver: Bool

    /// Identifies the feed: with a ticket it names an edit.
    public var identity: UInt64
  }

  /// A change that the server accepted.
  public struct ConfirmedChange: Equatable {
    /// The id of the row in older responses.
    public var id: Item.ID

    /// The change, with the server's version of the row.
    public var change: Change

    /// The last ticket at that time. Responses to requests up to it may lack the change.
    public var lastTicket: Ticket

    /// Creates a confirmed change.
    public init(id: Item.ID, change: Change, lastTicket: Ticket) {
      self.id = id
      self.change = change
      self.lastTicket = lastTicket
    }
  }

  /// A new row that the server accepted behind the last one, and that no page has brought.
  public struct AcceptedRow: Equatable {
    /// The server's version of the row.
    public var item: Item

    /// The row that it was put before; nil for the end of the list.
    public var before: Item.ID?

    /// The last ticket at that time. Responses to requests up to it may lack the row.
    public var lastTicket: Ticket

    /// Creates an accepted row.
    public init(item: Item, before: Item.ID? = nil, lastTicket: Ticket) {
      self.item = item
      self.before = before
      self.lastTicket = lastTicket
    }
  }

  /// A row whose id the server changed.
  public struct RemappedID: Equatable {
    /// The old id.
    public var old: Item.ID

    /// The new id.
    public var new: Item.ID

    /// Creates an id remapping.
    public init(old: Item.ID, new: Item.ID) {
      self.old = old
      self.new = new
    }
  }
}

extension Feed.Fields {
  /// Creates the fields of a state.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  public init(_ state: Feed.State) {
    items = Array(state.items)
    pages = Array(state.pages)
    next = state.tail.position
    previous = state.head.position
    refresh = state.refresh
    append = state.append
    prepend = state.prepend
    reader = state.reader
    total = state.total
    ending = state.ending
    generation = state.generation
    isOnline = state.isOnline
    pendingEdits = state.pendingEdits
    let base = state.edits.log?.serverRows
    serverItems = base == state.items ? nil : base.map { Array($0) }
    let log = state.edits.log
    refusedEdits = state.refusedEdits
    confirmedChanges = state.confirmed.map {
      Feed.ConfirmedChange(id: $0.id, change: $0.change, lastTicket: $0.lastTicket)
    }
    acceptedRows =
      log?.newRows.map {
        Feed.AcceptedRow(item: $0.row, before: $0.before, lastTicket: $0.lastTicket)
      } ?? []
    hiddenInsertions = log?.hiddenInsertions ?? 0
    remappedIDs = log?.remappedIDs.map { Feed.RemappedID(old: $0.old, new: $0.new) } ?? []
    droppedBefore = state.head.dropped
    droppedAfter = state.tail.dropped
    emptyAppendPages = Int(state.tail.emptyPages)
    emptyPrependPages = Int(state.head.emptyPages)
    emptyAppendCursors = state.tail.emptyCursors
    emptyPrependCursors = state.head.emptyCursors
    rowsLedOn = [state.tail.ledOn, state.head.ledOn]
    pagesBetween = [Int(state.tail.pagesBetween), Int(state.head.pagesBetween)]
    let ends = [LoadKind.append, .prepend]
    endsAskedAgain = ends.filter { ($0 == .append ? state.tail : state.head).again != .no }
    endsAskedByOldPosition = ends.filter {
      ($0 == .append ? state.tail : state.head).again == .byOldPosition
    }
    gaps = state.gaps
    gapRecords = state.gapRecords
    gapSide = state.gapLoad?.side
    startsOver = state.startsOver
    isStopped = state.isStopped
    isDemandPaused = state.isDemandPaused
    isReaderRestored = state.isReaderRestored
    keepsPlace = state.keepsPlace
    isInvalidated = state.firstPageLoad.isFollowed
    hasLostCursor = state.hasLostCursor
    identity = state.identity
  }
}
