// A refresh that keeps the later pages.
extension Feed {
  /// Puts `page` in the place of the rows that it overlaps.
  ///
  /// The overlap goes from the first page's first row to the last row of `page`, which must be
  /// known: after one that is not, nobody knows whether the rows that are there follow it or are
  /// gone. Rows in the overlap that `page` does not have are gone from the server. What follows
  /// stays, with its cursors, but for rows that `page` has: they moved up.
  ///
  /// - Returns: Whether it could; false, with nothing changed, where the page does not lead into
  ///   the rows, is all the server has, where the list has ended other than by the server's word,
  ///   and where the server no longer knows its cursors.
  func merge(_ state: inout State, _ page: Page) -> Bool {
    guard page.next != nil, hasGoodCursors(state),
      let first = state.pages.firstIndex(where: { $0.position == .start })
    else { return false }
    let start = state.pages[..<first].reduce(0) { $0 + $1.count }
    let base = state.base
    func isIn(_ row: Item) -> Bool { base.index(id: row.id).map { $0 >= start } ?? false }
    guard let last = page.items.last, isIn(last), let end = base.index(id: last.id) else {
      return false
    }
    for row in page.items where base.index(id: row.id).map({ $0 > end }) ?? false {
      guard let place = state.base.index(id: row.id) else { continue }
      state.changeBase { $0.remove(id: row.id) }
      state.countRow(at: place, -1)
    }
    let count = state.changeRows { rows in
      let before = rows.count
      rows.replace(start..<end + 1, with: page.items)
      return end + 1 - start + rows.count - before
    }
    state.pages.replace(first, covering: end + 1 - start, with: count)
    reopen(&state, page, isWhole: start + count == state.base.count)
    return true
  }

  private func hasGoodCursors(_ state: State) -> Bool {
    !state.hasLostCursor && state.append.failure?.code != .invalidCursor
      && state.prepend.failure?.code != .invalidCursor
      && (state.append.end == nil || state.append.end == .exhausted)
  }

  /// Clears the failures of the edges. Where the page reaches the end it says what follows; else
  /// the pages that stay keep their end, too.
  private func reopen(_ state: inout State, _ page: Page, isWhole: Bool) {
    if case .failed = state.head.load { state.head.load = .idle }
    if case .failed = state.tail.load { state.tail.load = .idle }
    if isWhole {
      state.tail = Edge(end: page.next.map { .after(cursor: $0) }, tries: 0)
    }
  }
}

extension ChunkList {
  /// Makes the record at `first` hold `count` rows in place of the `covered` rows from its start.
  ///
  /// Pages that are covered whole go; what is left of the first page stays with it.
  fileprivate mutating func replace<Item, Cursor>(
    _ first: Int, covering covered: Int, with count: Int
  ) where Element == Feed<Item, Cursor>.PageRecord {
    var left = covered
    var keep = first
    while keep < self.count, left >= self[keep].count {
      left -= self[keep].count
      keep += 1
    }
    if keep == first {
      self[first].count += count - left
      return
    }
    if left > 0 { self[keep].count -= left }
    self[first].count = count
    for index in (first + 1..<keep).reversed() { remove(at: index) }
  }
}
