import FeedHTTP
import FeedReducer

/// What the live screen shows of a session, and what each key does.
///
/// It is a reducer over keys: it reads and writes nothing. What is to be done with the session, its owner
/// does as a line of the same grammar that the prompt takes.
struct LiveScreen {
  /// What the owner does after a key.
  enum Request: Equatable {
    case run(String)

    /// Runs a line that was typed. If it fails it is there again, to be mended.
    case runTyped(String)
    case leave, suspend

    /// ^C: the second one in a row ends the program.
    case interrupt
  }

  /// What has the keys.
  enum Mode {
    case list

    /// A line is being typed.
    case line(LineEditor, as: Purpose)

    /// The log, one step of which is chosen.
    case log

    /// A text over the list: the help, a step in full, what a command showed.
    case text(title: String, lines: [Line], top: Int)
  }

  /// The step of the log that is chosen, or that shows in full.
  private(set) var logStep: Int?

  /// The step that shows in full; nil if none does.
  var stepInFull: Int? { if case .text = mode { logStep } else { nil } }

  /// What a line is typed for: behind `:` a line of the grammar, and behind `/` the query, where each key
  /// types it and Enter submits it. Where the source takes no query, that is a text to find among the rows.
  enum Purpose {
    case command, search
  }

  private(set) var layout: LiveLayout

  private(set) var mode = Mode.list

  /// The first position of the list that shows.
  private(set) var top = 0

  /// The index of the row of the list that is marked.
  private(set) var selected = 0

  /// Which of the pending requests `o`, `f` and `d` mean.
  private(set) var chosen = 0

  /// How many characters at the end of the typed line are a suggestion, which the next text replaces.
  private var suggested = 0

  /// The rows that the user of a followed app saw last.
  private var reader: Range<Int>?

  /// What the last key led to, if it was not a step.
  var message = Line("")

  init(columns: Int, rows: Int) {
    layout = LiveLayout(columns: columns, rows: rows)
  }

  mutating func resize(columns: Int, rows: Int) {
    layout = LiveLayout(columns: columns, rows: rows)
  }

  /// Begins to type a line, with the cursor behind `text` and `suggestion`.
  mutating func type(
    _ text: String, suggesting suggestion: String = "", before rest: String = "",
    as purpose: Purpose
  ) {
    var editor = LineEditor()
    _ = editor.handle(.paste(text + suggestion + rest))
    for _ in rest { _ = editor.handle(.left) }
    suggested = suggestion.count
    mode = .line(editor, as: purpose)
  }

  /// Applies a key.
  mutating func handle(_ key: Key, in context: LiveContext) -> [Request] {
    switch key {
    case .control("c"): return [.interrupt]
    case .control("z"): return [.suspend]
    default: message = ""
    }
    switch mode {
    case .list: return handleInList(key, in: context)
    case .line(let editor, let purpose):
      return handleInLine(key, editor: editor, purpose: purpose, in: context)
    case .log: handleInLog(key, in: context)
    case .text(let title, let lines, let top):
      let last = max(0, layout.lines(of: [Line(title)] + lines).count - layout.height)
      let next = key.destination(from: top, last: last, page: layout.height)
      mode =
        next.map { .text(title: title, lines: lines, top: $0) } ?? (logStep == nil ? .list : .log)
    }
    return []
  }

  /// A step has arrived: what the last key led to may be false now. Beside a typed line it stays.
  mutating func stepArrived() {
    if case .line = mode { return }
    message = ""
  }

  /// Shows a text over the list; one line becomes the message.
  mutating func show(_ lines: [Line], title: String) {
    if lines.count == 1 {
      message = lines[0]
    } else if !lines.isEmpty {
      mode = .text(title: title, lines: lines, top: 0)
    }
  }

  /// Follows the session: the marked row stays in view, and with the last row what is below the list.
  ///
  /// Returns the line that reports the rows that show now, as a front end does; nil if that has been
  /// reported, or in the past, where a report would begin a branch.
  mutating func follow(_ context: LiveContext) -> String? {
    let screen = FeedScreen(context.state, overlaid: true)
    selected = max(0, min(selected, screen.itemCount - 1))
    if context.isAtApp, screen.reader != reader, let seen = screen.reader {
      (top, selected) = (seen.lowerBound, seen.upperBound - 1)
    }
    reader = screen.reader
    let last = selected == screen.itemCount - 1 ? screen.count - 1 : selected
    // Where there is no room for both, the row comes first.
    top = max(0, min(max(top, last - layout.height + 1), selected, screen.count - layout.height))
    let visible = top..<max(top, min(top + layout.height, screen.itemCount))
    chosen = max(0, min(chosen, context.state.pending.count - 1))
    guard !context.isPast, !context.isAtApp, !visible.isEmpty, visible != screen.reader else {
      return nil
    }
    return "visible \(visible.lowerBound)..\(visible.upperBound - 1)"
  }
}

