import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that confuse answers, or leave work in flight that the state does not track.
  static let ofTickets: [Fault] = [
    Fault(
      "late answers count", says: "Any page is taken for the answer to the load in flight.",
      breaks: .tickets, in: .cursor
    ) { feed in
      .receiving(feed) { action, state in
        guard case .pageLoaded(let ticket, let page) = action, state.kind(ofRequest: ticket) == nil,
          let live = LoadKind.allCases.compactMap({ state[$0].request }).first
        else { return action }
        return .pageLoaded(ticket: live, page: page)
      }
    },
    Fault(
      "tickets restart", says: "A reset counts the tickets from 1 again.", breaks: .tickets,
      in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action == .reset else { return }
        outcome.after.lastTicket = 1
        outcome.after.refresh = .loading(ticket: 1, attempt: 0)
        outcome.effects =
          outcome.effects.filter(\.isCancel) + [
            .load(request: .init(ticket: 1, kind: .refresh, position: .start, size: feed.pageSize))
          ]
      }
    },
    Fault(
      "a timer leaks", says: "A pull leaves the timer of an automatic retry running.",
      breaks: .tickets, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .refreshPulled, outcome.before.append.timer != nil {
          outcome.effects.removeAll(where: \.isCancel)
        }
      }
    },
    Fault(
      "a request leaks", says: "A reset does not cancel the work in flight.", breaks: .tickets,
      in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .reset { outcome.effects.removeAll(where: \.isCancel) }
      }
    },
    Fault(
      "a load is not tracked", says: "The feed does not wait for a page that it requested.",
      breaks: .tickets, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .loadMore { outcome.after.tail.load = .idle }
      }
    },
    Fault(
      "the answered is cancelled", says: "A request whose page has arrived is cancelled too.",
      breaks: .tickets, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if case .pageLoaded(let ticket, _) = outcome.action {
          outcome.effects.insert(.cancel(ticket: ticket), at: 0)
        }
      }
    },
    Fault(
      "waits for nothing",
      says: "The feed waits for a page that it did not request.",
      breaks: .tickets, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .loadMore { outcome.effects = [] }
      }
    },
    Fault(
      "empty is no answer", says: "A page without rows is not taken for an answer.",
      breaks: .tickets, in: .oddServer
    ) { feed in
      .refusing(feed) { action, state in
        if case .pageLoaded(let ticket, let page) = action, page.items.isEmpty {
          .unknownTicket(ticket: ticket)
        } else {
          nil
        }
      }
    },
  ]
}
