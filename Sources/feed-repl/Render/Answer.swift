import FeedEffects
import FeedHTTP

/// Something that is shown.
enum Answer {
  /// The first line of a session over JSON.
  case session(source: String, details: [String], settings: Settings)

  /// A step of the feed.
  case step(StepReport, RequestHints)

  /// What a command shows: as text, and as a value.
  case result(command: String, lines: [Line], value: JSONValue)

  /// A line could not run.
  case error(Failure)

  /// The end of a session over JSON.
  case end(ExitCode, steps: Int)
}

/// Turns what is shown into text: for people, or as JSON Lines.
protocol Renderer {
  /// The text of `answer`, newlines included; `line` is the line of the input that it answers.
  func text(of answer: Answer, line: Int?) -> String

  /// The same without colours, for files.
  var uncoloured: any Renderer { get }
}

/// Shows everything in words, for people.
struct TextRenderer: Renderer {
  /// How lines are written.
  var painter = Painter()

  var uncoloured: any Renderer { TextRenderer(painter: Painter(isASCII: painter.isASCII)) }

  /// The text of `answer`. Errors and the frame of a session are no part of the output.
  func text(of answer: Answer, line: Int?) -> String {
    switch answer {
    case .step(let report, let hints): report.lines(hints: hints).map(painter.text).joined()
    case .result(_, let lines, _): lines.map(painter.text).joined()
    case .session, .error, .end: ""
    }
  }
}
