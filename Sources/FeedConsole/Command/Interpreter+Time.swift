import FeedHTTP
import FeedReducer

// Commands that move through the history, or show it.
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
