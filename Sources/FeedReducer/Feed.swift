/// A feed that loads page by page: the configuration and the rules, as a pure state machine.
///
/// A feed has three parts. The ``State`` is a value: the rows, and how each load stands. An ``Action``
/// says what happened: the user scrolled, a page arrived, a request failed. An ``Effect`` describes
/// what to do next: load a page, start a timer, send an edit. ``reduce(into:_:)`` takes an action,
/// changes the state and returns effects. It does nothing else: it sends no request, reads no clock
/// and waits for nothing.
///
/// ```swift
/// struct Person: Identifiable, Equatable {
///   let id: Int
/// }
///
/// let feed = Feed<Person, Int>(pageSize: 2, prefetchDistance: 1)
/// var state = Feed<Person, Int>.State(seed: .random(in: 0 ... .max), identity: .random(in: 0 ... .max))
///
/// feed.reduce(into: &state, .started).effects
/// // [.load(request: ticket 1, refresh, start, size 2)]
/// state.isLoading  // true
///
/// let first = Feed<Person, Int>.Page(items: [Person(id: 1), Person(id: 2)], next: 2)
/// feed.reduce(into: &state, .pageLoaded(ticket: 1, page: first)).effects  // []
/// state.items.count  // 2
///
/// feed.reduce(into: &state, .itemAppeared(index: 1)).effects
/// // [.load(request: ticket 2, append, after 2, size 2)]
/// state.isLoadingMore  // true
/// ```
///
/// Each request has a ``Ticket``, and the answer carries the same. An answer to a request that was
/// cancelled or replaced has a ticket that is no longer live; it is ignored, and
/// ``Reaction/refusal`` says why. So an answer can never arrive in the wrong place.
///
/// `Item` is a row. Rows are unique by id: a row that comes again replaces the older one. `Cursor`
/// is what the server calls the next page: a page number, an offset, a token, a URL.
///
/// Use a feed by itself where something else does the work: a web page, a game, a test, a bigger
/// machine that calls ``reduce(into:_:)`` for a part of its own state. In an app on Swift concurrency
/// use `FeedStore` or `FeedActor` from `FeedEffects`: they run the feed and carry out its effects.
public struct Feed<Item: Identifiable & Equatable, Cursor: Hashable>: Equatable {
  /// How many rows a request asks for. At least 1.
  public let pageSize: Int

  /// A further page loads when fewer rows than this lie between the reader and the end of the list.
  ///
  /// At least 1: then the next page loads when the last row appears.
  public let prefetchDistance: Int

  /// What a refresh does with the present rows.
  public let refreshMode: RefreshMode

  /// Whether and when a failed load or edit is repeated by itself. By default it is not.
  public let retry: RetryPolicy

  /// How many pages in a row may add no row before the feed stops loading by itself.
  public let maxEmptyPages: Int

  /// How many rows are kept; nil for all.
  ///
  /// When there are more, pages far from the reader are dropped; they load again when the reader comes
  /// back. Two pages and the rows near the reader always stay, so a smaller bound is raised to that.
  /// Before the first row is reported, the reader counts as being at the top.
  public let maxItems: Int?

  /// The rules of edits; nil if rows can't be edited. A store sets them if it has a sink for edits, else nil.
  public var edits: EditRules?

  /// The rules of gaps, for refreshes that merge; nil if a first page that does not lead to the rows that are there
  /// takes their place.
  public let gaps: GapRules?

  /// A restored snapshot that is older is refreshed at once; nil (the default) for any age.
  ///
  /// A snapshot from the future (the clock was set back) is always refreshed.
  public let snapshotAgeLimit: Duration?

  /// Creates a feed. A value out of range is changed to the nearest one in range.
  ///
  /// - Parameters:
  ///   - pageSize: How many rows a request asks for, from 1 to 1,048,576.
  ///   - prefetchDistance: How near the end the reader may come before the next page loads: 1 to
  ///     1,048,576 rows.
  ///   - refreshMode: What a refresh does with the present rows.
  ///   - retry: When a failed load or edit is repeated by itself; by default never.
  ///   - maxEmptyPages: How many pages in a row may add no row before loading stops.
  ///   - maxItems: How many rows are kept; nil for all.
  ///   - edits: The rules of edits, `.optimistic`; nil if rows can't be edited.
  ///   - gaps: The rules of gaps, `.automatic` or `.manual`; nil if there are none. That is the default, since a view
  ///     that draws no gaps would show rows as neighbours that are not.
  ///   - snapshotAgeLimit: A restored snapshot that is older is refreshed; nil for any age.
  public init(
    pageSize: Int = 20, prefetchDistance: Int = 5, refreshMode: RefreshMode = .firstPage,
    retry: RetryPolicy = RetryPolicy(), maxEmptyPages: Int = 2, maxItems: Int? = nil,
    edits: EditRules? = nil, gaps: GapRules? = nil, snapshotAgeLimit: Duration? = nil
  ) {
    // Sums with them must not overflow, also where an `Int` has 32 bits.
    let pageSize = min(max(1, pageSize), 1 << 20)
    let prefetchDistance = min(max(1, prefetchDistance), 1 << 20)
    self.pageSize = pageSize
    self.prefetchDistance = prefetchDistance
    self.refreshMode = refreshMode
    self.retry = retry
    self.maxEmptyPages = max(0, maxEmptyPages)
    self.maxItems = maxItems.map { max($0, 2 * pageSize, 2 * prefetchDistance + 1) }
    self.edits = edits
    self.gaps = gaps
    self.snapshotAgeLimit = snapshotAgeLimit
  }
}

extension Feed: Sendable {}

extension Feed {
  /// Whether rows can be edited.
  public var isEditable: Bool { edits != nil }
}

/// What a refresh does with the present rows.
@nonexhaustive
public enum RefreshMode: String, CaseIterable, Sendable {
  /// The first page replaces all rows.
  case firstPage

  /// The first page replaces the rows that it overlaps; later pages stay.
  ///
  /// If its last row is not in the list, the first page replaces all rows; with ``Feed/gaps`` those behind it stay below
  /// a gap. It also replaces all where the way on is not known: a cursor was lost or came back, or the list has stalled.
  case merge

  /// Returns the mode with this name, or nil. Names are compared byte by byte.
  public init?(rawValue: String) {
    guard let mode = Self.named(rawValue) else { return nil }
    self = mode
  }
}
