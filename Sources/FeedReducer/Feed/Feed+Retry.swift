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
