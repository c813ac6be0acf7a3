import Foundation

/// The file of a trace, and what the next line is compared with.
///
/// A file that has become too large is not truncated but replaced: a reader that has the old one open
/// can tell, whenever it looks.
struct TraceOutput {
  let path: String
  let limit: Int
  var system = SystemCalls()

  private var tracer: Tracer
  private var file: Int32?
  private var size = 0

  /// Why the file can't be written; nil if it can.
  private var problem: String?
  private var isReported = false

  /// Creates an output. Nothing is written yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The size in bytes, without the first line, above which the file is replaced; at least 64 KiB.
  ///   - title: Returns the title of a row.
  init(path: String, limit: Int, title: @escaping @Sendable (Any) -> String?) {
    self.path = path
    self.limit = max(1 << 16, limit)
    tracer = Tracer(title: title)
  }

  /// Writes the line that `describe` returns, if any; it learns whether a file may begin. A line that can't be
  /// written is lost.
  mutating func write(_ describe: (inout Tracer, _ restarts: Bool) -> TraceLine?) {
    do {
      guard let line = describe(&tracer, size > limit) else { return }
      if line.start != nil, size > limit { close() }
      let isFirst = file == nil
      let file = try file ?? replaceFile()
      let data = try line.data()
      try system.write(all: data, to: file)
      if !isFirst { size += data.count }
      (problem, isReported) = (nil, false)
    } catch {
      // Half a line may be there. The next one begins a new file.
      close()
      tracer.forget()
      problem =
        "The trace \(path) can't be written (\(error)); check the folder and the space left."
    }
  }

  /// The problem, if it was not taken since the file could last be written.
  mutating func takeProblem() -> String? {
    defer { isReported = problem != nil }
    return isReported ? nil : problem
  }

  mutating func close() {
    if let file { _ = system.close(file) }
    file = nil
  }

  /// Creates the file anew: for its owner alone, and without following a link at its place.
  private mutating func replaceFile() throws(SystemError) -> Int32 {
    try system.checkedIfPresent { system.unlink(path) }
    let opened = try system.checked {
      system.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    }
    file = opened
    size = 0
    return opened
  }
}
