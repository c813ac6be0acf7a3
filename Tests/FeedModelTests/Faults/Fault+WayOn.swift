import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that leave the user with nothing to see or to do.
  static let ofWaysOn: [Fault] = [
    Fault(
      "a stop leaves nothing", says: "A first load that is stopped leaves a blank screen.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if case .cancelled = outcome.action, outcome.after.items.isEmpty {
          outcome.after.refresh = .idle
        }
      }
    },
    Fault(
      "a retry is refused",
      says: "The failure of a page can't be retried while a refresh is in flight.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .refusing(feed) { action, state in
        if case .retryTapped = action, let ticket = state.refresh.request {
          .refreshing(ticket: ticket)
        } else {
          nil
        }
      }
    },
    Fault(
      "a pull is refused", says: "A pull is refused while the first page has failed.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .refusing(feed) { action, state in
        if action == .refreshPulled, state.refresh.failure != nil {
          .failed(kind: .refresh)
        } else {
          nil
        }
      }
    },
    Fault(
      "more is refused", says: "After a cancelled load a request for more is refused.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .refusing(feed) { action, state in
        if action == .loadMore, state.isDemandPaused {
          .demandPaused
        } else {
          nil
        }
      }
    },
  ]
}
