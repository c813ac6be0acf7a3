/// Turns the bytes of a trace into its steps, as they come.
///
/// Half a line waits for its other half.
struct TraceLines {
  /// The most bytes of a line. A writer's longest lines, of ten thousand rows, are shorter.
  var limit = 32 << 20

  private var buffer: [UInt8] = []

  /// How many bytes of the buffer are known to have no line break.
  private var searched = 0
  private var number = 0

  /// Whether the bytes up to the next line break are skipped.
  private var isSkipping = false

  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  /// Adds bytes, and returns the steps and problems of the lines that are complete now.
  mutating func add(_ bytes: some Collection<UInt8>) -> [TraceEvent] {
    buffer += bytes
    var events: [TraceEvent] = []
    var start = 0
    while let end = buffer[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      if isSkipping {
        isSkipping = false
      } else if end - start > limit {
        events.append(.problem(line: number, .tooLong(limit: limit)))
      } else if let event = event(of: buffer[start..<end]) {
        events.append(event)
      }
      start = end + 1
    }
    buffer.removeFirst(start)
    if buffer.count > limit {
      if !isSkipping { events.append(.problem(line: number + 1, .tooLong(limit: limit))) }
      isSkipping = true
      buffer = []
    }
    searched = buffer.count
    return events
  }

  private func event(of line: ArraySlice<UInt8>) -> TraceEvent? {
    if line.isEmpty { return nil }
    do {
      return .step(try TraceStep(line: line))
    } catch {
      return .problem(line: number, error)
    }
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
}
