import Foundation

/// What a step of the history takes of the memory of `feed-repl`.
enum Remembering {
  /// Rows that appear, pages, a failure that is tried again, a refresh, and what is ignored.
  private static let round = """
    start; ok; appear 0..9; ok; appear 10..19; fail 503; advance 30s; ok; stopped; start; ok; \
    loadMore; refresh; ok; retry; reset
    """

  static func run(_ effort: Effort) throws -> Report {
    #if os(Linux)
      let rounds = effort.isShort ? 3_000 : 30_000
      let kinds = [
        ("any", round, rounds), ("a refresh and its answer", "refresh; ok", 10 * rounds),
      ]
      return Report(
        notes: try kinds.map { kind, round, rounds in
          let (steps, bytes) = try memory(of: rounds, round)
          let (first, start) = try memory(of: 1, round)
          return (
            "a step in the history of `feed-repl`, of \(steps.grouped), \(kind)",
            "\((bytes - start) / (steps - first)) B"
          )
        })
    #else
      return Report()
    #endif
  }

  /// How many steps so many rounds have, and how many bytes the program then takes.
  private static func memory(of rounds: Int, _ round: String) throws -> (steps: Int, bytes: Int) {
    let (repl, input, output) = (Process(), Pipe(), Pipe())
    repl.executableURL = program("feed-repl")
    repl.arguments = ["-q"]
    (repl.standardInput, repl.standardOutput) = (input, output)
    try repl.run()
    let lines = "set retry 3; \(rounds)*(\(round))\nstate step\n"
    try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    var text = ""
    // The setting shows a line, too.
    while text.count(where: \.isNewline) < 2 {
      let data = output.fileHandleForReading.availableData
      // The program has ended.
      if data.isEmpty { throw CocoaError(.fileReadCorruptFile) }
      text += String(decoding: data, as: UTF8.self)
    }
    let file = "/proc/\(repl.processIdentifier)/statm"
    let status = try String(contentsOfFile: file, encoding: .utf8)
    try input.fileHandleForWriting.close()
    repl.waitUntilExit()
    guard let steps = text.split(separator: "\n").last.flatMap({ Int($0) }),
      let pages = Int(status.split(separator: " ")[1])
    else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return (steps, pages * Int(sysconf(Int32(_SC_PAGESIZE))))
  }
}
