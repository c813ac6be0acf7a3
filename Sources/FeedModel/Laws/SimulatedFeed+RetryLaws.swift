import FeedReducer
import FeedTesting

// What is retried, how often and when.
extension SimulatedFeed {
  /// Laws of automatic retries and of the network.
  var retryLaws: [Law<SimulatedFeed>] {
    retryCountLaws + retryDelayLaws + offlineLaws + manualRetryLaws
  }

  /// Laws of the number of attempts.
  private var retryCountLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "each retry is counted",
        says: "An automatic retry adds to the count, and the retried load keeps it.",
        rule: .retry
      ) { keepsCount($0) },
      .changeProperty(
        "attempts are counted",
        says: "The failure of a load that was retried has the number of attempts.",
        rule: .retry
      ) { transition in
        guard transition.failure != nil, let kind = transition.answered?.kind,
          case .failed(let failure) = transition.after.feed[kind]
        else { return true }
        let tried = transition.before.feed[kind].attempt + 1
        return failure.attempts == (tried > 1 ? tried : nil)
      },
    ]
  }

  /// Laws of whether and when a load is retried.
  private var retryDelayLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "Retry-After is waited for",
        says: "A retry waits at least as long as the server's Retry-After.",
        rule: .retry
      ) { transition in
        allDelays(of: transition) { delay, wanted, _ in delay >= wanted }
      },
      .changeProperty(
        "the backoff is waited for",
        says: "A retry waits for half to all of the doubled delay, or longer for a Retry-After.",
        rule: .retry
      ) { transition in
        allDelays(of: transition) { delay, wanted, repetition in
          let longest = longestBackoff(before: repetition)
          return delay >= longest / 2 && delay <= max(longest, wanted)
        }
      },
      .changeProperty(
        "only retryable failures are retried",
        says: "A failure that is not retryable leads to no automatic retry.",
        rule: .retry
      ) { transition in
        guard let failure = transition.failure, !failure.isRetryable,
          let kind = transition.answered?.kind, !startsRefresh(transition)
        else { return true }
        return transition.after.feed[kind].timer == nil
          && !transition.after.feed.isWaitingForNetwork(kind)
      },
    ]
  }

  /// Whether all delays that a change schedules satisfy a condition: the delay, the Retry-After of the
  /// failure, zero if there is none, and the number of the repetition.
  private func allDelays(
    of transition: ModelTransition<SimulatedFeed>,
    satisfy condition: (Duration, Duration, Int) -> Bool
  ) -> Bool {
    let wanted = transition.failure?.retryAfter ?? .zero
    return transition.effects.allSatisfy { effect in
      guard case .schedule(let timer, let delay) = effect else { return true }
      return condition(delay, wanted, transition.after.feed.attempt(ofTimer: timer))
    }
  }

  /// The longest backoff before the repetition with this number, the first being 1.
  private func longestBackoff(before repetition: Int) -> Duration {
    let retry = scenario.feed.retry
    return min(retry.base * (1 << (repetition - 1)), retry.cap)
  }

  /// Laws of loads while the device is offline.
  private var offlineLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "offline pauses", says: "A load that fails offline waits for the network.",
        rule: .retry
      ) { transition in
        guard let failure = transition.failure, failure.isRetryable,
          !transition.before.feed.isOnline, let kind = transition.answered?.kind
        else { return true }
        return transition.after.feed.isWaitingForNetwork(kind)
      },
      .invariant(
        "offline stops timers", says: "While the device is offline no retry waits for a timer.",
        rule: .retry
      ) { state in
        state.feed.isOnline
          || LoadKind.allCases.allSatisfy { state.feed[$0].timer == nil }
            && state.feed.pendingEdits.allSatisfy { $0.state.timer == nil }
      },
    ]
  }

  /// Laws of retries and pulls by the user.
  private var manualRetryLaws: [Law<SimulatedFeed>] {
    [
      .actionProperty(
        "a manual retry replaces the timer",
        says: "A load that waits for a timer starts when the user retries it, or a refresh starts.",
        rule: .retry
      ) { transition in
        guard case .retry(let wanted) = transition.step else { return true }
        let refresh = transition.before.feed.refresh
        let isRefresh = wanted == nil && (refresh.timer != nil || refresh.failure != nil)
        return LoadKind.allCases.allSatisfy { kind in
          guard let timer = transition.before.feed[kind].timer,
            isRefresh ? kind == .refresh : wanted == nil || wanted == kind
          else { return true }
          return transition.effects.contains(.cancel(ticket: timer))
            && transition.requests.contains { $0.kind == kind || $0.kind == .refresh }
        }
      },
      .actionProperty(
        "the user can load offline",
        says: "A pull or a retry is sent although the device is offline, unless the feed was "
          + "stopped.",
        rule: .retry
      ) { transition in
        let feed = transition.before.feed
        if feed.isOnline || feed.isStopped || feed.refresh.request != nil { return true }
        switch transition.step {
        case .pull: return transition.requests.contains { $0.kind == .refresh }
        case .retry(let wanted):
          let kinds = LoadKind.allCases.filter { wanted == nil || wanted == $0 }
          return !transition.requests.isEmpty || !kinds.contains(where: feed.isWaitingForNetwork)
        default: return true
        }
      },
    ]
  }

  /// Whether a cursor was lost, for the first time: then what waits is the refresh, and what follows it.
  private func startsRefresh(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    transition.failure?.code == .invalidCursor && !transition.before.hasLostCursor
      && transition.answered?.kind != .refresh
  }

  private func keepsCount(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    switch transition.step {
    case .fail, .failLate:
      guard let kind = transition.answered?.kind, !startsRefresh(transition) else { return true }
      let load = transition.after.feed[kind]
      let isAgain = load.timer != nil
      return !isAgain && !transition.after.feed.isWaitingForNetwork(kind)
        || load.attempt == transition.before.feed[kind].attempt + (isAgain ? 1 : 0)
    case .fire, .connect, .retry:
      return transition.requests.allSatisfy { request in
        transition.after.feed[request.kind].attempt == transition.before.feed[request.kind].attempt
      }
    default: return true
    }
  }
}

extension Feed.State {
  /// The number of the repetition that waits for a timer, the first being 1.
  fileprivate func attempt(ofTimer timer: Ticket) -> Int {
    let load = LoadKind.allCases.first { self[$0].timer == timer }.map { self[$0].attempt }
    let edit = pendingEdits.lazy.compactMap { pending -> Int? in
      if case .waiting(timer, let attempt) = pending.state { attempt } else { nil }
    }
    return load ?? edit.first ?? 1
  }
}
