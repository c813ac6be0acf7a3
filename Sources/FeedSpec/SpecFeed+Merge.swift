import FeedReducer

// A refresh that keeps the later pages.
extension SpecFeed {
  /// The first page replaces only the rows that it overlaps: from the first row of its old place to its last
  /// row. Rows between that it does not have were deleted on the server; rows behind that it has moved up.
  ///
  /// False, with nothing changed, if its last row is not in the list, if it is the only page, if the list
  /// ended in a cycle or stalled, and if the server has forgotten the cursors of the list.
  mutating func merge(_ page: Page) -> Bool {
    let isLost = Self.ends.contains { self[$0].failure?.code == .invalidCursor }
    guard page.next != nil, !hasLostCursor, !isLost,
      tail.load.end == nil || tail.load.end == .exhausted,
      let first = pages.firstIndex(where: { $0.position == .start }), let last = page.items.last,
      let end = rows.firstIndex(where: { $0.id == last.id })
    else { return false }
    let start = pages[..<first].reduce(0) { $0 + $1.count }
    if end < start { return false }
    takeUp(page.items, behind: end)
    let before = rows.count
    rows.removeSubrange(start...end)
    _ = add(page.items, at: start)
    let count = end + 1 - start + rows.count - before
    replacePages(from: first, covering: end + 1 - start, with: count)
    for kind in Self.ends {
      if case .failed = self[kind] { self[kind] = .idle }
    }
    if start + count == rows.count { tail = self.end(at: page.next.map { .after(cursor: $0) }) }
    return true
  }

  /// Rows of the page that stood behind the overlap leave their old place, and their page.
  private mutating func takeUp(_ items: [Row], behind end: Int) {
    for index in rows.indices.reversed()
    where index > end && items.contains(where: { $0.id == rows[index].id }) {
      rows.remove(at: index)
      count(-1, at: index)
    }
  }

  /// Pages that are covered as a whole go; the rest of one that is covered in part stays.
  private mutating func replacePages(from first: Int, covering covered: Int, with count: Int) {
    var (left, next) = (covered, first)
    while next < pages.count, left >= pages[next].count {
      left -= pages[next].count
      next += 1
    }
    if next == first {
      pages[first].count += count - left
    } else {
      if left > 0 { pages[next].count -= left }
      pages[first].count = count
      pages.removeSubrange(first + 1..<next)
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
