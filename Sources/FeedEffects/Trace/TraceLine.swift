import FeedReducer
import Foundation

/// A line of a trace. What is nil is left out: the state and the rows are then as before.
struct TraceLine: Encodable {
  let version = traceVersion

  /// The number of the step. The first has 1; where steps were dropped, numbers are missing.
  let step: Int

  /// The time in milliseconds since 1970.
  let time: Int

  /// How many steps before this one were dropped, because the disk was slower than the store.
  let dropped: Int?

  /// `sent` or `answer`.
  let cause: String

  /// The configuration, in the first line of a file. Such a line has the whole state and all rows.
  var feed: TraceConfiguration?

  /// The action, if it is one of a feed.
  var action: TracedFeed.Action?

  /// The action, if it is one of a search alone.
  var search: Search<String, TraceRow, TraceCursor>.Action?

  /// The effects; nil if the action was ignored.
  var effects: [TracedFeed.Effect]?

  /// Why the action was ignored.
  var refusal: String?

  var state: TraceState?
  var rows: TraceRows<TraceRow>?

  init(step: Int, time: Int, dropped: Int?, cause: String) {
    self.step = step
    self.time = time
    self.dropped = dropped
    self.cause = cause
  }

  /// The line as JSON, with its line break. Keys are sorted, so that equal lines have equal bytes.
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
