import FeedReducer

// When a load may start, and what a failure does.
extension FeedWorld {
  /// Laws of what may be loaded in answer to an action.
  var loadLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "one load of a kind", "One action leads to at most one load of each kind.",
        rule: .oneRequest
      ) { step in
        let kinds = step.requests.map(\.kind)
        return Set(kinds).count == kinds.count
      },
      .onEveryStep(
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
      .onEveryStep(
        "far rows load nothing",
        "A row that appears far from both ends loads nothing.", rule: .demand
      ) { step in
        guard case .itemAppeared(let index) = step.exchange?.action else { return true }
        let following = step.before.feed.items.count - 1 - index
        let distance = scenario.feed.prefetchDistance
        return step.requests.allSatisfy { request in
          (request.kind == .append ? following : index) < distance
        }
      },
      .onEveryStep(
        "nothing loads offline", "While the device is offline no request is sent.", rule: .retry
      ) { step in step.after.feed.isOnline || step.requests.isEmpty },
      .onEveryStep(
        "coming back is no refresh", "A feed with a first page loads nothing because it is shown.",
        rule: .demand
      ) { step in
        if case .started = step.exchange?.action {
          step.before.feed.epoch == 0 || step.effects.isEmpty
        } else {
          true
        }
      },
    ]
  }

  /// Laws of failures, cancels and automatic retries.
  var failureLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "a failure closes its kind", "Scrolling loads nothing of a kind that has failed.",
        rule: .closedByErrors
      ) { step in
        switch step.exchange?.action {
        case .itemAppeared, .loadMore:
          step.requests.allSatisfy { step.before.feed[$0.kind].failure == nil }
        default: true
        }
      },
      .onEveryStep(
        "a failure shows", "A request that failed is failed, or waits, or leads to a refresh.",
        rule: .closedByErrors
      ) { step in
        guard case .failed(_, let failure) = step.exchange?.action,
          let kind = step.answered?.kind, step.exchange?.reaction.refusal == nil
        else { return true }
        let load = step.after.feed[kind]
        return load.failure != nil || load.timer != nil
          || failure.code == .invalidCursor && step.after.feed.refresh.isUnderWay
      },
      .onEveryStep(
        "a failure is not repeated at once", "What failed is asked for again after a while only.",
        rule: .retry
      ) { step in
        guard case .failed = step.exchange?.action,
          let kind = step.answered?.kind
        else { return true }
        return step.requests.allSatisfy { $0.kind != kind }
      },
      .onEveryStep(
        "a failure stays with its kind", "What fails puts no other kind in failure or out of it.",
        rule: .closedByErrors
      ) { step in
        // A cursor that the server no longer knows leads to a refresh, which opens every kind.
        guard case .failed(let ticket, let failure) = step.exchange?.action,
          failure.code != .invalidCursor
        else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          step.before.feed[kind].request == ticket
            || step.before.feed[kind].hasFailed == step.after.feed[kind].hasFailed
        }
      },
      .onEveryStep(
        "a stop is no failure", "What is stopped from outside fails nothing.", rule: .cancels
      ) { step in
        guard case .cancelled = step.exchange?.action else { return true }
        return LoadKind.allCases.allSatisfy { kind in
          step.before.feed[kind].hasFailed == step.after.feed[kind].hasFailed
        }
      },
      .onEveryStep(
        "a stop rests",
        "A load that was stopped and a refresh that failed are not followed by a load at once.",
        rule: .cancels
      ) { step in
        switch step.exchange?.action {
        case .cancelled, .failed:
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
      .onEveryStep(
        "a new load has its whole budget", "Only a timer or the network goes on with a count.",
        rule: .retry
      ) { step in
        switch step.exchange?.action {
        case nil, .timerFired, .connectivityChanged: true
        default:
          step.requests.allSatisfy { step.after.feed[$0.kind].attempt == 0 }
        }
      },
      .onEveryStep(
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
