import Foundation

/// Reads the lines of a file, a pipe or a terminal as they arrive.
///
/// Lines end with LF or CRLF; the last line may lack both. A byte order mark is skipped.
final class LineReader {
  /// How many lines were read.
  private(set) var count = 0

  /// Whether a line break ended the last line read.
  private(set) var isEnded = true

  private let descriptor: Int32
  private let willWait: () -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Creates a reader of an open descriptor. It calls `willWait` before each read, which may block.
  init(_ descriptor: Int32, willWait: @escaping () -> Void = {}) {
    self.descriptor = descriptor
    self.willWait = willWait
  }

  /// Returns the next line without its line break, or nil after the last line.
  ///
  /// - Parameter name: The name of the input, for failures.
  func next(of name: Word) throws(Failure) -> String? {
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return try line(buffer[start..<end], of: name)
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        isEnded = false
        defer { start = buffer.count }
        return try line(buffer[start...], of: name)
      }
      try fill(from: name)
    }
  }

  func close() {
    Foundation.close(descriptor)
  }

  private func fill(from name: Word) throws(Failure) {
    buffer.removeFirst(start)
    start = 0
    willWait()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let length = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if length > 0 {
      buffer += chunk[..<length]
    } else if length == 0 {
      isAtEnd = true
    } else if errno != EINTR {
      throw Failure(.cannotRead(name.text, reason: Files.reason(errno)), at: name)
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>, of name: Word) throws(Failure) -> String {
    count += 1
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if count == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let line = String(bytes: bytes, encoding: .utf8) else {
      var failure = Failure(
        Problem("\(quoted(name.text)) is not UTF-8 text; convert it first", exitCode: .malformed))
      failure.place = Place(file: name.text, line: count, column: 1)
      throw failure
    }
    return line
  }
}
