import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that treat a cancel as something else.
  static let ofCancels: [Fault] = [
    Fault(
      "a stop is an error", says: "A load that is stopped counts as failed.", breaks: .cancels,
      in: .cursor
    ) { feed in
      .receiving(feed) { action, _ in
        if case .cancelled(let ticket) = action {
          .failed(ticket: ticket, failure: FeedFailure(.timeout, message: "cancelled"))
        } else {
          action
        }
      }
    },
    Fault(
      "a stop is undone", says: "A load that is stopped begins again at once.",
      breaks: .cancels, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard case .cancelled = outcome.action else { return }
        outcome.effects += feed.reduceUnchecked(into: &outcome.after, .loadMore).effects
      }
    },
    Fault(
      "a failed refresh does not pause demand",
      says: "After a failed refresh the next page is requested.",
      breaks: .cancels, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed = outcome.action, outcome.after.refresh.failure != nil else { return }
        outcome.effects += feed.reduceUnchecked(into: &outcome.after, .loadMore).effects
      }
    },
  ]
}
