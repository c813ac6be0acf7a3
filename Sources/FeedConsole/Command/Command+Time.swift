import FeedHTTP
import FeedReducer

// Commands that move through the history.
extension Command {
  static let timeCommands: [Command] = [
    Command(
      name: "undo", aliases: ["u"], synonyms: ["back", "prev", "previous", "rewind"],
      group: .time, arguments: "[N]",
      summary: "go back one step, or N",
      details: ["An action in the past begins a branch: no step is lost. See 'branches'."],
      example: "start; ok; undo 2",
      body: .work { arguments, interpreter throws(Failure) in
        let count = try arguments.stepCount()
        try arguments.finish()
        let position = interpreter.session.position
        guard count <= position else { throw Failure(.cannotUndo(count, possible: position)) }
        interpreter.travel(command: "undo") { $0.go(to: position - count) }
      }),
    Command(
      name: "redo", aliases: ["U"], synonyms: ["forward"],
      group: .time, arguments: "[N]",
      summary: "go forward again one step, or N", example: "start; ok; undo 2; redo; redo",
      body: .work { arguments, interpreter throws(Failure) in
        let count = try arguments.stepCount()
        try arguments.finish()
        let undone = interpreter.session.undone
        guard count <= undone else { throw Failure(.cannotRedo(count, possible: undone)) }
        interpreter.travel(command: "redo") { $0.go(to: $0.position + count) }
      }),
    Command(
      name: "goto", aliases: ["g"], synonyms: ["jump", "step"],
      group: .time, arguments: "N | -N | start | end",
      summary: "go to a step, to the beginning, or to the last step",
      details: [
        "'-N' goes N steps back. An action in the past begins a branch.",
        "Over a URL, requests of the past are sent only by 'ok' and 'settle'.",
      ],
      example: "start; ok; goto 1; goto end",
      body: .work { arguments, interpreter throws(Failure) in
        guard let step = try arguments.step() else {
          throw arguments.missing("a step")
        }
        try arguments.finish()
        interpreter.travel(command: "goto") { $0.go(to: step) }
      }),
    Command(
      name: "branches", synonyms: ["branch", "tree", "forks"],
      group: .time,
      summary: "all branches: what was done from a step in the past",
      example: "start; ok; undo; fail 503; branches", body: .look(branches)),
    Command(
      name: "switch", synonyms: ["checkout"],
      group: .time, arguments: "BRANCH",
      summary: "go to the last step of another branch",
      example: "start; ok; undo; fail 503; switch 1",
      body: .work { arguments, interpreter throws(Failure) in
        let last = interpreter.session.history.branches.count
        let word = try arguments.next("the number of a branch")
        try arguments.finish()
        let wanted = "the number of a branch: there are 1 to \(last)"
        let branch = try arguments.integer(word, in: 1...Int.max, wanted: wanted)
        guard branch <= last else { throw arguments.bad(word, wanted: wanted) }
        interpreter.travel(command: "switch") { $0.go(toBranch: branch) }
      }),
    Command(
      name: "history", aliases: ["h"], synonyms: ["log", "steps"],
      group: .time, arguments: "[--changes FIELD]",
      summary: "all steps, or those that changed a field",
      example: "start; ok; history --changes items", body: .look(history)),
  ]
}

private func history(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  guard arguments.flag("--changes") else {
    return Shown(session.entries.map(session.line))
  }
  let field = try Field.named(by: try arguments.next("a field"))
  let changes = zip(session.entries, session.entries.dropFirst())
    .filter { field.value($0) != field.value($1) }
  let lines = changes.map { before, after in
    session.line(for: after)
      + Line("  \(field.value(before)) → \(field.value(after))", style: .name)
  }
  return Shown(lines, none: "no step changed \(field.name)")
}

extension Session {
  /// One line of `history`: `> [3] itemAppeared(index: 4)  ignored`. `>` marks the current step.
  fileprivate func line(for entry: Entry) -> Line {
    let mark = Line(entry.number == position ? "> " : "  ")
    let number = Line("[\(entry.number)] ", style: .faint)
    let isIgnored = entry.reaction.refusal != nil
    let end = Line((isIgnored ? "  ignored" : "") + (entry.number > position ? "  undone" : ""))
    return mark + number + Line(entry.event.text) + end
  }
}

private func branches(_ arguments: inout Arguments, in session: Session) -> Shown {
  let history = session.history
  return Shown(
    history.branches.map { branch in
      let entries = history.entries(of: branch.number)
      let (last, isCurrent) = (entries.count - 1, branch.number == history.branch)
      let fork = branch.fork.map { "from step \($0)" } ?? "the first"
      return Line("\(isCurrent ? ">" : " ") \(branch.number)  ", style: .name)
        + Line("\(fork), \(last.counted("step"))  ")
        + Line("last: \(entries[last].event.text)", style: .faint)
    })
}

extension Interpreter {
  /// Moves through time and shows what differs from the step before.
  fileprivate func travel(command: String, _ move: (inout Session) -> Void) {
    let before = session.now
    move(&session)
    followPending()
    let (index, last) = (session.position, session.entries.count - 1)
    let title = "at step \(index) of \(last): \(session.now.event.text)"
    show(command, [Line(title)] + changeLines(from: before, to: session.now))
  }
}

// MARK: - Steps from words

extension Arguments {
  fileprivate func stepCount() throws(Failure) -> Int {
    try integer("steps", in: 1...Int.max, wanted: "a number of steps") ?? 1
  }
}
