import FeedReducer
import FeedTesting

// A feed that was stopped.
extension SimulatedFeed {
  /// Laws of a feed that was stopped, because the user logged out or cleared a search.
  var stopLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "a stopped feed is empty",
        says: "A stopped feed has no row, no edit and no failure, and nothing is in flight.",
        rule: .stop
      ) { state in
        let feed = state.feed
        return !feed.isStopped
          || feed.items.isEmpty && feed.pendingEdits.isEmpty && feed.refusedEdits.isEmpty
            && feed.error == nil && feed.total == nil && state.inFlight.isEmpty
      },
      .changeProperty(
        "a stop stops", says: "After a stop the feed is stopped.", rule: .stop
      ) { $0.step != .logOut || $0.after.feed.isStopped },
      .changeProperty(
        "only a start ends a stop", says: "A stopped feed loads nothing until it is started.",
        rule: .stop
      ) { transition in
        switch transition.step {
        case .start, .restart: true
        default:
          !transition.before.feed.isStopped
            || transition.after.feed.isStopped && transition.effects.isEmpty
        }
      },
      .actionProperty(
        "a start ends a stop", says: "A stopped feed that is started loads its first page.",
        rule: .stop
      ) { transition in
        transition.step != .start || !transition.before.feed.isStopped
          || !transition.after.feed.isStopped && transition.after.feed.isRefreshWanted
      },
    ]
  }
}
