import FeedReducer
import FeedTesting

// Where the list ends, and what a refresh does.
extension FeedWorld {
  /// Laws of the ends of the list.
  var endLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "the server says the end",
        "The list is exhausted from the page on that has no next cursor, and from no other.",
        rule: .progress
      ) { step in
        if case .restore = step.move { return true }
        let after = step.after.feed.append
        guard step.before.feed.append != after, !isReread(step) else { return true }
        guard let page = step.landed, step.answered?.kind != .prepend else {
          return after != .ended(reason: .exhausted)
        }
        if scenario.feed.refreshMode == .merge, step.answered?.kind == .refresh {
          return true
        }
        return (after == .ended(reason: .exhausted)) == (page.next == nil)
      },
      .onEveryChange(
        "a cycle ends the list",
        "A page without new rows whose cursor is the one that was asked with ends the list.",
        rule: .progress
      ) { step in
        guard let page = step.landed, case .load(.append, let position, _) = step.answered?.task,
          let cursor = page.next, position.cursor == cursor, !isReread(step)
        else { return true }
        let isNew = page.items.contains { !step.before.feed.items.contains(id: $0.id) }
        return isNew || step.after.feed.append == .ended(reason: .cycle)
      },
      .onEveryStep(
        "more goes on where it stalled", "An end that has stalled goes on when more is asked for.",
        rule: .progress
      ) { step in
        let feed = step.before.feed
        guard step.move == .loadMore, feed.append.end == .stalled, !feed.refresh.isUnderWay
        else { return true }
        return step.after.feed.append.end == nil
      },
      .always(
        "asking without progress ends", "Pages without new rows are asked for a few times only.",
        rule: .progress
      ) { moment in
        Int(moment.emptyPages) <= scenario.feed.maxEmptyPages + 1
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
        step.move != .pull || step.after.feed.isRefreshWanted
      },
      .onEveryChange(
        "a refresh is one", "A refresh under way is not sent for again.", rule: .oneRequest
      ) { step in
        switch step.move {
        case .pull, .start, .invalidate, .appear, .show, .loadMore, .retry:
          step.effects.isEmpty || step.before.feed.refresh.request == nil
        default: true
        }
      },
      .onEveryChange(
        "an invalidation is not lost",
        "Rows said to be out of date are read again, once, after the refresh that was under way.",
        rule: .oneRequest
      ) { step in
        let isOwed = step.move == .invalidate || step.before.owesRefresh && step.landed != nil
        return !isOwed || !step.isCounted || step.after.feed.isRefreshWanted
      },
      .onEveryChange(
        "restored rows are not newer", "Nothing is restored over rows from the network.",
        rule: .restore
      ) { step in
        guard case .restore = step.move else { return true }
        return step.before.feed.generation == 0 || !step.isCounted
      },
      .onEveryChange(
        "nothing in flight is restored",
        "What is restored waits for nothing that was asked before.",
        rule: .restore
      ) { step in
        guard case .restore = step.move, step.isCounted else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          let load = step.after.feed[kind]
          return load.timer == nil
            && (load.request == nil || step.requests.contains { $0.ticket == load.request })
        }
      },
      .onEveryChange(
        "restored is as kept", "What is restored has the rows that were kept, and loads if old.",
        rule: .restore
      ) { step in
        guard case .restore = step.move, step.isCounted,
          case .restored(let snapshot, let age) = step.exchange?.action
        else { return true }
        let isOld = age > scenario.feed.snapshotAgeLimit ?? age
        return step.after.base.elementsEqual(snapshot.items)
          && (!isOld || step.after.feed.isRefreshWanted)
          && (step.before.feed.isRefreshWanted || isOld || step.requests.isEmpty
            || step.after.feed.items.isEmpty)
      },
    ]
  }
}

extension Feed.State {
  /// Whether a refresh is under way, or will be when the device is online.
  var isRefreshWanted: Bool { refresh.isUnderWay || isWaitingForNetwork(.refresh) }
}
