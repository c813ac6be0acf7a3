import FeedHTTP
import FeedReducer
import Foundation

/// Writes every row of a source to the standard output, each as a line of JSON: `feed-repl pull URL`.
///
/// The feed's machine reads the pages, with its retries and its rules for the end. A row is written as soon as
/// its page is there, and once, as the server wrote it. Its id is kept, and a number in place of the rest. The
/// error stream tells how far it is.
final class Pull {
  let source: any FeedSource
  private var loop: Loop<JSONFeed>
  private let interruption: Interruption
  private let output: Writer
  private let errors = Writer(STDERR_FILENO, isForErrors: true)
  private let painter: Painter
  private let isQuiet: Bool
  private let options: PullOptions

  /// Whether the value of a row is its JSON as a text.
  private let rowsAreText: Bool

  /// Whether the progress is one line that is painted over.
  private let isPainted: Bool

  private let start = ContinuousClock.now
  private var lastProgress: ContinuousClock.Instant
  private(set) var tally = Tally()

  /// How many rows of the page that came last were written and are not counted yet.
  private var newRows = 0

  /// Where the load that failed last would have gone on.
  private var failedAt = ""

  /// What the load that came last failed with; nil if it did not.
  private(set) var failure: FeedFailure?

  /// The cursor behind the page that came last.
  private var cursor: PageCursor?

  /// What the source said after the last answer.
  private var advice: Advice?

  /// The ids that were written, also before the list was read again from its start.
  var written: Set<JSONRow.ID> = []

  /// The page that came last, as far as its rows are written.
  private(set) var last: LastPage?

  /// How many rows had the id of a row that was there already.
  private var repeated = 0

  /// How many of them were different, and whether any was on one page with the other.
  private var shared = 0
  private var isSharedInPage = false

  /// How many pages before the last one had no new row, and how many of them were the latest ones.
  private var empty = 0
  private var emptyRun = 0

  /// How many pages in a row had rows that came before, and no other one.
  private var idle = 0

  /// Before how many pages rows moved, and of how many of them it is told.
  private var movements = 0
  private static let toldMovements = 4

  /// The number of all rows, as the first page told it.
  private var firstTotal: Int?

  /// Where the page is that was asked for last, and whether the server had forgotten a cursor.
  private(set) var asked: JSONFeed.Position = .start
  private var isLoading = false
  private(set) var hasRestarted = false

  /// How often the progress is told where it is not painted over.
  private static let pause = Duration.seconds(5)

  /// Creates a reading that `interruption` stops.
  init(
    _ options: Options, in environment: Environment, source: any FeedSource, output: Writer,
    interruption: Interruption
  ) {
    self.source = source
    self.interruption = interruption
    self.output = output
    painter = environment.painter(options, isTerminal: environment.isErrorTerminal)
    isQuiet = options.settings.isQuiet
    self.options = options.pulling
    rowsAreText = options.remote.given.rowsAreText
    isPainted = environment.isErrorTerminal && !environment.isDumb && !options.isPlain
    lastProgress = start
    var settings = options.settings
    // Behind a thousand pages without a new row it ends.
    settings.maxEmptyPages = 998
    settings.longestWait = options.pulling.wait
    loop = Loop(settings.feed, state: JSONFeed.State(seed: settings.seed, identity: settings.seed))
    (source as? TaskSource)?.interruption = interruption
    interruption.saysAgain = isPainted
    // What reads on from a place can't tell what is missing before it.
    source.api?.startsLater = options.pulling.place != nil
    interruption.sayWait = { [unowned self] text in
      let text = isLoading ? "waiting for \(askedText) …" : text
      if isPainted { tellProgress("  \(text)") } else if !isQuiet { say(text) }
    }
  }

