extension Feed {
  /// What a feed knows: its rows, the pages they came in, and how its loads stand.
  ///
  /// What user interfaces bind to (`isLoading`, `error`, …) is computed from it, so that no two
  /// words can contradict each other.
  public struct State: Equatable {
    /// The rows, unique by id, with the edits that are pending.
    public internal(set) var items = ItemList<Item>()

    /// The rows without the pending edits, those edits and the refused ones, where there are any.
    package internal(set) var edits = Edits.none

    /// The pages that the server's rows came in, in the order of the rows.
    public internal(set) var pages: ChunkList<PageRecord> = []

    /// How the load of the first page stands.
    public internal(set) var refresh = LoadState.idle

    /// Where the list grows at its end.
    @usableFromInline package internal(set) var tail = Edge(position: .start)

    /// Where the list grows at its start.
    @usableFromInline package internal(set) var head = Edge(position: nil)

    /// The rows that were last reported as visible; see ``reader``.
    @usableFromInline package var visibleRows: Range<Int>?

    /// The last ticket that was given; 0 before the first.
    public internal(set) var lastTicket = Ticket(rawValue: 0)

    /// How many refreshes have landed since the start or the last reset.
    public internal(set) var epoch = 0

    /// How many rows the server says it has in all, if it says so.
    ///
    /// For show only. Servers' totals lie; whether there is more is decided by cursors and rows.
    public internal(set) var total: Int?

    /// Whether the device is online, as far as the feed was told.
    public internal(set) var isOnline = true

    /// Whether the reader's wish for more rows waits for the next sign of the reader.
    ///
    /// Set when a load was cancelled and when a refresh failed; asking again at once would spin.
    @usableFromInline package var isDemandPaused = false

    /// Whether another refresh is to follow the one in flight.
    package internal(set) var isInvalidated = false

    /// Whether a cursor that the server no longer knew has led to a refresh since the last sign
    /// of a person. A second one in a row is a failure, or it would spin.
    @usableFromInline package var hasLostCursor = false

    /// Whether an edit was ever sent, also before a reset.
    package internal(set) var hasSentEdits = false

    /// Where the feed takes its random numbers from; moves on with each.
    ///
    /// It has no default: a whole fleet with the same seed would retry in the same moment.
    public internal(set) var seed: UInt64

    /// Which feed this is: with its ticket it names an edit that is made in it. A feed that is restored
    /// keeps its own.
    public internal(set) var identity: UInt64

    /// Creates the state of a feed that has not started. The seed is its identity, too.
    public init(seed: UInt64) {
      self.seed = seed
      identity = seed
    }
  }

  /// One end of the list and the loads that make it grow.
  @usableFromInline package struct Edge: Equatable {
    /// How its load stands.
    @usableFromInline package internal(set) var load = LoadState.idle

    /// Where the server's next page is; nil when there is none.
    @usableFromInline package internal(set) var position: Position?

    /// How many answers in a row brought no new row. Small, to keep the state small.
    package internal(set) var tries: UInt32 = 0

    /// Where the pages are that were dropped at this end, the nearest last, whose answers do not
    /// tell what lies beyond them: those that were read from the other side.
    @usableFromInline package internal(set) var dropped: [Position] = []

    /// The cursors in this epoch whose answers brought no new row; `pages` has the others.
    package internal(set) var fruitless: [Cursor] = []
  }

  /// An end of the list.
  @usableFromInline enum Side {
    case append, prepend

    var kind: LoadKind { self == .append ? .append : .prepend }

    /// The position of the page that lies beyond `cursor` at this end.
    func position(beyond cursor: Cursor) -> Position {
      self == .append ? .after(cursor: cursor) : .before(cursor: cursor)
    }

    /// Whether the answer to a request for `position` tells what lies beyond it at this end.
    func isTold(by position: Position) -> Bool {
      switch position {
      case .start: true
      case .after: self == .append
      case .before: self == .prepend
      }
    }
  }
}

extension Feed.State {
  /// The rows that were last reported as visible, exactly as reported; nil before the first report.
  ///
  /// When rows come or go around them, the reader stays on the same rows, by their ids. If they went,
  /// the reader is where they were. After a refresh without any of them it is nil.
  @inlinable public var reader: Range<Int>? { visibleRows }

  /// How the loads at the end of the list stand.
  public var append: LoadState { tail.load }

  /// How the loads at the start of the list stand.
  public var prepend: LoadState { head.load }

  /// Where the next page is; `.start` before the first page landed, nil when there is none.
  public var nextPosition: Feed.Position? { tail.next }

  /// Where the previous page is; nil when there is none.
  public var previousPosition: Feed.Position? { head.next }

  /// How the loads of `kind` stand.
  public internal(set) subscript(kind: LoadKind) -> LoadState {
    get {
      switch kind {
      case .refresh: refresh
      case .append: tail.load
      case .prepend: head.load
      }
    }
    set {
      switch kind {
      case .refresh: refresh = newValue
      case .append: tail.load = newValue
      case .prepend: head.load = newValue
      }
    }
  }

  /// The edge at one end of the list.
  subscript(side: Feed.Side) -> Feed.Edge {
    get { side == .append ? tail : head }
    _modify {
      switch side {
      case .append: yield &tail
      case .prepend: yield &head
      }
    }
  }

  /// Whether a first page has landed since the start or the last reset.
  @inlinable var hasLanded: Bool { epoch > 0 }

  /// Gives the next ticket.
  mutating func nextTicket() -> Ticket {
    lastTicket = Ticket(rawValue: lastTicket.rawValue + 1)
    return lastTicket
  }
}

extension Feed.Edge {
  /// Whether there is a next page at this end.
  @inlinable var isOpen: Bool { position != nil || !dropped.isEmpty }

  /// Where the next page at this end is; nil when there is none.
  package var next: Feed.Position? { dropped.last ?? position }
}

extension Feed.State: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Feed.Edge: Sendable where Cursor: Sendable {}

// The words that user interfaces bind to. All of them are computed.
extension Feed.State {
  /// The cursor of the next page; nil before the first page landed and at the end.
  public var page: Cursor? { nextPosition?.cursor }

  /// Whether the list may still grow at its end.
  ///
  /// True for a fresh feed, and after a failure or a stall, since a retry can go on.
  public var canLoadNextPage: Bool {
    append.end == nil || append.end == .stalled
  }

  /// Whether the first page is under way and none has landed before.
  public var isLoading: Bool { refresh.isUnderWay && !hasLanded }

  /// Whether the next page is under way.
  public var isLoadingMore: Bool { append.isUnderWay }

  /// Whether a refresh is under way over a page that landed before.
  public var refreshing: Bool { refresh.isUnderWay && hasLanded }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? { refresh.failure ?? append.failure ?? prepend.failure }

  /// Whether there are no rows and no more can come: a page landed, and both ends have ended.
  public var isEmpty: Bool {
    hasLanded && items.isEmpty && append.isOver && prepend.isOver
  }

  /// Whether several pages in a row brought no new row, so that scrolling asks for no more there.
  ///
  /// `loadMore` goes on from there.
  public var isStalled: Bool { append.end == .stalled || prepend.end == .stalled }
}

extension LoadState {
  /// Whether nothing more can come of this kind, whatever is tried.
  fileprivate var isOver: Bool { end != nil && end != .stalled }
}
