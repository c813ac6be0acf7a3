/// Turns the bytes of a trace into its steps, as they come.
///
/// Half a line waits for its other half.
struct TraceLines {
  /// The most bytes of a line. A writer's longest lines, of ten thousand rows, are shorter.
  let limit: Int

  /// The bytes since the last line break. Those of a line that is too long are not kept.
  private var line: [UInt8] = []

  /// The number of this line.
  private var number = 1
  private var isTooLong = false

  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  /// Adds bytes, and returns the steps and problems of the lines that are complete now.
  mutating func add(_ bytes: some Collection<UInt8>) -> [TraceEvent] {
    var events: [TraceEvent] = []
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 {
        if !line.isEmpty { events.append(TraceEvent(line: line, number: number)) }
        (line, number, isTooLong) = ([], number + 1, false)
      }
      if !isTooLong { line += part }
      if line.count > limit {
        events.append(.problem(line: number, .tooLong(limit: limit)))
        (line, isTooLong) = ([], true)
      }
    }
    return events
  }
}

/// What happens in a trace that is followed.
enum TraceEvent: Equatable, Sendable {
  /// A file was found, or begins again: it was truncated or replaced. What was shown is over.
  case began

  /// A step.
  case step(TraceStep)

  /// A line can't be read, or the file can't, which has the line 0.
  case problem(line: Int, TraceProblem)

  fileprivate init(line: [UInt8], number: Int) {
    do {
      self = .step(try TraceStep(line: line))
    } catch {
      self = .problem(line: number, error)
    }
  }
}
