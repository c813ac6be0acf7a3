import Foundation

/// Reads the lines of a file, a pipe or a terminal as they arrive.
///
/// Lines end with LF or CRLF; the last line may lack both. A byte order mark is skipped.
final class LineReader {
  /// How many lines were read.
  private(set) var count = 0

  /// Whether a line break ended the last line read.
  private(set) var isEnded = true

  let name: Word
  private let descriptor: Int32
  private let willWait: () -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Creates a reader of the standard input. It calls `willWait` before each read, which may block.
  init(willWait: @escaping () -> Void = {}) {
    name = Word(text: "<stdin>", offset: 0)
    descriptor = STDIN_FILENO
    self.willWait = willWait
  }

  /// Opens a file, which is closed with the reader. Failures name it.
  init(_ path: Word, willWait: @escaping () -> Void = {}) throws(Failure) {
    name = path
    self.willWait = willWait
    descriptor = open(Files.expanded(path.text), O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw unreadable }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Returns the next line without its line break, or nil after the last line.
  func next() throws(Failure) -> String? {
    var end = buffer[start...].firstIndex(of: UInt8(ascii: "\n"))
    while end == nil, !isAtEnd {
      try fill()
      end = buffer.firstIndex(of: UInt8(ascii: "\n"))
    }
    isEnded = end != nil
    guard isEnded || start < buffer.count else { return nil }
    var bytes = buffer[start..<(end ?? buffer.count)]
    start = end.map { $0 + 1 } ?? buffer.count
    count += 1
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if count == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let line = String(bytes: bytes, encoding: .utf8) { return line }
    var failure = Failure(
      Problem("\(quoted(name.text)) is not UTF-8 text; convert it first", exitCode: .malformed))
    failure.place = Place(file: name.text, line: count, column: 1)
    throw failure
  }

  private func fill() throws(Failure) {
    buffer.removeFirst(start)
    start = 0
    willWait()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let length = read(descriptor, &chunk, chunk.count)
    if length < 0, errno != EINTR { throw unreadable }
    buffer += chunk[..<max(0, length)]
    isAtEnd = length == 0
  }

  private var unreadable: Failure {
    Failure(.cannotRead(name.text, reason: Files.reason(errno)), at: name)
  }
}
