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
          "A feed that has started shows rows, that it loads, a failure, or that it is empty or stalled.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return !feed.hasBegun || !feed.items.isEmpty || feed.isWorking || feed.error != nil
          || feed.isEmpty || feed.isStalled
      },
      .invariant(
        "no button is dead",
        says:
          "Where a failure shows a retry counts, and where the list has stalled asking for more does.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return (feed.error == nil || accepts(.retryTapped(kind: nil), at: state))
          && (!feed.isStalled || feed.append.isUnderWay || accepts(.loadMore, at: state))
      },
      .invariant(
        "no failed edit is stuck", says: "What failed of a row can be retried and dismissed.",
        rule: .wayOn
      ) { state in
        state.stuckRows.allSatisfy {
          accepts(.editRetried(id: $0), at: state) && accepts(.editDismissed(id: $0), at: state)
        }
      },
      .invariant(
        "a pull is heard", says: "A person can pull to refresh unless a refresh is on its way.",
        rule: .wayOn
      ) { state in
        !state.feed.hasBegun || state.feed.refresh.request != nil
          || accepts(.refreshPulled, at: state)
      },
      .invariant(
        "more can be asked for",
        says:
          "Where nothing is under way and nothing has failed, a list that has not ended loads more "
          + "when it is asked to.",
        rule: .wayOn
      ) { state in
        let feed = state.feed
        return feed.generation == 0 || feed.isWorking || feed.error != nil || feed.append.end != nil
          || accepts(.loadMore, at: state)
      },
    ]
  }

  /// Whether the machine accepts an action at a state.
  private func accepts(_ action: ModelFeed.Action, at state: SimulationState) -> Bool {
    var feed = state.feed
    return machine.reduce(into: &feed, action).refusal == nil
  }
}

extension Feed.State {
  /// Whether the feed has loaded anything or tried to.
  fileprivate var hasBegun: Bool { generation > 0 || lastTicket > 0 || refresh != .idle }

  /// Whether a load of any kind is under way.
  fileprivate var isWorking: Bool {
    refresh.isUnderWay || append.isUnderWay || prepend.isUnderWay
  }
}
