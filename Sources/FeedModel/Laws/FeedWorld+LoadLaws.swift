import FeedReducer
import FeedTesting

// When a load may start, and what a failure does.
extension FeedWorld {
  /// Laws of what may be loaded in answer to an action.
  var loadLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "one load of a kind", "One action leads to at most one load of each kind.",
        rule: .oneRequest
      ) { step in
        let requests = step.requests
        return requests.count < 2 || Set(requests.map(\.kind)).count == requests.count
      },
      .onEveryChange(
        "asked where it left off", "A page is asked for at the position where its end stands.",
        rule: .progress
      ) { step in
        step.requests.allSatisfy { request in
          switch request.kind {
          case .refresh: request.position == .start
          case .append: request.position == step.after.feed.nextPosition
          case .prepend: request.position == step.after.feed.previousPosition
          @unknown default: false
          }
        }
      },
      .onEveryChange(
        "nothing loads offline",
        "While the device is offline no request is sent that no person asks for.", rule: .retry
      ) { step in
        switch step.move {
        case .pull, .retry: true
        default: step.after.feed.isOnline || step.requests.isEmpty
        }
      },
      .onEveryChange(
        "coming back is no refresh", "A feed with a first page loads nothing because it is shown.",
        rule: .demand
      ) { step in
        step.move != .start || step.before.feed.generation == 0 || step.effects.isEmpty
      },
    ]
  }

  /// Laws of failures, cancels and automatic retries.
  var failureLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "a failure closes its kind", "Scrolling loads nothing of a kind that has failed.",
        rule: .closedByErrors
      ) { step in
        switch step.move {
        case .appear, .show, .loadMore:
          step.requests.allSatisfy { step.before.feed[$0.kind].failure == nil }
        default: true
        }
      },
      .onEveryChange(
        "a failure shows", "A request that failed is failed, or waits, or leads to a refresh.",
        rule: .closedByErrors
      ) { step in
        guard step.isCounted, let failure = step.failure, let kind = step.answered?.kind
        else { return true }
        let load = step.after.feed[kind]
        return load.failure != nil || load.timer != nil
          || failure.code == .invalidCursor && step.after.feed.refresh.isUnderWay
      },
      .onEveryChange(
        "a failure is not repeated at once", "What failed is asked for again after a while only.",
        rule: .retry
      ) { step in
        guard step.failure != nil, let kind = step.answered?.kind else { return true }
        return step.requests.allSatisfy { $0.kind != kind }
      },
      .onEveryChange(
        "a failure stays with its kind", "What fails puts no other kind in failure or out of it.",
        rule: .closedByErrors
      ) { step in
        // A cursor that the server no longer knows leads to a refresh, which opens every kind.
        guard let failure = step.failure, failure.code != .invalidCursor else { return true }
        let failed = step.answered?.kind
        return LoadKind.allCases.allSatisfy { kind in
          kind == failed
            || step.before.feed[kind].hasFailed == step.after.feed[kind].hasFailed
        }
      },
      .onEveryChange(
        "a page opens its own kind", "A page that lands clears the failure of no other kind.",
        rule: .closedByErrors
      ) { step in
        // A refresh opens every kind, and so does an end whose page is dropped.
        guard step.landed != nil, let landed = step.answered?.kind, landed != .refresh else {
          return true
        }
        return LoadKind.allCases.allSatisfy { kind in
          kind == landed || !step.before.feed[kind].hasFailed || step.after.feed[kind].hasFailed
            || isDropped(step, kind)
        }
      },
      .onEveryChange(
        "a lost cursor refreshes", "A cursor that the server no longer knows leads to a refresh.",
        rule: .closedByErrors
      ) { step in
        guard let failure = step.failure, failure.code == .invalidCursor,
          let kind = step.answered?.kind, kind != .refresh,
          !step.before.hasLostCursor
        else { return true }
        return step.after.feed.isRefreshWanted
      },
      .onEveryChange(
        "a lost cursor refreshes once",
        "A second lost cursor is a failure where nobody has asked for anything since.",
        rule: .closedByErrors
      ) { step in
        guard step.failure?.code == .invalidCursor, step.before.hasLostCursor else { return true }
        return step.requests.isEmpty
      },
      .onEveryChange(
        "a stop is no failure", "What is stopped from outside fails nothing while there are rows.",
        rule: .cancels
      ) { step in
        guard case .stop = step.move, !step.after.feed.items.isEmpty else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          step.before.feed[kind].hasFailed == step.after.feed[kind].hasFailed
        }
      },
      .onEveryChange(
        "a stop rests",
        "A load that was stopped and a refresh that failed are not followed by a load at once.",
        rule: .cancels
      ) { step in
        switch step.move {
        case .stop, .fail, .failLate:
          step.before.isResting || !step.after.isResting || step.requests.isEmpty
        default: true
        }
      },
      .always(
        "retries are bounded", "A load is repeated by itself as often as the policy says at most.",
        rule: .retry
      ) { moment in
        LoadKind.allCases.allSatisfy { moment.feed[$0].attempt <= scenario.feed.retry.attempts }
      },
      .onEveryChange(
        "a new load has its whole budget", "Only what had waited goes on with a count.",
        rule: .retry
      ) { step in
        switch step.move {
        case .fire, .connect, .retry: true
        default:
          step.requests.allSatisfy { step.after.feed[$0.kind].attempt == 0 }
        }
      },
      .onEveryChange(
        "waits are short", "No timer runs longer than the policy's cap, or backwards.", rule: .retry
      ) { step in
        step.effects.allSatisfy { effect in
          guard case .schedule(_, let after) = effect else { return true }
          return after >= .zero && after <= scenario.feed.retry.cap
        }
      },
    ]
  }
}

extension LoadState {
  /// Whether the last load failed; one that waits for the network has not.
  var hasFailed: Bool {
    if case .failed = self { true } else { false }
  }

  /// How many automatic retries there have been.
  var attempt: Int {
    switch self {
    case .loading(_, let attempt), .waiting(_, let attempt), .offline(let attempt): attempt
    default: 0
    }
  }
}
