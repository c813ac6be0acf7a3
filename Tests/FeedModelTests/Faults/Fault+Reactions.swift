import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults whose reaction does not match what the machine did.
  static let ofReactions: [Fault] = [
    Fault(
      "ignoring leaves traces", says: "An action that is ignored moves the reader.",
      breaks: .ignoring, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        let reaction = feed.reduceUnchecked(into: &state, action)
        if reaction.refusal != nil { state.visibleRows = nil }
        return reaction
      }
    },
    Fault(
      "refused is accepted", says: "A pull during a refresh is accepted, though it does nothing.",
      breaks: .ignoring, in: .cursor
    ) { feed in
      ModelMachine { state, action in
        let reaction = feed.reduceUnchecked(into: &state, action)
        return action == .refreshPulled && reaction.refusal != nil ? .accepted([]) : reaction
      }
    },
    Fault(
      "chance from outside",
      says: "How long a retry waits depends on something that is not in the state.",
      breaks: .determinism, in: .retries
    ) { feed in
      .amended(feed) { outcome in
        outcome.effects = outcome.effects.map { effect in
          guard case .schedule(let ticket, let after) = effect else { return effect }
          return .schedule(
            ticket: ticket, after: after + .nanoseconds(Int.random(in: 1...1_000_000_000)))
        }
      }
    },
  ]
}
