import FeedHTTP

/// An item of the output.
enum OutputItem {
  /// The first line of JSON output.
  case session(source: String, details: [String], settings: Settings)

  /// A step of the feed, or a run of steps in which rows came into view.
  case step(StepReport, RequestHints)

  /// The result of a command.
  case result(Shown, command: String)

  /// A line that could not run.
  case error(Failure)

  /// The last line of JSON output.
  case end(ExitCode, steps: Int)
}

/// Renders the output as text for people, or as JSON Lines.
protocol Renderer {
  /// The text of `item` with its newlines. `line` is the number of the input line it belongs to.
  func text(of item: OutputItem, line: Int?) -> String

  /// Whether a person reads it: then what repeats is shown as one item.
  var isForPeople: Bool { get }
}

/// Renders the output as text for people.
struct TextRenderer: Renderer {
  /// Adds the colours and escapes the text.
  var painter = Painter()

  var isForPeople: Bool { true }

  /// The text of `item`. It is empty for errors, which go to the error stream, and for the first
  /// and last lines of JSON output.
  func text(of item: OutputItem, line: Int?) -> String {
    switch item {
    case .step(let report, let hints): report.lines(hints: hints).map(painter.text).joined()
    case .result(let shown, _): shown.lines.map(painter.paragraph).joined()
    case .session, .error, .end: ""
    }
  }
}
