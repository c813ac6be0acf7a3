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

// A refresh that keeps the later pages.
extension Feed {
  /// Puts `page` in the place of the rows that it overlaps.
  ///
  /// The overlap goes from the first page's first row to the last row of `page`, which must be
  /// known: after one that is not, nobody knows whether the rows that are there follow it or are
  /// gone. Rows in the overlap that `page` does not have are gone from the server. What follows
  /// stays, with its cursors, but for rows that `page` has: they moved up.
  ///
  /// - Returns: Whether it could; false, with nothing changed, where the page does not lead into
  ///   the rows, is all the server has, where the list has ended other than by the server's word,
  ///   and where the server no longer knows its cursors.
  func merge(_ state: inout State, _ page: Page) -> Bool {
    guard page.next != nil, hasGoodCursors(state),
      let first = state.pages.firstIndex(where: { $0.position == .start })
    else { return false }
    let start = state.pages[..<first].reduce(0) { $0 + $1.count }
    let base = state.base
    func isIn(_ row: Item) -> Bool { base.index(id: row.id).map { $0 >= start } ?? false }
    guard let last = page.items.last, isIn(last), let end = base.index(id: last.id) else {
      return false
    }
    for row in page.items where base.index(id: row.id).map({ $0 > end }) ?? false {
      guard let place = state.base.index(id: row.id) else { continue }
      state.changeBase { $0.remove(id: row.id) }
      state.countRow(at: place, -1)
    }
    let count = state.changeRows { rows in
      let before = rows.count
      rows.replace(start..<end + 1, with: page.items)
      return end + 1 - start + rows.count - before
    }
    state.pages.replace(first, covering: end + 1 - start, with: count)
    reopen(&state, page, isWhole: start + count == state.base.count)
    return true
  }

  private func hasGoodCursors(_ state: State) -> Bool {
    !state.hasLostCursor && state.append.failure?.code != .invalidCursor
      && state.prepend.failure?.code != .invalidCursor
      && (state.append.end == nil || state.append.end == .exhausted)
  }

  /// Clears the failures of the edges. Where the page reaches the end it says what follows; else
  /// the pages that stay keep their end, too.
  private func reopen(_ state: inout State, _ page: Page, isWhole: Bool) {
    if case .failed = state.head.load { state.head.load = .idle }
    if case .failed = state.tail.load { state.tail.load = .idle }
    if isWhole {
      state.tail = Edge(end: page.next.map { .after(cursor: $0) }, tries: 0)
    }
  }
}

extension ChunkList {
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
    self[first].count = count
    for index in (first + 1..<keep).reversed() { remove(at: index) }
  }
}
