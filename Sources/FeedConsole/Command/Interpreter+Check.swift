import FeedReducer
import FeedTesting

// Commands that fail if a condition does not hold, and the search for a way to break one.
extension Interpreter {
  func expect(_ words: Arguments) throws(Failure) {
    let texts = words.rest()
    let effects = session.now.reaction.effects.map(\.text)
    let actual = effects.isEmpty ? "none" : effects.joined(separator: ", ")
    switch texts.map(\.text) {
    case ["no", "effect"]:
      if !effects.isEmpty { throw broken("expected no effect, but the last step had \(actual)") }
    case let wanted where wanted.first == "effect":
      let wanted = wanted.dropFirst()
      guard effects.contains(where: { $0.hasWords(wanted) }) else {
        let text = wanted.joined(separator: " ")
        throw broken("expected effect \(text), but the last step had \(actual)")
      }
    default:
      let condition = try Condition(texts, after: words.name)
      guard condition.holds(at: session.now) else {
        let actual = condition.actual(at: session.now)
        throw broken("expected \(condition.failing(at: session.now)), but \(actual)")
      }
    }
    // In a file that a person runs it is only counted.
    if let checks, output.isForPeople {
      self.checks = checks + 1
    } else {
      show([Line("holds", style: .good)], of: "expect")
    }
  }

  private func broken(_ message: String) -> Failure { Failure(Problem(message, exitCode: .check)) }

  /// Runs the lines of the script at a path, and shows at its end how many conditions have held, unless one
  /// has not.
  func running(
    _ path: String, unless hasFailed: () -> Bool = { false }, _ lines: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = (checks, author)
    (checks, author) = (0, Author(ofScript: path))
    defer { (checks, author) = outer }
    try lines()
    guard let checks, checks > 0, !hasFailed() else { return }
    let text = checks == 1 ? "1 condition holds" : "\(checks) conditions hold"
    show([Line(text, style: .good)], of: "expect")
  }

  /// Sets a condition that must hold after every step, or forgets all.
  func invariant(_ words: Arguments) throws(Failure) -> Shown {
    let texts = words.rest()
    if texts.map(\.text) == ["none"] {
      invariants = []
    } else if !texts.isEmpty {
      invariants.append(try Condition(texts, after: words.name))
      try checkInvariants()
    }
    return Shown(invariants.map { Line("  \($0.text)") }, none: "there is no invariant")
  }

  /// Fails if an invariant does not hold at the current step.
  func checkInvariants() throws(Failure) {
    // A journal has the steps that broke one, too.
    guard !author.isOfJournal,
      let condition = invariants.first(where: { !$0.holds(at: session.now) })
    else { return }
    let (text, actual) = (condition.failing(at: session.now), condition.actual(at: session.now))
    throw broken("step \(session.position) breaks the invariant \(text): \(actual)")
  }
}

extension String {
  /// Whether the text has these words in this order. Other words may come between them.
  fileprivate func hasWords(_ words: ArraySlice<String>) -> Bool {
    var rest = words
    for word in split(separator: " ") where rest.first == String(word) { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

// MARK: - The search

extension Interpreter {
  func explore(_ words: Arguments) throws(Failure) {
    let wanted = "a number of moves from 1 to 50"
    let depth = try words.integer("moves", in: 1...50, wanted: wanted) ?? 4
    try words.finish()
    if session.state.isStale || session.state.search?.isTyping == true {
      throw Failure(
        "a query is being typed, or its first page has not arrived; 'submitted' and 'ok' come first"
      )
    }
    guard let model = SessionModel(session) else {
      throw Failure(
        "'explore' makes up answers from pages seen, and there is none; 'start' and 'ok' come first"
      )
    }
    output.flush()
    let laws = model.laws(invariants)
    let result = run(Explorer(model, laws: laws, maxDepth: depth))
    let counts =
      "\(result.states.grouped) states, \(result.transitions.grouped) transitions within "
      + depth.counted("move")
      + (session.state.server == nil ? " and answers made up from the pages seen" : "")
    if let breach = result.counterexample {
      let name = breach.law.name
      let title = Line("# \(counts); the shortest way to break '\(name)':", style: .bad)
      show([title] + breach.script.map { Line($0) }, of: "explore")
      throw broken("\(quoted(name)) breaks within \(breach.steps.count.counted("move"))")
    }
    if interruption.isRequested {
      let found = "\(result.states.grouped) states to a depth of \(result.depth)"
      throw Failure(
        Problem("stopped after \(found); all laws hold so far", exitCode: .interrupted))
    }
    let end = result.bound == nil ? ", nothing beyond" : ""
    show([Line("  \(counts)\(end): all \(laws.count) laws hold", style: .good)], of: "explore")
  }

  /// Explores until the user wants to stop, and says that it does if that takes long.
  private func run(_ explorer: Explorer<SessionModel>) -> Exploration<SessionModel> {
    let start = ContinuousClock.now
    var isLate = false
    return explorer.runInParallel(isStopped: { [interruption] in interruption.isRequested }) {
      if isLate || ContinuousClock.now - start < .seconds(interruption.patience) { return }
      isLate = true
      interruption.sayWait("exploring \(explorer.maxDepth.counted("move")) …")
    }
  }
}
