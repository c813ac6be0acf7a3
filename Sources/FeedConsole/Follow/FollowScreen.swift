import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// What the screen of a followed trace shows, and what each key does: a reducer over events and keys.
///
/// The steps of a running app can be looked at, and not changed.
struct FollowScreen {
  /// A step of the trace, and the feed after it.
  struct Moment {
    let feed: FollowedFeed
    let step: TraceStep
  }

  /// How many steps are kept to go back to.
  static let limit = 10_000

  /// The path of the trace.
  let path: String

  private(set) var layout: LiveLayout

  /// The last steps, the newest last.
  private(set) var moments: [Moment] = []

  /// The index of the moment that shows; nil for the newest, whatever comes.
  private(set) var chosen: Int?

  /// Whether a step is shown in full.
  private(set) var isStepShown = false

  /// The last problem of the file.
  private(set) var problem = Line("")

  private var feed = FollowedFeed()

  init(path: String, columns: Int, rows: Int) {
    self.path = path
    layout = LiveLayout(columns: columns, rows: rows)
  }

  mutating func resize(columns: Int, rows: Int) {
    layout = LiveLayout(columns: columns, rows: rows)
  }

  /// Adds what is new in the file.
  mutating func add(_ events: [TraceEvent]) {
    for event in events {
      switch event {
      case .began: (feed, moments, chosen, problem) = (FollowedFeed(), [], nil, "")
      case .step(let step):
        feed.apply(step)
        moments.append(Moment(feed: feed, step: step))
      case .problem(let line, let problem):
        self.problem = Line("line \(line): ", style: .bad) + Line("\(problem)")
      }
    }
    let surplus = moments.count - Self.limit
    guard surplus > 0 else { return }
    moments.removeFirst(surplus)
    chosen = chosen.map { max(0, $0 - surplus) }
  }

  /// Applies a key. Returns false if it leaves the screen.
  mutating func handle(_ key: Key) -> Bool {
    let last = moments.count - 1
    let now = chosen ?? last
    let wasShown = isStepShown
    isStepShown = false
    if let index = key.destination(from: now, last: last, page: max(1, layout.log)) {
      choose(index)
      return true
    }
    switch key {
    case .text("q"), .control("c"), .control("d"): return wasShown
    case .text("["), .left: choose(now - 1)
    case .text("]"), .right: choose(now + 1)
    case .text("."): choose(last)
    case .enter: isStepShown = !wasShown && last >= 0
    default: break
    }
    return true
  }

  private mutating func choose(_ index: Int) {
    guard !moments.isEmpty else { return }
    chosen = index >= moments.count - 1 ? nil : max(0, index)
  }

  /// The moment that shows; nil before the first step.
  var moment: Moment? {
    guard !moments.isEmpty else { return nil }
    return moments[chosen ?? moments.count - 1]
  }
}

// MARK: - The view

extension FollowScreen {
  /// The whole screen.
  var frame: Frame {
    let count = moment?.feed.state.map { Line(" \($0.items.counted("row"))", style: .faint) } ?? ""
    var frame = layout.frame(
      title: title, status: count, message: problem,
      keys: "↑ ↓ steps  . newest  Enter a step in full  q quit")
    if let moment, isStepShown {
      layout.put(text: moment.step.lines, in: &frame)
    } else if let moment {
      put(moment.feed, in: &frame)
    } else {
      frame.put(Line("  waiting for the first step …", style: .faint), row: layout.listRow)
    }
    layout.put(log: log, in: &frame)
    return frame
  }

  private var title: Line {
    let step = moment.map { "  step \($0.step.step)  \($0.step.clock)" } ?? ""
    let past = chosen == nil ? "" : "  THE PAST"
    return Line(" feed-repl live --follow \(path)\(step)\(past)")
  }

  private func put(_ feed: FollowedFeed, in frame: inout Frame) {
    guard let state = feed.state else { return }
    let rows = state.screenRows(of: feed)
    let last = state.reader?.upperBound ?? 0
    let top = max(0, min(last - layout.height + 1, rows.count - layout.height))
    frame.put(
      (top..<min(top + layout.height, rows.count)).map(rows.line), row: layout.listRow,
      width: layout.list)
    layout.put(side: side(state), in: &frame)
  }

