import FeedReducer
import FeedTesting

// What the feed knows of where the reader is, and what follows from it.
extension FeedWorld {
  /// Laws of the reader and of demand.
  var readerLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "the reader is where it was said",
        "The reader is at the rows that were reported as visible, and stays at them when others come "
          + "or go around them.", rule: .demand
      ) { $0.after.feed.reader == $0.after.reader },
      .onEveryStep(
        "standing still is nothing", "The same rows again change nothing.", rule: .demand
      ) { step in
        guard let rows = shown(step), rows == step.before.reader, !step.before.isResting
        else { return true }
        return step.isIgnored
      },
      .onEveryChange(
        "nobody waits, nothing loads",
        "No further page is asked for that nobody asks for and no reader is near to.",
        rule: .demand
      ) { step in
        switch step.move {
        case .loadMore, .retry, .fire, .connect: true
        default: step.requests.allSatisfy { isWanted($0.kind, step.after) }
        }
      },
    ]
  }

  /// The rows that a move brings into view, of those that there are.
  private func shown(_ step: Step<FeedWorld>) -> Range<Int>? {
    let rows: Range<Int>
    switch step.move {
    case .appear(let index): rows = index..<index + 1
    case .show(let range): rows = range
    default: return nil
    }
    let shown = rows.clamped(to: 0..<step.before.feed.items.count)
    return shown.isEmpty ? nil : shown
  }

  /// Whether the reader is near the end of the list at which a load of this kind adds rows.
  func isWanted(_ kind: LoadKind, _ moment: FeedMoment) -> Bool {
    if kind == .refresh { return true }
    guard let reader = moment.reader else { return moment.feed.items.isEmpty }
    let between =
      kind == .append ? moment.feed.items.count - reader.upperBound : reader.lowerBound
    return between < scenario.feed.prefetchDistance
  }
}
