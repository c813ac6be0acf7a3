// Rules 1, 5, 6 and 12. The answers to requests and timers: pages, failures, retries, connectivity.
extension Feed {
  /// Rule 1: applies a page if its request is in flight. Any other was asked for by a list that is no longer there, so
  /// its rows would be in the wrong place.
  func pageLoaded(
    _ state: inout State, ticket: Ticket, page: Page
  ) throws(FeedRefusal) -> [Effect] {
    guard let kind = state.kind(ofRequest: ticket) else {
      throw .unknownTicket(ticket: ticket)
    }
    let page = amended(page, askedAs: ticket, in: state)
    holdRows(&state, of: page, askedAs: ticket)
    if kind == .refresh { return applyFirstPage(&state, page: page, ticket: ticket) }
    if kind == .gap {
      guard let gaps else { throw .unknownTicket(ticket: ticket) }
      return gaps.rules.apply(&state, of: self, page: page, ticket: ticket)
    }
    let side: Side = kind == .append ? .append : .prepend
    return applyFurtherPage(&state, page: page, ticket: ticket, at: side)
  }

  /// Rules 5 and 6: schedules a retry, waits for the network, or gives up. A cursor that the server
  /// has forgotten leads to a refresh.
  func failed(
    _ state: inout State, ticket: Ticket, failure: FeedFailure
  ) throws(FeedRefusal) -> [Effect] {
    guard let kind = state.kind(ofRequest: ticket), case .loading(_, let attempt) = state[kind]
    else { throw .unknownTicket(ticket: ticket) }
    if hasLostPlace(failure, of: kind, in: state), !state.hasLostCursor {
      return refreshForLostCursor(&state, of: kind)
    }
    switch followUp(&state, of: failure, attempt: attempt) {
    case .waitForNetwork: state[kind] = .offline(attempt: attempt)
    case .retry(let delay):
      let timer = state.nextTicket()
      state[kind] = .waiting(ticket: timer, attempt: attempt + 1)
      return [.schedule(ticket: timer, after: delay)]
    case .giveUp(let failure):
      state[kind] = .failed(failure: failure)
      // Rows that could not be brought up to date are no reason not to load others.
      if kind == .refresh, !state.keepsPlace { state.isDemandPaused = true }
    }
    return []
  }

  /// Whether a failure says that the position of a further page does not lead anywhere any more: the server has forgotten
  /// its cursor, or does not find a page that was read before.
  private func hasLostPlace(_ failure: FeedFailure, of kind: LoadKind, in state: State) -> Bool {
    guard kind != .refresh else { return false }
    if failure.code == .invalidCursor { return true }
    guard kind != .gap, let status = failure.status, status == 404 || status == 410 else {
      return false
    }
    return kind == .append ? state.tail.isReadAgain : state.head.isReadAgain
  }

  /// Rule 12: a load that was cancelled from outside is idle; it has not failed, so no error shows.
  func cancelled(_ state: inout State, ticket: Ticket) throws(FeedRefusal) -> [Effect] {
    guard let kind = state.kind(ofRequest: ticket) ?? state.kind(ofTimer: ticket) else {
      return try handleEdit(
        &state, .cancelled(ticket: ticket), else: .unknownTicket(ticket: ticket))
    }
    makeIdle(&state, kind: kind)
    // Without rows there is nothing to scroll, so a user interface needs the failure to show.
    if state.items.isEmpty, !state.isEmpty { state[kind] = .failed(failure: .cancelled) }
    return []
  }

  /// Rule 5: what failed, or waits for the network, goes as if it had been cancelled: the user has read it.
  ///
  /// - Parameter showsRows: Whether other rows show where the list has none.
  func errorDismissed(
    _ state: inout State, kind: LoadKind?, showsRows: Bool = false
  ) throws(FeedRefusal) -> [Effect] {
    // A list without rows needs the failure to show, or else it would look as if it loaded; unless no row can come.
    let isKept = state.items.isEmpty && !state.isEmpty && !showsRows
    var refusal: FeedRefusal? = state.isStopped ? .stopped : .nothingFailed(kind: kind)
    for other in LoadKind.allCases where kind == nil || kind == other {
      switch state[other] {
      case .failed where !isKept, .offline where !isKept:
        makeIdle(&state, kind: other)
        refusal = nil
      case .failed, .offline, .waiting, .ended(reason: .stalled):
        if refusal != nil { refusal = state[other].refusal(of: other) }
      default: break
      }
    }
    if let refusal { throw refusal }
    return []
  }

  /// Rule 12: makes a load idle. Further pages are paused, since they would load at once.
  private func makeIdle(_ state: inout State, kind: LoadKind) {
    if kind != .refresh || !state.keepsPlace { state.isDemandPaused = true }
    state[kind] = .idle
  }