  /// Reads to the end and returns the exit code.
  func run() -> ExitCode {
    let snapshot: JSONFeed.Snapshot?
    do throws(Problem) {
      snapshot = try options.place.map { place throws(Problem) in try self.snapshot(at: place) }
    } catch {
      say(error.said)
      return error.exitCode
    }
    if !isQuiet { source.details.forEach(tell) }
    if source.api?.style?.lacksID == true {
      say("no field tells the rows apart: rows that come twice can't be told")
    }
    let problem = readAll(from: snapshot)
    if !isQuiet { tell(sum) }
    if empty > 0, problem == nil, !isQuiet { say("\(empty.counted("page")) had no new row") }
    if let skipped = source.api?.pages.skippedRows, skipped > 0 {
      say("\(skipped.counted("row")) \(skipped == 1 ? "was" : "were") null, and left out")
    }
    if movements > Self.toldMovements {
      say("rows moved before \((movements - Self.toldMovements).counted("more page"))")
    }
    if repeated > 0, problem == nil || shared == 0 { say(repeatedText) }
    if let problem { say(problem.said) }
    if problem != nil || isLimited, let wayBack { say(wayBack) }
    return problem?.exitCode ?? .success
  }
}

// MARK: - The end

extension Pull {
  /// Reads the pages. Returns what kept it from the end.
  private func readAll(from snapshot: JSONFeed.Snapshot?) -> Problem? {
    do throws(Problem) {
      if let snapshot {
        try carryOut(loop.send(.restored(snapshot: snapshot, age: .zero)).effects)
      } else {
        try carryOut(loop.send(.started).effects)
      }
      while state.error == nil, state.append.end == nil, !isLimited {
        guard case .accepted(let effects) = loop.send(.loadMore) else { break }
        try carryOut(effects)
      }
    } catch {
      return error
    }
    if let failure = state.error {
      return problem(failure.cause + hint(on: failure), at: ", reading \(failedAt)")
    }
    if isLimited {
      if !isQuiet, state.append.end == nil || last?.hasRowsLeft == true {
        say("stopped at \(tally.rows.counted("row")), as --limit says; there are more, or may be")
      }
      return nil
    }
    // Ids that are none may hide new rows, too.
    if state.append.end != .exhausted, let advice, advice.isWarning {
      return problem(advice.text)
    }
    return switch state.append.end {
    case .exhausted: problemAtEnd ?? (isLossy ? problem(repeatedText) : nil)
    case .cycle where state.total == state.items.count: sayThatItBeganAgain()
    case .cycle: problem("a cursor came back without new rows" + cursorText)
    case .stalled: problem("\(emptyRun.counted("page")) in a row had no new row" + cursorText)
    case nil: problem("no page can be asked for")
    }
  }

  /// Whether as many rows were written as are wanted.
  var isLimited: Bool { options.limit.map { tally.rows >= $0 } ?? false }

  /// The option that waits as long as the server asks for; empty if that is not why it failed.
  private func hint(on failure: FeedFailure) -> String {
    failure.retryAfter.flatMap { $0 > options.wait ? "; --wait \($0.asOption) waits so long" : nil }
      ?? ""
  }

  /// Tells of a list that begins again behind its last row. All rows came that the server counts.
  private func sayThatItBeganAgain() -> Problem? {
    if !isQuiet { say("the list began again behind the last of the rows that the server counts") }
    return nil
  }

  private var repeatedText: String {
    let rows = repeated.counted("row")
    return shared > 0
      ? "\(rows) had the id of another row and other values, and each id is written once; --id names the field"
      : "\(rows) came again as before, as where rows move, and each is written once"
  }

  /// Whether so many rows share an id, and are different, that it is none. A row or two may have changed while
  /// the list was read.
  private var isLossy: Bool { isSharedInPage || shared > 2 && shared * 20 > tally.rows }

  private var cursorText: String {
    cursor.map { " — the cursor is \($0.text.shortened(to: 60).asOneName)" } ?? ""
  }

  /// What is wrong with a list that the server has ended; nil if it is whole.
  private var problemAtEnd: Problem? {
    if let problem = problemOfLikeness { return problem }
    if let doubt = state.ending?.doubt {
      let text = advice.flatMap { $0.text.hasPrefix(doubt) ? $0.text : nil } ?? doubt
      return problem(text + wayOn)
    }
    // The rows before the place where it went on count, too.
    if options.place != nil || advice?.isWhole == true { return nil }
    let skipped = source.api?.pages.skippedRows ?? 0
    if let total = state.total, total > state.items.count + skipped {
      if let firstTotal, firstTotal < total, state.items.count >= firstTotal {
        if !isQuiet { say("the list grew from \(firstTotal) to \(total) rows while it was read") }
        return nil
      }
      let count = "\(state.items.count) of \(total.counted("row"))"
      return problem(
        advice.flatMap { $0.isWarning ? $0.text + wayOn : nil }
          ?? (state.items.isEmpty
            ? "\(count): the first page has none"
            : "\(count): the rest moved while the pages were read, or no page has it"))
    }
    guard let advice, advice.isWarning else { return nil }
    if !advice.isKnown { return problem(advice.text + wayOn) }
    if isQuiet { say(advice.text) }
    return nil
  }

