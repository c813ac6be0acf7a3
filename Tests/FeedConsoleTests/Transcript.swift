import Foundation
import Testing

@testable import FeedConsole

/// Runs lines in a session over the catalogue and records the output.
struct Transcript {
  /// The interpreter, for tests that read its session.
  let interpreter: Interpreter

  private let printed = Printed()

  private final class Printed {
    var text = ""
  }

  init(
    settings: Settings = Settings(), json: Bool = false, source: any FeedSource = CatalogueSource()
  ) {
    let output = Output(json ? nil : Painter()) { [printed] in printed.text += $0 }
    interpreter = Interpreter(settings: settings, source: source, output: output)
  }

  /// What the last line has shown.
  var shown: String { printed.text }

  /// Runs a line and returns its output.
  @discardableResult
  func run(_ line: String) throws -> String {
    printed.text = ""
    try interpreter.run(line)
    return printed.text
  }

  /// Runs a line that must fail and returns its column and message: `7: unknown command …`.
  func failure(of line: String) -> String {
    printed.text = ""
    do {
      try interpreter.run(line)
      return "it ran"
    } catch {
      return error.place.map { "\($0): \(error.problem.message)" }
        ?? "\((error.offset ?? 0) + 1): \(error.problem.message)"
    }
  }
}

extension Command {
  /// Runs the example. A file that it writes is one of its own, and is removed.
  @discardableResult
  func runExample(in transcript: Transcript) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).feed")
    defer { try? FileManager.default.removeItem(at: file) }
    return try transcript.run(example.replacing("first.feed", with: file.path))
  }
}

/// Runs a session on a thread of its own, as the program does: it blocks while the source loads.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
