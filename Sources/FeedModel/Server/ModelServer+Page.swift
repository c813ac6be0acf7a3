import FeedReducer
import FeedSpec
import FeedTesting

// How the server pages. With `.cursor` paging, a cursor is the id of the row next to the page,
// multiplied by `cursorFactor`, plus the number of new cursors for the same position. Cursor 0 is
// the one after row 0.
extension ModelServer {
  /// Returns the answer to a request for the page at `position`; nil if `answer` can't be given.
  ///
  /// - Parameter sent: The server's rows when the request was sent, as bits; 0 if not recorded.
  func page(
    at position: ModelFeed.Position, as answer: ServerAnswer, sent: UInt64,
    in scenario: FeedScenario
  ) -> ModelFeed.Page? {
    let size = scenario.feed.pageSize
    switch answer {
    case .whole: return page(at: position, size: size, of: rows, in: scenario)
    case .early:
      return sent == 0 || sent == rows
        ? nil : page(at: position, size: size, of: sent, in: scenario)
    case .short:
      let page = page(at: position, size: 1, of: rows, in: scenario)
      return size == 1 || page.next == nil ? nil : page
    case .emptyAgain:
      return position.cursor.map { .init(items: [], next: $0) }
    case .emptyFresh:
      return freshCursor(for: position, in: scenario).map { .init(items: [], next: $0) }
    case .repeatedAgain:
      return position.cursor.map { .init(items: rows(before: $0, in: scenario), next: $0) }
    case .repeatedFresh:
      guard let cursor = position.cursor, let fresh = freshCursor(for: position, in: scenario)
      else {
        return nil
      }
      return .init(items: rows(before: cursor, in: scenario), next: fresh)
    }
  }

  private func page(
    at position: ModelFeed.Position, size: Int, of rows: UInt64, in scenario: FeedScenario
  ) -> ModelFeed.Page {
    switch (scenario.paging, position) {
    case (.cursor, .before(let cursor)):
      return page(
        before: cursor.dividedDown(by: scenario.cursorFactor), size: size, of: rows, in: scenario)
    case (.cursor, .after(let cursor)):
      let passed = Self.bits(upTo: cursor.dividedDown(by: scenario.cursorFactor))
      return page(beginningWith: rows & ~passed, size: size, of: rows, in: scenario)
    case (.cursor, _):
      let first = scenario.firstRow * Self.gap(scenario)
      let head = scenario.firstRow == 0 ? 0 : Self.bits(upTo: first - 1)
      return page(beginningWith: rows & ~head, size: size, of: rows, in: scenario)
    case (.offset, _):
      let offset = position.cursor ?? 0
      var rest = rows
      for _ in 0..<offset where rest != 0 { rest &= rest - 1 }
      let taken = first(size, of: rest)
      let items = taken.items
      return .init(
        items: items, next: taken.rest == 0 ? nil : offset + items.count,
        total: rows.nonzeroBitCount)
    }
  }

  /// The first `size` rows of `rest`, with the cursors on both sides.
  private func page(
    beginningWith rest: UInt64, size: Int, of rows: UInt64, in scenario: FeedScenario
  ) -> ModelFeed.Page {
    let taken = first(size, of: rest)
    let items = taken.items
    let hasMore = taken.rest != 0
    let hasLess = scenario.firstRow > 0 && rows & ~rest != 0
    return .init(
      items: items, next: hasMore ? items.last.map { $0.id * scenario.cursorFactor } : nil,
      previous: hasLess ? items.first.map { $0.id * scenario.cursorFactor } : nil)
  }

  /// The last `size` rows before the row `id`.
  private func page(
    before id: Int, size: Int, of rows: UInt64, in scenario: FeedScenario
  ) -> ModelFeed.Page {
    let before = Self.ids(rows & Self.bits(upTo: id - 1))
    let items = before.suffix(size).map(row)
    return .init(
      items: items, next: nil,
      previous: items.count < before.count
        ? items.first.map { $0.id * scenario.cursorFactor } : nil)
  }

  private func row(_ id: Int) -> ModelRow {
    ModelRow(id: id, value: changed & Self.bit(id) == 0 ? 0 : 1)
  }

  private func first(_ size: Int, of bits: UInt64) -> (items: [ModelRow], rest: UInt64) {
    var items: [ModelRow] = []
    var rest = bits
    while rest != 0, items.count < size {
      items.append(row(rest.trailingZeroBitCount - Self.origin))
      rest &= rest - 1
    }
    return (items, rest)
  }

  /// The last rows before the position that `cursor` names, at most one page of them.
  private func rows(before cursor: Int, in scenario: FeedScenario) -> [ModelRow] {
    let before =
      switch scenario.paging {
      case .cursor: ids.filter { $0 <= cursor.dividedDown(by: scenario.cursorFactor) }
      case .offset: Array(ids.prefix(cursor))
      }
    return before.suffix(scenario.feed.pageSize).map(row)
  }

  private func freshCursor(for position: ModelFeed.Position, in scenario: FeedScenario) -> Int? {
    guard freshCursors > 0, scenario.paging == .cursor else { return nil }
    let top = -Self.origin - 1
    return position.cursor.map { $0 + 1 } ?? top * scenario.cursorFactor
  }
}

extension Int {
  /// The quotient rounded down, also for negative numbers.
  func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
