// The answers to requests and timers: which kind they belong to, and what becomes of it.
extension Feed {
  func land(
    _ state: inout State, _ page: Page, _ ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    guard let kind = state.kind(of: ticket) else { return .ignored(.unknownTicket(ticket: ticket)) }
    let page = amended(page, askedAs: ticket, state)
    return switch kind {
    case .refresh: landFirst(&state, page, askedAs: ticket)
    case .append: landFurther(&state, page, .append)
    case .prepend: landFurther(&state, page, .prepend)
    }
  }

  func fail(
    _ state: inout State, _ failure: FeedFailure, _ ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    guard let kind = state.kind(of: ticket), case .loading(_, let attempt) = state[kind] else {
      return .ignored(.unknownTicket(ticket: ticket))
    }
    if failure.code == .invalidCursor, kind != .refresh, !state.hasLostCursor {
      state[kind] = .idle
      state.hasLostCursor = true
      return .accepted(loadFirst(&state))
    }
    switch sequel(of: failure, after: attempt, &state) {
    case .offline: state[kind] = .offline(attempt: attempt)
    case .wait(let delay):
      let timer = state.nextTicket()
      state[kind] = .waiting(ticket: timer, attempt: attempt + 1)
      return accept(&state, [.schedule(ticket: timer, after: delay)])
    case .giveUp(let failure):
      state[kind] = .failed(failure: failure)
      if kind == .refresh { pauseAfterRefresh(&state) }
    }
    return accept(&state)
  }

  func cancel(_ state: inout State, _ ticket: Ticket) -> Reaction<Effect, FeedRefusal> {
    guard let kind = state.kind(of: ticket) ?? state.kind(ofTimer: ticket) else {
      return cancelEdit(&state, ticket: ticket) ?? .ignored(.unknownTicket(ticket: ticket))
    }
    state[kind] = .idle
    // Without rows there is nothing to scroll, and nothing to show but why.
    if state.items.isEmpty, !state.isEmpty { state[kind] = .failed(failure: .stopped) }
    pauseAfterRefresh(&state)
    return accept(&state)
  }

  func fire(_ state: inout State, _ ticket: Ticket) -> Reaction<Effect, FeedRefusal> {
    guard let kind = state.kind(ofTimer: ticket), case .waiting(_, let attempt) = state[kind]
    else { return fireEdit(&state, ticket: ticket) ?? .ignored(.unknownTicket(ticket: ticket)) }
    state[kind] = .idle
    return accept(&state, again(&state, kind, attempt: attempt))
  }

  func connect(_ state: inout State, _ isOnline: Bool) -> Reaction<Effect, FeedRefusal> {
    if state.isOnline == isOnline {
      return .ignored(.connectivityUnchanged(isOnline: isOnline))
    }
    state.isOnline = isOnline
    guard isOnline else { return .accepted(pauseTimers(&state) + pauseEditTimers(&state)) }
    var effects = sendOfflineEdits(&state)
    for kind in LoadKind.allCases {
      switch state[kind] {
      case .offline(let attempt): effects += again(&state, kind, attempt: attempt)
      case .failed(let failure) where failure.isOfNetwork:
        // It failed before anyone said that the device was offline.
        effects += again(&state, kind, attempt: 0)
      default: break
      }
    }
    return accept(&state, effects)
  }

  /// Has what waits for a timer wait for the network, with the number of attempts kept.
  private func pauseTimers(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for kind in LoadKind.allCases {
      guard case .waiting(let timer, let attempt) = state[kind] else { continue }
      state[kind] = .offline(attempt: attempt)
      effects.append(.cancel(ticket: timer))
    }
    return effects
  }

  /// Loads `kind` again, with the number of attempts kept.
  private func again(_ state: inout State, _ kind: LoadKind, attempt: Int) -> [Effect] {
    switch kind {
    case .refresh: loadFirst(&state, attempt: attempt)
    case .append: load(&state, .append, attempt: attempt)
    case .prepend: load(&state, .prepend, attempt: attempt)
    }
  }

  private func pauseAfterRefresh(_ state: inout State) {
    state.isDemandPaused = true
    state.isInvalidated = false
  }
}

extension Feed.State {
  /// The kind whose request in flight has `ticket`, or nil if there is none.
  func kind(of ticket: Ticket) -> LoadKind? {
    if tail.load.request == ticket { return .append }
    if refresh.request == ticket { return .refresh }
    return head.load.request == ticket ? .prepend : nil
  }

  /// The kind whose retry waits for the timer with `ticket`, or nil if there is none.
  func kind(ofTimer ticket: Ticket) -> LoadKind? {
    if tail.load.timer == ticket { return .append }
    if refresh.timer == ticket { return .refresh }
    return head.load.timer == ticket ? .prepend : nil
  }
}

// What becomes of a load or an edit that failed, and a person who asks for it again.
extension Feed {
  /// What follows a failure.
  enum Sequel {
    /// It is repeated when this time is over.
    case wait(Duration)

    /// It is repeated when the device is online.
    case offline

    /// It is left to a person, with the number of attempts in the failure.
    case giveUp(FeedFailure)
  }

  /// What follows when something fails after so many repetitions.
  func sequel(of failure: FeedFailure, after attempt: Int, _ state: inout State) -> Sequel {
    if !state.isOnline, failure.isRetryable { return .offline }
    if let delay = retry.delay(
      after: failure, attempt: attempt, random: { state.nextRandom() })
    {
      return .wait(delay)
    }
    var failure = failure
    if attempt > 0 { failure.attempts = attempt + 1 }
    return .giveUp(failure)
  }

  /// `retryTapped`: loads what failed, stalled, or waits for a timer or for the network.
  ///
  /// A person outranks the timer and the word that the device is offline: both may be wrong, or
  /// too slow. What waits keeps its count of attempts.
  func retry(_ state: inout State, _ kind: LoadKind?) -> Reaction<Effect, FeedRefusal> {
    if kind == nil || kind == .refresh, let attempt = state.refresh.attemptToRetry {
      return .accepted(loadFirst(&state, attempt: attempt, byHand: true))
    }
    let sides = [Side.append, .prepend].filter {
      (kind == nil || kind == $0.kind) && state[$0].load.attemptToRetry != nil
    }
    if sides.isEmpty { return .ignored(.nothingFailed(kind: kind)) }
    state.isDemandPaused = false
    if state.refresh.isUnderWay {
      // The refresh decides what there is to load, when it lands.
      for side in sides { state[side].reopen() }
      return accept(&state)
    }
    let timers = sides.compactMap { state[$0].load.timer }
    var effects = timers.map { Effect.cancel(ticket: $0) }
    for side in sides {
      let attempt = state[side].load.attemptToRetry ?? 0
      state[side].reopen()
      effects += load(&state, side, attempt: attempt, byHand: true)
    }
    return accept(&state, effects)
  }
}

extension LoadState {
  /// The count of attempts with which a retry starts this kind; nil if there is nothing to retry.
  fileprivate var attemptToRetry: Int? {
    switch self {
    case .failed, .ended(reason: .stalled): 0
    case .waiting(_, let attempt), .offline(let attempt): attempt
    default: nil
    }
  }
}

extension Feed.Edge {
  /// Makes the end as if it had neither failed nor stalled.
  mutating func reopen() {
    load = .idle
    tries = 0
  }
}
