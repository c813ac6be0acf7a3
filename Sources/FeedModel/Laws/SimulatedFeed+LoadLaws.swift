import FeedReducer
import FeedSpec
import FeedTesting

// When a load may start, and what a failure does.
extension SimulatedFeed {
  /// Laws of the loads that an action may start.
  var loadLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "one load of a kind", says: "One action leads to at most one load of each kind.",
        rule: .oneRequest
      ) { transition in
        let requests = transition.requests
        return requests.count < 2 || Set(requests.map(\.kind)).count == requests.count
      },
      .changeProperty(
        "pages continue the list",
        says: "A page is requested at the position of its end of the list.",
        rule: .progress
      ) { transition in
        transition.requests.allSatisfy { request in
          switch request.kind {
          case .refresh: request.position == .start
          case .append: request.position == transition.after.feed.nextPosition
          case .prepend: request.position == transition.after.feed.previousPosition
          }
        }
      },
      .changeProperty(
        "nothing loads offline",
        says: "While the device is offline only a pull or a retry sends a request.",
        rule: .retry
      ) { transition in
        switch transition.step {
        case .pull, .retry: true
        default: transition.after.feed.isOnline || transition.requests.isEmpty
        }
      },
      .changeProperty(
        "coming back is no refresh",
        says: "A feed with a first page loads nothing because it is shown.",
        rule: .demand
      ) { transition in
        transition.step != .start || transition.before.feed.generation == 0
          || transition.effects.isEmpty
      },
    ]
  }

  /// Laws of failures, cancels and the limits of automatic retries.
  var failureLaws: [Law<SimulatedFeed>] {
    failedRequestLaws + otherKindLaws + lostCursorLaws + cancelLaws + retryLimitLaws
  }

  /// Laws of the request that fails.
  private var failedRequestLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "a failure closes its kind", says: "Scrolling loads nothing of a kind that has failed.",
        rule: .closedByErrors
      ) { transition in
        switch transition.step {
        case .appear, .show, .loadMore:
          transition.requests.allSatisfy { transition.before.feed[$0.kind].failure == nil }
        default: true
        }
      },
      .changeProperty(
        "a failure shows",
        says: "A failed request shows as failed, waits, or leads to a refresh.",
        rule: .closedByErrors
      ) { transition in
        guard transition.isAccepted, let failure = transition.failure,
          let kind = transition.answered?.kind
        else { return true }
        let load = transition.after.feed[kind]
        return load.failure != nil || load.timer != nil
          || failure.code == .invalidCursor
            && (transition.after.feed.refresh.isUnderWay
              || transition.after.feed.isWaitingForNetwork(.refresh))
      },
      .changeProperty(
        "a failure is not repeated at once",
        says: "A failed request is not repeated by the same action.",
        rule: .retry
      ) { transition in
        guard transition.failure != nil, let kind = transition.answered?.kind else { return true }
        return transition.requests.allSatisfy { $0.kind != kind }
      },
    ]
  }

  /// Laws that a failure of one kind does not affect the others.
  private var otherKindLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "a failure stays with its kind",
        says: "A failure neither sets nor clears the failure of another kind.",
        rule: .closedByErrors
      ) { transition in
        // A lost cursor leads to a refresh, which clears the failure of every kind.
        guard let failure = transition.failure, failure.code != .invalidCursor else { return true }
        let failed = transition.answered?.kind
        return LoadKind.allCases.allSatisfy { kind in
          kind == failed
            || transition.before.feed[kind].hasFailed == transition.after.feed[kind].hasFailed
        }
      },
      .changeProperty(
        "a page opens its own kind",
        says: "A page that arrives clears the failure of no other kind.",
        rule: .closedByErrors
      ) { transition in
        // A refresh clears the failure of every kind, and a dropped page that of its end.
        guard transition.appliedPage != nil, let applied = transition.answered?.kind,
          applied != .refresh
        else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          kind == applied || !transition.before.feed[kind].hasFailed
            || transition.after.feed[kind].hasFailed
            || isDropped(kind, by: transition)
        }
      },
    ]
  }

  /// Laws of cursors that the server has forgotten.
  private var lostCursorLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "a lost cursor refreshes",
        says:
          "A cursor that the server no longer knows, or that leads elsewhere, leads to a refresh.",
        rule: .closedByErrors
      ) { transition in
        if transition.hasLostPlace {
          return transition.after.feed.isRefreshWanted && leadsElsewhere(transition)
        }
        guard let failure = transition.failure, failure.code == .invalidCursor,
          let kind = transition.answered?.kind, kind != .refresh,
          !transition.before.hasLostCursor
        else { return true }
        return transition.after.feed.isRefreshWanted
      },
      .changeProperty(
        "a lost cursor refreshes once",
        says: "A second lost cursor is a failure if the user has not acted since.",
        rule: .closedByErrors
      ) { transition in
        guard transition.failure?.code == .invalidCursor, transition.before.hasLostCursor else {
          return true
        }
        return transition.requests.isEmpty
      },
    ]
  }

  /// Whether a page that is in the list was asked for once more, and has none of its rows, but further ones.
  private func leadsElsewhere(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    let feed = transition.before.feed
    guard let page = transition.acceptedPage, let answered = transition.answered,
      case .load(let kind, let position, _) = answered.task, kind != .refresh
    else { return false }
    let next = kind == .append ? page.next : page.previous
    return feed.pages.contains { $0.position == position } && next != nil && !page.items.isEmpty
      && !page.items.contains { feed.items.contains(id: $0.id) }
  }

  /// Laws of loads that are cancelled from outside.
  private var cancelLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "a stop is no failure",
        says: "A load that is cancelled from outside has not failed while there are rows.",
        rule: .cancels
      ) { transition in
        guard case .stop = transition.step, !transition.after.feed.items.isEmpty else {
          return true
        }
        return LoadKind.allCases.allSatisfy { kind in
          transition.before.feed[kind].hasFailed == transition.after.feed[kind].hasFailed
        }
      },
      .changeProperty(
        "a stop pauses demand",
        says: "After a cancelled load or a failed refresh no load follows at once.",
        rule: .cancels
      ) { transition in
        switch transition.step {
        case .stop, .fail, .failLate:
          transition.before.isDemandPaused || !transition.after.isDemandPaused
            || transition.requests.isEmpty
        default: true
        }
      },
    ]
  }

  /// Laws of the limits that the retry policy sets.
  private var retryLimitLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "retries are bounded",
        says: "A load is retried automatically at most as often as the policy allows.",
        rule: .retry
      ) { state in
        LoadKind.allCases.allSatisfy { state.feed[$0].attempt <= scenario.feed.retry.attempts }
      },
      .changeProperty(
        "a new load has its whole budget",
        says: "Only a load that waited keeps its count of retries.",
        rule: .retry
      ) { transition in
        switch transition.step {
        case .fire, .connect, .retry: true
        default:
          transition.requests.allSatisfy { transition.after.feed[$0.kind].attempt == 0 }
        }
      },
      .changeProperty(
        "waits are short", says: "No timer runs longer than the policy's cap, or backwards.",
        rule: .retry
      ) { transition in
        transition.effects.allSatisfy { effect in
          guard case .schedule(_, let after) = effect else { return true }
          return after >= .zero && after <= scenario.feed.retry.cap
        }
      },
    ]
  }
}

extension LoadState {
  /// Whether the last load failed. A load that waits for the network has not failed.
  var hasFailed: Bool {
    if case .failed = self { true } else { false }
  }

  /// How many automatic retries were made.
  var attempt: Int {
    switch self {
    case .loading(_, let attempt), .waiting(_, let attempt), .offline(let attempt): attempt
    default: 0
    }
  }
}
