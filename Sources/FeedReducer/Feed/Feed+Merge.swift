// A refresh that keeps the later pages.
extension Feed {
  /// Puts `page` in the place of the rows that it overlaps.
  ///
  /// Rows from the first page's first row to the last one that `page` knows are replaced, so that
  /// those that vanished from the server go. What follows stays, with its cursors.
  ///
  /// - Returns: Whether it could; false, with nothing changed, where nothing overlaps, where the
  ///   page is all the server has, or where the list has ended other than by the server's word.
  func merge(_ state: inout State, _ page: Page) -> Bool {
    guard page.next != nil, state.append.end == nil || state.append.end == .exhausted,
      let first = state.pages.firstIndex(where: { $0.position == .start })
    else { return false }
    let base = state.base
    let start = state.pages[..<first].reduce(0) { $0 + $1.count }
    let known = page.items.lazy.compactMap { base.index(id: $0.id) }.filter { $0 >= start }
    guard let last = known.max() else { return false }
    let count = state.changeRows { rows in
      let before = rows.count
      rows.replace(start..<last + 1, with: page.items)
      return last + 1 - start + rows.count - before
    }
    state.pages.replace(first, covering: last + 1 - start, with: count)
    if case .failed = state.tail.load { state.tail.load = .idle }
    if case .failed = state.head.load { state.head.load = .idle }
    return true
  }
}

extension Array {
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
    replaceSubrange(
      first..<keep, with: CollectionOfOne(Element(count: count, position: self[first].position)))
  }
}
