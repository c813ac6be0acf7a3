// Rules 3, 4 and 16. The first page: start, refresh, invalidation, reset, stop, and what its rows replace.
extension Feed {
  /// Rule 3: loads the first page, once; and once after each stop.
  func started(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    if !state.isStopped, let refusal = explain(.refresh, in: state) { throw refusal }
    state.isStopped = false
    return loadFirstPage(&state)
  }

  /// Rule 4: loads the first page again, also while the device is said to be offline, and in place of a load
  /// that only keeps the reader's place. The other loads are cancelled.
  func refreshPulled(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    if state.isStopped { throw .stopped }
    if !state.keepsPlace, let ticket = state.refresh.request {
      throw .loading(kind: .refresh, ticket: ticket)
    }
    state.hasLostCursor = false
    return loadFirstPage(&state, byHand: true)
  }

  /// Rule 4: loads the first page again and keeps the reader's place; after the refresh in flight if there is one. The
  /// other loads go on, unless its page takes the list's place.
  func invalidated(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    switch state.refresh {
    case .loading(let ticket, _):
      if state.firstPageLoad.isFollowed { throw .loading(kind: .refresh, ticket: ticket) }
      state.firstPageLoad.isFollowed = true
      return []
    case .waiting(let ticket, _): throw .waiting(kind: .refresh, ticket: ticket)
    case .offline: throw .offline(kind: .refresh)
    default:
      guard state.hasFirstPage else { throw state.refusalWithoutPage }
      return loadFirstPage(&state, keepsPlace: true)
    }
  }

  /// Empties the list and loads the first page. Tickets go on counting (rule 1), since answers to old ones may still
  /// come, and edits go on (rule 10).
  func reset(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    if state.isStopped { throw .stopped }
    return empty(&state) + loadFirstPage(&state)
  }

  /// Rule 16: cancels everything, empties the list, drops the edits, and loads nothing until the feed is started, since
  /// another user may come next.
  func stopped(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    if state.isStopped { throw .stopped }
    let cancels = empty(&state)
    let drops = edits?.rules.drop(&state) ?? []
    state.isStopped = true
    return cancels + drops
  }

  /// Empties the list without a load, since its query is no longer asked. The edits go on.
  func letGo(_ state: inout State) -> [Effect] {
    let cancels = empty(&state)
    edits?.rules.hide(&state)
    forgetConfirmed(&state)
    state.checkInvariants()
    return cancels
  }

  /// Makes the state that of a feed that has not started, but for its edits, and returns the cancels of loads.
  private func empty(_ state: inout State) -> [Effect] {
    let cancels = cancelLoads(&state)
    var old = State(seed: state.seed, identity: state.identity)
    swap(&old, &state)
    state.lastTicket = old.lastTicket
    state.hasSentEdits = old.hasSentEdits
    state.isOnline = old.isOnline
    state.items = old.items
    state.items.replaceAll(with: [])
    state.edits = old.edits
    state.confirmed = old.confirmed
    edits?.rules.empty(&state)
    return cancels
  }

  /// Sends the request for the first page. It cancels the other loads, whose rows it may replace.
  ///
  /// - Parameters:
  ///   - byHand: Whether the user asked. Then it is sent although the device is said to be offline.
  ///   - keepsPlace: Whether the reader keeps their place. Then it cancels no other load, so that rows which are
  ///     often out of date starve none.
  @inline(never) func loadFirstPage(
    _ state: inout State, attempt: Int = 0, byHand: Bool = false, keepsPlace: Bool = false
  ) -> [Effect] {
    let cancels =
      keepsPlace
      ? state.refresh.cancel().map { [.cancel(ticket: $0)] } ?? [] : cancelLoads(&state)
    guard state.isOnline || byHand else {
      state.firstPageLoad = FirstPageLoad(
        state: .offline(attempt: attempt), keepsPlace: keepsPlace)
      return cancels
    }
    let ticket = state.nextTicket()
    state.firstPageLoad = FirstPageLoad(
      state: .loading(ticket: ticket, attempt: attempt), keepsPlace: keepsPlace)
    let request = Request(ticket: ticket, kind: .refresh, position: .start, size: pageSize)
    return cancels + [.load(request: request)]
  }

  /// Makes every load idle that is in flight or waits, and returns the cancels.
  @inline(never) func cancelLoads(_ state: inout State) -> [Effect] {
    let refresh = state.refresh.cancel().map { [Effect.cancel(ticket: $0)] } ?? []
    return refresh + cancelFurtherPages(&state)
  }

  private func cancelFurtherPages(_ state: inout State) -> [Effect] {
    var cancels: [Effect] = []
    for kind in LoadKind.allCases where kind != .refresh {
      if let ticket = state[kind].cancel() { cancels.append(.cancel(ticket: ticket)) }
    }
    return cancels
  }

  /// Rule 4: puts the first page in place of all rows, or of those that it overlaps, in one step, so that no view shows
  /// what lies between.
  func applyFirstPage(
    _ state: inout State, page: Page, ticket: Ticket
  ) -> [Effect] {
    let reader = readerIDs(state)
    var cancels = refreshMode == .merge || state.keepsPlace ? merge(&state, page: page) : nil
    let isMerged = cancels != nil
    if !isMerged {
      cancels = cancelFurtherPages(&state)
      replaceRows(&state, with: page)
    }
    state.generation += 1
    edits?.rules.show(
      &state, of: self, after: Arrival(ticket: ticket, isFirst: true, isLast: !isMerged))
    let isFollowed = state.firstPageLoad.isFollowed
    state.refresh = .idle
    state.startsOver = false
    state.total = page.total
    state.isDemandPaused = false
    followReader(&state, to: reader)
    let next =
      isFollowed ? loadFirstPage(&state, keepsPlace: true) : trim(&state)
    return (cancels ?? []) + next
  }

  private func replaceRows(_ state: inout State, with page: Page) {
    if !state.stands(page.items, in: 0..<state.serverRows.count) {
      state.changeServerRows { $0.replaceAll(with: page.items) }
    }
    let count = state.serverRows.count
    state.gapList = nil
    state.pages = count == 0 ? [] : [PageRecord(count: count, position: .start)]
    state.tail = Edge(end: page.next.map { .after(cursor: $0) }, emptyPages: count == 0 ? 1 : 0)
    state.told = ToldEnding(page.ending)
    state.head = Edge(end: page.previous.map { .before(cursor: $0) })
  }
}

extension LoadState {
  /// Becomes idle if a request or timer is live, and returns the ticket to cancel.
  @inline(never) mutating func cancel() -> Ticket? {
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
  /// Creates an end of the list after a first page: idle, or ended where there is no further page.
  init(end position: Feed.Position?, emptyPages: UInt32 = 0) {
    self.position = position
    self.emptyPages = emptyPages
    load = position == nil ? .ended(reason: .exhausted) : .idle
  }
}
