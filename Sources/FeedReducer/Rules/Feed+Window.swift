// Rule 9. A bound on the rows that are kept.
extension Feed {
  /// Rule 9: drops pages far from the reader until about `keep` rows are left.
  func memoryWarning(_ state: inout State, keep: Int) throws(FeedRefusal) -> [Effect] {
    let before = state.pages.count
    let cancels = dropPages(&state, until: keep, at: [.append, .prepend])
    if state.pages.count == before {
      throw .nothingToDrop(count: state.serverRows.count, keep: keep)
    }
    return cancels
  }

  /// Drops pages while there are more than `maxItems` rows: after a further page at the other end,
  /// after a first page at either.
  func trim(_ state: inout State, applied side: Side? = nil) -> [Effect] {
    guard let maxItems else { return [] }
    let sides: [Side] =
      switch side {
      case .append: [.prepend]
      case .prepend: [.append]
      case nil: [.append, .prepend]
      }
    return dropPages(&state, until: maxItems, at: sides)
  }

  /// Drops pages, those at the farther end first, until at most `limit` rows are left.
  ///
  /// Two pages stay, and at least `prefetchDistance` rows on either side of the reader; otherwise a
  /// dropped page would be loaded again at once.
  private func dropPages(
    _ state: inout State, until limit: Int, at sides: [Side]
  ) -> [Effect] {
    let reader = readerIDs(state)
    var cancels: [Effect] = []
    while state.serverRows.count > limit, state.pages.count > 2,
      let side = fartherSide(of: sides, in: state)
    {
      if let ticket = state[side].load.cancel() { cancels.append(.cancel(ticket: ticket)) }
      dropPage(&state, at: side)
      cancels += gaps?.rules.close(&state, of: self) ?? []
      keepReader(&state, at: reader)
    }
    return cancels
  }

  /// The end of the list whose page can go; if both can, the one farther from the reader, who would have to come back the
  /// longer way.
  private func fartherSide(of sides: [Side], in state: State) -> Side? {
    guard let reader = state.reader else { return sides.first { $0 == .append } }
    var farthest: (side: Side?, slack: Int) = (nil, -1)
    for side in sides {
      let page = side == .append ? state.pages.count - 1 : 0
      let between =
        side == .append ? state.items.count - reader.upperBound : reader.lowerBound
      let slack = between - state.page(number: page).count - prefetchDistance
      if slack > farthest.slack { farthest = (side, slack) }
    }
    return farthest.side
  }

  /// Drops the page at one end, and opens that end at the page's own position.
  ///
  /// If the response to that position tells again what lies beyond the page, the old cursors are
  /// forgotten: by then the server's rows may have moved.
  @inline(never) func dropPage(_ state: inout State, at side: Side) {
    let page = state.pages.remove(at: side == .append ? state.pages.count - 1 : 0)
    state.changeServerRows { rows in
      side == .append ? rows.removeLast(page.count) : rows.removeFirst(page.count)
    }
    if side == .prepend { state.moveGaps(below: 0..<page.count, by: -page.count) }
    edits?.rules.show(&state, of: self, after: nil)
    if side.isTold(by: page.position) {
      state[side] = Edge(end: page.position)
    } else {
      state[side].drop(page.position)
    }
  }
}
