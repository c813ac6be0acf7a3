import Foundation
import System

/// `feed-repl` starts, finds nothing to read and ends.
enum Starting {
  static func run(_ effort: Effort) -> Report {
    // A start takes a few milliseconds, of which the system's share varies.
    let effort = Effort(runs: 4 * effort.runs, maxRows: effort.maxRows)
    let figures = measureInTurns(
      effort, ["feed-repl", "Empty"].map { name in { cost(of: program(name).path).nanoseconds } })
    return Report(
      bars: [
        Bar(
          name: "`feed-repl` starts and ends", unit: .milliseconds, must: 20_000_000,
          aim: 12_000_000, figure: figures[0])
      ],
      notes: [
        (
          "the same against a program that only loads the same libraries",
          "\(rounded(figures[0].median / figures[1].median)) ×"
        )
      ])
  }
}
