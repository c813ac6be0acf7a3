import FeedReducer

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
        guard let kind = step.answered?.kind, case .failed(let failure) = step.after.feed[kind]
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
    case .fire, .connect:
      return step.requests.allSatisfy { request in
        step.after.feed[request.kind].attempt == step.before.feed[request.kind].attempt
      }
    default: return true
    }
  }
}
