import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults in how a snapshot is restored.
  static let ofRestore: [Fault] = [
    Fault(
      "restored while loading",
      says: "A restored feed waits for a page that it did not request.",
      breaks: .restore, in: .restarts
    ) { feed in
      .amended(feed) { outcome in
        if case .restored = outcome.action, outcome.after.append == .idle {
          outcome.after.tail.load = .loading(ticket: outcome.after.lastTicket, attempt: 0)
        }
      }
    },
    Fault(
      "the old over the new", says: "A snapshot replaces rows from the network.",
      breaks: .restore, in: .restarts
    ) { feed in
      .prepared(feed) { action, state in
        if case .restored = action { state.generation = 0 }
      }
    },
    Fault(
      "the old is not refreshed", says: "Rows that were kept for too long are taken for new.",
      breaks: .restore, in: .restarts
    ) { feed in
      .receiving(feed) { action, _ in
        if case .restored(let snapshot, _) = action {
          .restored(snapshot: snapshot, age: .zero)
        } else {
          action
        }
      }
    },
    Fault(
      "a rejection is forgotten by the next start",
      says: "Rejected edits are not restored from a snapshot.",
      breaks: .restore, in: .restarts
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .restored(var snapshot, let age) = action else { return action }
        snapshot.refusedEdits = []
        return .restored(snapshot: snapshot, age: age)
      }
    },
  ]
}
