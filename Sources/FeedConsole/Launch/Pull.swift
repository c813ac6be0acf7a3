import FeedHTTP
import FeedReducer
import Foundation

/// Writes every row of a source to the standard output, each as a line of JSON: `feed-repl pull URL`.
///
/// The machine of a session reads the pages, with its retries and its rules for the end. A row is written as
/// soon as its page is there, and once: rows keep their ids. The error stream tells how far it is.
final class Pull {
  private let interpreter: Interpreter
  private let output: Writer
  private let errors = Writer(STDERR_FILENO, isForErrors: true)
  private let painter: Painter
  private let isQuiet: Bool

  /// Whether the progress is one line that is painted over.
  private let isPainted: Bool

  private let start = ContinuousClock.now
  private var lastProgress: ContinuousClock.Instant
  private var tally = Tally()

  /// Where the load that failed last would have gone on.
  private var failedAt = ""

  /// How many rows had the id of a row that was there already.
  private var repeated = 0

  /// How many of them were different, and whether any was on one page with the other.
  private var shared = 0
  private var isSharedInPage = false

  /// How many pages before the last one had no new row, and how many of them were the latest ones.
  private var empty = 0
  private var emptyRun = 0

  /// After how many pages in a row without a new row it ends. The machine asks for three at a time, so they are
  /// no more than a thousand.
  private static let maxEmptyPages = 998

  /// The number of all rows, as the first page told it.
  private var firstTotal: Int?

  /// Why the list ended although the server did not report an end.
  private var ending: EarlyEnd?

  /// How often the progress is told where it is not painted over.
  private static let pause = Duration.seconds(5)

  /// Creates a reading that `interruption` stops.
  init(
    _ options: Options, in environment: Environment, source: any FeedSource, output: Writer,
    interruption: Interruption
  ) {
    self.output = output
    painter = environment.painter(options, isTerminal: environment.isErrorTerminal)
    isQuiet = options.settings.isQuiet
    isPainted = environment.isErrorTerminal && !environment.isDumb && !options.isPlain
    lastProgress = start
    var settings = options.settings
    settings.isQuiet = false
    interpreter = Interpreter(
      settings: settings, source: source, output: Output(TextRenderer(), write: { _ in }),
      interruption: interruption)
    interpreter.output.receiver = { [unowned self] in receive($0) }
    interpreter.interruption.sayWait = { [unowned self] in if isPainted { tellProgress("  \($0)") }
    }
  }

  /// Reads to the end and returns the exit code.
  func run() -> ExitCode {
    if !isQuiet { for line in interpreter.source.details { tell(line) } }
    let problem = readAll()
    if !isQuiet { tell(sum) }
    if empty > 0, problem == nil, !isQuiet { say("\(empty.counted("page")) had no new row") }
    if repeated > 0, problem == nil || shared == 0 { say(repeatedText) }
    if let problem {
      say(problem.said)
    }
    return problem?.exitCode ?? .success
  }

  /// Reads the pages. Returns what kept it from the end.
  private func readAll() -> Problem? {
    do throws(Failure) {
      interpreter.send(.started)
      try interpreter.settle()
      var revision: Int?
      while mayGoOn, interpreter.session.revision != revision {
        revision = interpreter.session.revision
        interpreter.send(.loadMore)
        try interpreter.settle()
      }
    } catch {
      return error.problem
    }
    if let failure = state.error { return problem(failure.message, at: ", at \(failedAt)") }
    // Ids that are none may hide new rows, too.
    if state.append.end != .exhausted, let advice = interpreter.advice, advice.isWarning {
      return problem(advice.text)
    }
    return switch state.append.end {
    case .exhausted: problemAtEnd ?? (isLossy ? problem(repeatedText) : nil)
    case .cycle: problem("a cursor came back without new rows" + cursorText)
    case .stalled: problem("\(emptyRun.counted("page")) in a row had no new row" + cursorText)
    case nil: problem("no page can be asked for")
    }
  }

  /// Whether more is asked for: also behind pages without new rows, as scans with a filter have them, as long
  /// as their cursors are new.
  private var mayGoOn: Bool {
    state.error == nil
      && (state.append.end == nil || state.append.end == .stalled && emptyRun < Self.maxEmptyPages)
  }

  private var repeatedText: String {
    "\(repeated.counted("row")) had the id of another row\(shared > 0 ? " and other values" : ""), and each "
      + "id is written once; --id names the field"
  }

  /// Whether so many rows share an id, and are different, that it is none. A row or two may have changed while
  /// the list was read.
  private var isLossy: Bool { isSharedInPage || shared > 2 && shared * 20 > tally.rows }