  /// Rule 6: repeats the load or edit that waits for the timer.
  func timerFired(_ state: inout State, ticket: Ticket) throws(FeedRefusal) -> [Effect] {
    guard let kind = state.kind(ofTimer: ticket), case .waiting(_, let attempt) = state[kind]
    else {
      return try handleEdit(
        &state, .timerFired(ticket: ticket), else: .unknownTicket(ticket: ticket))
    }
    // The timer is not to be cancelled.
    if kind == .refresh { state.refresh = .offline(attempt: attempt) }
    return reload(&state, kind: kind, attempt: attempt)
  }

  /// Rules 3, 5 and 6: offline cancels the timers; online repeats what waits or failed for the network.
  /// If a refresh that may replace the rows is among it, or in flight, only the refresh is sent: it decides what
  /// else is loaded.
  func connectivityChanged(
    _ state: inout State, isOnline: Bool
  ) throws(FeedRefusal) -> [Effect] {
    if state.isOnline == isOnline {
      throw .connectivityUnchanged(isOnline: isOnline)
    }
    state.isOnline = isOnline
    guard isOnline else {
      return cancelLoadTimers(&state) + (edits?.rules.connect(&state, of: self) ?? [])
    }
    var effects = edits?.rules.connect(&state, of: self) ?? []
    // The refresh comes first, since one that starts here holds the other two back.
    for kind in LoadKind.allCases where kind == .refresh || !state.isRefreshAlone {
      guard let attempt = state[kind].attempt, attempt.waitsForNetwork else { continue }
      effects += reload(&state, kind: kind, attempt: attempt.count)
    }
    return effects
  }

  /// Rule 6: loads what failed, stalled, or waits for a timer or for the network.
  ///
  /// A manual retry replaces the timer and ignores the connectivity signal: both may be wrong, or too
  /// slow. A load that waits keeps its number of attempts.
  func retryTapped(_ state: inout State, kind: LoadKind?) throws(FeedRefusal) -> [Effect] {
    if kind == nil || kind == .refresh, let attempt = state.refresh.attempt {
      return loadFirstPage(
        &state, attempt: attempt.count, byHand: true, keepsPlace: state.keepsPlace)
    }
    // A refresh in flight decides what there is to load, since its page may take the place of the rows.
    let isHeld = state.isRefreshAlone
    var isAny = false
    var cancels: [Effect] = []
    var loads: [Effect] = []
    for other in LoadKind.allCases where other != .refresh && (kind == nil || kind == other) {
      let load = state[other]
      guard load.attempt != nil || load.end == .stalled else { continue }
      isAny = true
      if let timer = load.timer, !isHeld { cancels.append(.cancel(ticket: timer)) }
      if isHeld {
        state.reopen(other)
      } else {
        loads += reload(&state, kind: other, attempt: load.attempt?.count ?? 0, byHand: true)
      }
    }
    if !isAny { throw state.isStopped ? .stopped : .nothingFailed(kind: kind) }
    state.isDemandPaused = false
    state.hasLostCursor = false
    return cancels + loads
  }

  /// Cancels the timers of loads, which then wait for the network with their number of attempts: a try without it would
  /// only use one up.
  private func cancelLoadTimers(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for kind in LoadKind.allCases {
      guard case .waiting(let timer, let attempt) = state[kind] else { continue }
      state[kind] = .offline(attempt: attempt)
      effects.append(.cancel(ticket: timer))
    }
    return effects
  }

  /// Loads `kind` again with its number of attempts.
  @inline(never) private func reload(
    _ state: inout State, kind: LoadKind, attempt: Int, byHand: Bool = false
  ) -> [Effect] {
    if kind == .refresh {
      return loadFirstPage(&state, attempt: attempt, keepsPlace: state.keepsPlace)
    }
    if kind == .gap {
      return gaps?.rules.reload(&state, of: self, attempt: attempt, byHand: byHand) ?? []
    }
    if byHand { state.reopen(kind) }
    return loadFurtherPage(
      &state, at: kind == .append ? .append : .prepend, attempt: attempt, byHand: byHand)
  }
}

// MARK: - Whose ticket it is

extension Feed.State {
  /// The kind of the load whose request has `ticket`, or nil.
  @inline(never) func kind(ofRequest ticket: Ticket) -> LoadKind? {
    for kind in LoadKind.allCases where self[kind].request == ticket { return kind }
    return nil
  }

  /// The kind of the load whose retry waits for the timer with `ticket`, or nil.
  @inline(never) func kind(ofTimer ticket: Ticket) -> LoadKind? {
    for kind in LoadKind.allCases where self[kind].timer == ticket { return kind }
    return nil
  }
}