// MARK: - The list

extension LiveScreen {
  private mutating func handleInList(_ key: Key, in context: LiveContext) -> [Request] {
    let last = context.state.items.count - 1
    if let index = key.destination(from: selected, last: last, page: layout.height) {
      select(index, in: context)
      return []
    }
    switch key {
    case .text(":"): type("", as: .command)
    case .text("/"):
      let text = context.textName.flatMap { context.state.search?.query?[$0] } ?? ""
      type(text, as: .search)
    case .left: return run(.back, in: context)
    case .right: return run(.forward, in: context)
    case .tab where layout.log == 0:
      message = Line(
        "the log needs a terminal of 18 rows; ':history' lists the steps", style: .faint)
    case .text("?"): mode = .text(title: "keys", lines: LiveKey.allHelp, top: 0)
    case .tab: (mode, logStep) = (.log, context.session.position)
    case .text("q"): return [.leave]
    case .escape: break
    case .text(let name):
      if let number = Int(name), number > 0 {
        choose(number, in: context)
      } else if let key = LiveKey(rawValue: name) {
        return run(key, in: context)
      } else {
        fallthrough
      }
    default: message = Line("this key does nothing; '?' lists the keys", style: .faint)
    }
    return []
  }

  /// Does what a key means now.
  private mutating func run(_ key: LiveKey, in context: LiveContext) -> [Request] {
    switch LiveView(context: context, screen: self).effect(of: key) {
    case .run(let line): return [.run(line)]
    case .type(let text, let suggestion, let rest):
      type(text, suggesting: suggestion, before: rest, as: .command)
      message = Line(key.help, style: .faint)
    case .refuse(let reason): message = Line("\(key.rawValue): ", style: .bad) + Line(reason)
    }
    return []
  }

  /// Marks a row. ``follow(_:)`` scrolls so far that it shows.
  private mutating func select(_ index: Int, in context: LiveContext) {
    guard !context.state.items.isEmpty else {
      message = Line("there are no rows to scroll", style: .faint)
      return
    }
    selected = index
    if context.isPast {
      message = Line(
        "in the past: what shows is not reported; '.' leads to the last step", style: .faint)
    }
  }

  private mutating func choose(_ number: Int, in context: LiveContext) {
    let count = context.state.pending.count
    if number <= count {
      chosen = number - 1
    } else {
      message = Line(count == 0 ? "nothing is pending" : "there are 1 to \(count) to choose from")
    }
  }
}

// MARK: - Typing, the log, texts

extension LiveScreen {
  private mutating func handleInLine(
    _ key: Key, editor: LineEditor, purpose: Purpose, in context: LiveContext
  ) -> [Request] {
    var editor = editor
    let isLeaving = key == .escape || key == .backspace && editor.text.isEmpty
    if purpose == .command {
      editor.completion = { LineCompletion(session: context.session).completion(of: $0) }
    }
    switch key {
    case .text, .paste: for _ in 0..<suggested { _ = editor.handle(.backspace) }
    default: break
    }
    suggested = 0
    let before = editor.text
    let outcome = isLeaving ? .endOfInput : editor.handle(key)
    mode = .line(editor, as: purpose)
    switch outcome {
    case .submit(let text):
      mode = .list
      switch purpose {
      case .command: return text.isEmpty ? [] : [.runTyped(text)]
      case .search where context.textName == nil: find(text, in: context)
      case .search: return context.state.search == nil ? [] : [.run("submitted")]
      }
    case .endOfInput: mode = .list
    case .list(let words): message = Line(words.joined(separator: "  "), style: .faint)
    default: break
    }
    guard purpose == .search, editor.text != before, let name = context.textName else { return [] }
    let query: Query = editor.text.isEmpty ? [:] : [name: editor.text]
    return [.run(query.command)]
  }

  /// Marks the next row whose id or title contains `text`.
  private mutating func find(_ text: String, in context: LiveContext) {
    let items = context.state.items
    let wanted = text.lowercased()
    func matches(index: Int) -> Bool {
      let row = items[index]
      return (row.title ?? "").lowercased().contains(wanted) || row.id.rawValue == text
    }
    let next = items.indices.dropFirst(selected + 1).first(where: matches)
    guard let match = next ?? items.indices.first(where: matches) else {
      message = Line("no row that was loaded contains \(quoted(text))")
      return
    }
    select(match, in: context)
  }

  private mutating func handleInLog(_ key: Key, in context: LiveContext) {
    let (entries, step) = (context.session.entries, logStep ?? 0)
    switch key {
    case .enter where entries.indices.contains(step):
      mode = .text(title: "step \(step)", lines: context.lines(at: step), top: 0)
    case .tab, .escape, .text("q"): (mode, logStep) = (.list, nil)
    default:
      logStep = key.destination(from: step, last: entries.count - 1, page: layout.log) ?? step
    }
  }
}
