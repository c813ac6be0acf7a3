import FeedModel
@testable import FeedReducer
import FeedSpec
import FeedTesting

extension Fault {
  /// Faults where a refresh loses rows, or keeps removed ones.
  static let ofRefresh: [Fault] = [
    Fault(
      "a pull empties the list", says: "A pull clears the rows before the new ones are there.",
      breaks: .steadyRefresh, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action == .refreshPulled else { return }
        outcome.after.items = []
        outcome.after.pages = []
      }
    },
    Fault(
      "a failed refresh empties the list", says: "A refresh that fails clears the rows.",
      breaks: .steadyRefresh, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard case .failed = outcome.action, outcome.after.refresh.failure != nil else { return }
        outcome.after.items = []
        outcome.after.pages = []
      }
    },
    Fault(
      "a pull is forgotten", says: "A pull while the next page loads does nothing.",
      breaks: .steadyRefresh, in: .cursor
    ) { feed in
      .refusing(feed) { action, state in
        if action == .refreshPulled, let ticket = state.append.request {
          .loading(kind: .append, ticket: ticket)
        } else {
          nil
        }
      }
    },
    Fault(
      "a merge loses pages", says: "A refresh that should merge throws the later pages away.",
      breaks: .steadyRefresh, in: .merge
    ) { feed in .replaced(feed, by: feed.with(refreshMode: .firstPage)) },
    Fault(
      "a refresh keeps the old", says: "A refresh that should replace all rows leaves those below.",
      breaks: .steadyRefresh, in: .cursor
    ) { feed in .replaced(feed, by: feed.with(refreshMode: .merge)) },
    Fault(
      "a merge only adds", says: "Rows that are gone from the server stay where a refresh merges.",
      breaks: .steadyRefresh, in: .merge
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.before.generation > 0, outcome.before.generation < outcome.after.generation
        else { return }
        let rows = outcome.before.items.filter { !outcome.after.items.contains(id: $0.id) }
        outcome.after.items.append(contentsOf: rows)
      }
    },
  ]
}
