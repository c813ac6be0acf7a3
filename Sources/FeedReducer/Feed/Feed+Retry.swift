// A person asks for what failed again, or for what waits now.
extension Feed {
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
    if let ticket = state.refresh.request ?? state.refresh.timer {
      return .ignored(.refreshing(ticket: ticket))
    }
    state.isDemandPaused = false
    let timers = sides.compactMap { state[$0].load.timer }
    var effects = timers.map { Effect.cancel(ticket: $0) }
    for side in sides {
      state[side].tries = 0
      let attempt = state[side].load.attemptToRetry ?? 0
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
