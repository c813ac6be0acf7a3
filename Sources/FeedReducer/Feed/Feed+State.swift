extension Feed {
  /// What a feed knows: its rows, the pages they came in, and how its loads stand.
  ///
  /// What user interfaces bind to (`isLoading`, `error`, …) is computed from it, so that no two
  /// words can contradict each other.
  public struct State: Equatable {
    /// The rows, unique by id.
    public internal(set) var items = ItemList<Item>()

    /// The pages that the rows came in, in the order of the rows.
    public internal(set) var pages: [PageRecord] = []

    /// How the load of the first page stands.
    public internal(set) var refresh = LoadState.idle

    /// Where the list grows at its end.
    var tail = Edge(position: .start)

    /// Where the list grows at its start.
    var head = Edge(position: nil)

    /// The rows among which the reader is: nil until one has appeared.
    ///
    /// A single row near an edge that can grow, elsewhere a stretch of up to a page. Moving
    /// inside the range makes no difference to anything. Before any row has appeared the reader
    /// is taken to be at the top of a page that is long enough not to want the next one.
    public internal(set) var anchor: Range<Int>?

    /// Whether the reader's wish for more rows waits for the next sign of the reader.
    ///
    /// Set when a load was cancelled and when a refresh failed; asking again at once would spin.
    var isDemandPaused = false

    /// The last ticket that was given; 0 before the first.
    public internal(set) var lastTicket = Ticket(rawValue: 0)

    /// How many refreshes have landed since the start or the last reset.
    public internal(set) var epoch = 0

    /// How many rows the server says it has in all, if it says so.
    ///
    /// For show only. Servers' totals lie; whether there is more is decided by cursors and rows.
    public internal(set) var total: Int?

    /// Where the feed takes its random numbers from.
    ///
    /// It has no default: a whole fleet with the same seed would retry in the same moment.
    public let seed: UInt64

    /// Creates the state of a feed that has not started.
    public init(seed: UInt64) {
      self.seed = seed
    }
  }

  /// One end of the list and the loads that make it grow.
  struct Edge: Equatable {
    /// How its load stands.
    var load = LoadState.idle

    /// Where its next page is; nil when there is none.
    var position: Position?

    /// How many answers in a row brought no new row.
    var tries = 0

    /// The cursors in this epoch whose answers brought no new row; `pages` has the others.
    var fruitless: [Cursor] = []
  }
}

extension Feed.State {
  /// How the loads at the end of the list stand.
  public var append: LoadState { tail.load }

  /// How the loads at the start of the list stand.
  public var prepend: LoadState { head.load }

  /// Where the next page is; `.start` before the first page landed, nil when there is none.
  public var nextPosition: Feed.Position? { tail.position }

  /// Where the previous page is; nil when there is none.
  public var previousPosition: Feed.Position? { head.position }

  /// How the loads of `kind` stand.
  public subscript(kind: LoadKind) -> LoadState {
    switch kind {
    case .refresh: refresh
    case .append: append
    case .prepend: prepend
    }
  }

  /// Whether a first page has landed since the start or the last reset.
  var hasLanded: Bool { epoch > 0 }

  /// Gives the next ticket.
  mutating func nextTicket() -> Ticket {
    lastTicket = Ticket(rawValue: lastTicket.rawValue + 1)
    return lastTicket
  }
}

extension Feed.State: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Feed.Edge: Sendable where Cursor: Sendable {}
