package import FeedReducer

/// What decides what a feed does: its control state, in few values for each part.
package struct FeedControl {
  /// A part of the control state.
  package enum Part: Int, CaseIterable, Sendable {
    case refresh, append, prepend, network, stop, pause, invalidation, cursor, rows, reader, edits
    case dropped

    /// The values of the part, in a few words each.
    package var values: [String] {
      let loads = [
        "idle", "loading", "waiting", "offline", "failed for the network", "failed, repeatable",
        "refused", "cursor lost",
      ]
      return switch self {
      case .refresh: loads + ["loading beside", "waiting beside", "offline beside"]
      case .append, .prepend: loads + ["exhausted", "cycle", "stalled"]
      case .network: ["online", "offline"]
      case .stop: ["running", "stopped"]
      case .pause: ["demanding", "paused"]
      case .invalidation: ["valid", "invalidated"]
      case .cursor: ["cursors known", "lost a cursor"]
      case .rows: ["no page", "no rows", "rows"]
      case .reader: ["nowhere", "near an end", "in the middle"]
      case .edits: ["none", "refused", "last", "held", "sending", "waiting", "offline", "failed"]
      case .dropped: ["nothing", "before", "after", "on both sides"]
      }
    }
  }

  /// The index of each part's value, in the order of the parts.
  package let values: [Int]

  package init(of feed: ModelFeed.State, in settings: ModelFeed) {
    values = [
      feed.refresh.controlValue(keepsPlace: feed.keepsPlace), feed.append.controlValue,
      feed.prepend.controlValue,
      feed.isOnline ? 0 : 1, feed.isStopped ? 1 : 0, feed.isDemandPaused ? 1 : 0,
      feed.firstPageLoad.isFollowed ? 1 : 0, feed.hasLostCursor ? 1 : 0,
      feed.generation == 0 ? 0 : feed.items.isEmpty ? 1 : 2,
      Self.reader(of: feed, in: settings), Self.edits(of: feed),
      (feed.head.dropped.isEmpty ? 0 : 1) + (feed.tail.dropped.isEmpty ? 0 : 2),
    ]
  }

  private static func reader(of feed: ModelFeed.State, in settings: ModelFeed) -> Int {
    guard let reader = feed.reader else { return 0 }
    let distance = settings.prefetchDistance
    let isFar =
      reader.lowerBound >= distance && feed.items.count - reader.upperBound >= distance
    return isFar ? 2 : 1
  }

  /// Of several edits the one that is farthest from being done.
  private static func edits(of feed: ModelFeed.State) -> Int {
    let pending = feed.pendingEdits.map { edit in
      switch edit.state {
      case .queued, .sending: 4
      case .waiting: 5
      case .offline: 6
      default: 7
      }
    }
    let log = feed.edits.log
    let taken = !feed.confirmed.isEmpty ? 3 : log?.newRows.isEmpty == false ? 2 : 0
    return max(pending.max() ?? 0, taken, feed.refusedEdits.isEmpty ? 0 : 1)
  }

  /// The value of a part.
  package subscript(part: Part) -> Int { values[part.rawValue] }
}

extension LoadState {
  /// The value of a refresh. One that keeps the reader's place has further pages beside it.
  fileprivate func controlValue(keepsPlace: Bool) -> Int {
    1...3 ~= controlValue && keepsPlace ? controlValue + 7 : controlValue
  }

  fileprivate var controlValue: Int {
    switch self {
    case .idle: 0
    case .loading: 1
    case .waiting: 2
    case .offline: 3
    case .failed(let failure): 4 + failure.classIndex
    case .ended(reason: .exhausted): 8
    case .ended(reason: .cycle): 9
    default: 10
    }
  }
}

extension FeedFailure {
  /// The class of a failure, which decides what follows it: of the network, repeatable, refused, lost cursor.
  fileprivate var classIndex: Int {
    if code == .invalidCursor { return 3 }
    return isOfNetwork ? 0 : isRetryable ? 1 : 2
  }
}
