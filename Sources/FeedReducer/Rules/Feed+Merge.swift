// Rule 4. A refresh that keeps the later pages.
extension Feed {
  /// Rule 4: weaves the first page in, in place of the rows from its first one to its last one, which must be in the
  /// list: otherwise it is not known whether the old rows follow that row or are gone.
  ///
  /// Where the first page is not in the list, since it was dropped, or empty before and now, a refresh that
  /// keeps the reader's place has nothing to replace.
  ///
  /// - Returns: The cancels of loads that are of no use any more. Nil, with nothing changed, if the page does not lead
  ///   into the list, if no page follows it and rows do, if the server has forgotten the list's cursors, and after a
  ///   pull if the list ended in a cycle or stalled.
  func merge(_ state: inout State, page: Page) -> [Effect]? {
    let rows = state.serverRows
    let first = state.pages.firstIndex { $0.position == .start }
    let known = page.items.last.flatMap { rows.index(id: $0.id) }
    if state.keepsPlace, first == nil, known == nil,
      state.head.position == .start || page.items.isEmpty && page.next != nil
    {
      return []
    }
    let isDropped = state.keepsPlace && state.head.position == .start
    let start = state.pages[..<(first ?? 0)].reduce(0) { $0 + $1.count }
    guard hasGoodCursors(state), first != nil || isDropped, let end = known, end >= start,
      page.next != nil || end == rows.count - 1
    else { return nil }
    // Rows above the first page stay if it leads to them.
    let row = rows.index(id: page.items[0].id)
    var top = 0
    if start > 0, let previous = page.previous, let first {
      let isNamed = state.pages[first - 1].position == .before(cursor: previous)
      let isJoined = place(of: page.items, at: start, isBelow: true, in: rows).isJoinedAbove
      top = isNamed ? start : isJoined ? row ?? 0 : 0
    }
    if top > end { return nil }
    state.weave(page, readAt: .start, over: top..<end + 1)
    var cancels = askAgain(&state, after: page)
    // A page that is on its way at an end still goes on from its row, and what the user asked for goes on.
    if state.serverRows.last?.id == page.items.last?.id, !isKept(.append, in: state) {
      state.tail = Edge(end: page.next.map { .after(cursor: $0) })
      state.told = ToldEnding(page.ending)
    }
    guard top == 0, row != 0 || !isKept(.prepend, in: state) else { return cancels }
    cancels += open(&state, .prepend, at: page.previous.map { .before(cursor: $0) })
    return cancels
  }

  private func isKept(_ side: Side, in state: State) -> Bool {
    let load = state[side].load
    return load.isPending || state.keepsPlace && (load.end == .stalled || load.end == .cycle)
  }

  private func hasGoodCursors(_ state: State) -> Bool {
    !state.startsOver && !state.append.isOfLostCursor && !state.prepend.isOfLostCursor
      && (state.keepsPlace || state.append.end == nil || state.append.end == .exhausted)
  }

  /// Clears the failures of both ends, and has an end that was read to its end asked once more, by its last page.
  private func askAgain(_ state: inout State, after page: Page) -> [Effect] {
    var cancels: [Effect] = []
    for side in [Side.append, .prepend] {
      if case .failed = state[side].load { state[side].load = .idle }
      let edge = state[side]
      let last = side == .append ? state.pages.last : state.pages.first
      guard edge.load.end == .exhausted || edge.again != .no && edge.position != last?.position,
        let last, side.follows(last.position)
      else { continue }
      cancels += open(&state, side, at: last.position)
      state[side].again = last.position == side.next(in: page) ? .yes : .byOldPosition
    }
    return cancels
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
