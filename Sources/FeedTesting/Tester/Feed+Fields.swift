public import FeedReducer

extension Feed {
  /// Everything that a feed's state consists of, to be written by a test.
  ///
  /// Three things are left out: the last ticket, the seed, and whether edits were ever sent. What
  /// they lead to, tickets and delays, stands in the effects. What is computed from these fields,
  /// as `isLoading` is, has no field of its own.
  public struct Fields: Equatable {
    /// The rows, with the edits that are pending.
    public var items: [Item]

    /// The pages that the server's rows came in.
    public var pages: [PageRecord]

    /// Where the server's next page is; `.start` before the first page landed, nil at the end.
    public var next: Position?

    /// Where the server's previous page is; nil when there is none.
    public var previous: Position?

    /// How the load of the first page stands.
    public var refresh: LoadState

    /// How the loads at the end of the list stand.
    public var append: LoadState

    /// How the loads at the start of the list stand.
    public var prepend: LoadState

    /// The rows among which the reader is.
    public var reader: Range<Int>?

    /// How many rows the server says it has in all.
    public var total: Int?

    /// How many refreshes have landed.
    public var generation: Int

    /// Whether the device is online.
    public var isOnline: Bool

    /// The edits that the server has not answered for good, oldest first.
    public var pendingEdits: [PendingEdit]

    /// The edits that the server refused, the last refused last.
    public var refusedEdits: [FailedEdit]

    /// The rows as the server sent them, where edits make `items` differ from them.
    public var serverItems: [Item]?

    /// What the server took while older answers are still to come.
    public var confirmedChanges: [ConfirmedChange]

    /// The rows that got another id when the server took them, where pending edits know the old.
    public var remappedIDs: [RemappedID]

    /// Where the pages are that were dropped at the start, the nearest last.
    public var droppedBefore: [Position]

    /// Where the pages are that were dropped at the end, the nearest last.
    public var droppedAfter: [Position]

    /// How many answers in a row brought no new row at the end of the list.
    public var emptyAppendPages: Int

    /// How many answers in a row brought no new row at the start of the list.
    public var emptyPrependPages: Int

    /// The cursors of next pages that brought no new row.
    public var emptyAppendCursors: [Cursor]

    /// The cursors of previous pages that brought no new row.
    public var emptyPrependCursors: [Cursor]

    /// Whether the wish for more rows rests until the reader's next sign.
    public var isDemandPaused: Bool

    /// Whether another refresh is to follow the one under way.
    public var isInvalidated: Bool

    /// Whether a cursor that the server no longer knew has led to a refresh.
    public var hasLostCursor: Bool

    /// Which feed this is.
    public var identity: UInt64
  }

  /// A change that the server took.
  public struct ConfirmedChange: Equatable {
    /// The id that the row has in older answers.
    public var id: Item.ID

    /// What was changed, with the server's version of the row.
    public var change: Change

    /// The last ticket when that happened. Answers to older requests may not know of it.
    public var lastTicket: Ticket

    /// Creates a confirmed change.
    public init(id: Item.ID, change: Change, lastTicket: Ticket) {
      self.id = id
      self.change = change
      self.lastTicket = lastTicket
    }
  }

  /// A row that got another id.
  public struct RemappedID: Equatable {
    /// The id that it had.
    public var old: Item.ID

    /// The id that it has.
    public var new: Item.ID

    /// Creates a renaming.
    public init(old: Item.ID, new: Item.ID) {
      self.old = old
      self.new = new
    }
  }
}

extension Feed.Fields {
  /// Takes a state apart.
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
    generation = state.generation
    isOnline = state.isOnline
    pendingEdits = state.pendingEdits
    let base = state.edits.log?.serverRows
    serverItems = base == state.items ? nil : base.map { Array($0) }
    let log = state.edits.log
    refusedEdits = state.refusedEdits
    confirmedChanges =
      log?.confirmed.map {
        Feed.ConfirmedChange(id: $0.id, change: $0.change, lastTicket: $0.lastTicket)
      } ?? []
    remappedIDs = log?.remappedIDs.map { Feed.RemappedID(old: $0.old, new: $0.new) } ?? []
    droppedBefore = state.head.dropped
    droppedAfter = state.tail.dropped
    emptyAppendPages = Int(state.tail.emptyPages)
    emptyPrependPages = Int(state.head.emptyPages)
    emptyAppendCursors = state.tail.emptyCursors
    emptyPrependCursors = state.head.emptyCursors
    isDemandPaused = state.isDemandPaused
    isInvalidated = state.isInvalidated
    hasLostCursor = state.hasLostCursor
    identity = state.identity
  }
}
