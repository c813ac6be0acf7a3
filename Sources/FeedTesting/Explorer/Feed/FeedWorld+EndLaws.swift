import FeedReducer

// Where the list ends, and what a refresh does.
extension FeedWorld {
  /// Laws of the ends of the list.
  var endLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "the server says the end",
        "The list is exhausted from the page on that has no next cursor, and from no other.",
        rule: .progress
      ) { step in
        let after = step.after.feed.append
        guard step.before.feed.append != after, !isReread(step) else { return true }
        guard case .pageLoaded(_, let page) = step.exchange?.action,
          step.answered?.kind != .prepend
        else {
          if case .restored = step.exchange?.action { return true }
          return after != .ended(reason: .exhausted)
        }
        if scenario.feed.refreshMode == .merge, step.answered?.kind == .refresh {
          return true
        }
        return (after == .ended(reason: .exhausted)) == (page.next == nil)
      },
      .onEveryStep(
        "a cycle ends the list",
        "A page without new rows whose cursor is the one that was asked with ends the list.",
        rule: .progress
      ) { step in
        guard case .pageLoaded(_, let page) = step.exchange?.action,
          case .load(.append, let position, _) = step.answered?.task,
          let cursor = page.next, position.cursor == cursor, !isReread(step)
        else { return true }
        let isNew = page.items.contains { !step.before.feed.items.contains(id: $0.id) }
        return isNew || step.after.feed.append == .ended(reason: .cycle)
      },
      .always(
        "asking without progress ends", "Pages without new rows are asked for a few times only.",
        rule: .progress
      ) { moment in
        Int(moment.fruitless) <= scenario.feed.progressTries + 1
      },
    ]
  }

  /// Whether the page that lands was in the list before and had been dropped.
  private func isReread(_ step: Step<FeedWorld>) -> Bool {
    !step.before.feed.tail.dropped.isEmpty || !step.after.feed.tail.dropped.isEmpty
  }

  /// Laws of refresh, invalidation and restore.
  var refreshLaws: [Law<FeedWorld>] {
    [
      .onEveryStep("a pull refreshes", "After a pull a refresh is under way.", rule: .steadyRefresh)
      { step in
        guard case .refreshPulled = step.exchange?.action else { return true }
        return step.after.feed.isRefreshWanted
      },
      .onEveryStep(
        "a refresh is one", "A refresh under way is not sent for again.", rule: .oneRequest
      ) { step in
        guard step.before.feed.refresh.request != nil else { return true }
        switch step.exchange?.action {
        case .refreshPulled, .started, .invalidated, .itemAppeared, .loadMore, .retryTapped:
          return step.effects.isEmpty
        default: return true
        }
      },
      .onEveryStep(
        "an invalidation is not lost",
        "Rows said to be out of date are read again, once, after the refresh that was under way.",
        rule: .oneRequest
      ) { step in
        if case .invalidated = step.exchange?.action, step.exchange?.reaction.refusal == nil {
          return step.after.feed.isRefreshWanted
        }
        guard step.before.owesRefresh, case .pageLoaded = step.exchange?.action,
          step.exchange?.reaction.refusal == nil
        else { return true }
        return step.after.feed.isRefreshWanted
      },
      .onEveryStep(
        "restored rows are not newer", "Nothing is restored over rows from the network.",
        rule: .restore
      ) { step in
        guard case .restored = step.exchange?.action else { return true }
        return step.before.feed.epoch == 0 || step.exchange?.reaction.refusal != nil
      },
      .onEveryStep(
        "restored is as kept", "What is restored has the rows that were kept, and loads if old.",
        rule: .restore
      ) { step in
        guard case .restored(let snapshot, let age) = step.exchange?.action,
          step.exchange?.reaction.refusal == nil
        else { return true }
        let isOld = age > scenario.feed.snapshotAgeLimit ?? age
        return step.after.base.elementsEqual(snapshot.items)
          && (!isOld || step.after.feed.isRefreshWanted)
          && (step.before.feed.isRefreshWanted || isOld || step.requests.isEmpty)
      },
    ]
  }
}

extension Feed.State {
  /// Whether a refresh is under way, or will be when the device is online.
  var isRefreshWanted: Bool { refresh.isUnderWay || isWaitingForNetwork(.refresh) }
}
