import FeedHTTP
import FeedReducer

// Commands that show the state, preview an action, or move through the history.
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
    var lines = shown.map { screen[$0].line(numbers: width) }
    if start > 0 { lines.insert(Line("  … \(start.counted("row")) above", style: .faint), at: 0) }
    let below = screen.count - shown.upperBound
    if below > 0 { lines.append(Line("  … \(below.counted("row")) below", style: .faint)) }
    return Shown(lines, value: .array(shown.map { screen[$0].json }))
  }

  var choicesShown: Shown {
    let choices = choices
    return Shown(
      Line.table(
        choices.enumerated().map {
          ("\($0.offset + 1)".padded(to: 4) + $0.element.command, $0.element.result)
        }),
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
      let kinds = LoadKind.allCases.filter { $0 != .gap || feed.gaps != nil }
      return Shown(Line.table(kinds.map { ($0.rawValue, reason(of: $0)) }))
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
    let alone = "'why' alone says what loads, and why not; 'help actions' lists the actions"
    guard let action = try words.singleAction(or: alone) else { return Shown([]) }
    let outcome = step(for: .action(action))
    let effects = outcome.effectTexts.joined(separator: ", ")
    let accepted = "would be accepted" + (effects.isEmpty ? "" : " ⇒ \(effects)")
    let text = outcome.reaction.refusal.map { "ignored: \($0)" } ?? accepted
    return Shown(Line.table([(outcome.event.text, text)]))
  }

  /// Why a load of `kind` runs, or why none starts.
  private func reason(of kind: LoadKind) -> String {
    let load = state.feed[kind]
    guard let ticket = load.request ?? load.timer, let cause = cause(of: ticket) else {
      let reason = state.explain(kind, with: feed).map { "\($0)" } ?? "loads when needed"
      return reason + (kind == .append ? state.feed.ending.map { " (\($0))" } ?? "" : "")
    }
    return "\(FieldValue(load)): \(cause.text)"
  }
}

extension Arguments {
  /// Takes all remaining words as one action; nil if there are none.
  ///
  /// - Parameter advice: What to do where the first word names none, nor nearly.
  fileprivate func singleAction(
    or advice: String = "'help actions' lists them"
  ) throws(Failure) -> JSONFeed.Action? {
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
          or: advice), at: first)
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

// MARK: - The history

extension Interpreter {
  /// Goes as many steps back or forward as the words say, if there are so many.
  func travel(_ words: Arguments, isBack: Bool) throws(Failure) -> Shown {
    let wanted = "a number of steps"
    let count = try words.integer("steps", in: 1...Int.max, wanted: wanted) ?? 1
    try words.finish()
    let possible = isBack ? session.position : session.undone
    guard count <= possible else {
      let (verb, done) = isBack ? ("undo", "undone") : ("redo", "redone")
      let end = isBack ? "the beginning" : "the last step"
      let limit = possible == 0 ? "this is \(end)" : "\(possible.counted("step")) can be \(done)"
      throw Failure("can't \(verb) \(count.counted("step")); \(limit)")
    }
    return travel { $0.go(to: $0.position + (isBack ? -count : count)) }
  }

  func goTo(_ words: Arguments) throws(Failure) -> Shown {
    guard let step = try words.step() else { throw words.missing("a step") }
    try words.finish()
    return travel { $0.go(to: step) }
  }

  func switchBranch(_ words: Arguments) throws(Failure) -> Shown {
    let last = session.history.branches.count
    let word = try words.next("the number of a branch")
    try words.finish()
    let wanted = "the number of a branch: there are 1 to \(last)"
    let branch = try words.integer(word, in: 1...Int.max, wanted: wanted)
    guard branch <= last else { throw words.bad(word, wanted: wanted) }
    return travel { $0.go(toBranch: branch) }
  }

  /// Moves through time and shows what differs from the step before.
  private func travel(_ move: (inout Session) -> Void) -> Shown {
    let before = session.now
    move(&session)
    followPending()
    let (index, last) = (session.position, session.entries.count - 1)
    let title = "at step \(index) of \(last): \(session.now.event.text)"
    return Shown([Line(title)] + changeLines(from: before, to: session.now))
  }
}

extension Session {
  func history(_ words: Arguments) throws(Failure) -> Shown {
    guard words.flag("--changes") else { return Shown(entries.map(line)) }
    let field = try Field.named(by: try words.next("a field"))
    let changes = zip(entries, entries.dropFirst()).filter { field.value($0) != field.value($1) }
    let lines = changes.map { before, after in
      line(for: after)
        + Line("  \(field.value(before)) → \(field.value(after))", style: .name)
    }
    return Shown(lines, none: "no step changed \(field.name)")
  }

  /// One line of `history`: `> [3] itemAppeared(index: 4)  ignored`. `>` marks the current step.
  private func line(for entry: Entry) -> Line {
    let mark = Line(entry.number == position ? "> " : "  ")
    let number = Line("[\(entry.number)] ", style: .faint)
    let isIgnored = entry.reaction.refusal != nil
    let end = Line((isIgnored ? "  ignored" : "") + (entry.number > position ? "  undone" : ""))
    return mark + number + Line(entry.event.text) + end
  }

  var branches: Shown {
    Shown(
      history.branches.map { branch in
        let entries = history.entries(of: branch.number)
        let (last, isCurrent) = (entries.count - 1, branch.number == history.branch)
        let fork = branch.fork.map { "from step \($0)" } ?? "the first"
        return Line("\(isCurrent ? ">" : " ") \(branch.number)  ", style: .name)
          + Line("\(fork), \(last.counted("step"))  ")
          + Line("last: \(entries[last].event.text)", style: .faint)
      })
  }
}
