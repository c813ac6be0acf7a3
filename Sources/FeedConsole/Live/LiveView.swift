import FeedHTTP
import FeedReducer

/// The live screen as a frame: a pure function of the session, what has the keys, and the size.
struct LiveView {
  let context: LiveContext
  let screen: LiveScreen

  /// What a user of the feed sees.
  private var list: FeedScreen { FeedScreen(context.state, overlaid: true) }

  private var layout: LiveLayout { screen.layout }
  private var session: Session { context.session }

  /// The whole screen.
  var frame: Frame {
    var frame = Frame(columns: layout.columns, rows: layout.rows)
    frame.put(title, row: 0, isReversed: true)
    if layout.listRow > 1 { frame.put(status, row: 1) }
    frame.put(message, row: layout.messageRow)
    if layout.rows > 2 { frame.put(bar, row: layout.messageRow + 1) }
    if case .text(let title, let lines, let top) = screen.mode {
      // A wider screen has fewer lines.
      let lines = layout.lines(of: [Line(title, style: .heading)] + lines)
      let last = max(0, lines.count - layout.height)
      frame.put(lines.dropFirst(min(top, last)).prefix(layout.height), row: layout.listRow)
    } else {
      putList(in: &frame)
      if layout.side > 0 { putSide(in: &frame) }
    }
    // A line that is typed has the place of messages. A long one takes rows above it.
    let isTyping = if case .line = screen.mode { true } else { false }
    let lines = (isTyping ? screen.message : message).wrapped(to: layout.columns, indent: 2)
      .prefix(layout.height)
    // What a message covers of the log is not its latest steps.
    let covered = isTyping ? 0 : max(0, lines.count - 1)
    if layout.log > 0 { putLog(in: &frame, count: max(1, layout.log - covered)) }
    if isTyping ? !screen.message.text.isEmpty : lines.count > 1 {
      let end = max(0, layout.messageRow + (isTyping ? 0 : 1))
      for row in max(0, end - lines.count)..<end { frame.rows[row] = [] }
      frame.put(lines, row: end - lines.count)
    }
    return frame
  }

  private var title: Line {
    let isSmall = layout.listRow == 1
    let past = isSmall ? "PAST" : "THE PAST: step"
    let step =
      context.isPast
      ? "\(past) \(session.position) of \(session.entries.count - 1)" : "step \(session.position)"
    let own = session.isFollowed && !context.isAtApp ? "  YOUR OWN BRANCH" : ""
    return (isSmall ? Line(" \(step)\(own) ") + status : Line(" feed-repl live  \(step)\(own)"))
      + Line("  auto \(context.isAuto ? "on" : "off")  \(context.source)")
  }

  /// What the list is about, and the work and the failures that no row of it shows: a refresh, or what is below
  /// the last row that shows.
  private var status: Line {
    let state = context.state
    let isShort = layout.listRow == 1 && !state.items.isEmpty
    var line = Line(" \(isShort ? state.countOfTotal : state.countedRows)", style: .faint)
    if let query = state.queryText { line = line + Line("  query \(query)", style: .name) }
    if !state.feed.isOnline { line = line + Line("  offline", style: .bad) }
    if layout.side == 0 { line = line + waitText(context.waits.values.max()) }
    let list = list
    let first = max(list.itemCount, screen.top + layout.height)
    let hidden = (first..<max(first, list.count)).map { list[$0] }
    return (list.overlay + hidden).reduce(line) { line, row in
      if case .note = row { line } else { line + row.line(numbers: 0, keys: true) }
    }
  }

  // MARK: - The list

  private func putList(in frame: inout Frame) {
    let list = list
    let width = "\(max(0, list.itemCount - 1))".count
    for offset in 0..<min(layout.height, list.count - screen.top) {
      let position = screen.top + offset
      let isMarked = position == screen.selected && position < list.itemCount
      frame.put(
        list[position].line(
          numbers: width, isMarked: isMarked, keys: true, width: layout.list),
        row: layout.listRow + offset, width: layout.list, isReversed: isMarked)
    }
  }

  // MARK: - Beside the list

  private func putSide(in frame: inout Frame) {
    for row in 0..<layout.height {
      frame.put(symbols: "│", row: layout.listRow + row, column: layout.list + 1)
    }
    let parts = [words, waiting, reasons, moves]
    var lines = Array(parts.joined(separator: [""])).prefix(layout.height)
    // A heading without a line below it says nothing.
    while let last = lines.last, last.text.isEmpty || last.pieces.first?.style == .heading {
      lines.removeLast()
    }
    // A sentence may go on below.
    let all = Array(parts.joined(separator: [""]))
    if lines.count < all.count, all[lines.count].text.hasPrefix("    "), let last = lines.popLast()
    {
      lines.append(last.cut(to: layout.side - 3) + Line(" …"))
    }
    frame.put(lines, row: layout.listRow, column: layout.list + 3, width: layout.side)
  }

