import FeedReducer
import FeedSpec
import FeedTesting

// Where the list ends, and what a refresh and a restore do.
extension SimulatedFeed {
  /// Laws of the ends of the list.
  var endLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "the server decides the end",
        says: "The list is exhausted after a page without a next cursor, and only then.",
        rule: .progress
      ) { transition in
        if case .restore = transition.step { return true }
        let after = transition.after.feed.append
        guard transition.before.feed.append != after, !isReread(transition) else { return true }
        guard let page = transition.appliedPage, transition.answered?.kind != .prepend else {
          return after != .ended(reason: .exhausted)
        }
        if scenario.feed.refreshMode == .merge, transition.answered?.kind == .refresh {
          return true
        }
        return (after == .ended(reason: .exhausted)) == (page.next == nil)
      },
      .changeProperty(
        "a cycle ends the list",
        says: "A page without new rows whose next cursor is that of its request ends the list.",
        rule: .progress
      ) { transition in
        guard let page = transition.appliedPage,
          case .load(.append, let position, _) = transition.answered?.task,
          let cursor = page.next, position.cursor == cursor, !isReread(transition)
        else { return true }
        let isNew = page.items.contains { !transition.before.feed.items.contains(id: $0.id) }
        return isNew || transition.after.feed.append == .ended(reason: .cycle)
      },
      .actionProperty(
        "a stalled end can go on",
        says: "A stalled end loads again when more is requested.",
        rule: .progress
      ) { transition in
        let feed = transition.before.feed
        guard transition.step == .loadMore, feed.append.end == .stalled, !feed.refresh.isUnderWay
        else { return true }
        return transition.after.feed.append.end == nil
      },
      .invariant(
        "loading without progress ends",
        says: "The number of successive pages without new rows is bounded.",
        rule: .progress
      ) { state in
        Int(state.emptyPages) <= scenario.feed.maxEmptyPages + 1
      },
    ]
  }

  /// Whether the arriving page may be a dropped one that the list had before.
  private func isReread(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    !transition.before.feed.tail.dropped.isEmpty || !transition.after.feed.tail.dropped.isEmpty
  }

  /// Laws of refresh and invalidation.
  var refreshLaws: [Law<SimulatedFeed>] {
    [
      .actionProperty(
        "a pull refreshes",
        says: "After a pull a refresh is in flight or waits for the network, unless the feed was "
          + "stopped.",
        rule: .steadyRefresh
      ) { transition in
        transition.step != .pull || transition.after.feed.isRefreshWanted
          || transition.before.feed.isStopped
      },
      .changeProperty(
        "one refresh at a time",
        says: "A refresh in flight is not requested again, unless a pull replaces an invalidation.",
        rule: .oneRequest
      ) { transition in
        switch transition.step {
        case .pull, .start, .invalidate, .appear, .show, .loadMore, .retry:
          transition.before.feed.refresh.request == nil
            || transition.step == .pull && transition.before.feed.keepsPlace
            || !transition.requests.contains { $0.kind == .refresh }
        default: true
        }
      },
      .changeProperty(
        "an invalidation starves nothing",
        says: "Rows that were reported as out of date cancel no load of a further page.",
        rule: .oneRequest
      ) { transition in
        guard transition.step == .invalidate else { return true }
        return [LoadKind.append, .prepend].allSatisfy { kind in
          transition.before.feed[kind].request == nil
            || transition.after.feed[kind] == transition.before.feed[kind]
        }
      },
      .changeProperty(
        "an invalidation is not lost",
        says: "Rows that were reported as out of date are read again, after a refresh in flight.",
        rule: .oneRequest
      ) { transition in
        let isOwed =
          transition.step == .invalidate
          || transition.before.owesRefresh && transition.appliedPage != nil
        return !isOwed || !transition.isAccepted || transition.after.feed.isRefreshWanted
      },
    ]
  }

  /// Laws of restoring a snapshot.
  var restoreLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "a snapshot replaces no newer rows",
        says: "A snapshot does not replace rows from the network.",
        rule: .restore
      ) { transition in
        guard case .restore = transition.step else { return true }
        return transition.before.feed.generation == 0 || !transition.isAccepted
      },
      .changeProperty(
        "nothing in flight is restored",
        says: "A restored feed waits for no request of an earlier run.",
        rule: .restore
      ) { transition in
        guard case .restore = transition.step, transition.isAccepted else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          let load = transition.after.feed[kind]
          return load.timer == nil
            && (load.request == nil || transition.requests.contains { $0.ticket == load.request })
        }
      },
      .changeProperty(
        "restored is as kept",
        says: "A restored feed has the snapshot's rows, and refreshes an old snapshot.",
        rule: .restore
      ) { transition in
        guard case .restore = transition.step, transition.isAccepted,
          case .restored(let snapshot, let age) = transition.exchange?.action
        else { return true }
        let isOld = age > scenario.feed.snapshotAgeLimit ?? age
        return transition.after.serverRows.elementsEqual(snapshot.items)
          && (!isOld || transition.after.feed.isRefreshWanted)
          && (transition.before.feed.isRefreshWanted || isOld || transition.requests.isEmpty
            || transition.after.feed.items.isEmpty)
      },
    ]
  }
}

extension Feed.State {
  /// Whether a refresh is under way, or waits until the device is online.
  var isRefreshWanted: Bool { refresh.isUnderWay || isWaitingForNetwork(.refresh) }
}
