import FeedHTTP
import FeedReducer

// Commands that show the state or preview an action.
extension Session {
  func fields(_ words: Arguments) throws(Failure) -> Shown {
    guard let path = words.next() else { return Shown(now.stateLines, value: now.stateJSON) }
    if let field = Field.named(path.text), field.name != "items" {
      let value = field.value(now)
      return Shown([Line("\(value)")], value: value.json)
    }
    let value = try now.stateJSON.value(at: path)
    return Shown(Line.json(JSONText.pretty(value)), value: value)
  }

  /// The rows, one a line, with their indices.
  func items(_ words: Arguments) throws(Failure) -> Shown {
    let rows = state.items
    let range = try words.rows(of: rows.count)
    let width = "\(rows.count - 1)".count
    let lines = range.map { index in
      let space = String(repeating: " ", count: width - "\(index)".count)
      return Line("  \(space)\(index)  ", style: .faint) + Line(rows[index].text)
    }
    return Shown(lines, none: "there are no rows", value: .array(range.map { rows[$0].json }))
  }

  /// The rows around the reader, as the screen of a phone has them.
  func screen(_ words: Arguments) throws(Failure) -> Shown {
    let wanted = "a number of rows"
    let count = try words.integer("rows", in: 1...100_000, wanted: wanted) ?? 20
    let screen = FeedScreen(state)
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

  var choicesShown: Shown {
    let choices = choices
    return Shown(
      Line.table(choices.map { ($0.command, $0.result) }),
      value: .array(
        choices.map { ["command": .string($0.command), "result": .string($0.result)] }))
  }

  /// What an action would do.
  func attempt(_ words: Arguments) throws(Failure) -> Shown {
    guard let action = try words.singleAction() else { throw words.missing("an action") }
    return Shown([Line("would be:", style: .faint)] + report(for: action).lines(hints: .none))
  }

  /// Why something loads or not, or would be ignored.
  func reasons(_ words: Arguments) throws(Failure) -> Shown {
    guard let word = words.words.first else {
      return Shown(Line.table(LoadKind.allCases.map { ($0.rawValue, reason(of: $0)) }))
    }
    if word.isWholeNumber {
      let id = try words.integer(word, wanted: "the number of a request")
      guard let cause = cause(of: Ticket(rawValue: id)) else {
        throw Failure(neverSent(id), at: word)
      }
      _ = words.next()
      return Shown(Line.table([(cause.effect.text, cause.text)]))
    }
    if let kind = LoadKind(rawValue: word.text), kind != .refresh {
      _ = words.next()
      return Shown(Line.table([(kind.rawValue, reason(of: kind))]))
    }
    guard let action = try words.singleAction() else { return Shown([]) }
    let outcome = step(for: action)
    let effects = outcome.effectTexts.joined(separator: ", ")
    let accepted = "would be accepted" + (effects.isEmpty ? "" : " ⇒ \(effects)")
    let text = outcome.reaction.refusal.map { "ignored: \($0)" } ?? accepted
    return Shown(Line.table([(outcome.event.text, text)]))
  }

  /// Why a load of `kind` runs, or why none starts.
  private func reason(of kind: LoadKind) -> String {
    let load = state.feed[kind]
    guard let ticket = load.request ?? load.timer, let cause = cause(of: ticket) else {
      return state.explain(kind, with: feed).map { "\($0)" } ?? "loads when needed"
    }
    return "\(FieldValue(load)): \(cause.text)"
  }
}

extension Arguments {
  /// Takes all remaining words as one action; nil if there are none.
  fileprivate func singleAction() throws(Failure) -> JSONFeed.Action? {
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
    guard actions.count == 1 else {
      throw Failure("only one action can be tried; give a single row", at: first)
    }
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
