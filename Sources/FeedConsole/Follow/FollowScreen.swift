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
    switch key {
    case .text("q"), .control("c"), .control("d"): return wasShown
    case .up, .text("k"), .text("["), .left: choose(now - 1)
    case .down, .text("j"), .text("]"), .right: choose(now + 1)
    case .pageUp: choose(now - max(1, layout.log))
    case .pageDown, .text(" "): choose(now + max(1, layout.log))
    case .home, .text("g"): choose(0)
    case .end, .text("G"), .text("."): chosen = nil
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
    var frame = Frame(columns: layout.columns, rows: layout.rows)
    frame.put(title, row: 0, isReversed: true)
    if let moment, isStepShown {
      put(moment.step.lines, in: &frame)
    } else if let moment {
      put(moment.feed, in: &frame)
    } else {
      frame.put(Line("  waiting for the first step …", style: .faint), row: layout.listRow)
    }
    putLog(in: &frame)
    frame.put(problem, row: layout.messageRow)
    if layout.rows > 2 {
      frame.put("↑ ↓ steps  . newest  Enter a step in full  q quit", row: layout.keyRow)
    }
    return frame
  }

  private var title: Line {
    let step = moment.map { "  step \($0.step.step)  \($0.step.clock)" } ?? ""
    let past = chosen == nil ? "" : "  THE PAST"
    return Line(" feed-repl live --follow \(path)\(step)\(past)")
  }

  private func put(_ lines: [Line], in frame: inout Frame) {
    let all = lines.flatMap { $0.wrapped(to: layout.columns - 2) }
    for (offset, line) in all.prefix(layout.height).enumerated() {
      frame.put(line, row: layout.listRow + offset)
    }
  }

  private func put(_ feed: FollowedFeed, in frame: inout Frame) {
    guard let state = feed.state else { return }
    let rows = state.screenRows(of: feed)
    let last = state.reader?.upperBound ?? 0
    let top = max(0, min(last - layout.height + 1, rows.count - layout.height))
    for offset in 0..<min(layout.height, rows.count - top) {
      frame.put(rows.line(at: top + offset), row: layout.listRow + offset, width: layout.list)
    }
    guard layout.side > 0 else { return }
    let column = layout.list + 1
    for row in 0..<layout.height {
      frame.put(symbols: "│", row: layout.listRow + row, column: column)
    }
    for (row, line) in side(state).prefix(layout.height).enumerated() {
      frame.put(line, row: layout.listRow + row, column: column + 2, width: layout.side)
    }
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
        Line(text).wrapped(to: max(10, layout.side - 11)).enumerated().map { index, line in
          Line((index == 0 ? name : "").padded(to: 11), style: .name) + line
        }
      }
  }

  private func putLog(in frame: inout Frame) {
    guard layout.log > 0 else { return }
    frame.put(symbols: String(repeating: "─", count: layout.columns), row: layout.logRow - 1)
    let now = chosen ?? moments.count - 1
    let end = min(moments.count, max(now + 1 + layout.log / 3, layout.log))
    let start = max(0, end - layout.log)
    for (offset, moment) in moments[start..<end].enumerated() {
      let isNow = start + offset == now
      let mark = Line(isNow ? "▸" : " ", style: .good)
      frame.put(mark + moment.step.line, row: layout.logRow + offset)
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
