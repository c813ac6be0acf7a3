import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults of a feed that was stopped.
  static let ofStops: [Fault] = [
    Fault(
      "a stop reloads", says: "A feed that is stopped loads its first page, as after a reset.",
      breaks: .stop, in: .stops
    ) { feed in
      .receiving(feed) { action, _ in action == .stopped ? .reset : action }
    },
    Fault(
      "a stop leaks", says: "A feed that is stopped cancels none of its work.",
      breaks: .stop, in: .stops
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .stopped { outcome.effects = [] }
      }
    },
    Fault(
      "a stop is silent", says: "Edits go with a log out, and no effect names them.",
      breaks: .edits, in: .stops
    ) { feed in
      .amended(feed) { outcome in
        outcome.effects.removeAll { if case .drop = $0 { true } else { false } }
      }
    },
    Fault(
      "a stop keeps the rows", says: "A feed that is stopped still shows its rows.",
      breaks: .stop, in: .stops
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .stopped { outcome.after.items = outcome.before.items }
      }
    },
    Fault(
      "a pull ends a stop", says: "A stopped feed loads again when the user pulls.",
      breaks: .stop, in: .stops
    ) { feed in
      .receiving(feed) { action, state in
        state.isStopped && action == .refreshPulled ? .started : action
      }
    },
    Fault(
      "coming online ends a stop", says: "A stopped feed loads when the device is online again.",
      breaks: .stop, in: .stops
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.before.isStopped, outcome.after.isOnline else { return }
        outcome.effects += feed.reduceUnchecked(into: &outcome.after, .started).effects
      }
    },
    Fault(
      "a stop is final", says: "A stopped feed can't be started again.", breaks: .stop, in: .stops
    ) { feed in
      .refusing(feed) { action, state in
        state.isStopped && action == .started ? .stopped : nil
      }
    },
  ]
}
