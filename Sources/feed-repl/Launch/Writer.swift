import Foundation

/// Writes text to a file descriptor, in large pieces.
///
/// A reader that has gone ends the program without a word, as the signal for it would.
final class Writer {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private var buffer = ""

  /// Creates a writer to an open descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
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
    if let error = Files.write(bytes, to: descriptor) {
      exit((error == EPIPE ? ExitCode.brokenPipe : .inputOutput).rawValue)
    }
  }
}
