import FeedReducer
import FeedTesting

// What a user interface shows that knows the words of the state, and what its gestures lead to.
extension FeedWorld {
  /// Laws that there is always something to see, and something to do until the list is complete.
  var wayOnLaws: [Law<FeedWorld>] {
    [
      .always(
        "no screen is blank",
        "A feed that has started shows rows, that it loads, a failure, or that it is empty or stalled.",
        rule: .wayOn
      ) { moment in
        let feed = moment.feed
        return !feed.hasBegun || !feed.items.isEmpty || feed.isWorking || feed.error != nil
          || feed.isEmpty || feed.isStalled
      },
      .always(
        "no button is dead",
        "Where a failure shows a retry counts, and where the list has stalled asking for more does.",
        rule: .wayOn
      ) { moment in
        let feed = moment.feed
        return (feed.error == nil || counts(.retryTapped(kind: nil), moment))
          && (!feed.isStalled || feed.append.isUnderWay || counts(.loadMore, moment))
      },
      .always(
        "no failed edit is stuck", "What failed of a row can be retried and dismissed.",
        rule: .wayOn
      ) { moment in
        moment.stuckRows.allSatisfy {
          counts(.editRetried(id: $0), moment) && counts(.editDismissed(id: $0), moment)
        }
      },
      .always(
        "a pull is heard", "A person can pull to refresh unless a refresh is on its way.",
        rule: .wayOn
      ) { moment in
        !moment.feed.hasBegun || moment.feed.refresh.request != nil
          || counts(.refreshPulled, moment)
      },
      .always(
        "more can be asked for",
        "Where nothing is under way and nothing has failed, a list that has not ended loads more "
          + "when it is asked to.",
        rule: .wayOn
      ) { moment in
        let feed = moment.feed
        return feed.generation == 0 || feed.isWorking || feed.error != nil || feed.append.end != nil
          || counts(.loadMore, moment)
      },
    ]
  }

  /// Whether the machine takes an action at a moment.
  private func counts(_ action: ModelFeed.Action, _ moment: FeedMoment) -> Bool {
    var state = moment.state
    return machine.reduce(into: &state, action).refusal == nil
  }
}

extension Feed.State {
  /// Whether it was asked to load anything since it was made.
  fileprivate var hasBegun: Bool { generation > 0 || lastTicket > 0 || refresh != .idle }

  /// Whether a load of any kind is under way.
  fileprivate var isWorking: Bool {
    refresh.isUnderWay || append.isUnderWay || prepend.isUnderWay
  }
}
