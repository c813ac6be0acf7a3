import FeedReducer
import FeedTesting

// What is repeated, how often and when.
extension FeedWorld {
  /// Laws of automatic retries and of the network.
  var retryLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "each retry counts", "A load that is repeated by itself is counted, and the count is kept.",
        rule: .retry
      ) { keepsCount($0) },
      .onEveryChange(
        "tries are told", "A load that is given up after repetitions says how often it was tried.",
        rule: .retry
      ) { step in
        guard step.failure != nil, let kind = step.answered?.kind,
          case .failed(let failure) = step.after.feed[kind]
        else { return true }
        let tried = step.before.feed[kind].attempt + 1
        return failure.attempts == (tried > 1 ? tried : nil)
      },
      .onEveryChange(
        "the server says how long", "A retry waits as long as the server says, if it says so.",
        rule: .retry
      ) { step in
        guard let wanted = step.failure?.retryAfter else { return true }
        return step.effects.allSatisfy { effect in
          if case .schedule(_, let after) = effect { after == wanted } else { true }
        }
      },
      .onEveryChange(
        "what can't help is not repeated", "A failure that a retry can't help is not repeated.",
        rule: .retry
      ) { step in
        guard let failure = step.failure, !failure.isRetryable,
          let kind = step.answered?.kind
        else { return true }
        return step.after.feed[kind].timer == nil && !step.after.feed.isWaitingForNetwork(kind)
      },
      .onEveryChange(
        "offline pauses", "What fails while the device is offline waits for the network.",
        rule: .retry
      ) { step in
        guard let failure = step.failure, failure.isRetryable,
          !step.before.feed.isOnline, let kind = step.answered?.kind
        else { return true }
        return step.after.feed.isWaitingForNetwork(kind)
      },
      .always(
        "offline stops timers", "While the device is offline no retry waits for a timer.",
        rule: .retry
      ) { moment in
        moment.feed.isOnline
          || LoadKind.allCases.allSatisfy { moment.feed[$0].timer == nil }
            && moment.feed.pendingEdits.allSatisfy { $0.state.timer == nil }
      },
      .onEveryStep(
        "a person outranks the timer",
        "What waits for a timer loads when a person retries it, or a refresh does.",
        rule: .retry
      ) { step in
        guard case .retry(let wanted) = step.move else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          guard let timer = step.before.feed[kind].timer, wanted == nil || wanted == kind else {
            return true
          }
          return step.effects.contains(.cancel(ticket: timer))
            && step.requests.contains { $0.kind == kind || $0.kind == .refresh }
        }
      },
      .onEveryStep(
        "a person is heard offline",
        "A pull or a retry is sent though the device is said to be offline.", rule: .retry
      ) { step in
        let feed = step.before.feed
        if feed.isOnline || feed.refresh.request != nil { return true }
        switch step.move {
        case .pull: return step.requests.contains { $0.kind == .refresh }
        case .retry(let wanted):
          let kinds = LoadKind.allCases.filter { wanted == nil || wanted == $0 }
          return !step.requests.isEmpty || !kinds.contains(where: feed.isWaitingForNetwork)
        default: return true
        }
      },
    ]
  }

  private func keepsCount(_ step: Step<FeedWorld>) -> Bool {
    switch step.move {
    case .fail, .failLate:
      guard let kind = step.answered?.kind else { return true }
      let load = step.after.feed[kind]
      let isAgain = load.timer != nil
      return !isAgain && !step.after.feed.isWaitingForNetwork(kind)
        || load.attempt == step.before.feed[kind].attempt + (isAgain ? 1 : 0)
    case .fire, .connect, .retry:
      return step.requests.allSatisfy { request in
        step.after.feed[request.kind].attempt == step.before.feed[request.kind].attempt
      }
    default: return true
    }
  }
}
