import FeedReducer
import FeedTesting

// How a patient reader reaches the ends of the list, while the server's rows stay fixed and every
// request succeeds.
extension SimulatedFeed {
  /// Liveness laws: from every state the reader reaches the ends of the list.
  var finishingLaws: [Law<SimulatedFeed>] {
    var laws: [Law<SimulatedFeed>] = [
      .liveness(
        "can still finish",
        says:
          "Once the server answers and its rows no longer change, a reader who retries what failed and "
          + "pulls when the list is out of date reaches every row once, in order.",
        rule: .demand,
        by: { wayDown(at: $0).map { [$0] } ?? [] }
      ) { isAtEnd($0) }
    ]
    if scenario.hasHead {
      laws.append(
        .liveness(
          "can go back to the top",
          says: "A reader who scrolls up reaches every earlier row, in order, up to the first.",
          rule: .window,
          by: { wayUp(at: $0).map { [$0] } ?? [] }
        ) { isAtTop($0) })
    }
    return laws
  }

  /// The next step on the way to the end: the reader scrolls and retries, the server answers.
  ///
  /// A row that is already visible does not appear again. So a feed that forgets the reader's
  /// demand gets no second report of it.
  private func wayDown(at state: SimulationState) -> SimulationStep? {
    if let step = settling(state) { return step }
    let next = state.reader?.upperBound ?? 0
    if next < state.feed.items.count { return .appear(next) }
    if isAtEnd(state) { return nil }
    if state.feed.append.end != nil { return .pull }
    return state.isDemandPaused ? .loadMore : nil
  }

  private func wayUp(at state: SimulationState) -> SimulationStep? {
    if let step = settling(state) { return step }
    let previous = (state.reader?.lowerBound ?? state.feed.items.count) - 1
    if previous >= 0 { return .appear(previous) }
    if isAtTop(state) { return nil }
    if state.feed.prepend.end != nil || state.feed.items.isEmpty { return .pull }
    // Paused demand resumes when a row appears, so the first row appears again.
    return state.isDemandPaused ? .appear(0) : nil
  }

  /// The step that completes work in flight, restores the feed, or retries what failed.
  private func settling(_ state: SimulationState) -> SimulationStep? {
    if !state.feed.isOnline { return .connect(true) }
    if state.canRestore, state.feed.generation == 0, !state.feed.isStopped {
      return .restore(isOld: false)
    }
    if let first = state.inFlight.first {
      return switch first.task {
      case .load: .answer(0, .whole)
      case .timer: .fire(0)
      case .edit: .commit(0)
      }
    }
    let feed = state.feed
    if feed.generation == 0 { return feed.refresh.failure == nil ? .start : .retry(nil) }
    if let edit = feed.pendingEdits.first(where: { $0.state.failure != nil }) {
      return .retryEdits(edit.edit.id)
    }
    if feed.append.isFailedOrStalled { return .retry(.append) }
    return feed.prepend.isFailedOrStalled ? .retry(.prepend) : nil
  }

  /// Whether the reader is at the last row, and the list ends as the server's does.
  private func isAtEnd(_ state: SimulationState) -> Bool {
    let feed = state.feed
    guard state.inFlight.isEmpty, feed.append == .ended(reason: .exhausted),
      state.reader.map({ $0.upperBound == feed.items.count }) ?? feed.items.isEmpty
    else { return false }
    return isMatching(state) { server, ids in
      scenario.hasHead ? server.suffix(ids.count) == ids[...] : server == ids
    }
  }

  /// Whether the reader is at the first row, and the list begins as the server's does.
  private func isAtTop(_ state: SimulationState) -> Bool {
    let feed = state.feed
    guard state.inFlight.isEmpty, feed.previousPosition == nil,
      state.reader.map({ $0.lowerBound == 0 }) ?? feed.items.isEmpty
    else { return false }
    return isMatching(state) { server, ids in
      server.prefix(ids.count) == ids[...]
    }
  }

  /// Whether `matches` accepts the ids of the server's rows and of the list's rows.
  ///
  /// A merging refresh keeps later pages that may be out of date. In that case any rows are
  /// accepted.
  private func isMatching(_ state: SimulationState, by matches: ([Int], [Int]) -> Bool) -> Bool {
    if scenario.feed.refreshMode == .merge, !state.isCurrent { return true }
    return matches(state.server.ids, state.ids)
  }
}

extension LoadState {
  /// Whether the load continues only after a retry.
  fileprivate var isFailedOrStalled: Bool { failure != nil || end == .stalled }
}
