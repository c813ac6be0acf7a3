import FeedEffects
import FeedHTTP

/// Where everything goes that a session shows: as text to a writer, or to a file for one command.
final class Output {
  /// The line of the input that is being run, for answers that name it.
  var line: Int?

  private let renderer: any Renderer
  private let write: (String) -> Void
  private let flushWriter: () -> Void
  private let clearScreen: String
  private var captured: String?

  /// Creates an output that hands its text to `write`.
  ///
  /// `clearScreen` is what clears the terminal, if there is one; `flush` writes what `write` kept.
  init(
    _ renderer: any Renderer, clearScreen: String = "", flush: @escaping () -> Void = {},
    write: @escaping (String) -> Void
  ) {
    self.renderer = renderer
    self.clearScreen = clearScreen
    self.write = write
    flushWriter = flush
  }

  /// Shows something.
  func show(_ answer: Answer) {
    if captured == nil {
      write(renderer.text(of: answer, line: line))
    } else {
      captured?.append(renderer.uncoloured.text(of: answer, line: line))
    }
  }

  /// Returns what `work` shows, without showing it and without colours.
  func captured(_ work: () throws(Failure) -> Void) throws(Failure) -> String {
    let outer = captured
    captured = ""
    defer { captured = outer }
    try work()
    return captured ?? ""
  }

  /// Makes visible what was shown so far, before something is waited for.
  func flush() {
    flushWriter()
  }

  /// Clears the terminal.
  func clear() {
    write(clearScreen)
  }
}

extension Interpreter {
  /// Shows what a command has to say.
  func show(_ command: String, _ lines: [Line], _ value: JSONValue) {
    output.show(.result(command: command, lines: lines, value: value))
  }
}
