import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that retry a load too often, too soon or not at all.
  static let ofRetry: [Fault] = [
    Fault(
      "retries without limit", says: "A load that fails is repeated for ever.",
      breaks: .retry, in: .retries
    ) { feed in
      .prepared(feed) { action, state in
        guard case .failed(let ticket, _) = action, let kind = state.kind(ofRequest: ticket) else {
          return
        }
        state[kind] = .loading(ticket: ticket, attempt: 0)
      }
    },
    Fault(
      "the count runs over", says: "There is one automatic retry more than the policy says.",
      breaks: .retry, in: .retries
    ) { feed in
      .replaced(feed, by: feed.with(retry: RetryPolicy(attempts: feed.retry.attempts + 1)))
    },
    Fault(
      "tries are not told", says: "A load that is given up does not say how often it was tried.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed(var failure) = outcome.after.append else { return }
        failure.attempts = nil
        outcome.after.tail.load = .failed(failure: failure)
      }
    },
    Fault(
      "Retry-After is ignored", says: "The server's wish is not heard; the usual time is waited.",
      breaks: .retry, in: .retries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .failed(let ticket, var failure) = action else { return action }
        failure.retryAfter = nil
        return .failed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "the cap is passed", says: "A retry waits for a day where the server says so.",
      breaks: .retry, in: .retries
    ) { feed in
      .replaced(
        feed,
        by: feed.with(
          retry: RetryPolicy(attempts: feed.retry.attempts, cap: .seconds(100_000))))
    },
    Fault(
      "what is final is repeated", says: "A page that the server refuses is asked for again.",
      breaks: .retry, in: .retries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .failed(let ticket, var failure) = action else { return action }
        failure.isRetryable = true
        return .failed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "half a budget", says: "A load that is asked for by hand has one automatic retry less.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .loadMore, let ticket = outcome.after.append.request {
          outcome.after.tail.load = .loading(ticket: ticket, attempt: 1)
        }
      }
    },
    Fault(
      "offline counts as failure", says: "What fails while the device is offline has failed.",
      breaks: .retry, in: .network
    ) { feed in
      .receiving(feed) { action, state in
        guard case .failed(let ticket, var failure) = action, !state.isOnline else { return action }
        failure.isRetryable = false
        return .failed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "offline loses the count",
      says: "A load that waited for the network has its whole budget again.",
      breaks: .retry, in: .network
    ) { feed in
      .amended(feed) { outcome in
        guard case .connectivityChanged(true) = outcome.action,
          let ticket = outcome.after.append.request
        else { return }
        outcome.after.tail.load = .loading(ticket: ticket, attempt: 0)
      }
    },
    Fault(
      "loads offline",
      says: "A page that is asked for by hand is sent for though the device is offline.",
      breaks: .retry, in: .network
    ) { feed in
      ModelMachine { state, action in
        let isOnline = state.isOnline
        if action == .loadMore { state.isOnline = true }
        let reaction = feed.reduce(into: &state, action)
        if action == .loadMore { state.isOnline = isOnline }
        return reaction
      }
    },
    Fault(
      "no pause after a failure", says: "What fails is asked for again at once.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed = outcome.action, let timer = outcome.after.append.timer else { return }
        let fired = feed.reduce(into: &outcome.after, .timerFired(ticket: timer))
        outcome.effects = fired.effects
      }
    },
    Fault(
      "the timer outranks a person",
      says: "A retry by hand is refused while an automatic one waits.",
      breaks: .retry, in: .retries
    ) { feed in
      .refusing(feed) { action, state in
        if case .retryTapped(let kind) = action, state.append.timer != nil {
          .nothingFailed(kind: kind)
        } else {
          nil
        }
      }
    },
    Fault(
      "timers run offline",
      says: "A retry that waits goes on waiting when the device goes offline.",
      breaks: .retry, in: .network
    ) { feed in
      ModelMachine { state, action in
        guard action == .connectivityChanged(isOnline: false), state.isOnline else {
          return feed.reduce(into: &state, action)
        }
        state.isOnline = false
        return .accepted([])
      }
    },
    Fault(
      "a pull is not heard offline",
      says: "A pull is refused while the device is said to be offline.",
      breaks: .retry, in: .network
    ) { feed in
      .refusing(feed) { action, state in
        if action == .refreshPulled, !state.isOnline {
          .offline(kind: .refresh)
        } else {
          nil
        }
      }
    },
  ]
}
