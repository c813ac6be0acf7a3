import FeedEffects
import FeedHTTP

/// What a trace tells of a feed up to a step: the configuration, the state and the rows.
///
/// It is a value, so a copy of it is a moment to come back to.
struct FollowedFeed: Equatable, Sendable {
  private(set) var configuration: TraceConfiguration?
  private(set) var state: TraceState?

  /// The rows that show. A row is nil if the trace does not have it: the list is too long.
  private(set) var rows: [JSONRow?] = []

  /// The step that led here.
  private(set) var last: TraceStep?

  /// Whether the steps so far are without gaps that the rows do not allow.
  ///
  /// False after a line that could not be read. A step with a configuration heals it.
  private(set) var isComplete = true

  /// Applies a step. Rows that don't fit the list, as after a line that is missing, are left out.
  ///
  /// - Complexity: O(*n*) in the rows if any changed, else O(1).
  mutating func apply(_ step: TraceStep) {
    if let configuration = step.feed {
      (self.configuration, rows, isComplete) = (configuration, [], true)
    } else if let last, step.step != last.step + 1 + step.dropped {
      isComplete = false
    }
    if let state = step.state { self.state = state }
    if let change = step.rows { apply(change) }
    if let state, state.items != rows.count {
      isComplete = false
      rows = (0..<state.items).map { $0 < rows.count ? rows[$0] : nil }
    }
    last = step
  }

  private mutating func apply(_ change: TraceRows<JSONRow>) {
    let end = change.at.addingReportingOverflow(change.removed ?? 0)
    guard change.at >= 0, change.at <= rows.count, !end.overflow, end.partialValue >= change.at,
      end.partialValue <= rows.count
    else { return }
    let (before, after) = (change.unknownBefore ?? 0, change.unknownAfter ?? 0)
    let counts = 0...TraceStep.maximumRows
    guard counts.contains(before), counts.contains(after) else { return }
    let unknown = { (count: Int) in [JSONRow?](repeating: nil, count: count) }
    rows.replaceSubrange(
      change.at..<end.partialValue, with: unknown(before) + change.rows + unknown(after))
  }
}
