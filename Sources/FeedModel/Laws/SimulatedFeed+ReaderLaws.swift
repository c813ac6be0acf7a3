import FeedReducer
import FeedTesting

// What the feed knows about the reader's position, and what follows from it.
extension SimulatedFeed {
  /// Laws of the reader and of demand.
  var readerLaws: [Law<SimulatedFeed>] {
    [
      .actionProperty(
        "the reader is where it was reported",
        says:
          "The reader is at the rows that were reported as visible, and stays with them when other "
          + "rows come or go.", rule: .demand
      ) { $0.after.feed.reader == $0.after.reader },
      .actionProperty(
        "repeated reports are ignored", says: "A second report of the same rows is ignored.",
        rule: .demand
      ) { transition in
        guard let rows = shown(transition), rows == transition.before.reader,
          !transition.before.isDemandPaused, !transition.before.feed.isReaderRestored
        else { return true }
        return transition.isIgnored
      },
      .changeProperty(
        "no demand, no load",
        says: "A further page loads only if the user asks for it or the reader is near it.",
        rule: .demand
      ) { transition in
        switch transition.step {
        case .loadMore, .retry, .fire, .connect: true
        default: transition.requests.allSatisfy { isWanted($0.kind, at: transition.after) }
        }
      },
    ]
  }

  /// The existing rows that a step makes visible; nil if there are none.
  private func shown(_ transition: ModelTransition<SimulatedFeed>) -> Range<Int>? {
    let rows: Range<Int>
    switch transition.step {
    case .appear(let index): rows = index..<index + 1
    case .show(let range): rows = range
    default: return nil
    }
    let shown = rows.clamped(to: 0..<transition.before.feed.items.count)
    return shown.isEmpty ? nil : shown
  }

  /// Whether the reader is within the prefetch distance of the end to which `kind` adds rows.
  func isWanted(_ kind: LoadKind, at state: SimulationState) -> Bool {
    if kind == .refresh { return true }
    guard let reader = state.reader else { return state.feed.items.isEmpty }
    let between =
      kind == .append ? state.feed.items.count - reader.upperBound : reader.lowerBound
    return between < scenario.feed.prefetchDistance
  }
}
