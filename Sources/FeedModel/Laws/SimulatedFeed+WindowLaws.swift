import FeedReducer
import FeedSpec
import FeedTesting

// Which pages are dropped.
extension SimulatedFeed {
  /// Laws of the bound on rows.
  var windowLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "near rows stay", says: "Rows near the reader are not dropped.", rule: .window
      ) { transition in
        guard let reader = transition.before.reader, isDropping(transition) else { return true }
        let items = transition.before.feed.items
        let distance = scenario.feed.prefetchDistance
        let near =
          max(0, reader.lowerBound - distance)..<min(items.count, reader.upperBound + distance)
        return near.allSatisfy { transition.after.feed.items.contains(id: items[$0].id) }
      },
      .changeProperty(
        "memory is bounded", says: "With too many rows, a page far from the reader is dropped.",
        rule: .window
      ) { transition in
        guard let limit = scenario.feed.maxItems, isDropping(transition),
          transition.appliedPage != nil,
          let kind = transition.answered?.kind, let reader = transition.after.reader
        else { return true }
        let feed = transition.after.feed
        if feed.items.count <= limit || feed.pages.count <= 2 { return true }
        let page = (kind == .append ? feed.pages.first : feed.pages.last)?.count ?? 0
        let between = kind == .append ? reader.lowerBound : feed.items.count - reader.upperBound
        return between - page < scenario.feed.prefetchDistance
      },
      .changeProperty(
        "two pages stay", says: "The last two pages are never dropped.", rule: .window
      ) {
        transition in
        guard isDropping(transition) else { return true }
        return transition.after.feed.pages.count >= min(2, transition.before.feed.pages.count)
      },
      .changeProperty(
        "a dropped end opens",
        says: "An end whose page was dropped loads that page next, and has not failed.",
        rule: .window
      ) { transition in
        guard isDropping(transition) else { return true }
        let feed = transition.after.feed
        let before = Array(transition.before.feed.pages)
        let tail = droppedNext(to: feed.pages.last, in: before)
        let head = droppedNext(to: feed.pages.first, in: before.reversed())
        return isOpen(feed.tail, at: tail) && isOpen(feed.head, at: head)
      },
    ]
  }

  /// The position of the first dropped page beyond `page`, which is now the last one on its side.
  ///
  /// An end that is asked once more may have two pages from one position, if the server's rows have moved.
  private func droppedNext(
    to page: ModelFeed.PageRecord?, in pages: [ModelFeed.PageRecord]
  ) -> ModelFeed.Position? {
    pages.lastIndex { $0.position == page?.position }.flatMap { pages.at($0 + 1)?.position }
  }

  /// Whether the page that was dropped at `edge` can be read again; true if none was dropped.
  private func isOpen(_ edge: ModelFeed.Edge, at dropped: ModelFeed.Position?) -> Bool {
    dropped == nil || edge.next == dropped && edge.load.end == nil && !edge.load.hasFailed
  }

  /// Whether the step removes rows only by dropping pages.
  private func isDropping(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    switch transition.step {
    case .answer, .answerLate: transition.answered?.kind != .refresh
    case .warn: true
    default: false
    }
  }
}
