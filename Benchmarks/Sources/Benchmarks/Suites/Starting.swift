import Foundation
import System

/// The REPL starts, finds nothing to read and ends.
enum Starting {
  static func run(_ effort: Effort) -> Report {
    // A start takes a few milliseconds, of which the system's share varies.
    let effort = Effort(runs: 4 * effort.runs, maxRows: effort.maxRows)
    let (empty, repl) = (start("Empty", effort), start("feed-repl", effort))
    return Report(
      bars: [
        Bar(
          name: "`feed-repl` starts and ends", unit: .milliseconds, must: 15_000_000,
          aim: 13_000_000, figure: repl),
        Bar(
          name: "the same, against a program that only loads the same libraries", unit: .ratio,
          must: 1.25, aim: 1.1, figure: repl / empty),
      ],
      notes: [
        ("that program starts and ends", "\(rounded(empty.median / 1_000_000)) ms"),
        (
          "a program without libraries starts and ends",
          "\(rounded(time("true", effort).median / 1_000_000)) ms"
        ),
      ])
  }

  /// The time of a program in the folder of this one.
  private static func start(_ name: String, _ effort: Effort) -> Measurement {
    let path = program(name).path
    precondition(run_program(path) == 0, "\(name) does not run")
    return time(path, effort)
  }

  private static func time(_ program: String, _ effort: Effort) -> Measurement {
    measure(effort) { nanoseconds { _ = run_program(program) } }
  }
}
