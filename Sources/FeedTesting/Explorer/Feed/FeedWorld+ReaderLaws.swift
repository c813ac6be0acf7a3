import FeedReducer

// What the feed knows of where the reader is, and what follows from it.
extension FeedWorld {
  /// Laws of the anchor and of demand.
  var readerLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "a reader near an end is heard", "A row that appears near an end that can grow is noted.",
        rule: .demand
      ) { step in
        guard case .appear(let index) = step.move else { return true }
        return !isNear(index, step.before.feed) || step.after.feed.anchor?.contains(index) == true
      },
      .onEveryChange(
        "the anchor follows the reader",
        "Where the reader is known to be, the reader's row is, whatever comes or goes around it.",
        rule: .demand
      ) { step in
        guard step.before.feed.anchor != nil, let reader = step.after.readerIndex else {
          return true
        }
        return step.after.feed.anchor?.contains(reader) == true
      },
      .onEveryChange(
        "nobody waits, nothing loads",
        "No further page is asked for that nobody asks for and no reader is near to.",
        rule: .demand
      ) { step in
        switch step.move {
        case .loadMore, .retry, .fire, .connect: true
        default: step.requests.allSatisfy { isWanted($0.kind, step.after.feed) }
        }
      },
    ]
  }

  /// Whether a row is near an end that can grow.
  private func isNear(_ index: Int, _ feed: ModelFeed.State) -> Bool {
    let distance = scenario.feed.prefetchDistance
    guard index < feed.items.count else { return false }
    return feed.nextPosition != nil && feed.items.count - 1 - index < distance
      || feed.previousPosition != nil && index < distance
  }

  private func isWanted(_ kind: LoadKind, _ feed: ModelFeed.State) -> Bool {
    if kind == .refresh || feed.items.isEmpty { return true }
    guard let anchor = feed.anchor else { return false }
    let between = kind == .append ? feed.items.count - anchor.upperBound : anchor.lowerBound
    return between < scenario.feed.prefetchDistance
  }
}
