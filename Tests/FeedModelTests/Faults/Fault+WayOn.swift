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
      "a failure stays", says: "The failure of a refresh can't be dismissed.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .refusing(feed) { action, state in
        if case .errorDismissed = action, state.refresh.failure != nil {
          .failed(kind: .refresh)
        } else {
          nil
        }
      }
    },
    Fault(
      "dismissed, and blank", says: "The failure of the first load can be dismissed.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        guard case .errorDismissed = action, state.items.isEmpty, state.refresh.failure != nil
        else { return feed.reduceUnchecked(into: &state, action) }
        state.refresh = .idle
        return .accepted([])
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