  /// The words of the state, those that the last step changed with a mark.
  private var words: [Line] {
    let (now, before) = (session.now, session.entries[max(0, session.position - 1)])
    let names =
      ["items", "refresh", "append", "prepend", "reader", "clock"]
      + (context.state.search == nil ? [] : ["query", "asked"])
    return names.compactMap(Field.named).map { field in
      let isChanged = field.value(now) != field.value(before)
      let text = field.name == "items" ? context.state.countOfTotal : "\(field.value(now))"
      return Line(isChanged ? "• " : "  ", style: .good)
        + Line(field.name.padded(to: 9), style: .name)
        + Line(text, style: isChanged ? .heading : .plain)
    }
  }

  private var waiting: [Line] {
    let pending = context.state.pending
    let lines = pending.prefix(9).enumerated().map { index, work in
      let isChosen = index == screen.chosen
      let keys =
        work.due != nil
        ? "  [+] fires" : context.isRunning ? "  [f]ail [d]rop" : "  [o]k [f]ail [d]rop"
      let wait = waitText(context.waits[work.ticket])
      // The bar has the keys, too. A number that is cut at its end would be a false one.
      let room = layout.side - 5 - wait.mostColumns
      let hasKeys = isChosen && min(room, work.text.count) + keys.count <= room + 1
      return Line(isChosen ? "▸ " : "  ", style: .good) + Line("\(index + 1) ", style: .faint)
        + Line(work.text.shortened(to: room)) + wait + Line(hasKeys ? keys : "", style: .faint)
    }
    let isRunning = pending.contains {
      !$0.isTimer && (context.isRunning || context.waits[$0.ticket] != nil)
    }
    return [Line("waiting for \(isRunning ? "answers" : "you")", style: .heading)]
      + (lines.isEmpty ? [Line("  nothing", style: .faint)] : lines)
  }

  private var reasons: [Line] {
    let lines = context.state.reasons(with: session.feed).flatMap { kind, refusal in
      let reason = refusal.map { "\($0)" } ?? "it loads when needed"
      return (Line("  \(kind)".padded(to: 11), style: .name) + Line(reason))
        .wrapped(to: layout.side - 1, indent: 11)
    }
    return [Line("why no load?", style: .heading)] + lines
  }

  /// What can happen next, each with its key; what has none is typed behind `:`.
  private var moves: [Line] {
    let keys = keys
    let moves = session.choices.compactMap { choice -> (hasKey: Bool, line: Line)? in
      let word = choice.command.prefix { $0 != " " }
      let scroll = ["appear last": "G", "appear 0": "g"][choice.command]
      let key = keys.first { $0.line?.hasPrefix(word) == true }?.key.rawValue ?? scroll
      let isIdle = choice.result == "nothing loads" || keys.first?.line == "start"
      if ["ok", "fail", "drop"].contains(word) || isIdle && key == scroll { return nil }
      let line = Line("  ") + Line(key ?? ":", style: .heading)
      let command = Line(" \(choice.command.padded(to: 14)) ", style: .name)
      return (key != nil, line + command + Line(choice.result, style: .faint))
    }
    let lines = (moves.filter(\.hasKey) + moves.filter { !$0.hasKey }).map(\.line)
    return lines.isEmpty ? [] : [Line("next moves", style: .heading)] + lines.prefix(8)
  }

  // MARK: - Below

  private func putLog(in frame: inout Frame, count: Int) {
    frame.put(symbols: String(repeating: "─", count: layout.columns), row: layout.logRow - 1)
    let chosen = screen.logStep
    let lines = context.logLines(
      around: chosen ?? session.position, count: count, width: layout.columns,
      marked: screen.stepInFull ?? session.position)
    for (offset, entry) in lines.enumerated() {
      let isChosen = chosen.map(entry.steps.contains) ?? false
      frame.put(entry.line, row: layout.logRow + offset, isReversed: isChosen)
    }
  }

  private var message: Line {
    if case .line(let editor, let purpose) = screen.mode {
      let (text, cursor) = (editor.characters, editor.cursor)
      let isCommand = purpose == .command
      let hint = isCommand ? LineCompletion(session: session).hint(for: editor.text) : nil
      return Line(isCommand ? ":" : "/", style: .name) + Line(String(text.prefix(cursor)))
        + Line("▏", style: .good) + Line(String(text.dropFirst(cursor)))
        + Line(hint ?? "", style: .faint)
    }
    if !screen.message.text.isEmpty { return screen.message }
    guard let refusal = session.now.reaction.refusal else { return failure }
    return Line("ignored: ", style: .bad) + Line(session.lateText ?? "\(refusal)")
  }

