// The first page: start, pull to refresh, reset, and how it lands.
extension Feed {
  func start(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let obstacle = state.refresh.obstacle(to: .refresh) { return .ignored(obstacle) }
    if state.hasLanded { return .ignored(.alreadyStarted) }
    return .accepted(startRefresh(&state))
  }

  func pull(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let ticket = state.refresh.request {
      return .ignored(.loading(kind: .refresh, ticket: ticket))
    }
    return .accepted(startRefresh(&state))
  }

  func reset(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    let cancels = stopAll(&state)
    var fresh = State(seed: state.seed)
    fresh.lastTicket = state.lastTicket
    fresh.items = state.items
    fresh.items.replaceAll(with: [])
    state = fresh
    return .accepted(cancels + startRefresh(&state))
  }

  /// Sends for the first page. A refresh outranks the other loads: they are cancelled first.
  func startRefresh(_ state: inout State) -> [Effect] {
    let cancels = stopAll(&state)
    let ticket = state.nextTicket()
    state.refresh = .loading(ticket: ticket, attempt: 0)
    let request = Request(ticket: ticket, kind: .refresh, position: .start, size: pageSize)
    return cancels + [.load(request: request)]
  }

  /// Makes every kind that is under way idle, and returns the cancels that this needs.
  private func stopAll(_ state: inout State) -> [Effect] {
    let stopped = [state.refresh.stop(), state.tail.load.stop(), state.head.load.stop()]
    return stopped.compactMap { $0.map { .cancel(ticket: $0) } }
  }

  /// Puts the first page in place of the rows, in one step.
  func landRefresh(_ state: inout State, _ page: Page) -> Reaction<Effect, FeedRefusal> {
    let old = state.items
    state.items.replaceAll(with: page.items)
    state.pages = []
    if !state.items.isEmpty {
      state.pages.append(PageRecord(count: state.items.count, position: .start))
    }
    state.refresh = .idle
    state.tail = Edge(
      end: page.next.map { .after(cursor: $0) }, tries: state.items.isEmpty ? 1 : 0)
    state.head = Edge(end: page.previous.map { .before(cursor: $0) }, tries: 0)
    state.total = page.total
    state.epoch += 1
    state.isDemandPaused = false
    followReader(&state, from: old)
    return accept(&state)
  }
}

extension LoadState {
  /// Becomes idle if it is under way, and returns the ticket that is to be cancelled.
  fileprivate mutating func stop() -> Ticket? {
    guard let ticket = request ?? timer else { return nil }
    self = .idle
    return ticket
  }
}

extension Feed.Edge {
  /// An edge as it is after a first page: idle, or ended where there is no further page.
  init(end position: Feed.Position?, tries: Int) {
    self.position = position
    self.tries = tries
    load = position == nil ? .ended(reason: .exhausted) : .idle
  }
}
