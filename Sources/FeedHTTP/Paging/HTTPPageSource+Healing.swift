import FeedEffects
import FeedReducer

/// Rows that were read one after the other, without a gap.
private struct Stretch<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  var items: [Item]

  /// The number or offset at which the stretch begins.
  var start: Int

  /// The cursor behind the stretch; nil at the end of the list.
  var next: PageCursor?

  /// Whether the page in front of the first one that was read leads on.
  private(set) var leadsOn: Bool?

  private var ids: Set<Item.ID>

  init(_ page: Feed<Item, PageCursor>.Page, start: Int) {
    items = page.items
    self.start = start
    next = page.next
    ids = Set(page.items.map(\.id))
  }

  /// The place so many pages or rows in front of the stretch. A snapshot may have any number.
  func place(before count: Int, notBelow first: Int) -> Int {
    let (place, isTooFar) = start.subtractingReportingOverflow(max(1, count))
    return isTooFar ? first : max(first, place)
  }

  /// Adds the page in front. Rows that are here already have moved in the meantime, or overlap.
  mutating func prepend(_ page: Feed<Item, PageCursor>.Page, start: Int) {
    let new = page.items.filter { ids.insert($0.id).inserted }
    items.insert(contentsOf: new, at: 0)
    leadsOn = leadsOn ?? (page.next != nil)
    self.start = start
  }

  /// Adds the page behind. Returns false if it has no new row.
  mutating func append(_ page: Feed<Item, PageCursor>.Page) -> Bool {
    let new = page.items.filter { ids.insert($0.id).inserted }
    items += new
    next = page.next
    return !new.isEmpty
  }

  /// The place of the last row that the reader has, and how many rows the reader has behind it; nil if the
  /// reader has none of these rows.
  func lastKnown(_ row: String, _ followers: [Int: Int]) -> (index: Int, followers: Int)? {
    if let index = items.lastIndex(where: { "\($0.id)" == row }) { return (index, 0) }
    let index = items.lastIndex { followers[$0.id.hashValue] != nil }
    return index.map { ($0, followers[items[$0].id.hashValue] ?? 0) }
  }

  /// The rows that follow the last one that the reader has, without those that the reader has. All of them,
  /// if the reader has none.
  func rest(behind row: String, _ followers: [Int: Int]) -> [Item] {
    let start = lastKnown(row, followers).map { $0.index + 1 } ?? 0
    return items[start...].filter { followers[$0.id.hashValue] == nil }
  }
}

extension HTTPPageSource {
  /// How far a search goes on behind the start of the list where no row is known, in pages.
  private static var maxPagesForward: Int { 8 }

  /// How many requests a page takes at most. A cursor from a damaged snapshot may be anywhere.
  private static var maxRequests: Int { 1_000 }

  /// A page whose rows follow the last row of the page before.
  ///
  /// - Parameters:
  ///   - row: The id of that row.
  ///   - cursor: The cursor of the page.
  func healedPage(
    behind row: String, at cursor: PageCursor, for request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    let place = cursor.place ?? 0
    let first = self.request.first(paging)
    let start = cursor.isOffset && place > first ? place - 1 : place
    let (loaded, refusal) = try await loadOrEnd(request, at: cursor.at(start))
    var page = loaded
    try await checkThatFirstIsOther(than: page, at: cursor, like: request)
    if refusal == nil, follows(&page, row, at: cursor) { return page }
    var stretch = Stretch(page, start: start)
    let followers = trails.followers(at: cursor)
    var requests = 1
    var pagesForward = 0
    var isBackNext = true
    while requests < Self.maxRequests {
      let isFound = stretch.lastKnown(row, followers) != nil
      if isFound, !stretch.rest(behind: row, followers).isEmpty { break }
      let canGoBack = !isFound && stretch.start > first
      let canGoOn = stretch.next != nil && (isFound || pagesForward < Self.maxPagesForward)
      if canGoBack, isBackNext || !canGoOn {
        let start = stretch.place(before: cursor.isOffset ? request.size : 1, notBelow: first)
        stretch.prepend(try await loadOrEnd(request, at: cursor.at(start)).page, start: start)
      } else if canGoOn, let next = stretch.next {
        pagesForward += 1
        if !stretch.append(try await loadOrEnd(request, at: next).page), isFound { break }
      } else {
        break
      }
      isBackNext.toggle()
      requests += 1
    }
    // The status means something else if the page before is full and leads on.
    if let refusal, refusal.status != 404, stretch.leadsOn != false { throw refusal }
    let drift = drift(of: stretch, row, followers, at: cursor, size: request.size)
    if drift.came > 0 || drift.went > 0 {
      onDrift?(
        PageDrift(
          ticket: request.ticket, came: drift.came, went: drift.went, requests: requests))
    }
    page.items = stretch.rest(behind: row, followers)
    page.next = stretch.next
    return page
  }

