import FeedEffects
import FeedReducer
import Foundation

/// What a source remembers of the list that it reads, and of the server's ways.
struct ListMemory<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  // MARK: The server

  /// The largest number of rows that came, by the number that was asked for.
  private var largest: [Int: Int] = [:]

  /// Whether the server refuses to give a row more than is asked for.
  var refusesMore = false

  /// Whether the server takes only offsets that are multiples of the size.
  var alignsOffsets = false

  /// What the last page with rows said of itself; nil if none has come.
  var verdict: AnswerVerdict?

  /// The latest link that differed from the one before in a number only; nil if there was none.
  var link: URL?

  /// Whether a page was named by a number that is not healed: rows that go are lost behind it.
  var isUnhealed = false

  /// The first page as it came last, if a refresh may ask whether it is another one.
  var kept: KeptPage<Item>?

  /// The first page as it came last from `url`; nil if it was not kept.
  func kept(for url: URL?) -> KeptPage<Item>? { kept?.url == url ? kept : nil }

  // MARK: The list

  /// The first page that came last.
  private(set) var first: First?

  /// The rows that moved before pages since the first one, by the requests for them.
  var drifts: [Ticket: PageDrift] = [:]

  /// Why rows that move are not followed any more, since a row was not found again; nil if they are.
  var lostPlace: String?

  /// The step behind the page that came last; nil if none has come.
  private(set) var latest: Step?

  /// The latest steps, in the order of time. A feed asks for the page behind its last one; more than one is
  /// for further feeds, and for a feed that goes back in time.
  private var steps: [Step] = []

  /// The first page of a list.
  struct First {
    /// The cursor behind it, and its rows.
    let next: PageCursor?
    let items: [Item]

    /// The number of all rows that came with it.
    let total: Int?

    /// Whether the second page was compared with it.
    fileprivate var isCompared = false
  }

  /// A place between two pages, with what the pages before it have told.
  struct Step {
    /// The cursor of the page behind; nil for that of the first page.
    fileprivate var next: PageCursor?

    /// How many rows came before, also twice or skipped; nil if it is unknown.
    fileprivate(set) var count: Int?

    /// The number of all rows, and of all pages, that came last.
    fileprivate(set) var total: Int?
    fileprivate(set) var pageCount: Int?

    /// Why the list is not whole; nil if nothing says so. The first reason is kept.
    private(set) var loss: String?

    mutating func note(loss: String?) { self.loss = self.loss ?? loss }

    /// How many rows were skipped.
    fileprivate(set) var skipped = 0

    /// The ids of the page before, if rows of it have the same key.
    fileprivate var tie: [Item.ID] = []

    /// Whether a page began with rows of the one before: none between two pages is skipped.
    fileprivate var isInclusive = false

    /// The rows before: the first `traced` of the trail.
    fileprivate var trail: Trail?
    fileprivate var traced = 0
  }

  /// The hash values of ids, in the order in which they were given. Hash values stay in the process.
  fileprivate final class Trail {
    var hashes: [Int]

    init(_ hashes: [Int]) {
      self.hashes = hashes
    }
  }
}

// MARK: - How long a page is

extension ListMemory {
  /// The number of rows in a full page when `size` rows are asked for; nil if no page has told it.
  ///
  /// A server sends as many rows as it likes. Only a page that is shorter than another one is short.
  ///
  /// Where a row more is asked for, as where rows have moved, a full page has at least as many as without it.
  func fullCount(asking size: Int) -> Int? {
    largest.filter { $0.key <= size }.values.max()
  }

  /// Notes that `count` rows came where `size` were asked for.
  mutating func note(count: Int, asking size: Int) {
    largest[size] = max(count, largest[size] ?? 0)
  }
}

// MARK: - From page to page

extension ListMemory {
  /// What came before the page of a cursor; nil if it is unknown.
  ///
  /// - Parameter cursor: The cursor; nil for the first page. Without a row it stands for its number or offset.
  func step(at cursor: PageCursor?) -> Step? {
    guard let cursor else { return Step(count: 0) }
    if let step = steps.last(where: { $0.next == cursor }) { return step }
    guard cursor.row == nil, let place = cursor.place else { return nil }
    return steps.last { $0.next?.place == place && $0.next?.isOffset == cursor.isOffset }
  }

