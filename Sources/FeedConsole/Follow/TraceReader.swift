import FeedEffects
import Foundation

/// Reads what is new in the file of a trace. It never waits.
///
/// The file need not exist yet. It may be truncated, and replaced by another one of the same name.
struct TraceReader {
  let path: String
  private var lines: TraceLines
  private var file: Int32?
  private var offset = 0

  /// The failure of the last reading, so that it is reported once.
  private var problem: TraceProblem?

  /// The most bytes of one reading.
  private static let chunk = 1 << 20

  init(path: String, limit: Int = 32 << 20) {
    self.path = path
    lines = TraceLines(limit: limit)
  }

  /// Returns what is new, and whether more may be there already.
  mutating func read() -> (events: [TraceEvent], hasMore: Bool) {
    guard let file else { return openFile() }
    var attributes = stat()
    if fstat(file, &attributes) == 0, attributes.st_size < offset {
      offset = 0
      lines = TraceLines(limit: lines.limit)
      return ([.began], true)
    }
    var error: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      let read = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
      if read < 0, errno != EINTR { error = errno }
      count = max(0, read)
    }
    if let error { return tell(.unreadable(reason: Files.reason(error))) }
    if bytes.isEmpty {
      // What is left in an old file comes before the new one.
      return isReplaced ? openFile() : ([], false)
    }
    offset += bytes.count
    return (lines.add(bytes), true)
  }

  /// Closes the file. The next reading opens it again.
  mutating func close() {
    if let file { _ = Foundation.close(file) }
    file = nil
  }

  /// Whether the path leads to another file than the one that is open.
  private var isReplaced: Bool {
    do throws(TraceProblem) {
      guard let file, let other = try descriptor() else { return false }
      defer { _ = Foundation.close(other) }
      var (now, then) = (stat(), stat())
      guard fstat(other, &now) == 0, fstat(file, &then) == 0 else { return false }
      return now.st_ino != then.st_ino || now.st_dev != then.st_dev
    } catch {
      // What is wrong with it is told when it is opened.
      return true
    }
  }

  private mutating func openFile() -> (events: [TraceEvent], hasMore: Bool) {
    do throws(TraceProblem) {
      let opened = try descriptor()
      problem = nil
      guard let opened else { return ([], false) }
      close()
      (file, offset, lines) = (opened, 0, TraceLines(limit: lines.limit))
      return ([.began], true)
    } catch {
      return tell(error)
    }
  }

  /// Tells of a problem, unless it is the one that was told last.
  private mutating func tell(_ error: TraceProblem) -> (events: [TraceEvent], hasMore: Bool) {
    if error == problem { return ([], false) }
    problem = error
    return ([.problem(line: 0, error)], false)
  }

  /// Opens the file; nil if there is none yet.
  private func descriptor() throws(TraceProblem) -> Int32? {
    // Without O_NONBLOCK, opening a pipe of this name would wait for a writer.
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(reason: Files.reason(errno))
    }
    guard Files.isRegular(opened) else {
      _ = Foundation.close(opened)
      throw .unreadable(reason: "it is not a regular file")
    }
    return opened
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
