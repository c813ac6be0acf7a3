import Foundation
import System

/// The REPL starts, finds nothing to read and ends.
enum Starting {
  static func run(_ effort: Effort) -> Report {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let repl = folder.appending(path: "feed-repl").path
    precondition(run_program(repl) == 0, "feed-repl does not run")
    return Report(
      bars: [
        Bar(
          name: "`feed-repl` starts and ends", unit: .milliseconds, must: 50_000_000,
          aim: 15_000_000,
          figure: measure(effort) { nanoseconds { _ = run_program(repl) } })
      ],
      notes: [
        (
          "a program that does nothing starts and ends",
          "\(rounded(measure(effort) { nanoseconds { _ = run_program("true") } }.median / 1_000_000)) ms"
        )
      ])
  }
}