  /// The step behind a page.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first one.
  ///   - reading: The page.
  func step(from cursor: PageCursor?, over reading: PageReading<Item>) -> Step {
    let before = step(at: cursor) ?? Step()
    let items = reading.page.items
    var step = Step()
    step.count = before.count.map { $0 + items.count + reading.skipped }
    step.total = reading.page.total ?? before.total
    step.pageCount = reading.pageCount ?? before.pageCount
    step.note(loss: before.loss)
    step.note(loss: reading.loss)
    step.skipped = before.skipped + reading.skipped
    if reading.hasTie { step.tie = items.map(\.id) }
    step.isInclusive = before.isInclusive || items.contains { before.tie.contains($0.id) }
    return step
  }

  /// Whether rows of the page before this cursor have the same key, and none of its rows is among these: those that share
  /// the key of its last one may be between the two.
  func isBehindTie(_ items: [Item], at cursor: PageCursor?) -> Bool {
    guard let step = step(at: cursor), !step.tie.isEmpty, !step.isInclusive else { return false }
    return !items.contains { step.tie.contains($0.id) }
  }

  /// Notes that a list is read from its start.
  mutating func begin(with page: Feed<Item, PageCursor>.Page) {
    first = First(next: page.next, items: page.items, total: page.total)
    (drifts, lostPlace) = ([:], nil)
  }

  /// Notes the step behind a page.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - next: The cursor of the page behind it; nil if there is none.
  ///   - cursor: The cursor of the page.
  ///   - ids: The rows of the page, if they are to be known again; nil if not.
  mutating func note(
    _ step: Step, to next: PageCursor?, from cursor: PageCursor?, tracing ids: [Item.ID]?
  ) {
    latest = step
    guard let next else { return }
    var step = step
    step.next = next
    if let ids {
      let before = self.step(at: cursor)
      let trail = before?.openTrail ?? Trail(Array(before?.rows ?? []))
      trail.hashes += ids.map(\.hashValue)
      (step.trail, step.traced) = (trail, trail.hashes.count)
    }
    steps.removeAll { $0.next == next }
    steps.append(step)
    if steps.count > 16 { steps.removeFirst() }
  }

  /// Whether the page behind `cursor` is the second one and begins with the rows of the first one.
  func isLikeFirst(_ items: [Item], at cursor: PageCursor?) -> Bool {
    guard let first, !first.isCompared, !first.items.isEmpty, let cursor, cursor == first.next,
      cursor.isParameter
    else { return false }
    return items.lazy.map(\.id).starts(with: first.items.lazy.map(\.id))
  }

  /// The same. It is asked once for a first page.
  mutating func isFirstAgain(_ items: [Item], at cursor: PageCursor?) -> Bool {
    defer { if cursor == first?.next { first?.isCompared = true } }
    return isLikeFirst(items, at: cursor)
  }
}

// MARK: - Rows that are known

extension ListMemory {
  /// How many rows before a cursor are compared with each page. More of them only after a movement.
  private static var nearby: Int { 4_096 }

  /// Whether the rows before the cursor are known.
  func knows(_ cursor: PageCursor) -> Bool { step(at: cursor)?.trail != nil }

  /// Whether a page counts other rows, or other pages, than the one before it did.
  func hasOtherCount(than reading: PageReading<Item>, at cursor: PageCursor) -> Bool {
    guard let step = step(at: cursor) else { return false }
    return [(step.total, reading.page.total), (step.pageCount, reading.pageCount)].contains {
      $0 != nil && $1 != nil && $0 != $1
    }
  }

  /// Whether one of these ids came shortly before the cursor.
  func hasNearby(_ ids: some Sequence<Item.ID>, at cursor: PageCursor) -> Bool {
    let hashes = Set(ids.map(\.hashValue))
    return step(at: cursor)?.rows.suffix(Self.nearby).contains { hashes.contains($0) } == true
  }

  /// How many known rows follow each known row before the cursor, by the hash value of its id.
  ///
  /// - Complexity: O(*n*) in the rows before the cursor.
  func followers(at cursor: PageCursor) -> [Int: Int] {
    guard let step = step(at: cursor) else { return [:] }
    return Dictionary(step.rows.enumerated().map { ($1, step.traced - 1 - $0) }) { min($0, $1) }
  }
}

extension ListMemory.Step {
  /// The hash values of the ids before it.
  fileprivate var rows: ArraySlice<Int> { trail?.hashes[..<traced] ?? [] }

  /// The trail, if it ends here: what comes next is added to it. Else another feed went on from here.
  fileprivate var openTrail: ListMemory.Trail? { trail?.hashes.count == traced ? trail : nil }
}

extension PageCursor {
  /// Whether a parameter carries the cursor to the server.
  fileprivate var isParameter: Bool {
    switch self {
    case .number, .offset, .token, .json: true
    case .link, .foreignLink: false
    }
  }
}