  /// What leads on, as the end of a sentence; empty if nothing is known.
  private var wayOn: String { advice?.wayOn ?? "" }

  /// What is wrong where a page was taken for one before, since nothing tells their rows apart; nil if none was.
  private var problemOfLikeness: Problem? {
    guard source.api?.style?.lacksID == true, repeated > 0, options.place == nil,
      advice?.isWhole != true, let total = state.total, total > state.items.count
    else { return nil }
    return problem(
      "\(state.items.count) of \(total.counted("row")): a page is the same as one before, and no field tells such "
        + "rows apart; --id names one, and larger pages are less alike: --page-size N")
  }

  private func problem(_ reason: String, at place: String = "") -> Problem {
    Problem("after \(tally.rows.counted("row"))\(place): \(reason)", exitCode: .noInput)
  }

  var state: JSONFeed.State { loop.state }
}

// MARK: - The pages

extension Pull {
  /// Carries out effects, and those that follow, until nothing is pending.
  private func carryOut(_ effects: [JSONFeed.Effect]) throws(Problem) {
    var effects = effects[...]
    while let effect = effects.popFirst() {
      switch effect {
      case .load(let request): effects += try load(request)
      case .schedule(let ticket, let delay):
        wait(for: delay)
        if interruption.isRequested { throw .stopped(waitingFor: "another attempt") }
        effects += loop.send(.timerFired(ticket: ticket)).effects
      case .cancel, .send, .drop: break
      }
    }
  }

  /// Waits for a retry. On a terminal a line counts down.
  private func wait(for delay: Duration) {
    guard isPainted, !isQuiet else { return interruption.sleep(for: delay) }
    var left = delay
    while left > .zero, !interruption.isRequested {
      tellProgress("  waiting \(left.text)")
      let part = min(left, .seconds(1))
      interruption.sleep(for: part)
      left -= part
    }
  }

  /// Loads a page, writes its rows and returns what the machine wants next.
  private func load(_ request: JSONFeed.Request) throws(Problem) -> [JSONFeed.Effect] {
    let old = request.kind == .refresh ? ItemList() : state.items
    if options.pause > .zero, tally.pages > 0 { interruption.sleep(for: options.pause) }
    asked = request.position
    if interruption.isRequested { throw .stopped(waitingFor: askedText) }
    let answer = try answer(to: request)
    let effects = loop.send(answer).effects
    tally.add(answer, rows: newRows)
    newRows = 0
    switch answer {
    case .pageLoaded(_, let page):
      compare(page, with: old)
      // A server that searches sends pages without rows; the same rows again and again lead nowhere.
      if idle >= DetectedSource.maxGuesses, page.next != nil {
        throw problem(
          "the last \(idle.counted("page")) with rows had only rows that came before" + cursorText)
      }
    case .failed(_, let failure):
      for case .schedule(_, let delay) in effects where !isQuiet {
        say("\(failure.message) Trying again in \(delay.text).")
      }
    default: break
    }
    // At the end comes the sum.
    let isEnd = effects.isEmpty && state.append.end != nil || state.error != nil
    if isPainted || !isEnd && lastProgress.duration(to: .now) >= Self.pause { tellProgress() }
    advice = source.api?.advice(after: answer, in: state, tell: say)
    if let advice, !advice.isWarning, !advice.isKnown { tell(advice) }
    return effects
  }

  /// Tells what the user should know. Of pages before which rows moved it tells the first few.
  private func tell(_ advice: Advice) {
    if advice.isOfMovement { movements += 1 }
    if !advice.isOfMovement || movements <= Self.toldMovements { say(advice.text) }
  }

