@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Feeds that leave a person with nothing to see or to do.
  static let ofWaysOn: [Fault] = [
    Fault(
      "a stop leaves nothing", "A first load that is stopped leaves a blank screen.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if case .cancelled = outcome.action, outcome.after.items.isEmpty {
          outcome.after.refresh = .idle
        }
      }
    },
    Fault(
      "a retry is refused", "The failure of a page can't be retried while a refresh is on its way.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        if case .retryTapped = action, let ticket = state.feed.refresh.request {
          return .ignored(.refreshing(ticket: ticket))
        }
        return feed.reduce(into: &state.feed, action)
      }
    },
    Fault(
      "a pull is refused", "A pull is refused while the first page has failed.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        if action == .refreshPulled, state.feed.refresh.failure != nil {
          return .ignored(.failed(kind: .refresh))
        }
        return feed.reduce(into: &state.feed, action)
      }
    },
    Fault(
      "more is refused", "More can't be asked for after a load was stopped.",
      breaks: .wayOn, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        if action == .loadMore, state.feed.isDemandPaused {
          return .ignored(.demandPaused)
        }
        return feed.reduce(into: &state.feed, action)
      }
    },
  ]
}
