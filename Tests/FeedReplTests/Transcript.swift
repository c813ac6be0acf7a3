import Testing

@testable import feed_repl

/// Runs lines in a session over the catalogue and keeps what they print.
struct Transcript {
  /// What runs the lines.
  let interpreter: Interpreter

  private let printed = Printed()

  private final class Printed {
    var text = ""
  }

  init(settings: Settings = Settings(), json: Bool = false) {
    let renderer: any Renderer = json ? JSONRenderer() : TextRenderer()
    let output = Output(renderer) { [printed] in printed.text += $0 }
    interpreter = Interpreter(settings: settings, source: CatalogueSource(), output: output)
  }

  /// Runs a line and returns what it printed.
  @discardableResult
  func run(_ line: String) throws -> String {
    printed.text = ""
    try interpreter.run(line)
    return printed.text
  }

  /// Runs a line that fails and returns where and why: `7: unknown command 'refrsh' …`.
  func failure(of line: String) -> String {
    do {
      try interpreter.run(line)
      return "it ran"
    } catch {
      return error.place.map { "\($0): \(error.problem.message)" }
        ?? "\((error.offset ?? 0) + 1): \(error.problem.message)"
    }
  }
}
