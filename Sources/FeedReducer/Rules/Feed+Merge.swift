// Rules 4 and 17. A refresh that keeps the later pages.
extension Feed {
  /// Rule 4: weaves the first page in, in place of the rows from its first one to its last one, which must be in the
  /// list: otherwise it is not known whether the old rows follow that row or are gone. With gaps they stay below one.
  ///
  /// Where the first page is not in the list, since it was dropped, or empty before and now, a refresh that
  /// keeps the reader's place has nothing to replace.
  ///
  /// - Returns: The cancels of loads that are of no use any more. Nil, with nothing changed, if the page does not lead
  ///   into the list, if no page follows it and rows do, if the server has forgotten the list's cursors, and after a
  ///   pull if the list ended in a cycle or stalled.
  func merge(_ state: inout State, page: Page) -> [Effect]? {
    if let gaps { return gaps.rules.merge(&state, of: self, page: page) }
    if isOfNoUse(page, in: state) { return [] }
    let rows = state.serverRows
    let start = state.firstPage?.row
    let isDropped = state.keepsPlace && state.head.isBeforeFirstPage
    guard start != nil || isDropped, let end = page.items.last.flatMap({ rows.index(id: $0.id) }),
      end >= start ?? 0, page.next != nil || end == rows.count - 1
    else { return nil }
    return weaveFirstPage(&state, page: page, upTo: end + 1, isJoined: true)?.cancels
  }

  /// Whether a page that is to keep the reader's place is thrown away: the list's first page was dropped, and this one
  /// has none of its rows, so all of them stay as they are. Below the list it is read where the list goes on.
  func isOfNoUse(_ page: Page, in state: State) -> Bool {
    guard state.keepsPlace, state.firstPage == nil else { return false }
    if state.isFirstPageBelow { return true }
    return (state.head.isBeforeFirstPage || page.items.isEmpty && page.next != nil)
      && !(page.items.last.map { state.serverRows.contains(id: $0.id) } ?? false)
  }

  /// Weaves the first page in, and opens the ends that it reaches.
  ///
  /// - Parameters:
  ///   - end: Where the rows end that it replaces.
  ///   - isJoined: Whether its last row stood there.
  /// - Returns: Where it stands, and the cancels of loads that are of no use any more. Nil, with nothing changed, if it
  ///   takes the list's place.
  func weaveFirstPage(
    _ state: inout State, page: Page, upTo end: Int, isJoined: Bool
  ) -> (run: Range<Int>, cancels: [Effect])? {
    if !hasGoodCursors(state) { return nil }
    let rows = state.serverRows
    // Rows above the first page stay if it leads to them; else they may have gone.
    let row = rows.index(id: page.items[0].id)
    var top = 0
    if let (index, start) = state.firstPage, start > 0, let previous = page.previous {
      let isNamed = state.page(number: index - 1).position == .before(cursor: previous)
      let isAbove = place(of: page.items, at: start, isBelow: true, in: rows).isJoinedAbove
      top = isNamed ? start : isAbove ? row ?? 0 : 0
    }
    if top > end { return nil }
    // Pages without new rows may have had rows that are above: one that goes now would be in no page that is read.
    let isPassed =
      state.append.isPending && state.tail.emptyPages > 0
      && (top..<end).contains { index in !page.items.contains { $0.id == rows[index].id } }
    let run = state.weave(page, readAt: .start, isBelow: true, over: top..<end)
    var cancels = askAgain(&state, after: page)
    // A page that is on its way at an end still goes on from its row, since a list that is often out of date would never
    // grow; and what the user asked for goes on.
    let goesOn = isJoined && !isPassed && isKept(.append, in: state)
    if run.upperBound == state.serverRows.count, !goesOn {
      cancels += open(&state, at: .append, from: page.next.map { .after(cursor: $0) })
      state.told = ToldEnding(page.ending)
    }
    if top == 0, row != 0 || !isKept(.prepend, in: state) {
      cancels += open(&state, at: .prepend, from: page.previous.map { .before(cursor: $0) })
    }
    return (run, cancels)
  }

  /// Whether an end goes on as it is. Not if its last page is asked once more, whose rows the first page has now.
  private func isKept(_ side: Side, in state: State) -> Bool {
    let load = state[side].load
    return state[side].again == .no
      && (load.isPending || state.keepsPlace && (load.end == .stalled || load.end == .cycle))
  }

  private func hasGoodCursors(_ state: State) -> Bool {
    !state.startsOver && !state.append.isOfLostCursor && !state.prepend.isOfLostCursor
      && (state.keepsPlace || state.append.end == nil || state.append.end == .exhausted)
  }

  /// Clears the failures of both ends, and has an end that was read to its end asked once more, by its last page, since
  /// the server may have more by now.
  private func askAgain(_ state: inout State, after page: Page) -> [Effect] {
    for side in [Side.append, .prepend] {
      if case .failed = state[side].load { state[side].load = .idle }
    }
    return askAgain(&state, after: page, ifEnded: true)
  }

  /// Has an end asked once more by its last page: if it is to be, and that is another page now.
  ///
  /// - Parameter ifEnded: Whether also if the end was read to its end.
  @inline(never) func askAgain(
    _ state: inout State, after page: Page, ifEnded: Bool
  ) -> [Effect] {
    var cancels: [Effect] = []
    for side in [Side.append, .prepend] {
      let edge = state[side]
      let last = state.page(at: side)
      guard
        ifEnded && edge.load.end == .exhausted
          || edge.again != .no && edge.position != last?.position,
        let last, side.follows(last.position)
      else { continue }
      cancels += open(&state, at: side, from: last.position)
      state[side].again = last.position == side.next(in: page) ? .yes : .byOldPosition
    }
    return cancels
  }
}

extension Feed.State {
  /// Which of the pages the first one is, and how many rows stand above it; nil if it is not in the list. One that was
  /// first before a gap opened above it is not.
  @inline(never) var firstPage: (index: Int, row: Int)? {
    if head.isBeforeFirstPage || isFirstPageBelow { return nil }
    var row = 0
    for index in 0..<pages.count {
      let page = page(number: index)
      if page.position == .start { return (index, row) }
      row += page.count
    }
    return nil
  }

  /// Whether the first page was dropped at the end: the list begins above it.
  var isFirstPageBelow: Bool { tail.isBeforeFirstPage && !pages.isEmpty }
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
