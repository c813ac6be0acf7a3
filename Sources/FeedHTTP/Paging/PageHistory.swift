import FeedEffects
import FeedReducer
import Foundation

/// What a source remembers of its pages: it tells a capped page from the last one, and a page that came
/// twice.
final class PageHistory<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  private struct Memory {
    /// The largest number of rows that came, by the number that was asked for.
    var largest: [Int: Int] = [:]

    /// The cursor behind the first page, and the page's ids, until the second page has come.
    var first: (next: PageCursor, ids: [Item.ID])?

    /// Whether the first page that came last has nothing at the path that names the next one.
    var lacksNext = false

    /// Whether the server refuses to give a row more than is asked for.
    var refusesMore = false

    /// Whether the server takes only offsets that are multiples of the size.
    var alignsOffsets = false

    /// The number of all pages that came with a page, by the number of that; nil is the first page.
    var pageCounts: [Int?: Int] = [:]

    /// The number of all rows that came with the first page.
    var firstTotal: Int?

    /// What the last page with rows said of itself.
    var verdict: AnswerVerdict?

    /// The latest link that differed from the one before in a number only.
    var link: URL?

    /// Whether a page was named by a number that is not healed.
    var isUnhealed = false

    /// The rows that moved before pages since the first one, by the requests for them.
    var drifts: [Ticket: PageDrift] = [:]

    /// The cursor behind the first page.
    var second: PageCursor?

    /// How many rows came before the page of a cursor, for the latest cursors.
    var counts: [(cursor: PageCursor, count: Int)] = []

    /// The cursor behind a page whose last rows have the same key, and the ids of the page.
    var tie: (next: PageCursor, ids: [Item.ID])?

    /// What a page said, or did, for which the list is not whole.
    var loss: String?

    /// The number of all rows, and of all pages, that came last.
    var latestTotal: Int?
    var latestPageCount: Int?