  private func side(_ state: TraceState) -> [Line] {
    var items = "\(state.items)"
    if let total = state.total { items += " of \(total)" }
    let reader = state.reader.map { "rows \($0.lowerBound) to \($0.upperBound - 1)" } ?? "none"
    let words = [
      ("items", items), ("refresh", state.refresh.text), ("append", state.append.text),
      ("prepend", state.prepend.text), ("reader", reader),
      ("in flight", state.pending.isEmpty ? "nothing" : "\(state.pending.map(String.init).listed)"),
    ]
    let query = state.query.map { [("query", $0)] } ?? []
    let reasons = LoadKind.allCases.compactMap { kind in
      state.why[kind.rawValue].map { (kind.rawValue, $0) }
    }
    return (words + query).map { Line($0.padded(to: 11), style: .name) + Line($1) }
      + [Line(""), Line("why no load?", style: .heading)]
      + reasons.filter { $0.0 != "refresh" }.flatMap { name, text in
        Line.paragraph(name, text: text, indent: 11, width: max(10, layout.side - 11))
      }
  }

  private var log: [(line: Line, isChosen: Bool)] {
    let now = chosen ?? moments.count - 1
    let end = min(moments.count, max(now + 1 + layout.log / 3, layout.log))
    let start = max(0, end - layout.log)
    return (start..<end).map { index in
      (Line(index == now ? "▸" : " ", style: .good) + moments[index].step.line, false)
    }
  }
}

extension TraceStep {
  /// The time of day, in UTC: `12:03:04.250`.
  fileprivate var clock: String {
    let day = ((time % 86_400_000) + 86_400_000) % 86_400_000
    let parts = [(day / 3_600_000, 2), (day / 60_000 % 60, 2), (day / 1_000 % 60, 2)]
    let text = parts.map { number, width in String("00\(number)".suffix(width)) }
    return text.joined(separator: ":") + "." + String("000\(day % 1_000)".suffix(3))
  }

  /// The step as a line of the log.
  fileprivate var line: Line {
    let isIgnored = refusal != nil
    let event = action?.text ?? name
    let gap = dropped > 0 ? "\(dropped) dropped  " : ""
    let end = isIgnored ? "ignored" : effects.map { "⇒ \($0.text)" }.joined(separator: ", ")
    return Line(String("      \(step)".suffix(6)) + "  " + clock + "  ", style: .faint)
      + Line(gap, style: .bad)
      + Line(event.padded(to: 44) + "  ", style: isIgnored ? .faint : .plain)
      + Line(end, style: isIgnored ? .faint : .good)
  }

  /// The step in full.
  fileprivate var lines: [Line] {
    var lines = [
      Line(
        "step \(step)  \(clock)  \(isAnswer ? "an answer" : "sent by the app")", style: .heading),
      Line(action?.text ?? name),
    ]
    if let refusal { lines.append(Line("ignored: ", style: .bad) + Line(refusal)) }
    lines += effects.map { Line("⇒ ", style: .good) + Line($0.text) }
    if let state {
      lines += LoadKind.allCases.compactMap { kind in
        state.why[kind.rawValue].map { Line("\(kind.rawValue)  ", style: .name) + Line($0) }
      }
    }
    return lines
  }
}

extension TraceState.Load {
  fileprivate var text: String {
    var text = phase
    if let ticket { text += " \(ticket)" }
    if let attempt, attempt > 0 { text += " (retry \(attempt))" }
    if let failure { text += " \(failure.status.map { "http \($0)" } ?? failure.code)" }
    if let reason { text += " \(reason)" }
    return text
  }
}

// MARK: - The list

/// The rows of a followed feed as its user sees them.
private struct FollowedRows {
  let rows: [JSONRow?]
  let reader: Range<Int>?
  let bottom: [FeedScreen.Row]

  var count: Int { rows.count + bottom.count }

  func line(at position: Int) -> Line {
    let numbers = "\(max(0, rows.count - 1))".count
    guard position < rows.count else {
      return bottom[position - rows.count].line(numbers: numbers, isReader: false)
    }
    let row = rows[position] ?? JSONRow(id: "…", title: "(not in the trace)")
    return FeedScreen.Row.item(index: position, row: row, mark: nil)
      .line(numbers: numbers, isReader: reader?.contains(position) ?? false)
  }
}

extension TraceState {
  fileprivate func screenRows(of feed: FollowedFeed) -> FollowedRows {
    let load = feed.rows.isEmpty && refresh.phase != "idle" ? refresh : append
    var bottom: [FeedScreen.Row] = []
    switch load.phase {
    case "loading": bottom = [.busy(feed.rows.isEmpty ? "loading" : "loading more")]
    case "waiting": bottom = [.failure("it failed, and tries again by itself", gesture: "try now")]
    case "offline": bottom = [.failure("there is no network", gesture: "try again")]
    case "failed": bottom = [.failure(load.failure?.message ?? "it failed", gesture: "try again")]
    case "ended": bottom = [.note(load.reason == "exhausted" ? "the end of the list" : load.text)]
    default: bottom = feed.rows.isEmpty ? [.note("there are no rows")] : []
    }
    return FollowedRows(rows: feed.rows, reader: reader, bottom: bottom)
  }
}
