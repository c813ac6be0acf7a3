import FeedReducer
import FeedTesting

// How a patient reader gets to the end while the server stands still and answers.
extension FeedWorld {
  /// Laws that from every moment the reader gets to the ends of the list.
  var finishingLaws: [Law<FeedWorld>] {
    var laws: [Law<FeedWorld>] = [
      .canStillFinish(
        "can still finish",
        "Whatever has happened, once the server stands still and answers, a reader who retries "
          + "what failed and pulls when the list is out of date passes every row once, in order.",
        rule: .demand,
        by: { wayDown(at: $0).map { [$0] } ?? [] }
      ) { isAtEnd($0) }
    ]
    if scenario.hasHead {
      laws.append(
        .canStillFinish(
          "can go back to the top",
          "A reader who scrolls up instead passes every row before, in order, up to the first.",
          rule: .window,
          by: { wayUp(at: $0).map { [$0] } ?? [] }
        ) { isAtTop($0) })
    }
    return laws
  }

  /// What a patient reader, or a server that answers, does next on the way to the end.
  ///
  /// Rows that were on the screen do not appear again. So a feed that forgets that the reader waits
  /// gets no second sign of it.
  private func wayDown(at moment: FeedMoment) -> FeedMove? {
    if let move = settling(moment) { return move }
    let next = moment.reader?.upperBound ?? 0
    if next < moment.feed.items.count { return .appear(next) }
    if isAtEnd(moment) { return nil }
    if moment.feed.append.end != nil { return .pull }
    return moment.isResting ? .loadMore : nil
  }

  private func wayUp(at moment: FeedMoment) -> FeedMove? {
    if let move = settling(moment) { return move }
    let previous = (moment.reader?.lowerBound ?? moment.feed.items.count) - 1
    if previous >= 0 { return .appear(previous) }
    if isAtTop(moment) { return nil }
    if moment.feed.prepend.end != nil || moment.feed.items.isEmpty { return .pull }
    // A wish that rests wakes when a row appears: the reader looks down and up again.
    return moment.isResting ? .appear(0) : nil
  }

  /// What ends what is under way, waits or has failed.
  private func settling(_ moment: FeedMoment) -> FeedMove? {
    if !moment.feed.isOnline { return .connect(true) }
    if moment.canRestore, moment.feed.generation == 0 { return .restore(isOld: false) }
    if let first = moment.live.first {
      return switch first.task {
      case .load: .answer(0, .whole)
      case .timer: .fire(0)
      case .edit: .commit(0)
      }
    }
    let feed = moment.feed
    if feed.generation == 0 { return feed.refresh.failure == nil ? .start : .retry(nil) }
    if let edit = feed.pendingEdits.first(where: { $0.state.failure != nil }) {
      return .retryEdits(edit.edit.id)
    }
    if feed.append.isFailedOrStalled { return .retry(.append) }
    return feed.prepend.isFailedOrStalled ? .retry(.prepend) : nil
  }

  /// Whether the reader is at the end of a list that ends as the server's does.
  private func isAtEnd(_ moment: FeedMoment) -> Bool {
    let feed = moment.feed
    guard moment.live.isEmpty, feed.append == .ended(reason: .exhausted),
      moment.reader.map({ $0.upperBound == feed.items.count }) ?? feed.items.isEmpty
    else { return false }
    return isMatching(moment) { server, ids in
      scenario.hasHead ? server.suffix(ids.count) == ids[...] : server == ids
    }
  }

  /// Whether the reader is at the top of a list that begins as the server's does.
  private func isAtTop(_ moment: FeedMoment) -> Bool {
    let feed = moment.feed
    guard moment.live.isEmpty, feed.previousPosition == nil,
      moment.reader.map({ $0.lowerBound == 0 }) ?? feed.items.isEmpty
    else { return false }
    return isMatching(moment) { server, ids in
      server.prefix(ids.count) == ids[...]
    }
  }

  /// Whether the rows are as `matches` says, where a refresh can make them so.
  ///
  /// One that merges leaves the later pages, which may be out of date, as they are.
  private func isMatching(_ moment: FeedMoment, _ matches: ([Int], [Int]) -> Bool) -> Bool {
    if scenario.feed.refreshMode == .merge, !moment.isUnmoved { return true }
    return matches(moment.serverIDs, moment.ids)
  }
}

extension LoadState {
  /// Whether a retry is needed to go on.
  fileprivate var isFailedOrStalled: Bool { failure != nil || end == .stalled }
}
