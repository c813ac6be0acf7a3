import FeedReducer
import FeedTesting

// What is loaded, when, and how often.
extension World {
  var askingLaws: [Law<World>] {
    [
      .changeProperty(
        "a load is asked for",
        says:
          "A page is asked for where the reader is, by hand, or to go on after a failure, from where the last one ended; not while the user types or after a log out, and offline only by hand."
      ) { transition in
        guard let list = transition.list else { return true }
        let after = transition.after.lists[list]
        let held = transition.before.lists[list].awaited.all
        let loads = transition.loads.filter { !held.contains($0.ticket) }
        if !loads.isEmpty, !mayLoad(transition, list: list) { return false }
        if !after.feed.isOnline, LoadKind.allCases.contains(where: { after.feed[$0].timer != nil })
        {
          return false
        }
        return isPauseNew(in: transition, list: list)
          && loads.allSatisfy { isWanted($0, in: transition, list: list) }
          && isNextPageKnown(in: transition)
      },
      each(
        "what was asked for comes",
        says:
          "After a pull, or when rows are out of date, the first page is read again, and online what failed for the network."
      ) { list, outside, _ in
        let isRefreshing = list.feed.refresh.isUnderWay
        return (!outside.facts.isOutOfDate || list.feed.refresh != .idle)
          && (!outside.facts.isBackOnline || isRefreshing
            || LoadKind.allCases.allSatisfy { list.feed.error(of: $0)?.isNetwork != true })
      },
      .changeProperty(
        "a failure is retried or told",
        says:
          "A load or an edit that may succeed is tried again as often, and after as long, as the policy and the server say, or once the device is online; any other says why it failed."
      ) { transition in
        guard transition.isAccepted, let list = transition.list else { return true }
        let before = transition.before.lists[list].feed
        let facts = transition.before.outside[list].facts
        switch transition.feedAction {
        case .failed(let ticket, let failure):
          guard let kind = LoadKind.allCases.first(where: { before[$0].request == ticket }) else {
            return true
          }
          let feed = transition.after.lists[list].feed
          if failure.startsOver(as: ticket, before: before, after: feed), kind != .refresh,
            feed.refresh.isPending
          {
            return true
          }
          return isHandled(
            failure, tries: facts.tries[kind] ?? 0, by: Waiting(feed[kind]), in: transition)
        case .editFailed(let ticket, let failure):
          guard failure.isRetryable else { return true }
          let state = transition.after.lists[list].feed.pendingEdit(ticket)?.state
          return isHandled(
            failure, tries: facts.editTries[ticket] ?? 0, by: Waiting(state), in: transition)
        default: return true
        }
      },
      .invariant(
        "nothing spins",
        says:
          "A server that only fails, forgets or repeats itself is asked a few times, and then the user. (In one state of sixteen.)"
      ) { state in
        state.lists.indices.allSatisfy { list in
          state.lists[list].feed.lastTicket.rawValue % 16 != 0
            || Self.failing.allSatisfy { fallsSilent(state, list: list, by: $0) }
        }
      },
    ]
  }

  // MARK: - Asking

  private func mayLoad(_ transition: Transition, list: Int) -> Bool {
    let (before, after) = (transition.before.lists[list], transition.after.lists[list])
    if after.search?.timer != nil || after.feed.isStopped { return false }
    // The next query starts a search again.
    let isStopped = before.feed.isStopped && before.search?.query == nil
    switch transition.feedAction {
    case .started, .reset: return after.feed.isOnline
    case nil: return after.feed.isOnline || transition.exchange?.action.action == .submitted
    case .retryTapped, .refreshPulled, .gapTapped: return !isStopped
    default: return !isStopped && after.feed.isOnline
    }
  }

  /// Whether each letter starts the pause again.
  private func isPauseNew(in transition: Transition, list: Int) -> Bool {
    guard case .typed? = transition.exchange?.action.action, transition.isAccepted,
      let timer = transition.after.lists[list].search?.timer
    else { return true }
    return timer != transition.before.lists[list].search?.timer
  }

  private func isWanted(
    _ request: WorldFeed.Request, in transition: Transition, list: Int
  ) -> Bool {
    let (before, after) = (transition.before.lists[list], transition.after.lists[list])
    switch transition.feedAction {
    case .started: return before.feed.generation == 0 || before.feed[request.kind].isToBeRetried
    case .retryTapped, .timerFired, .refreshPulled, .invalidated, .reset: return true
    case .connectivityChanged: return before.feed.error(of: request.kind)?.isNetwork ?? true
    case nil:
      if case .typed? = transition.exchange?.action.action { return false } else { return true }
    case .loadMore: if request.kind != .refresh { return true }
    case .failed, .restored: if request.kind == .refresh { return true }
    case .pageLoaded(let ticket, _):
      let isOutOfDate = transition.before.outside[list].facts.isOutOfDate
      if request.kind == .refresh { return isOutOfDate || before.feed.refresh.request != ticket }
      // Rows that were brought up to date ask no server again that has stalled.
      let facts = transition.before.outside[list].facts
      if before.feed.refresh.request == ticket, facts.isQuiet, !facts.hasForgotten,
        request.kind == .append, [.stalled, .cycle].contains(before.feed.append.end),
        let last = before.feed.snapshot?.items.last?.id,
        last == after.feed.snapshot?.items.last?.id
      {
        return false
      }
    default: break
    }
    if request.kind == .refresh { return false }
    if case .gapTapped = transition.feedAction, request.kind == .gap { return true }
    if after.feed.items.isEmpty { return true }
    if request.kind == .gap {
      return machine.feed.gaps == .automatic
        && after.feed.gapsNearReader(within: machine.feed.prefetchDistance)
          .contains { $0.load.request == request.ticket }
    }
    guard let reader = after.feed.reader else { return false }
    let isAppend = request.kind == .append
    let distance = isAppend ? after.feed.items.count - reader.upperBound : reader.lowerBound
    return distance < machine.feed.prefetchDistance
  }

