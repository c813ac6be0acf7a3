import FeedHTTP
import FeedReducer

// Commands that show the state or preview an action.
extension Command {
  static let lookCommands: [Command] = [
    Command(
      name: "state", aliases: ["s"], synonyms: ["print", "dump", "status"],
      group: .look, arguments: "[PATH]",
      summary: "all fields, or one, or a part like items.0.title",
      details: ["'help conditions' says what the fields mean."],
      example: "start; ok; state; state items.0.title", body: .look(state)),
    Command(
      name: "items", aliases: ["ls"], synonyms: ["rows", "list"],
      group: .look, arguments: "[N | N..M | last]",
      summary: "the rows, or some of them", example: "start; ok; items 0..2",
      body: .look(items)),
    Command(
      name: "screen", group: .look, arguments: "[N]",
      summary: "what the user sees now: rows, spinner, error, end",
      details: ["At most N rows of the list, 20 without a number, around the reader."],
      example: "start; ok; appear 9; fail 503; screen 6", body: .look(screen)),
    Command(
      name: "choices", aliases: ["c"], synonyms: ["moves"], group: .look,
      summary: "what can happen next, by the user and the network",
      details: ["Lines that the feed would not ignore, and what follows from each."],
      example: "start; choices",
      body: .look { _, session in
        let choices = session.choices
        return Shown(
          Line.table(choices.map { ($0.command, $0.result) }),
          value: .array(
            choices.map { ["command": .string($0.command), "result": .string($0.result)] }))
      }),
    Command(
      name: "why", aliases: ["w"], synonyms: ["explain", "reason"],
      group: .look, arguments: "[ID | append | prepend | ACTION]",
      summary: "why something loads or not, or would be ignored",
      details: [
        "With the number of a request or a timer: what started it.",
        "With an action: what it would do, or why it would be ignored.",
      ],
      example: "start; ok; appear 9; why; why 2; why appear 2", body: .look(why)),
    Command(
      name: "try", aliases: ["t"], group: .look, arguments: "ACTION",
      summary: "what an action would do, without doing it",
      example: "start; ok; try appear last", body: .look(attempt)),
  ]
}

// MARK: - State and rows

private func state(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  let entry = session.now
  guard let path = arguments.next() else {
    return Shown(entry.stateLines, value: entry.stateJSON)
  }
  if let field = Field.named(path.text), field.name != "items" {
    let value = field.value(entry)
    return Shown([Line("\(value)")], value: value.json)
  }
  let value = try entry.stateJSON.value(at: path)
  return Shown(Line.json(JSONText.pretty(value)), value: value)
}

/// The rows at `indices`, one a line, with their indices.
private func rowLines(_ indices: some Collection<Int>, of items: ItemList<JSONRow>) -> [Line] {
  let width = "\(items.count - 1)".count
  return indices.map { index in
    let number = String(repeating: " ", count: max(0, width - "\(index)".count)) + "\(index)"
    return Line("  \(number)  ", style: .faint) + Line(items[index].text)
  }
}

private func items(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  let rows = session.state.items
  let range = try arguments.rows(of: rows.count)
  return Shown(
    rowLines(range, of: rows), none: "there are no rows",
    value: .array(range.map { rows[$0].json }))
}

private func screen(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  let wanted = "a number of rows"
  let count = try arguments.integer("rows", in: 1...100_000, wanted: wanted) ?? 20
  let screen = FeedScreen(session.state)
  let middle = screen.reader.map { screen.position(ofItem: $0.upperBound) } ?? 0
  let start = max(0, min(middle - count / 2, screen.count - count))
  let shown = start..<min(screen.count, start + count)
  let width = "\(max(0, screen.itemCount - 1))".count
  var lines = shown.map { position in
    let isReader = screen.reader.map { screen.items(in: position..<position + 1).overlaps($0) }
    return screen[position].line(numbers: width, isReader: isReader ?? false)
  }
  if start > 0 { lines.insert(Line("  … \(start.counted("row")) above", style: .faint), at: 0) }
  let below = screen.count - shown.upperBound
  if below > 0 { lines.append(Line("  … \(below.counted("row")) below", style: .faint)) }
  return Shown(lines, value: .array(shown.map { screen[$0].json }))
}

// MARK: - What would be

private func why(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  var reasons: [(name: String, text: String)] = []
  switch arguments.words.first {
  case nil: reasons = LoadKind.allCases.map { ($0.rawValue, session.reason(of: $0)) }
  case let word? where word.isWholeNumber:
    let id = try arguments.integer(word, wanted: "the number of a request")
    guard let cause = session.cause(of: Ticket(rawValue: id)) else {
      throw Failure(session.neverSent(id), at: word)
    }
    reasons = [(cause.effect.text, cause.text)]
    _ = arguments.next()
  case let word? where ["append", "prepend"].contains(word.text):
    reasons = LoadKind(rawValue: word.text).map { [($0.rawValue, session.reason(of: $0))] } ?? []
    _ = arguments.next()
  default:
    guard let action = try arguments.actions(session) else { break }
    let outcome = session.step(for: action)
    let text = outcome.reaction.refusal.map { "ignored: \($0)" } ?? outcome.acceptedText
    reasons = [(outcome.event.text, text)]
  }
  return Shown(Line.table(reasons))
}

extension Session {
  /// Why a load of `kind` runs, or why none starts.
  fileprivate func reason(of kind: LoadKind) -> String {
    let load = state.feed[kind]
    let refusal = state.explain(kind, with: feed)
    guard let ticket = load.request ?? load.timer, let cause = cause(of: ticket) else {
      return refusal.map { "\($0)" } ?? "loads when needed"
    }
    return "\(FieldValue(load)): \(cause.text)"
  }
}

private func attempt(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  guard let action = try arguments.actions(session) else { throw arguments.missing("an action") }
  let report = session.report(for: action)
  return Shown([Line("would be:", style: .faint)] + report.lines(hints: .none))
}

extension Arguments {
  /// Takes all remaining words as one action; nil if there are none.
  fileprivate func actions(_ session: Session) throws(Failure) -> JSONFeed.Action? {
    guard let first = next() else { return nil }
    if first.isLiteral {
      try finish()
      return try first.json("an action", as: JSONFeed.Action.self)
    }
    guard let command = Command.named(first.text),
      case let inner = Arguments(
        Invocation(command: command, name: first, words: rest()), in: interpreter),
      let actions = try inner.actions()
    else {
      throw Failure(
        .unknown(
          "\(quoted(first.text)) is no action", name: first.text, among: Command.actionNames,
          or: "'help actions' lists them"), at: first)
    }
    try inner.finish()
    guard actions.count == 1 else { throw Failure(.oneAction, at: first) }
    return actions.first
  }

  /// Takes a range of rows; all rows if none is given.
  fileprivate func rows(of count: Int) throws(Failure) -> Range<Int> {
    guard let word = next() else { return 0..<count }
    if word.text == "last", count > 0 { return count - 1..<count }
    guard let ends = word.rangeEnds, let first = Int(ends.first.text),
      let last = Int(ends.last.text), first >= 0, first <= last, last < count
    else {
      let rows = count == 0 ? "there are none" : "there are 0..\(count - 1)"
      throw bad(word, wanted: "a row or a range of rows; \(rows)")
    }
    return first..<last + 1
  }
}

extension Entry {
  /// What `why` shows for an action that the feed would accept.
  fileprivate var acceptedText: String {
    let effects = effectTexts.joined(separator: ", ")
    return "would be accepted" + (effects.isEmpty ? "" : " ⇒ \(effects)")
  }
}
