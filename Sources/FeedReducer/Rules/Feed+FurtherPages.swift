// The next and the previous page: asking for them, and how they land.
extension Feed {
  /// `loadMore`: loads the next page, and goes on at an end that has stalled.
  func loadMore(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    let obstacle = obstacle(to: .append, state)
    let stalled = [Side.append, .prepend].first { state[$0].load.end == .stalled }
    if let obstacle, stalled == nil || state.append.isUnderWay { return .ignored(obstacle) }
    state.isDemandPaused = false
    state.hasLostCursor = false
    guard obstacle != nil, let stalled else { return accept(&state, load(&state, .append)) }
    state[stalled].reopen()
    // The refresh decides what there is to load, when it lands.
    if state.refresh.isUnderWay { return accept(&state) }
    return accept(&state, load(&state, stalled))
  }

  /// Sends for the page at one end of the list, of which the caller knows that it is there.
  ///
  /// - Parameter byHand: Whether a person asks, who is heard also while the device is offline.
  func load(
    _ state: inout State, _ side: Side, attempt: Int = 0, byHand: Bool = false
  ) -> [Effect] {
    guard state.isOnline || byHand else {
      state[side].load = .offline(attempt: attempt)
      return []
    }
    let ticket = state.nextTicket()
    state[side].load = .loading(ticket: ticket, attempt: attempt)
    let position = state[side].next ?? .start
    return [
      .load(
        request: Request(ticket: ticket, kind: side.kind, position: position, size: pageSize))
    ]
  }

  /// Adds a page at one end. Known rows keep their place and take the newer value.
  func landFurther(
    _ state: inout State, _ page: Page, _ side: Side
  ) -> Reaction<Effect, FeedRefusal> {
    let reader = readerIDs(state)
    let asked = state[side].next ?? .start
    if let gap = gap(state, page, side, asked) { return fill(&state, side, gap) }
    let added = state.changeRows { rows in
      side == .append ? rows.append(contentsOf: page.items) : rows.prepend(contentsOf: page.items)
    }
    if added > 0 {
      state.pages.insert(
        PageRecord(count: added, position: asked), at: side == .append ? state.pages.count : 0)
    }
    if let total = page.total { state.total = total }
    advance(&state, page, side, asked: asked, added: added)
    keepReader(&state, reader)
    return accept(&state, trim(&state, landed: side))
  }

  /// Moves the edge on after its page landed.
  private func advance(
    _ state: inout State, _ page: Page, _ side: Side, asked: Position, added: Int
  ) {
    if state[side].dropped.popLast() != nil {
      // Where it leads is known, and what it brings is no measure of whether there is more.
      state[side].tries = added > 0 ? 0 : state[side].tries &+ 1
      let isAtEnd = state[side].next == nil
      state[side].load = isAtEnd ? .ended(reason: .exhausted) : .idle
      return
    }
    let next = (side == .append ? page.next : page.previous).map(side.position(beyond:))
    state[side].advance(
      to: next, asked: asked, added: added, pages: state.pages, tries: progressTries)
  }
}

extension Feed.Edge {
  /// Moves on to `next` after an answer that brought `added` new rows: progress decides the end.
  mutating func advance(
    to next: Feed.Position?, asked: Feed.Position, added: Int, pages: ChunkList<Feed.PageRecord>,
    tries allowed: Int
  ) {
    if added > 0 {
      tries = 0
    } else {
      tries &+= 1
      if let cursor = asked.cursor { fruitless.append(cursor) }
    }
    load = state(after: next, added: added, pages: pages, tries: allowed)
    position = load.end == nil || load.end == .stalled ? next : nil
  }

  private func state(
    after next: Feed.Position?, added: Int, pages: ChunkList<Feed.PageRecord>, tries allowed: Int
  ) -> LoadState {
    guard let next, let cursor = next.cursor else { return .ended(reason: .exhausted) }
    if added > 0 { return .idle }
    if fruitless.contains(cursor) || pages.contains(where: { $0.position == next }) {
      return .ended(reason: .cycle)
    }
    return Int(tries) > allowed ? .ended(reason: .stalled) : .idle
  }
}

// A page that is read again from its far side, and what may lie between it and the list.
extension Feed {
  /// Where the rows are that `page` leaves out in front of the list; nil where it leads into it.
  ///
  /// It begins where it began when it was first read; where it ends the server decides. It may be
  /// shorter now, or other rows have come. For a server that never names a place twice in the same
  /// way, this gives up after a few tries.
  func gap(_ state: State, _ page: Page, _ side: Side, _ asked: Position) -> Position? {
    guard !side.follows(asked), Int(state[side].tries) <= progressTries,
      let inner = side.opposite.next(in: page), inner != asked,
      let neighbour = side == .append ? state.pages.last : state.pages.first,
      neighbour.position != inner
    else { return nil }
    let row = side == .append ? page.items.first : page.items.last
    let isKnown = row.map { state.base.contains(id: $0.id) } ?? false
    return isKnown ? nil : inner
  }

  /// Sends for what lies in the gap first; the page is read again after it.
  func fill(
    _ state: inout State, _ side: Side, _ gap: Position
  ) -> Reaction<Effect, FeedRefusal> {
    state[side].dropped.append(gap)
    state[side].tries &+= 1
    state[side].load = .idle
    return accept(&state, trim(&state, landed: side))
  }
}

extension Feed.Side {
  /// The other end.
  fileprivate var opposite: Feed.Side { self == .append ? .prepend : .append }

  /// Where a page says that the rows beyond it at this end are; nil where there are none.
  fileprivate func next(in page: Feed.Page) -> Feed.Position? {
    (self == .append ? page.next : page.previous).map(position(beyond:))
  }

  /// Whether a request for `position` asks for what follows a row of the list at this end.
  fileprivate func follows(_ position: Feed.Position) -> Bool {
    switch position {
    case .start: false
    case .after: self == .append
    case .before: self == .prepend
    }
  }
}
