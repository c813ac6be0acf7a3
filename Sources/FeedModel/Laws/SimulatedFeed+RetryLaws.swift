import FeedReducer
import FeedTesting

// What is retried, how often and when.
extension SimulatedFeed {
  /// Laws of automatic retries and of the network.
  var retryLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "each retry counts",
        says: "A load that is repeated by itself is counted, and the count is kept.",
        rule: .retry
      ) { keepsCount($0) },
      .changeProperty(
        "attempts are counted",
        says: "A load that is given up after repetitions says how often it was tried.",
        rule: .retry
      ) { transition in
        guard transition.failure != nil, let kind = transition.answered?.kind,
          case .failed(let failure) = transition.after.feed[kind]
        else { return true }
        let tried = transition.before.feed[kind].attempt + 1
        return failure.attempts == (tried > 1 ? tried : nil)
      },
      .changeProperty(
        "the server says how long",
        says: "A retry waits as long as the server says, if it says so.",
        rule: .retry
      ) { transition in
        guard let wanted = transition.failure?.retryAfter else { return true }
        return transition.effects.allSatisfy { effect in
          if case .schedule(_, let after) = effect { after == wanted } else { true }
        }
      },
      .changeProperty(
        "what can't help is not repeated",
        says: "A failure that a retry can't help is not repeated.",
        rule: .retry
      ) { transition in
        guard let failure = transition.failure, !failure.isRetryable,
          let kind = transition.answered?.kind
        else { return true }
        return transition.after.feed[kind].timer == nil
          && !transition.after.feed.isWaitingForNetwork(kind)
      },
      .changeProperty(
        "offline pauses", says: "What fails while the device is offline waits for the network.",
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
      .actionProperty(
        "a person outranks the timer",
        says: "What waits for a timer loads when a person retries it, or a refresh does.",
        rule: .retry
      ) { transition in
        guard case .retry(let wanted) = transition.step else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          guard let timer = transition.before.feed[kind].timer, wanted == nil || wanted == kind
          else {
            return true
          }
          return transition.effects.contains(.cancel(ticket: timer))
            && transition.requests.contains { $0.kind == kind || $0.kind == .refresh }
        }
      },
      .actionProperty(
        "a person is heard offline",
        says: "A pull or a retry is sent though the device is said to be offline.", rule: .retry
      ) { transition in
        let feed = transition.before.feed
        if feed.isOnline || feed.refresh.request != nil { return true }
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

  private func keepsCount(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    switch transition.step {
    case .fail, .failLate:
      guard let kind = transition.answered?.kind else { return true }
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
