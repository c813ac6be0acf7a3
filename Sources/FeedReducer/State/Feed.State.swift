extension Feed {
  /// What a feed knows: its rows, the pages they came in, and how its loads stand.
  ///
  /// What user interfaces show (`isLoading`, `error`, …) is computed from it, so no two properties
  /// can contradict each other.
  public struct State: Equatable {
    /// The rows, unique by id, with the edits that are pending.
    public internal(set) var items = ItemList<Item>()

    /// The pending and refused edits, with the server's rows below them; none takes no memory.
    @usableFromInline package internal(set) var edits = Edits.none

    /// Changes that the server has confirmed, and older responses may lack.
    @usableFromInline package internal(set) var confirmed: [Confirmed] = []

    /// The pages that the server's rows came in, in the order of the rows.
    @usableFromInline package internal(set) var pages: ChunkList<PageRecord> = []

    /// The gaps between rows, and the load of one of them; none takes no memory.
    package internal(set) var gapList: GapList?

    /// What the source told of the end with the last page; nothing takes no memory.
    var told = ToldEnding.nothing

    /// The load of the first page.
    @usableFromInline package internal(set) var firstPageLoad = FirstPageLoad()

    /// The end of the list.
    @usableFromInline package internal(set) var tail = Edge(position: .start)

    /// The start of the list.
    @usableFromInline package internal(set) var head = Edge(position: nil)

    /// The rows that were last reported as visible; see ``reader``.
    @usableFromInline package var visibleRows: Range<Int>?

    /// Whether the reader is where a restored snapshot says, and no row was reported since.
    @usableFromInline package var isReaderRestored = false

    /// Whether the server has forgotten a cursor of the list, so that the next first page takes its place.
    @usableFromInline package internal(set) var startsOver = false

    /// The last ticket that was given; 0 before the first.
    public internal(set) var lastTicket = Ticket(rawValue: 0)

    /// How many first pages have arrived since the start or the last reset.
    ///
    /// 0 means that none has. (The next position does not show that: a list that has dropped pages at
    /// its end may ask for its first page as the next one.)
    public internal(set) var generation = 0

    /// How many rows the server says it has in all, if it says so.
    ///
    /// For display only: servers' totals are often wrong. Cursors and rows decide whether there is more.
    public internal(set) var total: Int?

    /// Whether the device is online, by the last `connectivityChanged`; true before the first.
    public internal(set) var isOnline = true

    /// Whether the feed was stopped, and nothing loads until it is started again.
    public internal(set) var isStopped = false

    /// Whether no further page loads until a row is reported or `loadMore` is sent.
    ///
    /// Set after a cancelled load and a failed refresh, since loading again at once would never end; and
    /// after a restore, until the user interface reports which rows are visible.
    @usableFromInline package var isDemandPaused = false

    /// Whether a cursor that the server had forgotten has led to a refresh, and the user has not acted
    /// since. A second one is a failure: refreshing again would never end.
    @usableFromInline package var hasLostCursor = false

    /// Whether an edit was ever made, before a reset too.
    @usableFromInline package internal(set) var hasSentEdits = false

    /// The seed of the next random number, which the delay of a retry is made with.
    ///
    /// It has no default: feeds with the same seed would all retry together.
    public internal(set) var seed: UInt64

    /// Identifies the feed: with a ticket it names an edit to the server. A restored feed keeps its own.
    public internal(set) var identity: UInt64

    /// Creates the state of a feed that has not started.
    ///
    /// A program gives two numbers at random: `UInt64.random(in: 0 ... .max)`. (`FeedEffects` has an `init()` that
    /// does.) A test gives what it likes.
    ///
    /// - Parameters:
    ///   - seed: Where the delays of retries come from. Feeds with the same seed retry together.
    ///   - identity: The first half of the key that an edit is sent with. It has to be another one in each feed and in
    ///     each run of the program: a server takes an edit with a key that it knows for a repetition, answers as
    ///     before, and the edit is lost.
    public init(seed: UInt64, identity: UInt64) {
      self.seed = seed
      self.identity = identity
    }
  }
}

extension Feed {
  /// The load of the first page, and what was asked for with it.
  @usableFromInline package struct FirstPageLoad: Equatable {
    /// How it stands.
    @usableFromInline package var state = LoadState.idle

    /// Whether `invalidated` asked for it: it keeps the reader's place, and further pages load beside it.
    @usableFromInline package var keepsPlace = false

    /// Whether `invalidated` came while it is in flight, so that another one follows.
    @usableFromInline package internal(set) var isFollowed = false
  }
}

