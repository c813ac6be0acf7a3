// A bound on the rows that are kept.
extension Feed {
  func shrink(_ state: inout State, _ keep: Int) -> Reaction<Effect, FeedRefusal> {
    let before = state.pages.count
    let cancels = drop(&state, until: keep, from: [.append, .prepend])
    if state.pages.count == before {
      return .ignored(.nothingToDrop(count: state.items.count, keep: keep))
    }
    return accept(&state, cancels)
  }

  /// Drops what is too much after a page landed: at the other end, or at any after a refresh.
  func trim(_ state: inout State, landed side: Side? = nil) -> [Effect] {
    guard let maxItems else { return [] }
    let ends: [Side] =
      switch side {
      case .append: [.prepend]
      case .prepend: [.append]
      case nil: [.append, .prepend]
      }
    return drop(&state, until: maxItems, from: ends)
  }

  /// Drops pages, the farther end first, until at most `limit` rows are left.
  ///
  /// Never the last two pages, and none that the reader is near: at least `prefetchDistance` rows
  /// stay on either side of the reader, or what was dropped would be wanted again at once.
  private func drop(_ state: inout State, until limit: Int, from ends: [Side]) -> [Effect] {
    let reader = readerIDs(state)
    var cancels: [Effect] = []
    while state.base.count > limit, state.pages.count > 2,
      let side = fartherEnd(state, of: ends)
    {
      if let ticket = state[side].load.stop() { cancels.append(.cancel(ticket: ticket)) }
      dropPage(&state, side)
      keepReader(&state, reader)
    }
    return cancels
  }

  /// The end whose page can go, the one farther from the reader if both can.
  private func fartherEnd(_ state: State, of ends: [Side]) -> Side? {
    func slack(_ side: Side) -> Int {
      guard let reader = state.reader else { return side == .append ? Int.max : Int.min }
      let rows = (side == .append ? state.pages.last : state.pages.first)?.count ?? 0
      let between =
        side == .append ? state.items.count - reader.upperBound : reader.lowerBound
      return between - rows - prefetchDistance
    }
    var farthest: (side: Side?, slack: Int) = (nil, -1)
    for side in ends {
      let slack = slack(side)
      if slack > farthest.slack { farthest = (side, slack) }
    }
    return farthest.side
  }

  /// Drops the page at one end and opens that end again at the page's own position.
  ///
  /// What lay beyond the page is forgotten where its answer will tell that again: by the time
  /// that it is read again, the server's rows may have moved.
  private func dropPage(_ state: inout State, _ side: Side) {
    let page = state.pages.remove(at: side == .append ? state.pages.count - 1 : 0)
    state.changeRows { rows in
      side == .append ? rows.removeLast(page.count) : rows.removeFirst(page.count)
    }
    if side.isTold(by: page.position) {
      state[side] = Edge(end: page.position, tries: 0)
    } else {
      state[side].dropped.append(page.position)
      state[side].load = .idle
    }
  }
}
