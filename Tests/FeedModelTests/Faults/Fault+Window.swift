import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that drop rows that are needed, or drop none.
  static let ofWindow: [Fault] = [
    Fault(
      "the window ignores the reader",
      says: "A memory warning drops pages as if the reader were at the top.",
      breaks: .window, in: .window
    ) { feed in
      ModelMachine { state, action in
        guard case .memoryWarning = action, !state.items.isEmpty else {
          return feed.reduceUnchecked(into: &state, action)
        }
        var other = state
        other.visibleRows = 0..<1
        let reaction = feed.reduceUnchecked(into: &other, action)
        if reaction.refusal == nil { state = other }
        return reaction
      }
    },
    Fault(
      "one page stays", says: "A memory warning drops all pages but the last.", breaks: .window,
      in: .window
    ) { feed in
      .amended(feed) { outcome in
        guard case .memoryWarning = outcome.action, outcome.after.pages.count == 2 else { return }
        let page = outcome.after.pages[0]
        outcome.after.pages.removeFirst(1)
        outcome.after.items.removeFirst(page.count)
        outcome.after.head.dropped.append(page.position)
        outcome.after.head.load = .idle
        outcome.after.visibleRows = nil
      }
    },
    Fault(
      "the way back is forgotten", says: "A page that was dropped is never read again.",
      breaks: .window, in: .window
    ) { feed in
      .amended(feed) { outcome in
        outcome.after.head.dropped = []
        if outcome.after.head.position == nil {
          outcome.after.head.load = .ended(reason: .exhausted)
        }
      }
    },
    Fault(
      "a dropped end stays closed",
      says: "A list that had ended stays so when its last page is dropped.",
      breaks: .window, in: .window
    ) { feed in
      .amended(feed) { outcome in
        if case .memoryWarning = outcome.action { outcome.after.tail.load = outcome.before.append }
      }
    },
    Fault(
      "no bound", says: "Rows are kept however many there are.", breaks: .window, in: .window
    ) { feed in
      .replaced(
        feed, by: ModelFeed(pageSize: feed.pageSize, prefetchDistance: feed.prefetchDistance))
    },
    Fault(
      "pages are miscounted", says: "A page is recorded with the requested number of rows.",
      breaks: .window, in: .shortPages
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action.page != nil, !outcome.after.pages.isEmpty else { return }
        outcome.after.pages[outcome.after.pages.count - 1].count = feed.pageSize
      }
    },
    Fault(
      "half of two pages", says: "Without a reader only one page stays.",
      breaks: .window, in: .window
    ) { feed in
      .amended(feed) { outcome in
        guard case .memoryWarning = outcome.action, outcome.before.reader == nil,
          let page = outcome.after.pages.last
        else { return }
        outcome.after.pages.removeLast(1)
        outcome.after.changeServerRows { $0.removeLast(page.count) }
        outcome.after.showEdits()
        outcome.after.tail = .init(position: page.position)
      }
    },
    Fault(
      "the way back is shut", says: "A dropped page that fails to load is never requested again.",
      breaks: .window, in: .window
    ) { feed in
      .refusing(feed) { action, state in
        if action == .retryTapped(kind: .prepend) {
          .nothingFailed(kind: .prepend)
        } else {
          nil
        }
      }
    },
  ]
}
