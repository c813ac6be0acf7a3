import FeedTesting

/// What came of a run.
struct Report {
  let soak: Soak
  let webFeeds: Int
  let tally: Tally

  /// The resident memory after each quarter of the actions, in megabytes.
  let memory: [Int]

  let time: Duration

  /// What must not be; none when all is well. The memory is not looked at.
  var breaches: [String] { tally.breaches }

  /// Whether the second half took no more memory than a tenth and 10 MB over that of the first.
  ///
  /// It says something only of a process that does nothing else.
  var isFlat: Bool { memory[3] <= memory[1] + memory[1] / 10 + 10 }
}

extension Report: CustomStringConvertible {
  var description: String {
    let lines = [
      "\(soak.feeds) feeds, \(webFeeds) of them over HTTP, seed \(soak.seed)",
      "\(soak.actions) things done to them: \(tally.accepted) actions accepted, "
        + "\(tally.ignored) ignored, answers included",
      "\(tally.loads) loads, \(tally.failures) failures, \(tally.timers) timers, "
        + "\(tally.edits) edits",
      "\(tally.replaced) feeds dropped in mid-flight, \(tally.replays) records replayed",
      "\(Int(time / .seconds(1))) s, after each quarter "
        + memory.map { "\($0)" }.joined(separator: ", ") + " MB",
    ]
    let all = breaches + (isFlat ? [] : ["memory grows"])
    let verdict = all.isEmpty ? ["nothing is left"] : all.map { "BREACH: \($0)" }
    return (lines + verdict).joined(separator: "\n")
  }
}
