import FeedTesting

/// The result of a run.
struct Report {
  let soak: Soak
  let webFeeds: Int
  let tally: Tally

  /// The resident memory after each quarter of the actions, in megabytes.
  let memory: [Int]

  let time: Duration

  /// The broken rules and leaks; empty if the run passed. Memory growth is not among them.
  var breaches: [String] { tally.breaches }

  /// Whether the memory after the last quarter is at most 10 % and 10 MB above that after the
  /// second.
  ///
  /// Only meaningful if the process runs nothing else.
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
