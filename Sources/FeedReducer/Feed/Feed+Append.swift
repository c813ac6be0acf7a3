// The next page: asking for it, and how it lands.
extension Feed {
  func loadMore(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let obstacle = obstacleToAppend(state) { return .ignored(obstacle) }
    state.isDemandPaused = false
    return .accepted([startAppend(&state)])
  }

  /// Sends for the page at the tail's position, which the caller knows to be there.
  func startAppend(_ state: inout State) -> Effect {
    let ticket = state.nextTicket()
    state.tail.load = .loading(ticket: ticket, attempt: 0)
    return .load(
      request: Request(
        ticket: ticket, kind: .append, position: state.tail.position ?? .start, size: pageSize))
  }

  /// Adds the page at the end. Known rows keep their place and take the newer value.
  func landAppend(_ state: inout State, _ page: Page) -> Reaction<Effect, FeedRefusal> {
    let asked = state.tail.position ?? .start
    let added = state.items.append(contentsOf: page.items)
    if added > 0 { state.pages.append(PageRecord(count: added, position: asked)) }
    if let total = page.total { state.total = total }
    state.tail.advance(
      to: page.next.map { .after(cursor: $0) }, asked: asked, added: added,
      pages: state.pages, tries: progressTries)
    return accept(&state)
  }
}

extension Feed.Edge {
  /// Moves on to `next` after an answer that brought `added` new rows: progress decides the end.
  mutating func advance(
    to next: Feed.Position?, asked: Feed.Position, added: Int, pages: [Feed.PageRecord],
    tries allowed: Int
  ) {
    if added > 0 {
      tries = 0
    } else {
      tries += 1
      if let cursor = asked.cursor { fruitless.append(cursor) }
    }
    load = state(after: next, added: added, pages: pages, tries: allowed)
    position = load.end == nil || load.end == .stalled ? next : nil
  }

  private func state(
    after next: Feed.Position?, added: Int, pages: [Feed.PageRecord], tries allowed: Int
  ) -> LoadState {
    guard let next, let cursor = next.cursor else { return .ended(reason: .exhausted) }
    if added > 0 { return .idle }
    if fruitless.contains(cursor) || pages.contains(where: { $0.position == next }) {
      return .ended(reason: .cycle)
    }
    return tries > allowed ? .ended(reason: .stalled) : .idle
  }
}
