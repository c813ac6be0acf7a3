import FeedReducer
import Foundation

/// A line of a trace: what happened, of which the machine makes all else. What is nil is left out.
struct TraceLine: Encodable {
  let version = traceVersion

  /// The number of the step. The first has 1; where steps were dropped, numbers are missing.
  let step: Int

  /// The time in milliseconds since 1970.
  let time: Int

  /// How many steps before this one were dropped: the disk was slower than the store, or they were of a feed that
  /// had begun before.
  var dropped: Int?

  /// What a follower begins with, in the first line of a file and where steps were dropped.
  var start: TraceStart?

  /// The action, if it is one of a feed. Without an action the start leads to the state after the step.
  var action: TracedFeed.Action?

  /// The action, if it is one of a search alone.
  var search: TracedSearch.Action?

  /// Whether the action was ignored.
  var ignored: Bool?

  /// How many rows show after the step.
  let rows: Int

  init(step: Int, time: Int, rows: Int) {
    self.step = step
    self.time = time
    self.rows = rows
  }

  /// The line as JSON, with its line break. Keys are sorted, so that equal lines have equal bytes.
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

/// What a follower begins with: a fresh feed, and actions that lead to where the app's feed is.
struct TraceStart: Encodable {
  let feed: TraceConfiguration
  let seed: UInt64

  /// Actions of a search, which come first; nil for a feed.
  var search: [TracedSearch.Action]?

  let actions: [TracedFeed.Action]

  init(feed: TraceConfiguration, seed: UInt64, actions: [TracedFeed.Action]) {
    self.feed = feed
    self.seed = seed
    self.actions = actions
  }
}
