import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that misjudge or forget the reader's position.
  static let ofDemand: [Fault] = [
    Fault(
      "equal at the threshold",
      says: "Only the row exactly at the threshold asks for the next page.",
      breaks: .demand, in: .shortPages
    ) { feed in
      .refusing(feed) { action, state in
        if case .itemAppeared(let index) = action,
          state.items.count - 1 - index < feed.prefetchDistance - 1
        {
          .alreadyStarted
        } else {
          nil
        }
      }
    },
    Fault(
      "one row early", says: "The next page is requested one row too early.",
      breaks: .demand, in: .cursor
    ) { feed in .replaced(feed, by: feed.with(prefetchDistance: feed.prefetchDistance + 1)) },
    Fault(
      "short pages stop",
      says: "After a page has arrived only a row that appears requests the next one.",
      breaks: .demand, in: .shortPages
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action.page != nil, outcome.after.append.request != nil else { return }
        outcome.effects.removeAll(where: \.isLoad)
        outcome.after.tail.load = .idle
      }
    },
    Fault(
      "loads unasked",
      says: "The second page is loaded with the first, whether a row was reported or not.",
      breaks: .demand, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.before.generation < outcome.after.generation else { return }
        outcome.effects += feed.reduceUnchecked(into: &outcome.after, .loadMore).effects
      }
    },
    Fault(
      "coming back refreshes", says: "A feed that is shown again loads its first page again.",
      breaks: .demand, in: .cursor
    ) { feed in
      .receiving(feed) { action, state in
        action == .started && state.generation > 0 ? .refreshPulled : action
      }
    },
    Fault(
      "the reader is an index",
      says: "The reader stays at the same index when a page comes in front.",
      breaks: .demand, in: .bothEnds
    ) { feed in
      .amended(feed) { outcome in
        if case .pageLoaded(let ticket, _) = outcome.action,
          outcome.before.kind(ofRequest: ticket) == .prepend
        {
          outcome.after.visibleRows = outcome.before.reader
        }
      }
    },
    Fault(
      "a refresh loses the reader", says: "After a refresh there is no reader.",
      breaks: .demand, in: .cursor
    ) { feed in
      .amended(feed) { outcome in
        if outcome.before.generation < outcome.after.generation { outcome.after.visibleRows = nil }
      }
    },
    Fault(
      "any row is the last", says: "Whatever row appears, it is taken for the last one.",
      breaks: .demand, in: .cursor
    ) { feed in
      .receiving(feed) { action, state in
        guard case .itemAppeared(let index) = action, index < state.items.count else {
          return action
        }
        return .itemAppeared(index: state.items.count - 1)
      }
    },
    Fault(
      "a request for more does nothing", says: "A request for more never loads a page.",
      breaks: .demand, in: .shortPages
    ) { feed in
      ModelMachine { state, action in
        action == .loadMore ? .ignored(.noReader) : feed.reduceUnchecked(into: &state, action)
      }
    },
    Fault(
      "repeated reports count",
      says: "A second report of the same row is accepted, though nothing has changed.",
      breaks: .demand, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        let reaction = feed.reduceUnchecked(into: &state, action)
        guard case .itemAppeared(let index) = action, state.items.indices.contains(index)
        else { return reaction }
        return reaction.refusal == nil ? reaction : .accepted([])
      }
    },
    Fault(
      "a coarse reader", says: "All rows far from both ends count as one position.",
      breaks: .demand, in: .shortPages
    ) { feed in
      .refusing(feed) { action, state in
        if case .itemAppeared(let index) = action, state.reader != nil,
          index >= feed.prefetchDistance, index < state.items.count - feed.prefetchDistance
        {
          .farFromEnd(index: index, count: state.items.count, distance: feed.prefetchDistance)
        } else {
          nil
        }
      }
    },
    Fault(
      "only the last row counts",
      says: "Of rows that are visible together only the last one is recorded.",
      breaks: .demand, in: .screen
    ) { feed in
      .receiving(feed) { action, state in
        guard case .visible(let rows) = action else { return action }
        let shown = rows.clamped(to: 0..<state.items.count)
        return shown.isEmpty ? action : .itemAppeared(index: shown.upperBound - 1)
      }
    },
  ]
}
