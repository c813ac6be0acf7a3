extension Search {
  /// What a search knows: the query, its feed, and the rows of the query before.
  public struct State: Equatable {
    /// The query that the user wants; nil for none.
    public internal(set) var query: Query?

    /// The query that was asked last: that of the effects. Edits go on when it is no longer asked.
    @usableFromInline package internal(set) var lastQuery: Query?

    /// Whether that query is asked now.
    @usableFromInline package internal(set) var isAsked = false

    /// The feed of the query that is asked.
    @inlinable public var feed: Feed<Item, Cursor>.State { current }

    @usableFromInline package internal(set) var current: Feed<Item, Cursor>.State

    /// The rows of a query before, until the first page of the one that is asked arrives.
    @usableFromInline package internal(set) var kept = KeptRows.none

    /// The timer that runs while the user types; nil if the user does not.
    public internal(set) var timer: Ticket?

    /// The loads that the feed asked for while the user types. They start if the user types the query
    /// back, and are forgotten if another one is asked.
    @usableFromInline package internal(set) var heldLoads: [Feed<Item, Cursor>.Request] = []

    /// Creates the state of a search.
    ///
    /// - Parameters:
    ///   - query: The query at the start. `submitted` asks it; nothing loads before.
    ///   - seed: As of a ``Feed/State``: any number, different in each search.
    ///   - identity: As of a ``Feed/State``: at random, but in a test.
    public init(query: Query? = nil, seed: UInt64, identity: UInt64) {
      self.query = query
      current = Feed<Item, Cursor>.State(seed: seed, identity: identity)
    }

    /// Creates the state of a search that goes on with a feed: what it shows is of `query`.
    ///
    /// - Parameters:
    ///   - query: The query of the feed, such as that of a list without a filter.
    ///   - feed: The feed as it is now. What it has in flight stays so.
    package init(query: Query, of feed: Feed<Item, Cursor>.State) {
      self.query = query
      let isShown = !feed.isStopped && (feed.generation > 0 || feed.refresh != .idle)
      (lastQuery, isAsked) = (query, isShown)
      current = feed
    }
  }

  /// Rows that show although they are those of a query before; none takes no memory.
  @usableFromInline package indirect enum KeptRows: Equatable {
    case none
    case rows(StaleRows)
  }

  /// Rows that show although they are those of a query before.
  @usableFromInline package struct StaleRows: Equatable {
    /// The feed that they were in, without its loads. Edits are answered in it too, so that the rows show what became
    /// of them.
    @usableFromInline package internal(set) var feed: Feed<Item, Cursor>.State

    /// The query that they were read for.
    @usableFromInline package internal(set) var query: Query?
  }
}

extension Search.State {
  /// The query that the feed's requests are for; nil for none.
  ///
  /// It is another one than ``query`` while the user types.
  public var asked: Query? { isAsked ? lastQuery : nil }

  /// The rows of a query before; nil if there are none.
  @usableFromInline package internal(set) var stale: Search.StaleRows? {
    @inline(never) get { if case .rows(let rows) = kept { rows } else { nil } }
    @inline(never) set { kept = newValue.map { .rows($0) } ?? .none }
  }
}

// MARK: - What user interfaces show

extension Search.State {
  /// Whether rows of a query before show.
  package var hasStaleRows: Bool { if case .rows = kept { true } else { false } }

  /// The feed whose rows show.
  private var shown: Feed<Item, Cursor>.State {
    @inline(never) get { if case .rows(let rows) = kept { rows.feed } else { current } }
  }

  /// The query whose rows show.
  var shownQuery: Query? { if case .rows(let rows) = kept { rows.query } else { asked } }

  /// The rows that were last reported as visible; nil before the first report.
  public var reader: Range<Int>? { shown.reader }
}

extension Search.State: FeedDisplay {
  /// The rows to show: those of the query that is asked, or stale ones until its first page arrives.
  @inlinable public var items: ItemList<Item> {
    if case .rows(let rows) = kept { rows.feed.items } else { current.items }
  }

  /// The gaps between rows, from top to bottom. Those of stale rows do not load.
  public var gaps: [Feed<Item, Cursor>.Gap] { shown.gaps }

  /// The cursor of the next page; nil before the first page and at the end.
  public var page: Cursor? { current.page }

  /// The failure of the feed's load of `kind`; the rows of the query before stay beside it.
  public func error(of kind: LoadKind) -> FeedFailure? { current.error(of: kind) }

  /// The row at which the reader of a restored feed was, until a row is reported. (A search restores none.)
  public var restoredRow: Item.ID? { current.restoredRow }

  /// How many rows the server says there are in all, of the query whose rows show, if it says so.
  public var total: Int? { shown.total }

  /// The edits that failed, oldest first.
  public var failedEdits: [Feed<Item, Cursor>.FailedEdit] { current.failedEdits }

  /// Why the last failed edit of this row failed; nil if none has, or all were retried or dismissed.
  public func failure(of id: Item.ID) -> FeedFailure? { current.failure(of: id) }

  /// The edits that the server has not answered for good, oldest first, of any query.
  public var pendingEdits: [Feed<Item, Cursor>.PendingEdit] { current.pendingEdits }

  /// Whether an edit of this row is not answered for good.
  public func isPending(_ id: Item.ID) -> Bool { current.isPending(id) }
}

extension Search.State: Sendable
where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Search.KeptRows: Sendable
where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Search.StaleRows: Sendable
where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
