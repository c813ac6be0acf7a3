import FeedHTTP
import FeedReducer
import FeedTesting

/// What a loop has done: `until`, `settle` and `N*` end with it as one line.
struct Tally {
  private(set) var pages = 0
  private(set) var failures = 0

  /// How many rows the list has more than before.
  private(set) var rows = 0

  /// Counts the answers that the feed took.
  mutating func add(_ report: StepReport) {
    guard report.entry.reaction.refusal == nil, case .action(let action) = report.entry.event else {
      return
    }
    add(action, rows: report.entry.state.items.count - report.before.state.items.count)
  }

  /// Counts an action that the feed took, and the rows by which its list has grown.
  mutating func add(_ action: JSONFeed.Action, rows count: Int) {
    if case .pageLoaded = action { pages += 1 }
    if case .failed = action { failures += 1 }
    rows += count
  }

  /// The counts, with a time unless it is none: `124 pages, 1234 rows, 1.4 s, 0 failures`.
  func text(in time: Duration, total: Int? = nil) -> String {
    let whole = total.flatMap { $0 > rows ? "\(rows) of \($0.counted("row"))" : nil }
    let tenths = (time.inSeconds * 10).rounded() / 10
    return [
      pages.counted("page"), whole ?? rows.counted("row"),
      tenths > 0 ? "\(tenths) s" : nil, failures.counted("failure"),
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension Interpreter {
  /// Runs a loop and sums up what it did, if it took more than one answer. Loops within it count
  /// towards it.
  ///
  /// The time is that of the virtual clock, or over an API the real one.
  func summing(_ loop: () throws(Failure) -> Void) throws(Failure) {
    guard tally == nil else { return try loop() }
    tally = Tally()
    let start = (clock: session.state.clock, instant: ContinuousClock.now)
    defer { tally = nil }
    try loop()
    guard let tally, tally.pages + tally.failures > 1, !settings.isQuiet else { return }
    let time =
      source.runsByItself ? start.instant.duration(to: .now) : session.state.clock - start.clock
    show([Line("  \(tally.text(in: time))", style: .heading)], of: "sum")
  }
}