  /// Whether the rows of a page follow the row as far as can be seen. The row itself, with which a page at an
  /// offset begins, is removed.
  private func follows(
    _ page: inout Feed<Item, PageCursor>.Page, _ row: String, at cursor: PageCursor
  ) -> Bool {
    var rows = page.items[...]
    if cursor.isOffset {
      guard let first = rows.popFirst(), "\(first.id)" == row, !rows.isEmpty || page.next == nil
      else { return false }
    } else {
      let total = trails.total(at: cursor)
      if healing == .thorough
        || total != nil && page.total != nil && page.total != total
      {
        return false
      }
    }
    let ids = rows.map(\.id)
    if ids.contains(where: { "\($0)" == row }) || trails.hasNearby(ids, at: cursor) { return false }
    page.items = Array(rows)
    return true
  }

  /// How many rows came and went before a place, or more.
  private func drift(
    of stretch: Stretch<Item>, _ row: String, _ followers: [Int: Int], at cursor: PageCursor,
    size: Int
  ) -> (came: Int, went: Int) {
    guard let known = stretch.lastKnown(row, followers) else { return (0, followers.count) }
    // A snapshot may have any number; as floating point it can't overflow.
    let full = Double(cursor.isOffset ? 1 : fullCount(asking: size) ?? size)
    let pages = Double(stretch.start) - Double(cursor.place ?? stretch.start)
    let moved = Int(exactly: pages * full + Double(known.index + 1 + known.followers)) ?? 0
    return (max(0, moved), known.followers + max(0, -moved))
  }

  /// Loads a page. A page that a server refuses may be behind the last one, where rows went: then it has no
  /// rows, and the refusal comes along.
  private func loadOrEnd(
    _ request: Feed<Item, PageCursor>.Request, at cursor: PageCursor
  ) async throws -> (page: Feed<Item, PageCursor>.Page, refusal: FeedFailure?) {
    do {
      // A page of one row at an offset would have the last row only.
      let page = try await load(
        .init(
          ticket: request.ticket, kind: request.kind, position: .after(cursor: cursor),
          size: cursor.isOffset ? max(2, request.size) : request.size))
      return (page, nil)
    } catch let failure as FeedFailure
      where [400, 404, 422].contains(failure.status)
      && (cursor.place ?? 0) > self.request.first(paging)
    {
      return (.init(items: [], next: nil), failure)
    }
  }
}

extension PageCursor {
  /// The number or offset; nil if the cursor has none.
  var place: Int? {
    switch self {
    case .number(let number, _): number
    case .offset(let offset, _): offset
    case .token, .json, .link, .foreignLink: nil
    }
  }

  /// The id of the row before; nil if it is unknown.
  var row: String? {
    switch self {
    case .number(_, let row), .offset(_, let row): row
    case .token, .json, .link, .foreignLink: nil
    }
  }

  fileprivate var isOffset: Bool { if case .offset = self { true } else { false } }

  /// A number or an offset, as this cursor is.
  fileprivate func at(_ place: Int) -> PageCursor {
    isOffset ? .offset(place) : .number(place)
  }

  /// The cursor with the id of the row before, if it is a number or an offset.
  func after(_ row: String) -> PageCursor {
    switch self {
    case .number(let number, _): .number(number, after: row)
    case .offset(let offset, _): .offset(offset, after: row)
    case .token, .json, .link, .foreignLink: self
    }
  }
}
