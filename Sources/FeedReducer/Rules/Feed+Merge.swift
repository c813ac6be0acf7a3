// Rule 4. A refresh that keeps the later pages.
extension Feed {
  /// Rule 4: replaces the rows that `page` overlaps.
  ///
  /// The overlap goes from the first row of the list to the last row of `page`, which must be in the
  /// list: otherwise it is not known whether the old rows follow that row or are gone. Rows in the
  /// overlap that `page` does not have were deleted on the server. Later rows stay, with their
  /// cursors, except for rows of `page`, which moved up.
  ///
  /// Where the first page is not in the list, since it was dropped, or empty before and now, a refresh that
  /// keeps the reader's place has nothing to replace.
  ///
  /// - Returns: Whether it could. False, with nothing changed, if the page does not lead into the
  ///   list, if no page follows it and rows do, if the server has forgotten the list's cursors, and after a
  ///   pull if the list ended in a cycle or stalled.
  func merge(_ state: inout State, page: Page) -> Bool {
    if state.keepsPlace, hasNothingToReplace(state, by: page) { return true }
    guard hasGoodCursors(state),
      let first = state.pages.firstIndex(where: { $0.position == .start })
    else { return false }
    let start = state.pages[..<first].reduce(0) { $0 + $1.count }
    let rows = state.serverRows
    guard let last = page.items.last, let end = rows.index(id: last.id), end >= start,
      page.next != nil || end == rows.count - 1
    else { return false }
    for row in page.items where rows.index(id: row.id).map({ $0 > end }) ?? false {
      guard let index = state.serverRows.index(id: row.id) else { continue }
      state.changeServerRows { $0.remove(id: row.id) }
      state.countRow(at: index, by: -1)
    }
    let count = state.changeServerRows { rows in
      let before = rows.count
      rows.replace(start..<end + 1, with: page.items)
      return end + 1 - start + rows.count - before
    }
    state.pages.replace(
      first, covering: end + 1 - start, with: count, keepsLast: isLastReadAgain(state))
    reopenEnds(
      &state, after: page, isAtStart: start == 0, rest: state.serverRows.count - start - count)
    return true
  }

  /// Whether the tail is asked once more by the last page.
  private func isLastReadAgain(_ state: State) -> Bool {
    guard let last = state.pages.last?.position else { return false }
    return state.tail.isAskedAgain(last) && state.tail.next == last
  }

  private func hasNothingToReplace(_ state: State, by page: Page) -> Bool {
    let isEmpty = page.items.isEmpty && page.next != nil
    return state.head.position == .start
      || isEmpty && !state.pages.contains { $0.position == .start }
  }

  private func hasGoodCursors(_ state: State) -> Bool {
    !state.hasLostCursor && !state.append.isOfLostCursor && !state.prepend.isOfLostCursor
      && (state.keepsPlace || state.append.end == nil || state.append.end == .exhausted)
  }

  /// Clears the failures of both ends, and has an end that was read to its end asked once more: by its last page,
  /// or, where that is the first page, by the `rest` of its rows. If the page is at an end of the list, its cursor
  /// is the next one there; otherwise the later pages keep theirs.
  private func reopenEnds(
    _ state: inout State, after page: Page, isAtStart: Bool, rest: Int
  ) {
    for side in [Side.append, .prepend] {
      if case .failed = state[side].load { state[side].load = .idle }
      let last = side == .append ? state.pages.last : state.pages.first
      guard state[side].load.end == .exhausted, let last else { continue }
      if side.follows(last.position) {
        state[side] = Edge(end: last.position)
        state[side].askAgain()
      } else if side == .append, last.position == .start, rest > 0, let next = page.next {
        state.tail = Edge(end: .after(cursor: next))
        // Twice, since it is no old position.
        state.tail.askAgain()
        readOn(&state, at: .append, rest: rest)
      }
    }
    // A page that is on its way at the end still follows the last row, and what the user asked for goes on.
    let isKept =
      state.keepsPlace && (state.append.end == .stalled || state.append.end == .cycle)
    if rest == 0, !state.tail.load.isPending, !isKept {
      state.tail = Edge(end: page.next.map { .after(cursor: $0) })
      state.told = ToldEnding(page.ending)
    }
    if isAtStart, state.head.load.end == .exhausted {
      state.head = Edge(end: page.previous.map { .before(cursor: $0) })
    }
  }
}

extension ChunkList {
  /// Gives the record at `first` `count` rows in place of the `covered` rows from its start on.
  ///
  /// Pages that are covered go. The rest of a page that is covered in part joins the record: its own position
  /// would lead to rows before it. With `keepsLast` the last page may.
  fileprivate mutating func replace<Item, Cursor>(
    _ first: Int, covering covered: Int, with count: Int, keepsLast: Bool
  ) where Element == Feed<Item, Cursor>.PageRecord {
    var left = covered
    var keep = first
    while keep < self.count, left >= self[keep].count {
      left -= self[keep].count
      keep += 1
    }
    let rest = left > 0 ? self[keep].count - left : 0
    let isOwn = keepsLast && rest > 0 && keep > first && keep == self.count - 1
    self[first].count = isOwn ? count : count + rest
    if isOwn { self[keep].count = rest } else if rest > 0 { keep += 1 }
    while keep > first + 1 {
      keep -= 1
      remove(at: keep)
    }
  }
}

extension LoadState {
  /// Whether it failed since the server has forgotten the cursor.
  fileprivate var isOfLostCursor: Bool {
    if case .failed(let failure) = self { failure.code == .invalidCursor } else { false }
  }

  /// Whether a request or timer is live, or the load waits for the network.
  fileprivate var isPending: Bool {
    if case .offline = self { true } else { isUnderWay }
  }
}
