import FeedEffects
import FeedReducer

/// The search for the last row that the reader has, in both directions.
struct HealingSearch<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  let source: HTTPPageSource<Item>
  let row: String
  let cursor: PageCursor
  let request: Feed<Item, PageCursor>.Request

  /// How many rows that the reader has follow each, by the hash value of its id.
  let followers: [Int: Int]

  /// The number of the first page, or the offset of its first row.
  let first: Int

  /// Whether a page that follows the row is taken as it comes, if the number of all rows is the same as before it.
  let isBrief: Bool

  /// How many requests the page has taken. A cursor from a damaged snapshot may be anywhere.
  private(set) var requests = 1

  /// Whether the page in front of the first one that was read leads on.
  private(set) var leadsOn: Bool?

  /// With what the server refuses the page, which may be behind the last one; nil if it does not.
  let refusal: FeedFailure?

  /// Whether a page was another one when it was looked at again.
  private var hasMoved = false

  /// Whether the whole list was looked through.
  private var isWhole = false

  /// Whether no row that the reader has was found, though the list goes on.
  private(set) var foundNothing = false

  init(
    source: HTTPPageSource<Item>, row: String, cursor: PageCursor,
    request: Feed<Item, PageCursor>.Request, isBrief: Bool, refusal: FeedFailure?
  ) {
    (self.source, self.row, self.cursor, self.request) = (source, row, cursor, request)
    (self.isBrief, self.refusal) = (isBrief, refusal)
    followers = source.memory.use { $0.followers(at: cursor) }
    first = source.request.first(source.paging)
  }

  /// Returns the page that has the rows behind the last one that the reader has.
  ///
  /// - Throws: `PageProblem.lostPlace` if as many requests as there are did not find it; what the source throws.
  mutating func find(from reading: PageReading<Item>, at start: Int) async throws -> Window<Item> {
    var window = window(reading, at: start)
    var tried: (window: Window<Item>, next: Window<Item>)?
    while true {
      if window.known == nil {
        window = try await look(around: window)
      }
      // Where the server refuses the page to which it has a link, what still leads there is not asked again.
      guard window.rest.isEmpty, !window.isBehindKnown, let next = window.page.next,
        refusal == nil || !source.paging.isByLink
      else { return window }
      let found = try await self.next(behind: window, at: next)
      if found.known == nil, found.start != window.start {
        // Where one page comes out of a cache, the row is not in the other one, however often they are asked for. A list
        // that moves to and fro gives one of them twice, and hardly both.
        if let tried, tried.window.start == window.start, tried.window.isSame(as: window),
          tried.next.isSame(as: found)
        {
          return found.asRest
        }
        tried = (window, found)
      }
      window = found
      if window.isBehindKnown { return window }
    }
  }

  /// The page behind one that ends with the last row that the reader has.
  private mutating func next(
    behind window: Window<Item>, at next: PageCursor
  ) async throws -> Window<Item> {
    if cursor.isOffset {
      // It begins with that row; a page of one row begins behind it.
      let index = window.known?.index ?? 0
      if index > 0 { return try await load(at: window.start + index) }
      let found = try await load(at: next.place ?? window.start + 1)
      guard found.hasRows(of: window) else { return found.known == nil ? found.asRest : found }
      // The row has moved on, or the server gives it at any offset.
      let again = try await load(at: window.start)
      return again.isSame(as: window) && found.isSame(as: window) ? found.asNothing : again
    }
    let found = try await load(at: next.place ?? window.start + 1)
    if next.place == cursor.place {
      try await source.checkThatFirstIsOther(than: found.reading, at: cursor, like: request)
    }
    if isBrief, found.page.total == window.page.total, !found.hasRows(of: window) {
      return found.known == nil ? found.asRest : found
    }
    // A change and its reverse could hide between the two. That totals differ may be a change that comes and goes,
    // or a page out of a cache, which stays different: it is looked at once more, and so is a list that was seen to move.
    for _ in 0..<(found.page.total == window.page.total && !hasMoved ? 1 : 2) {
      let again = try await load(at: window.start)
      // The list may go on to change elsewhere: what counts here is that these rows do not.
      guard again.hasRows(of: window), try await load(at: found.start).hasRows(of: found) else {
        hasMoved = true
        return again
      }
    }
    // The same page by another number has nothing that follows.
    return found.known == nil ? found.asRest : found.hasRows(of: window) ? found.asNothing : found
  }

  /// Looks for a page with a row that the reader has: first as far away as the total has changed, then back and
  /// forth. Returns the first page if no row is left.
  private mutating func look(around window: Window<Item>) async throws -> Window<Item> {
    var (back, ahead) = (window.start, window.page.next)
    var firstPage = window
    var rowsAhead = 0
    var isBackNext = true
    if let start = movedPlace(of: window.page), start != window.start {
      let found = try await load(at: start)
      if found.known != nil { return found }
    }
    while true {
      let canGoOn = ahead != nil && rowsAhead / 8 < max(25, request.size)
      if back > first, isBackNext || !canGoOn {
        let (place, isTooFar) = back.subtractingReportingOverflow(
          cursor.isOffset ? max(1, request.size) : 1)
        back = isTooFar ? first : max(first, place)
        let found = try await load(at: back)
        leadsOn = leadsOn ?? (found.page.next != nil)
        if found.known != nil { return found }
        firstPage = found
      } else if canGoOn, let next = ahead?.place {
        let found = try await load(at: next)
        if found.known != nil { return found }
        rowsAhead += max(1, found.page.items.count)
        ahead = found.page.next
      } else {
        // What the reader has is gone, or far away: the list begins from its start.
        (isWhole, foundNothing) = (ahead == nil, ahead != nil)
        return firstPage.asRest
      }
      isBackNext.toggle()
    }
  }

  /// Where the row has moved to if all movements were in front of it, as the totals tell.
  private func movedPlace(of page: Feed<Item, PageCursor>.Page) -> Int? {
    guard cursor.isOffset, let new = page.total,
      let old = source.memory.use({ $0.step(at: cursor)?.total }), let place = cursor.place
    else { return nil }
    // A server may count anything.
    let moved = Double(place) - 1 + Double(new) - Double(old)
    return Int(exactly: moved).flatMap { $0 >= first ? $0 : nil }
  }

  private mutating func load(at place: Int) async throws -> Window<Item> {
    requests += 1
    let perPage = refusal != nil ? 0 : source.healing == .thorough ? 8 : 4
    guard source.budget.spendOnMovement(perPage: perPage) else {
      throw HTTPProblem.page(.lostPlace(row: row, requests: requests))
    }
    return window(try await source.loadOrEnd(request, at: cursor.at(place)).reading, at: place)
  }

  private func window(_ reading: PageReading<Item>, at start: Int) -> Window<Item> {
    var window = Window(reading: reading, start: start)
    let items = reading.page.items
    if let index = items.lastIndex(where: { "\($0.id)" == row }) {
      window.known = (index, 0)
    } else {
      // Of the rows that are known, the one that the reader has farthest on. Others may be there twice.
      let known = items.indices.compactMap { index in
        followers[items[index].id.hashValue].map { (index: index, followers: $0) }
      }
      window.known = known.min { ($0.followers, -$0.index) < ($1.followers, -$1.index) }
    }
    if let known = window.known {
      window.rest = items[(known.index + 1)...].filter { followers[$0.id.hashValue] == nil }
    }
    return window
  }

  /// How many rows came and went before the place, or more.
  func drift(of window: Window<Item>) -> (came: Int, went: Int) {
    guard let known = window.known else { return (0, isWhole ? followers.count : 0) }
    // A snapshot may have any number; as floating point it can't overflow.
    let full = Double(cursor.isOffset ? 1 : source.fullCount(asking: request.size) ?? request.size)
    let pages = Double(window.start) - Double(cursor.place ?? window.start)
    let moved = Int(exactly: pages * full + Double(known.index + 1 + known.followers)) ?? 0
    return (max(0, moved), known.followers + max(0, -moved))
  }
}

