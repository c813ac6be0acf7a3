import FeedModel
@testable import FeedReducer
import FeedSpec
import FeedTesting

extension Fault {
  /// Faults with duplicate, outdated or misplaced rows.
  static let ofRows: [Fault] = [
    Fault(
      "rows double", says: "A row that comes again is added again.", breaks: .uniqueRows,
      in: .offset
    ) { feed in
      .amended(feed) { outcome in
        guard case .pageLoaded(let ticket, let page) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .append, !outcome.after.pages.isEmpty
        else { return }
        // `ItemList` keeps its ids unique, so the fault appends to its storage.
        let known = page.items.filter { outcome.before.items.contains(id: $0.id) }
        outcome.after.items.rows.append(contentsOf: known)
        outcome.after.pages[outcome.after.pages.count - 1].count += known.count
      }
    },
    Fault(
      "the old value stays", says: "A row that comes again keeps the value that it had.",
      breaks: .uniqueRows, in: .updates
    ) { feed in
      .receiving(feed) { action, state in
        action.changing { page in
          page.items = page.items.map { state.items[id: $0.id] ?? $0 }
        }
      }
    },
    Fault(
      "new rows on top", says: "The next page is put in front of the rows.",
      breaks: .uniqueRows, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard case .pageLoaded(let ticket, let page) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .append
        else { return }
        outcome.after.items = ItemList(page.items + outcome.before.items)
      }
    },
  ]
}
