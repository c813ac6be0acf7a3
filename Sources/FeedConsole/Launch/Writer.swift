import Foundation

/// Writes text to a file descriptor, buffered.
///
/// If the reader of the output closed it, the process exits silently with the code of `SIGPIPE`.
/// Write failures on the error stream are ignored: the exit code already reports the error.
final class Writer {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private let isForErrors: Bool
  private var buffer = ""

  init(_ descriptor: Int32, isForErrors: Bool = false) {
    self.descriptor = descriptor
    self.isForErrors = isForErrors
  }

  /// Appends text to the buffer, and flushes the buffer at 64 KiB.
  func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= Self.capacity { flush() }
  }

  /// Writes the buffer. A failed write ends the process.
  func flush() {
    guard !buffer.isEmpty else { return }
    let bytes = Array(buffer.utf8)
    buffer = ""
    guard let error = Files.write(bytes, to: descriptor), !isForErrors else { return }
    if error == EPIPE { exit(ExitCode.brokenPipe.rawValue) }
    let message = "feed-repl: error: can't write the output: \(Files.reason(error))\n"
    _ = Files.write(Array(message.utf8), to: STDERR_FILENO)
    exit(ExitCode.inputOutput.rawValue)
  }
}
