import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults where a failure does not close its kind, or closes another one.
  static let ofErrors: [Fault] = [
    Fault(
      "scrolling retries", says: "A row that appears at the end repeats the load that failed.",
      breaks: .closedByErrors, in: .cursor
    ) { feed in
      .receiving(feed) { action, state in
        guard case .itemAppeared(let index) = action, index == state.items.count - 1,
          state.append.failure != nil
        else { return action }
        return .retryTapped(kind: .append)
      }
    },
    Fault(
      "a failure is silent", says: "A load that fails leaves no trace.",
      breaks: .closedByErrors, in: .cursor
    ) { feed in
      .receiving(feed) { action, _ in
        if case .failed(let ticket, _) = action { .cancelled(ticket: ticket) } else { action }
      }
    },
    Fault(
      "another page clears the failure", says: "A page at the start clears the failure at the end.",
      breaks: .closedByErrors, in: .bothEnds
    ) { feed in
      .amended(feed) { outcome in
        if case .pageLoaded(let ticket, _) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .prepend, outcome.before.append.failure != nil
        {
          outcome.after.tail.load = .idle
        }
      }
    },
    Fault(
      "one failure, two kinds", says: "When a refresh fails the next page counts as failed, too.",
      breaks: .closedByErrors, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if case .failed(_, let failure) = outcome.action, outcome.after.refresh.failure != nil,
          outcome.after.append == .idle
        {
          outcome.after.tail.load = .failed(failure: failure)
        }
      }
    },
    Fault(
      "a lost cursor is a failure",
      says: "A cursor that the server no longer knows causes no refresh.",
      breaks: .closedByErrors, in: .shortPages
    ) { feed in
      .prepared(feed) { _, state in state.hasLostCursor = true }
    },
    Fault(
      "lost cursors spin", says: "A server that knows no cursor is refreshed forever.",
      breaks: .closedByErrors, in: .shortPages
    ) { feed in
      .prepared(feed) { action, state in
        if case .failed = action { state.hasLostCursor = false }
      }
    },
  ]
}
