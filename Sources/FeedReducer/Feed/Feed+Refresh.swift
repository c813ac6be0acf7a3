// The first page: start, pull to refresh, invalidation, reset, and how it lands.
extension Feed {
  func start(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let obstacle = explain(state, .refresh) { return .ignored(obstacle) }
    return .accepted(loadFirst(&state))
  }

  func pull(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    if let ticket = state.refresh.request {
      return .ignored(.loading(kind: .refresh, ticket: ticket))
    }
    state.hasLostCursor = false
    return .accepted(loadFirst(&state, byHand: true))
  }

  func invalidate(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    switch state.refresh {
    case .loading(let ticket, _):
      if state.isInvalidated { return .ignored(.loading(kind: .refresh, ticket: ticket)) }
      state.isInvalidated = true
      return .accepted([])
    case .waiting(let ticket, _): return .ignored(.waiting(kind: .refresh, ticket: ticket))
    case .offline: return .ignored(.offline(kind: .refresh))
    default: return state.hasLanded ? .accepted(loadFirst(&state)) : .ignored(.noFirstPage)
    }
  }

  func reset(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    let edits = state.pendingEdits.compactMap { pending in
      pending.state.isSending ? pending.edit.ticket : pending.state.timer
    }
    let cancels = stopAll(&state) + edits.map { .cancel(ticket: $0) }
    var fresh = State(seed: state.seed)
    fresh.identity = state.identity
    fresh.lastTicket = state.lastTicket
    fresh.hasSentEdits = state.hasSentEdits
    fresh.isOnline = state.isOnline
    fresh.items = state.items
    fresh.items.replaceAll(with: [])
    state = fresh
    return .accepted(cancels + loadFirst(&state))
  }

  /// Sends for the first page. A refresh outranks the other loads: they are cancelled first.
  ///
  /// - Parameter byHand: Whether a person asks, who is heard also while the device is offline.
  func loadFirst(
    _ state: inout State, attempt: Int = 0, byHand: Bool = false
  ) -> [Effect] {
    let cancels = stopAll(&state)
    state.isInvalidated = false
    guard state.isOnline || byHand else {
      state.refresh = .offline(attempt: attempt)
      return cancels
    }
    let ticket = state.nextTicket()
    state.refresh = .loading(ticket: ticket, attempt: attempt)
    let request = Request(ticket: ticket, kind: .refresh, position: .start, size: pageSize)
    return cancels + [.load(request: request)]
  }

  /// Makes every kind that is under way idle, and returns the cancels that this needs.
  private func stopAll(_ state: inout State) -> [Effect] {
    [state.refresh.stop(), state.tail.load.stop(), state.head.load.stop()].compactMap { $0 }
      .map { .cancel(ticket: $0) }
  }

  /// Puts the first page in the place of the rows, or of those that it overlaps, in one step.
  func landFirst(
    _ state: inout State, _ page: Page, askedAs ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    let reader = readerIDs(state)
    let inserted = insertions(since: ticket, state)
    let shown = inserted.isEmpty ? [] : state.items
    if refreshMode != .merge || !merge(&state, page) { replace(&state, page) }
    putBack(inserted, shown: shown, &state)
    state.refresh = .idle
    state.total = page.total
    state.epoch += 1
    state.isDemandPaused = false
    followReader(&state, reader)
    if state.isInvalidated { return .accepted(loadFirst(&state)) }
    return accept(&state, trim(&state))
  }

  private func replace(_ state: inout State, _ page: Page) {
    let count = state.changeRows { rows in
      rows.replaceAll(with: page.items)
      return rows.count
    }
    state.pages = count == 0 ? [] : [PageRecord(count: count, position: .start)]
    state.tail = Edge(end: page.next.map { .after(cursor: $0) }, tries: count == 0 ? 1 : 0)
    state.head = Edge(end: page.previous.map { .before(cursor: $0) }, tries: 0)
  }
}

extension LoadState {
  /// Becomes idle if it is under way, and returns the ticket that is to be cancelled.
  mutating func stop() -> Ticket? {
    switch self {
    case .loading(let ticket, _), .waiting(let ticket, _):
      self = .idle
      return ticket
    case .offline:
      self = .idle
      return nil
    default:
      return nil
    }
  }
}

extension Feed.Edge {
  /// An edge as it is after a first page: idle, or ended where there is no further page.
  init(end position: Feed.Position?, tries: UInt32) {
    self.position = position
    self.tries = tries
    load = position == nil ? .ended(reason: .exhausted) : .idle
  }
}
