import Foundation

/// Writes text to a file descriptor, in large pieces.
///
/// A reader that has gone ends the program without a word, as the signal for it would. What can't
/// be told of errors is lost: the exit code says enough.
final class Writer {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private let isForErrors: Bool
  private var buffer = ""

  /// Creates a writer to an open descriptor.
  init(_ descriptor: Int32, isForErrors: Bool = false) {
    self.descriptor = descriptor
    self.isForErrors = isForErrors
  }

  /// Adds text to what is written next.
  func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= Self.capacity { flush() }
  }

  /// Writes everything that was added.
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
