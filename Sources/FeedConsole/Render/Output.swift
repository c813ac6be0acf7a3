import FeedHTTP
import Foundation

/// The output of a session.
final class Output {
  /// The number of the input line that is running. JSON output includes it.
  var line: Int?

  /// Makes text of the items for a person; nil where they are JSON.
  private let painter: Painter?
  private let write: (String) -> Void
  private let flushWriter: () -> Void

  /// The rows that came into view last. They are shown once it is known how many they are.
  private var scroll: (StepReport, RequestHints)?

  /// Creates an output that passes its text to `write`.
  ///
  /// `flush` writes the text that `write` has buffered.
  init(
    _ painter: Painter?, flush: @escaping () -> Void = {},
    write: @escaping (String) -> Void
  ) {
    self.painter = painter
    self.write = write
    flushWriter = flush
  }

  /// Whether a person reads it.
  var isForPeople: Bool { painter != nil }

  /// Gets the items in place of the writer: while the live screen shows them, or to show nothing.
  var receiver: ((OutputItem) -> Void)?

  /// Renders an item and writes it. In text, rows that come into view
  /// one after the other become one item; ``endScroll()`` shows the last of them.
  func show(_ item: OutputItem) {
    if let receiver { return receiver(item) }
    guard isForPeople, case .step(let report, let hints) = item, report.entry.isScroll else {
      endScroll()
      return write(item)
    }
    if let (current, hints) = scroll, let run = current.joined(with: report) {
      scroll = (run, hints)
    } else {
      endScroll()
      scroll = (report, hints)
    }
  }

  /// Shows the rows that came into view last. Call it at the end of a line.
  func endScroll() {
    guard let (scroll, hints) = scroll else { return }
    self.scroll = nil
    write(.step(scroll, hints))
  }

  private func write(_ item: OutputItem) {
    write(painter.map(item.text) ?? item.json(line: line))
  }

  /// Writes the buffered text. Call it before a wait.
  func flush() {
    endScroll()
    flushWriter()
  }
}

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

  /// Writes text at once.
  func tell(_ text: String) {
    write(text)
    flush()
  }

  /// Writes the buffer. A failed write ends the process.
  func flush() {
    guard !buffer.isEmpty else { return }
    let bytes = Array(buffer.utf8)
    buffer = ""
    guard let error = Files.write(bytes, to: descriptor), !isForErrors else { return }
    if error == EPIPE { exit(ExitCode.brokenPipe.rawValue) }
    let message = "\(programName): error: can't write the output: \(Files.reason(error))\n"
    _ = Files.write(Array(message.utf8), to: STDERR_FILENO)
    exit(ExitCode.inputOutput.rawValue)
  }
}