/// A page as it came in one response, while its source looks for the last row that the reader has.
///
/// Between two responses rows may move. So what follows a row is only taken from the response that has the row,
/// or from one between two equal ones.
struct Window<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  var reading: PageReading<Item>

  /// The number or offset at which the page begins.
  var start: Int

  /// The place of the last row that the reader has, and how many rows the reader has behind it; nil if the
  /// reader has none of these rows.
  var known: (index: Int, followers: Int)?

  /// The rows behind it, without those that the reader has.
  var rest: [Item] = []

  /// Whether ``rest`` is what follows, though the page itself has no row that the reader has.
  var isBehindKnown = false

  var page: Feed<Item, PageCursor>.Page { reading.page }

  /// Whether the rows and the total are the same in another response.
  func isSame(as other: Self) -> Bool { page.total == other.page.total && hasRows(of: other) }

  func hasRows(of other: Self) -> Bool { page.items.map(\.id) == other.page.items.map(\.id) }

  /// The same page by another place: nothing follows, and nothing is behind it.
  var asNothing: Self {
    var window = self
    (window.rest, window.isBehindKnown, window.reading.page.next) = ([], true, nil)
    return window
  }

  /// All rows as those that follow.
  var asRest: Self {
    var window = self
    (window.rest, window.isBehindKnown) = (page.items, true)
    return window
  }
}
