import FeedReducer
import FeedTesting

// What a front end can show in every state, and what the user can do there.
extension SimulatedFeed {
  /// Laws that the user always sees something, and can act until the list is complete.
  var wayOnLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "no screen is blank",
        says:
          "A feed that has started and was not stopped shows rows, a load, a failure, or that it is "
          + "empty or stalled.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return !feed.hasBegun || !feed.items.isEmpty || feed.isWorking || feed.error != nil
          || feed.isEmpty || feed.isStalled
      },
      .invariant(
        "every button works",
        says:
          "After a failure a retry is accepted, and its dismissal if rows show; at a stalled end a request for "
          + "more is.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return (feed.error == nil || accepts(.retryTapped(kind: nil), at: state))
          && (feed.error == nil || feed.items.isEmpty
            || accepts(.errorDismissed(kind: nil), at: state))
          && (!feed.isStalled || feed.append.isUnderWay || accepts(.loadMore, at: state))
      },
      .invariant(
        "no failed edit is stuck", says: "A failed edit can be retried and dismissed.",
        rule: .wayOn
      ) { state in
        state.stuckRows.allSatisfy {
          accepts(.editRetried(id: $0), at: state) && accepts(.editDismissed(id: $0), at: state)
        }
      },
      .invariant(
        "a pull is accepted",
        says: "The user can pull to refresh unless a refresh is in flight or the feed was stopped.",
        rule: .wayOn
      ) { state in
        !state.feed.hasBegun || state.feed.refresh.request != nil
          || accepts(.refreshPulled, at: state)
      },
      .invariant(
        "more can be requested",
        says: "Without a load in flight and without a failure, a list that has not ended accepts a "
          + "request for more.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return feed.generation == 0 || feed.isWorking || feed.error != nil || feed.append.end != nil
          || accepts(.loadMore, at: state)
      },
    ]
  }

  private func accepts(_ action: ModelFeed.Action, at state: SimulationState) -> Bool {
    var feed = state.feed
    return machine.reduce(into: &feed, action).refusal == nil
  }
}

extension Feed.State {
  /// Whether the feed has loaded anything or tried to, and was not stopped.
  fileprivate var hasBegun: Bool {
    !isStopped && (generation > 0 || lastTicket > 0 || refresh != .idle)
  }

  /// Whether a load of any kind is under way.
  fileprivate var isWorking: Bool {
    refresh.isUnderWay || append.isUnderWay || prepend.isUnderWay
  }
}
