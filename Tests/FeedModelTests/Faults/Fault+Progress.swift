import FeedModel
@testable import FeedReducer
import FeedSpec
import FeedTesting

extension Fault {
  /// Faults that end the list too soon, or never.
  static let ofProgress: [Fault] = [
    Fault(
      "empty is the end", says: "A page without rows is taken for the last one.",
      breaks: .progress, in: .oddServer
    ) { feed in
      .receiving(feed) { action, _ in action.changing { if $0.items.isEmpty { $0.next = nil } } }
    },
    Fault(
      "short is the end", says: "A page with fewer rows than requested is taken for the last one.",
      breaks: .progress, in: .shortPages
    ) { feed in
      .receiving(feed) { action, _ in
        action.changing { if $0.items.count < feed.pageSize { $0.next = nil } }
      }
    },
    Fault(
      "zero is the end", says: "The cursor 0 is taken for none.", breaks: .progress, in: .onePerPage
    ) { feed in
      .receiving(feed) { action, _ in action.changing { if $0.next == 0 { $0.next = nil } } }
    },
    Fault(
      "a known row is a cycle", says: "A page with a row that is there already ends the list.",
      breaks: .progress, in: .offset
    ) { feed in
      .amended(feed) { outcome in
        guard case .pageLoaded(let ticket, let page) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .append,
          page.items.contains(where: { outcome.before.items.contains(id: $0.id) })
        else { return }
        outcome.after.tail.load = .ended(reason: .cycle)
        outcome.after.tail.position = nil
      }
    },
    Fault(
      "the cursor is never updated",
      says: "After a page the cursor of its request is used again.",
      breaks: .progress, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard case .pageLoaded(let ticket, _) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .append, outcome.after.append == .idle
        else { return }
        outcome.after.tail.position = outcome.before.tail.position
      }
    },
    Fault(
      "a failure skips a page", says: "The cursor moves on though the page has failed.",
      breaks: .progress, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if case .failed = outcome.action, outcome.after.append.failure != nil,
          let cursor = outcome.before.tail.position?.cursor
        {
          outcome.after.tail.position = .after(cursor: cursor + 2)
        }
      }
    },
    Fault(
      "cycles go on",
      says: "A cursor that comes back without new rows is followed forever.",
      breaks: .progress, in: .oddServer
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.after.append.end == .cycle else { return }
        outcome.after.tail.load = .idle
        outcome.after.tail.position = outcome.action.page?.next.map { .after(cursor: $0) }
      }
    },
    Fault(
      "stalled without bound", says: "Pages without new rows are requested again and again.",
      breaks: .progress, in: .oddServer
    ) { feed in .replaced(feed, by: feed.with(maxEmptyPages: 1_000)) },
    Fault(
      "the wrong page", says: "The first page is requested instead of the next one.",
      breaks: .progress, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        outcome.effects = outcome.effects.map { effect in
          guard case .load(let request) = effect, request.kind == .append else { return effect }
          return .load(
            request: .init(
              ticket: request.ticket, kind: .append, position: .start, size: request.size))
        }
      }
    },
    Fault(
      "the seam loses a row", says: "The first row of a further page is left out.",
      breaks: .progress, in: .cursor
    ) { feed in
      .receiving(feed) { action, state in
        guard action.answeredTicket.flatMap({ state.kind(ofRequest: $0) }) == .append else {
          return action
        }
        return action.changing { if $0.items.count > 1 { $0.items.removeFirst() } }
      }
    },
    Fault(
      "stalled for good", says: "At a stalled end a request for more loads nothing.",
      breaks: .progress, in: .oddServer
    ) { feed in
      .refusing(feed) { action, state in
        if action == .loadMore, state.isStalled {
          .ended(kind: .append, reason: .stalled)
        } else {
          nil
        }
      }
    },
  ]
}
