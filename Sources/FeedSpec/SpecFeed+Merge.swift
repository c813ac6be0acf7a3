import FeedReducer

// A refresh that keeps the later pages.
extension SpecFeed {
  /// The first page replaces only the rows that it overlaps: from the first row of its old place to its last
  /// row. Rows between that it does not have were deleted on the server; rows behind that it has moved up.
  ///
  /// False, with nothing changed, if its last row is not in the list, if no page follows it and rows do, if the
  /// server has forgotten the cursors of the list, and after a pull if the list ended in a cycle or stalled.
  ///
  /// Where the first page is not in the list, since it was dropped, or empty before and now, a refresh that keeps
  /// the reader's place has nothing to replace.
  mutating func merge(_ page: Page) -> Bool {
    if keepsPlace, hasNothingToReplace(by: page) { return true }
    let isLost = Self.ends.contains { self[$0].failure?.code == .invalidCursor }
    guard !hasLostCursor, !isLost,
      keepsPlace || tail.load.end == nil || tail.load.end == .exhausted,
      let first = pages.firstIndex(where: { $0.position == .start }), let last = page.items.last,
      let end = rows.firstIndex(where: { $0.id == last.id })
    else { return false }
    let start = pages[..<first].reduce(0) { $0 + $1.count }
    if end < start || page.next == nil && end < rows.count - 1 { return false }
    takeUp(page.items, behind: end)
    let before = rows.count
    rows.removeSubrange(start...end)
    _ = add(page.items, at: start)
    let count = end + 1 - start + rows.count - before
    replacePages(from: first, covering: end + 1 - start, with: count)
    for kind in Self.ends {
      if case .failed = self[kind] { self[kind] = .idle }
      if self[kind] == .exhausted { askAgain(kind, after: page, rest: rows.count - start - count) }
    }
    // A page that is on its way at the end still follows the last row, and what the user asked for goes on.
    let isKept = keepsPlace && (tail.load == .stalled || tail.load == .cycle)
    if start + count == rows.count, tail.load.attempt == nil, !isKept {
      tail = self.end(at: page.next.map { .after(cursor: $0) })
    }
    if start == 0, head.load == .exhausted {
      head = self.end(at: page.previous.map { .before(cursor: $0) })
    }
    return true
  }

  private func hasNothingToReplace(by page: Page) -> Bool {
    let isEmpty = page.items.isEmpty && page.next != nil
    return head.position == .start || isEmpty && !pages.contains { $0.position == .start }
  }

  /// An end that had no further page is asked once more, by its last page: the server may have added rows there.
  /// Where that is the first page, the `rest` of its rows is the next one.
  private mutating func askAgain(_ kind: LoadKind, after first: Page, rest: Int) {
    let page = kind == .append ? pages.last : pages.first
    if let page, Self.follows(page.position, at: kind) {
      self[end: kind] = end(at: page.position)
      self[end: kind].emptyCursors = [page.position.cursor].compactMap(\.self)
    } else if kind == .append, page?.position == .start, rest > 0, let next = first.next {
      tail = end(at: .after(cursor: next))
      tail.emptyCursors = [next]
      readOn(kind, rest: rest)
    }
  }

  /// Whether the tail is asked once more by the page at this position.
  private func isAskedAgain(_ position: Position) -> Bool {
    tail.next == position && tail.emptyCursors.contains { $0 == position.cursor }
  }

  /// Rows of the page that stood behind the overlap leave their old place, and their page.
  private mutating func takeUp(_ items: [Row], behind end: Int) {
    for index in rows.indices.reversed()
    where index > end && items.contains(where: { $0.id == rows[index].id }) {
      rows.remove(at: index)
      count(-1, at: index)
    }
  }

  /// Pages that are covered go. The rest of one that is covered in part belongs to the first page now: it can't
  /// be read again by itself. Only the last page of a tail that is asked once more is read from before its rows.
  private mutating func replacePages(from first: Int, covering covered: Int, with count: Int) {
    var (left, next) = (covered, first)
    while next < pages.count, left >= pages[next].count {
      left -= pages[next].count
      next += 1
    }
    if next == first {
      pages[first].count += count - left
    } else {
      let rest = left > 0 ? pages[next].count - left : 0
      let isOwn = rest > 0 && next == pages.count - 1 && isAskedAgain(pages[next].position)
      if isOwn { pages[next].count = rest }
      pages[first].count = count + (isOwn ? 0 : rest)
      pages.removeSubrange(first + 1..<next + (rest > 0 && !isOwn ? 1 : 0))
    }
  }

  /// The page that has the row at an index counts it. A row behind all pages belongs to the last one.
  mutating func count(_ change: Int, at index: Int) {
    var end = 0
    for page in pages.indices {
      end += pages[page].count
      if index < end || page == pages.count - 1 && change > 0 {
        pages[page].count += change
        return
      }
    }
    if change > 0 { pages.append(.init(count: change, position: .start)) }
  }
}