  /// Why a load, or the edit of the marked row, has failed. Where it shows in the list there is no room for it.
  private var failure: Line {
    let state = context.state
    let loads = [
      (LoadKind.refresh, state.feed.refresh), (.append, state.feed.append),
      (.prepend, state.feed.prepend), (.gap, state.feed[.gap]),
    ]
    for (kind, load) in loads {
      switch load {
      case .failed(let failure): return Line("\(kind): ", style: .bad) + Line(failure.cause)
      case .waiting(let ticket, _):
        let time = state.timeLeft(of: ticket).map { "tries again in \($0): " } ?? ""
        return Line("\(kind): ", style: .bad) + Line(time + (session.lastCause(of: kind) ?? ""))
      default: break
      }
    }
    let items = state.items
    let row = items.indices.contains(screen.selected) ? items[screen.selected].id : nil
    let edit = state.feed.failedEdits.last { $0.edit.id == row }
    return edit.map { Line("edit: ", style: .bad) + Line($0.failure.cause) } ?? ""
  }

  /// The keys that mean something now, as far as there is room for whole ones.
  private var bar: Line {
    var end = Line("")
    let keys: [(name: String, label: String)]
    switch screen.mode {
    case .text: keys = [("↑ ↓", "scroll"), ("any other key", "closes this")]
    case .log: keys = [("↑ ↓", "choose"), ("Enter", "the step in full"), ("Tab", "back")]
    case .line(_, .command): keys = [("Enter", "run"), ("Tab", "complete"), ("Esc", "back")]
    case .line: keys = [("Enter", "find"), ("Esc", "back")]
    case .list:
      keys = self.keys.map {
        ($0.key.rawValue, $0.key == .offline ? $0.line ?? "" : "\($0.key)")
      }
      let command = layout.columns < 80 ? "" : ": command  "
      end = Line("\(command)? help  q quit", style: .heading)
    }
    var line = Line("")
    for (name, label) in keys {
      let next = line + Line(name, style: .heading) + Line(" \(label)  ")
      if next.mostColumns + end.mostColumns > layout.columns { break }
      line = next
    }
    return line + end
  }

  /// How long an answer is waited for, from a second on.
  private func waitText(_ wait: Duration?) -> Line {
    guard let seconds = wait?.inSeconds, seconds >= 1 else { return "" }
    return Line("  \(Int(seconds)) s", style: .name)
  }
}

// MARK: - The log

extension LiveContext {
  /// At most `count` lines of the log, with the step `middle` and those before it, and a few after it.
  ///
  /// A line is one step, or several in which rows came into view.
  fileprivate func logLines(
    around middle: Int, count: Int, width: Int, marked: Int
  ) -> [(steps: ClosedRange<Int>, line: Line)] {
    let (entries, position) = (session.entries, session.position)
    var lines: [(steps: ClosedRange<Int>, line: Line)] = []
    var index = min(entries.count - 1, middle + count / 3)
    while index >= 0, lines.count < count {
      var first = index
      let isRecent = index <= position
      while first > 0, entries[first].continuesScroll(of: entries[first - 1]),
        (first - 1 <= position) == isRecent, first != middle
      {
        first -= 1
      }
      lines.append((first...index, line(from: first, to: index, marked: marked, width: width)))
      index = first - 1
    }
    return lines.reversed()
  }

  private func line(from first: Int, to last: Int, marked: Int, width: Int) -> Line {
    let entry = session.entries[last]
    let isUndone = last > session.position
    let isIgnored = entry.reaction.refusal != nil
    let mark = Line((first...last).contains(marked) ? "▸" : " ", style: .good)
    let number = Line(String("      \(last)".suffix(6)) + "  ", style: .faint)
    let style: Line.Style = isIgnored || isUndone ? .faint : .plain
    let times = first == last ? "" : " ×\(last - first + 1)"
    var event = Line(entry.event.text + times, style: style)
    let facts = facts(at: last).map { Line("\($0)  ", style: .faint) }
    if let facts { event = event.cut(to: max(44, width - 14 - facts.mostColumns)) }
    let space = Line("".padded(to: max(facts == nil ? 1 : 2, 46 - event.text.count)))
    let effects = entry.effectTexts.map { "⇒ \($0)" }.joined(separator: ", ")
    let end = isIgnored ? "ignored" : isUndone ? "undone" : effects
    return mark + number + event + space + (facts ?? "")
      + Line(end, style: isIgnored || isUndone ? .faint : .good)
  }
}
