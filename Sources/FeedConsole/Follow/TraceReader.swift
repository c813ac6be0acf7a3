import FeedEffects
import Foundation

/// Reads what is new in the file of a trace. It never waits.
///
/// The file need not exist yet. It may be truncated, and replaced by another one of the same name.
struct TraceReader {
  let path: String
  private var lines: TraceLines
  private var file: FileHandle?
  private var offset = 0

  /// The failure of the last reading, so that it is reported once.
  private var problem: TraceProblem?

  /// The most bytes of one reading. Each of them can be a line, which takes 300 bytes as an event.
  static let chunk = 1 << 16

  init(path: String, limit: Int = 32 << 20) {
    self.path = path
    lines = TraceLines(limit: limit)
  }

  /// Returns what is new, and whether more may be there already.
  mutating func read() -> (events: [TraceEvent], hasMore: Bool) {
    do throws(TraceProblem) {
      let events = try next()
      problem = nil
      return (events ?? [], events != nil)
    } catch {
      defer { problem = error }
      return (error == problem ? [] : [.problem(line: 0, error)], false)
    }
  }

  /// Closes the file. The next reading opens it again.
  mutating func close() { file = nil }

  /// What is new; nil if nothing is.
  private mutating func next() throws(TraceProblem) -> [TraceEvent]? {
    guard let file else { return try openFile() }
    if Files.status(of: file.fileDescriptor).st_size < offset { return begin(with: file) }
    let bytes: Data
    do {
      try file.seek(toOffset: UInt64(offset))
      bytes = try file.read(upToCount: Self.chunk) ?? Data()
    } catch {
      throw .unreadable(reason: Files.reason(of: error))
    }
    offset += bytes.count
    // What is left in an old file comes before the new one.
    return bytes.isEmpty ? try openFile() : lines.add([UInt8](bytes))
  }

  private mutating func begin(with other: FileHandle) -> [TraceEvent] {
    (file, offset, lines) = (other, 0, TraceLines(limit: lines.limit))
    return [.began]
  }

  /// Opens the file to which the path leads, if there is one and it is not the one that is open.
  private mutating func openFile() throws(TraceProblem) -> [TraceEvent]? {
    // Without O_NONBLOCK, opening a pipe of this name would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(reason: Files.reason(errno))
    }
    let other = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard Files.isRegular(descriptor) else {
      throw .unreadable(reason: "it is not a regular file")
    }
    if let file {
      let (now, then) = (Files.status(of: descriptor), Files.status(of: file.fileDescriptor))
      if now.st_ino == then.st_ino, now.st_dev == then.st_dev { return nil }
    }
    return begin(with: other)
  }
}

/// Follows the file of a trace on a thread of its own, until it is stopped.
///
/// A step shows at the first look after it was written, so within 100 ms on a machine that is not busy. A
/// dispatch source would not tell of all changes on Linux.
final class TraceFile: Sendable {
  /// How long the thread waits between two looks, in seconds.
  static let interval = 0.02

  private let isStopped = Locked(false)

  /// Follows the file at `path`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: Waits until the file is looked at again, on the thread.
  ///   - receive: Receives what is new, in order, on the thread. It is called until ``stop()`` returns,
  ///     and may then still be in one call.
  init(
    path: String,
    wait: @escaping @Sendable () -> Void = { Thread.sleep(forTimeInterval: TraceFile.interval) },
    receive: @escaping @Sendable ([TraceEvent]) -> Void
  ) {
    let isStopped = isStopped
    Thread.detachNewThread {
      var reader = TraceReader(path: path)
      defer { reader.close() }
      while !isStopped.use({ $0 }) {
        let (events, hasMore) = reader.read()
        if !events.isEmpty { receive(events) }
        if !hasMore { wait() }
      }
    }
  }

  deinit { stop() }

  /// Ends the thread after its present wait.
  func stop() {
    isStopped.use { $0 = true }
  }
}

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