  private var cursorText: String {
    ending?.cursor.map { " — the cursor is \($0.text.shortened(to: 60))" } ?? ""
  }

  /// What is wrong with a list that the server has ended; nil if it is whole.
  private var problemAtEnd: Problem? {
    let advice = interpreter.advice
    if advice?.isWhole == true { return nil }
    if let total = state.total, total > state.items.count {
      if let firstTotal, firstTotal < total, state.items.count >= firstTotal {
        if !isQuiet { say("the list grew from \(firstTotal) to \(total) rows while it was read") }
        return nil
      }
      let count = "\(state.items.count) of \(total.counted("row"))"
      return problem(
        advice.flatMap { $0.isWarning ? $0.text : nil }
          ?? (state.items.isEmpty
            ? "\(count): the first page has none"
            : "\(count): the rest moved while the pages were read, or no page has it"))
    }
    guard let advice, advice.isWarning else { return nil }
    if !advice.isKnown { return problem(advice.text) }
    if isQuiet { say(advice.text) }
    return nil
  }

  private func problem(_ reason: String, at place: String = "") -> Problem {
    Problem("after \(tally.rows.counted("row"))\(place): \(reason)", exitCode: .noInput)
  }

  private var state: JSONFeed.State { interpreter.session.state.feed }

  private func receive(_ item: OutputItem) {
    switch item {
    case .step(let report, _): follow(report)
    case .result(let shown, command: "advice") where interpreter.advice?.isWarning != true:
      for line in shown.lines { say(String(line.text.drop { $0 == " " })) }
    default: break
    }
  }

  private func follow(_ report: StepReport) {
    tally.add(report)
    ending = report.endings.last ?? ending
    guard case .action(let action) = report.entry.event else { return }
    switch action {
    case .pageLoaded: write(report)
    case .failed(let ticket, let failure):
      let failed = report.before.state.pending.first { $0.ticket == ticket }
      failedAt = failed?.load?.request.position.text ?? ""
      for case .schedule(_, let delay) in report.entry.reaction.effects where !isQuiet {
        say("\(failure.message) Trying again in \(delay.text).")
      }
    default: return
    }
    // At the end comes the sum.
    let isEnd = report.entry.state.pending.isEmpty && state.append.end != nil || state.error != nil
    if isPainted || !isEnd && lastProgress.duration(to: .now) >= Self.pause { tellProgress() }
  }

  /// Counts the rows of a page that have the id of an earlier one, and are different.
  private func compare(_ rows: [JSONRow], with old: ItemList<JSONRow>) {
    var seen: [JSONRow.ID: JSONRow] = [:]
    for row in rows {
      if let other = seen.updateValue(row, forKey: row.id), other != row {
        (shared, isSharedInPage) = (shared + 1, true)
      } else if let index = old.index(id: row.id), old[index] != row {
        shared += 1
      }
    }
  }

  /// Writes the rows that a page has brought.
  private func write(_ report: StepReport) {
    let (old, new) = (report.before.state.feed.items, report.entry.state.feed.items)
    erase()
    // A row that a later page repeats stays where it is.
    let insertions = new.difference(from: old).insertions
    if case .action(.pageLoaded(_, let page)) = report.entry.event {
      repeated += max(0, page.items.count - insertions.count)
      if page.items.count > insertions.count { compare(page.items, with: old) }
      firstTotal = firstTotal ?? page.total
      emptyRun = insertions.isEmpty ? emptyRun + 1 : 0
      if insertions.isEmpty, page.next != nil { empty += 1 }
    }
    for index in insertions {
      let text = JSONText.of(new[index].value, masksSecrets: false)
      output.write(JSONText.escape(text, isASCII: painter.isASCII) + "\n")
    }
    output.flush()
  }
}

// MARK: - The error stream

extension Pull {
  /// What was done so far: `12 pages, 240 of 1234 rows, 1.4 s, 0 failures`.
  private var sum: String { tally.text(in: start.duration(to: .now), total: state.total) }

  /// Tells how far it is, on a line that is painted over or on one more.
  private func tellProgress(_ waiting: String = "") {
    guard !isQuiet else { return }
    lastProgress = .now
    guard isPainted else { return tell(sum) }
    erase()
    let text = (sum + waiting).prefix(max(1, Terminal.size.columns - 2))
    errors.write(String(painter.text(Line(String(text))).dropLast()))
    errors.flush()
  }

  private func erase() {
    guard isPainted, !isQuiet else { return }
    errors.write("\r\u{1B}[K")
    errors.flush()
  }

  /// Tells something in the name of the program.
  private func say(_ text: String) { tell("\(Launch.programName): \(text)") }

  private func tell(_ text: String) {
    erase()
    errors.write(painter.text(Line(text)))
    errors.flush()
  }
}
