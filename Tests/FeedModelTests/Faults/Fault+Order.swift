import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults where loads interfere with each other.
  static let ofOrder: [Fault] = [
    Fault(
      "two pulls, two refreshes", says: "A pull during a refresh requests the first page again.",
      breaks: .oneRequest, in: .cursor
    ) { feed in
      .prepared(feed) { action, state in
        if action == .refreshPulled { state.refresh = .idle }
      }
    },
    Fault(
      "a refresh cancels nothing",
      says: "The next page goes on loading while the first one is loaded.",
      breaks: .oneRequest, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action == .refreshPulled, outcome.before.append.request != nil else { return }
        outcome.after.tail.load = outcome.before.append
        outcome.effects.removeAll(where: \.isCancel)
      }
    },
    Fault(
      "loads before cancels", says: "A new load starts before the old one is cancelled.",
      breaks: .oneRequest, in: .cursor
    ) { feed in
      .amended(feed) { $0.effects.reverse() }
    },
    Fault(
      "requested twice", says: "A request for more repeats a request in flight.",
      breaks: .oneRequest, in: .cursor
    ) { feed in
      .prepared(feed) { action, state in
        if action == .loadMore, state.append.request != nil { state.tail.load = .idle }
      }
    },
    Fault(
      "online loads twice",
      says: "When the device is online again, each waiting page is requested twice.",
      breaks: .oneRequest, in: .network
    ) { feed in
      .amended(feed) { outcome in
        guard case .connectivityChanged = outcome.action else { return }
        for case .load(let request) in outcome.effects {
          outcome.effects.append(
            .load(
              request: .init(
                ticket: outcome.after.nextTicket(), kind: request.kind,
                position: request.position, size: request.size)))
        }
      }
    },
    Fault(
      "invalidations pile up",
      says: "An invalidation during a refresh requests the first page again.",
      breaks: .oneRequest, in: .retries
    ) { feed in
      .prepared(feed) { action, state in
        if action == .invalidated { state.refresh = .idle }
      }
    },
    Fault(
      "an invalidation is a pull",
      says: "Rows that are out of date are read again as by a pull, which cancels the next page.",
      breaks: .oneRequest, in: .retries
    ) { feed in
      .receiving(feed) { action, state in
        let isFirst = action == .invalidated && state.refresh == .idle && state.generation > 0
        return isFirst ? .refreshPulled : action
      }
    },
    Fault(
      "an invalidation is lost", says: "Rows that go out of date during a refresh stay so.",
      breaks: .oneRequest, in: .retries
    ) { feed in
      .prepared(feed) { action, state in
        if action.page != nil { state.isInvalidated = false }
      }
    },
  ]
}