  /// Whether a list that took new rows goes on behind them: not from where it began to read them, and it has not ended.
  private func isNextPageKnown(in transition: Transition) -> Bool {
    guard let answer = answered(by: transition), answer.request.kind == .append,
      let cursor = answer.request.position.cursor, answer.page.next != nil
    else { return true }
    let (before, after) = (
      transition.before.lists[answer.list], transition.after.lists[answer.list]
    )
    let new = answer.page.items.filter { !before.items.contains(id: $0.id) }
    if new.allSatisfy({ !after.items.contains(id: $0.id) }) { return true }
    return after.feed.append.end == nil
      && (after.feed.page != cursor || answer.page.next == cursor
        || after.items.count <= before.items.count)
  }

  // MARK: - Failures

  /// What a load or an edit waits for that has failed, or why it does not.
  private struct Waiting {
    var offline: Int?
    var timer: Ticket?
    var failure: FeedFailure?

    init(_ load: LoadState) {
      if case .offline(let attempt) = load { offline = attempt }
      if case .failed(let failure) = load { self.failure = failure }
      timer = load.timer
    }

    init(_ edit: EditState?) {
      if case .offline(let attempt)? = edit { offline = attempt }
      (timer, failure) = (edit?.timer, edit?.failure)
    }
  }

  private func isHandled(
    _ failure: FeedFailure, tries: Int, by waiting: Waiting, in transition: Transition
  ) -> Bool {
    let retry = machine.feed.retry
    guard let list = transition.list else { return true }
    if failure.isRetryable, !transition.after.lists[list].feed.isOnline {
      return waiting.offline == tries
    }
    let wanted = failure.retryAfter ?? .zero
    guard failure.isRetryable, tries < retry.attempts, wanted <= retry.cap else {
      return waiting.failure?.attempts == (tries == 0 ? nil : tries + 1)
        && waiting.failure?.code == failure.code && transition.effects.isEmpty
    }
    let longest = max(wanted, min(retry.cap, retry.base * (1 << tries)))
    guard case .feed(_, .schedule(let ticket, let delay))? = transition.effects.first else {
      return false
    }
    return transition.effects.count == 1 && waiting.timer == ticket
      && max(wanted, longest / 2) <= delay && delay <= longest
  }

  private enum Failing { case failure(Failure), page(WorldServer.Manner) }

  private static let failing: [Failing] =
    Failure.allCases.map { .failure($0) } + [.page(.empty), .page(.emptyAgain), .page(.repeated)]

  /// Whether nothing is under way once a server has failed in the same way a few times.
  private func fallsSilent(_ start: State, list: Int, by failing: Failing) -> Bool {
    var state = start
    for _ in 0..<128 where !state.outside[list].calls.isEmpty {
      switch failing {
      case .failure(.forgotten) where state.outside[list].calls[0].isFirstPage:
        _ = make(.answer(list: list, call: 0, Manner()), at: &state)
      case .failure(let failure): _ = make(.fail(list: list, call: 0, failure), at: &state)
      case .page(let manner):
        _ = make(.answer(list: list, call: 0, Manner(page: manner)), at: &state)
      }
    }
    guard state.outside[list].calls.isEmpty else { return false }
    if case .failure(.forgotten) = failing { return startsOverByHand(state, list: list) }
    return true
  }

  /// Whether a retry by hand does not ask for ever for a page whose cursor was forgotten, but for the first one.
  private func startsOverByHand(_ start: State, list: Int) -> Bool {
    guard start.lists[list].feed.error(of: .append)?.code == .invalidCursor,
      !start.lists[list].feed.refresh.isUnderWay, start.lists[list].feed.isOnline
    else { return true }
    var state = start
    _ = make(.act(list: list, .feed(action: .retryTapped(kind: .append))), at: &state)
    guard let call = state.outside[list].calls.indices.first else { return true }
    _ = make(.fail(list: list, call: call, .forgotten), at: &state)
    return state.outside[list].calls.contains { $0.isFirstPage }
  }
}

extension World.Call {
  fileprivate var isFirstPage: Bool {
    if case .load(let request, _) = task { request.kind == .refresh } else { false }
  }
}

extension FeedFailure {
  /// Whether the network is at fault, so that coming online repeats what failed.
  var isNetwork: Bool { [.offline, .unreachable].contains(code) }

  /// Whether the list starts over: the server has forgotten a cursor, or a page is not found any more that was read
  /// before. Then no failure shows, and the first page is asked for, or waits for the network.
  func startsOver(
    as ticket: Ticket, before: WorldFeed.State, after: WorldFeed.State
  ) -> Bool {
    if code == .invalidCursor { return true }
    guard status == 404, let kind = LoadKind.allCases.first(where: { before[$0].request == ticket })
    else { return false }
    return after[kind].failure?.status != 404 && after.refresh.isPending
  }
}

extension EditState {
  var isOffline: Bool { if case .offline = self { true } else { false } }
}

extension LoadState {
  var isOffline: Bool { if case .offline = self { true } else { false } }

  /// Whether the load is under way, or waits for the network.
  var isPending: Bool { isUnderWay || isOffline }

  /// Whether the load has failed, or waits.
  var isToBeRetried: Bool {
    switch self {
    case .failed, .waiting, .offline, .ended(reason: .stalled): true
    default: false
    }
  }
}
