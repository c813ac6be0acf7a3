import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that retry a load too often, too soon or not at all.
  static let ofRetry: [Fault] = [
    Fault(
      "retries without limit", says: "A failed load is retried forever.",
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
      "attempts are not counted",
      says: "The failure of a load that was retried lacks the number of attempts.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed(var failure) = outcome.after.append else { return }
        failure.attempts = nil
        outcome.after.tail.load = .failed(failure: failure)
      }
    },
    Fault(
      "Retry-After is ignored",
      says: "The server's Retry-After has no effect; the usual delay is used.",
      breaks: .retry, in: .retries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .failed(let ticket, var failure) = action else { return action }
        failure.retryAfter = nil
        return .failed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "Retry-After ends the backoff",
      says: "A retry waits for the server's Retry-After, though the usual delay is longer.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed(_, let failure) = outcome.action, let wanted = failure.retryAfter
        else { return }
        outcome.effects = outcome.effects.map { effect in
          if case .schedule(let timer, _) = effect {
            .schedule(ticket: timer, after: wanted)
          } else {
            effect
          }
        }
      }
    },
    Fault(
      "the cap is passed", says: "A retry waits for a day if the server says so.",
      breaks: .retry, in: .retries
    ) { feed in
      .replaced(
        feed,
        by: feed.with(
          retry: RetryPolicy(attempts: feed.retry.attempts, cap: .seconds(100_000))))
    },
    Fault(
      "final failures are retried", says: "A page that the server refuses is requested again.",
      breaks: .retry, in: .retries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .failed(let ticket, var failure) = action else { return action }
        failure.isRetryable = true
        return .failed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "half a budget", says: "A load that the user requests has one automatic retry less.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .loadMore, let ticket = outcome.after.append.request {
          outcome.after.tail.load = .loading(ticket: ticket, attempt: 1)
        }
      }
    },
    Fault(
      "offline counts as failure", says: "A load that fails offline does not wait for the network.",
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
      says: "A request for more is sent although the device is offline.",
      breaks: .retry, in: .network
    ) { feed in
      ModelMachine { state, action in
        let isOnline = state.isOnline
        if action == .loadMore { state.isOnline = true }
        let reaction = feed.reduceUnchecked(into: &state, action)
        if action == .loadMore { state.isOnline = isOnline }
        return reaction
      }
    },
    Fault(
      "no pause after a failure", says: "A failed load is repeated at once.",
      breaks: .retry, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed = outcome.action, let timer = outcome.after.append.timer else { return }
        let fired = feed.reduceUnchecked(into: &outcome.after, .timerFired(ticket: timer))
        outcome.effects = fired.effects
      }
    },
    Fault(
      "the timer blocks a manual retry",
      says: "A manual retry is refused while an automatic one waits.",
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
          return feed.reduceUnchecked(into: &state, action)
        }
        state.isOnline = false
        return .accepted([])
      }
    },
    Fault(
      "a pull is refused offline",
      says: "A pull is refused while the device is offline.",
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