  /// Loads a page and writes its rows. A list whose cursor is forgotten is read from its start once.
  private func answer(to request: JSONFeed.Request) throws(Problem) -> JSONFeed.Action {
    isLoading = true
    defer { isLoading = false }
    do throws(FeedFailure) {
      let page = try source.page(for: Load(request: request), server: source.server)
      failure = nil
      if options.place != nil, tally.pages == 0 { try source.api?.check(page, at: asked.cursor) }
      return .pageLoaded(ticket: request.ticket, page: write(page))
    } catch {
      failure = error
      if interruption.isRequested { throw .stopped(waitingFor: askedText) }
      failedAt = askedText
      if error.code == .invalidCursor {
        // What was written before a place is not known, and would come again.
        if hasRestarted || options.place != nil {
          throw problem(error.cause, at: ", reading \(failedAt)")
        }
        hasRestarted = true
        if !isQuiet { say("\(error.cause) The list is read from its start once more.") }
      }
      return .failed(ticket: request.ticket, failure: error)
    }
  }

  /// Writes the rows that were not written. Returns the page with what is kept of it.
  private func write(_ page: JSONFeed.Page) -> JSONFeed.Page {
    erase()
    var kept = page
    last = LastPage(position: asked, page: page)
    for (index, row) in page.items.enumerated() {
      let text = RowText(json(of: row))
      kept.items[index] = JSONRow(id: row.id, value: .integer(text.fingerprint))
      if options.limit.map({ tally.rows + newRows >= $0 }) == true {
        if !written.contains(row.id) { last?.hasRowsLeft = true }
        continue
      }
      last?.seen = index + 1
      guard written.insert(row.id).inserted else { continue }
      newRows += 1
      output.write(JSONText.escape(text.line, isASCII: painter.isASCII))
      output.write("\n")
    }
    output.flush()
    return kept
  }

  /// The page that was asked for last, in words.
  private var askedText: String {
    asked == .start ? "the first page" : asked.text.shortened(to: 200).asOneName
  }

  private func json(of row: JSONRow) -> String {
    if rowsAreText, case .string(let text) = row.value { return text }
    return JSONText.of(row.value, masksSecrets: false)
  }

  /// Counts the rows of a page that have the id of an earlier one, and those of them that are different.
  private func compare(_ page: JSONFeed.Page, with old: ItemList<JSONRow>) {
    cursor = page.next
    firstTotal = firstTotal ?? page.total
    let added = state.items.count - old.count
    emptyRun = added == 0 ? emptyRun + 1 : 0
    if added == 0, page.next != nil { empty += 1 }
    // A server that searches sends pages without rows between others.
    if added > 0 { idle = 0 } else if !page.items.isEmpty { idle += 1 }
    guard added < page.items.count else { return }
    repeated += page.items.count - added
    var seen: [JSONRow.ID: JSONRow] = [:]
    for row in page.items {
      if let other = seen.updateValue(row, forKey: row.id), other != row {
        (shared, isSharedInPage) = (shared + 1, true)
      } else if let index = old.index(id: row.id), old[index] != row {
        shared += 1
      }
    }
  }
}

// MARK: - The error stream

extension Pull {
  /// What was done so far: `12 pages, 240 of 1234 rows, 1.4 s, 0 failures`.
  private var sum: String {
    // The rows before a place count, too.
    tally.text(in: start.duration(to: .now), total: options.place == nil ? state.total : nil)
  }

  /// Tells how far it is, on a line that is painted over or on one more.
  private func tellProgress(_ waiting: String = "") {
    guard !isQuiet else { return }
    lastProgress = .now
    guard isPainted else { return tell(sum) }
    erase()
    let text = (sum + waiting).prefix(max(1, Terminal.size.columns - 2))
    errors.tell(String(painter.text(Line(String(text))).dropLast()))
  }

  private func erase() {
    if isPainted, !isQuiet { errors.tell("\r\u{1B}[K") }
  }

  /// Tells something in the name of the program.
  private func say(_ text: String) { tell("\(programName): \(text)") }

  private func tell(_ text: String) {
    erase()
    errors.tell(painter.text(Line(text)))
  }
}