    /// Whether all rows of the last page have the same key.
    var isOfOneKey = false
  }

  private let memory = Locked(Memory())

  /// The number of rows in a full page when `size` rows are asked for; nil if no page has told it.
  ///
  /// A server sends as many rows as it likes. Only a page that is shorter than another one is short.
  ///
  /// Where a row more is asked for, as where rows have moved, a full page has at least as many as without it.
  func fullCount(asking size: Int) -> Int? {
    memory.use { memory in memory.largest.filter { $0.key <= size }.values.max() }
  }

  /// Notes that `count` rows came where `size` were asked for.
  func note(count: Int, asking size: Int) {
    memory.use { $0.largest[size] = max(count, $0.largest[size] ?? 0) }
  }

  /// Whether the server refuses to give a row more than is asked for.
  var refusesMore: Bool { memory.use { $0.refusesMore } }

  func noteRefusalOfMore() {
    memory.use { $0.refusesMore = true }
  }

  /// Whether the first page that came last has nothing at the path that names the next one.
  var lacksNext: Bool {
    get { memory.use { $0.lacksNext } }
    set { memory.use { $0.lacksNext = newValue } }
  }

  /// The number of all pages that came last with a page of this number; nil if there was none.
  func pageCount(at number: Int?) -> Int? {
    memory.use { $0.pageCounts[number] }
  }

  func note(pageCount count: Int, at number: Int?) {
    memory.use { memory in
      if memory.pageCounts.count > 64 { memory.pageCounts = [:] }
      memory.pageCounts[number] = count
      memory.latestPageCount = count
    }
  }

  /// The number of all rows that came with the first page; nil if it had none.
  var firstTotal: Int? { memory.use { $0.firstTotal } }

  /// The rows that moved before pages since the first one, by the requests for them.
  var drifts: [Ticket: PageDrift] { memory.use { $0.drifts } }

  /// Notes the rows that moved before the page of a request; nil if none did.
  func note(_ drift: PageDrift?, before ticket: Ticket) {
    memory.use { $0.drifts[ticket] = drift }
  }

  /// Notes the first page.
  func note(firstPage page: Feed<Item, PageCursor>.Page) {
    let ids = page.items.map(\.id)
    memory.use { memory in
      (memory.firstTotal, memory.drifts, memory.second) = (page.total, [:], page.next)
      memory.first = page.next.flatMap { $0.isParameter && !ids.isEmpty ? ($0, ids) : nil }
    }
  }

  /// The latest link that differed from the one before in a number only; nil if there was none.
  var link: URL? {
    get { memory.use { $0.link } }
    set { memory.use { $0.link = newValue } }
  }

  /// Whether a page was named by a number that is not healed: rows that go are lost behind it.
  var isUnhealed: Bool {
    get { memory.use { $0.isUnhealed } }
    set { memory.use { $0.isUnhealed = newValue } }
  }

  /// What the last page with rows said of itself; nil if none has come.
  var verdict: AnswerVerdict? {
    get { memory.use { $0.verdict } }
    set { memory.use { $0.verdict = newValue } }
  }

  /// Whether a cursor is the one behind the first page.
  func isSecond(_ cursor: PageCursor) -> Bool {
    memory.use { $0.second == cursor }
  }

  /// How many rows came before the page of a cursor, also twice; nil if it is unknown.
  func count(before cursor: PageCursor?) -> Int? {
    guard let cursor else { return 0 }
    return memory.use { $0.counts.last { $0.cursor.isSamePlace(as: cursor) }?.count }
  }

  /// Notes how many rows came before the page behind another one.
  func note(count: Int, before next: PageCursor) {
    memory.use { memory in
      memory.counts.removeAll { $0.cursor == next }
      memory.counts.append((next, count))
      if memory.counts.count > 16 { memory.counts.removeFirst() }
    }
  }

  /// What a page said, or did, for which the list is not whole; nil if there is nothing. The first is kept.
  var loss: String? { memory.use { $0.loss } }

  func note(loss: String) {
    memory.use { $0.loss = $0.loss ?? loss }
  }

  /// Forgets what the pages of a list have told, as it is read from its start.
  func beginList() {
    memory.use { memory in
      (memory.loss, memory.tie, memory.counts) = (nil, nil, [])
      (memory.latestTotal, memory.latestPageCount) = (nil, nil)
    }
  }

  /// The number of all rows that came last: the last page may lack it.
  var latestTotal: Int? {
    get { memory.use { $0.latestTotal } }
    set { memory.use { $0.latestTotal = newValue ?? $0.latestTotal } }
  }

  /// The number of all pages that came last; nil if none has come.
  var latestPageCount: Int? { memory.use { $0.latestPageCount } }

  /// Notes a page of a keyset whose last rows have the same key; `next` is the cursor behind it.
  func note(tieBefore next: PageCursor?, of items: [Item]) {
    memory.use { $0.tie = next.map { ($0, items.map(\.id)) } }
  }

  /// Whether all rows of the last page have the same key.
  var isOfOneKey: Bool {
    get { memory.use { $0.isOfOneKey } }
    set { memory.use { $0.isOfOneKey = newValue } }
  }

  /// Whether the page before this cursor ended with rows of the same key, and none of them is among these.
  func isBehindTie(_ items: [Item], at cursor: PageCursor?) -> Bool {
    memory.use { memory in
      guard let tie = memory.tie, tie.next == cursor else { return false }
      return !items.contains { tie.ids.contains($0.id) }
    }
  }

  /// Whether the server takes only offsets that are multiples of the size.
  var alignsOffsets: Bool { memory.use { $0.alignsOffsets } }

  func noteAlignment() {
    memory.use { $0.alignsOffsets = true }
  }

  /// Whether the page behind `cursor` is the second one and begins with the rows of the first one.
  func isLikeFirst(_ items: [Item], at cursor: PageCursor?) -> Bool {
    memory.use { memory in
      guard let first = memory.first, first.next == cursor else { return false }
      return items.lazy.map(\.id).starts(with: first.ids)
    }
  }

  /// Whether the page behind `cursor` is the second one and begins with the rows of the first one. That is
  /// asked once for a first page.
  func isFirstAgain(_ items: [Item], at cursor: PageCursor?) -> Bool {
    defer { memory.use { if $0.first?.next == cursor { $0.first = nil } } }
    return isLikeFirst(items, at: cursor)
  }
}

extension PageCursor {
  /// Whether both lead to the same page, whichever row came before.
  fileprivate func isSamePlace(as other: PageCursor) -> Bool {
    if let place { return place == other.place && isOffset == other.isOffset }
    return self == other
  }

  /// Whether a parameter carries the cursor to the server.
  fileprivate var isParameter: Bool {
    switch self {
    case .number, .offset, .token, .json: true
    case .link, .foreignLink: false
    }
  }
}