extension Feed.State {
  /// The rows that were last reported as visible, exactly as reported; nil before the first report.
  ///
  /// When rows come or go around them, the reader stays on the same rows, which are found by their ids.
  /// If all of them go, the reader stays at their index. After a refresh without them it is nil.
  @inlinable public var reader: Range<Int>? { visibleRows }

  /// How the load of the first page stands.
  public internal(set) var refresh: LoadState {
    @inlinable _read { yield firstPageLoad.state }
    @inline(never) set {
      let isIdle = if case .idle = newValue { true } else { false }
      firstPageLoad = Feed.FirstPageLoad(state: newValue, keepsPlace: keepsPlace && !isIdle)
    }
  }

  /// Whether the refresh that is on its way, or has failed, keeps the reader's place.
  @inlinable package var keepsPlace: Bool { firstPageLoad.keepsPlace }

  /// How the load of the next page stands.
  public var append: LoadState { tail.load }

  /// How the load of the previous page stands.
  public var prepend: LoadState { head.load }

  /// Where the next page is; `.start` before the first page, nil when there is none.
  public var nextPosition: Feed.Position? { tail.next }

  /// Where the previous page is; nil when there is none.
  public var previousPosition: Feed.Position? { head.next }

  /// How the load of `kind` stands.
  public internal(set) subscript(kind: LoadKind) -> LoadState {
    @inline(never) get {
      switch kind {
      case .refresh: refresh
      case .append: tail.load
      case .prepend: head.load
      case .gap: gapList?.load?.state ?? .idle
      }
    }
    @inline(never) set {
      switch kind {
      case .refresh: refresh = newValue
      case .append: tail.load = newValue
      case .prepend: head.load = newValue
      case .gap: if let gapList { gapList.rules.rules.set(&self, to: newValue) }
      }
    }
  }

  /// One end of the list.
  subscript(side: Feed.Side) -> Feed.Edge {
    _read {
      switch side {
      case .append: yield tail
      case .prepend: yield head
      }
    }
    _modify {
      switch side {
      case .append: yield &tail
      case .prepend: yield &head
      }
    }
  }

  /// Whether a first page has arrived since the start or the last reset.
  @inlinable var hasFirstPage: Bool { generation > 0 }

  /// Why an action that needs a first page is ignored when there is none.
  @inlinable var refusalWithoutPage: FeedRefusal {
    isStopped ? .stopped : refusalDuringRefresh ?? .noFirstPage
  }

  /// Why nothing else loads while a refresh is in flight, waits or has failed; nil if it is idle.
  @inlinable var refusalDuringRefresh: FeedRefusal? {
    refresh.request.map { .refreshing(ticket: $0) } ?? refresh.refusal(of: .refresh)
  }

  /// Why a feed without a refresh does not load its first page by itself; nil if it is to be started.
  var refusalOfStart: FeedRefusal? {
    hasFirstPage ? .alreadyStarted : isStopped ? .stopped : nil
  }

  /// Whether there are gaps between rows.
  @usableFromInline var hasGaps: Bool { gapList != nil }

  /// Whether a refresh that may replace the rows is on its way: none of the other loads starts beside it.
  @inlinable var isRefreshAlone: Bool { !keepsPlace && refresh.isUnderWay }

  /// Gives the next ticket.
  mutating func nextTicket() -> Ticket {
    lastTicket = Ticket(rawValue: lastTicket.rawValue + 1)
    return lastTicket
  }
}

// MARK: - What user interfaces show

extension Feed.State {
  /// The cursor of the next page; nil before the first page and at the end.
  ///
  /// It is a cursor of the server's kind, so a page number only where the server counts pages.
  public var page: Cursor? { nextPosition?.cursor }

  /// The failure of the load of `kind`, or nil. A load that waits for the network counts as failed.
  public func error(of kind: LoadKind) -> FeedFailure? { self[kind].failure }

  /// The row at which the reader of a restored snapshot was, until a row is reported.
  public var restoredRow: Item.ID? {
    guard isReaderRestored, let reader else { return nil }
    return items[reader.lowerBound].id
  }
}

extension Feed.FirstPageLoad: Sendable {}
extension Feed.State: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
