import FeedHTTP
import FeedReducer
import FeedTesting

// Conditions that must always hold, and the search for a way to break them.
extension Command {
  static let exploreCommands: [Command] = [
    Command(
      name: "invariant", group: .check, arguments: "[CONDITION | none]",
      summary: "a condition that must hold after every step",
      details: [
        "A step that breaks it fails the line. 'explore' looks for a way to break it.",
        "Without a condition: those that were set. 'none' forgets them.",
      ],
      example: "invariant items <= 100; start; ok", body: .work(invariant)),
    Command(
      name: "explore", synonyms: ["prove", "fuzz"], group: .check, arguments: "[MOVES]",
      summary: "all that can happen within so many moves, checked",
      details: [
        "All orders of what the user and the network can do next, 4 moves without a",
        "number, from this step on. If a law or an invariant breaks: the shortest way.",
        "^C keeps what it has. Over an API the answers are made up from the pages seen.",
      ],
      example: "start; ok; explore 2", body: .work(explore)),
  ]
}

private func invariant(
  _ arguments: inout Arguments, in interpreter: Interpreter
) throws(Failure) {
  let words = arguments.rest()
  if words.count == 1, words[0].text == "none" {
    interpreter.invariants = []
  } else if !words.isEmpty {
    let condition = try Condition(words, after: arguments.name)
    interpreter.invariants.append(condition)
    try interpreter.checkInvariants()
  }
  let texts = interpreter.invariants.map(\.text)
  interpreter.show(
    "invariant", texts.isEmpty ? ["there is no invariant"] : texts.map { Line("  \($0)") })
}

extension Problem {
  /// The user stopped a search for what breaks a law.
  fileprivate static func stopped(exploring found: Exploration<SessionModel>) -> Self {
    Self(
      "stopped after \(found.states.grouped) states to a depth of \(found.depth); all laws hold so far",
      exitCode: .interrupted)
  }
}

extension Interpreter {
  /// Fails if an invariant does not hold at the current step.
  func checkInvariants() throws(Failure) {
    // A journal has the steps that broke one, too.
    guard !isReplaying, let broken = invariants.first(where: { !$0.holds(at: session.now) })
    else { return }
    throw Failure(
      .brokenInvariant(
        broken.failing(at: session.now), step: session.position,
        actual: broken.actual(at: session.now)))
  }
}

private func explore(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let wanted = "a number of moves from 1 to 50"
  let depth = try arguments.integer("moves", in: 1...50, wanted: wanted) ?? 4
  try arguments.finish()
  let session = interpreter.session
  if session.state.isStale || session.state.search?.isTyping == true {
    throw Failure(
      "a query is being typed, or its first page has not arrived; 'submitted' and 'ok' come first",
      at: arguments.name)
  }
  guard let model = SessionModel(session) else {
    throw Failure(
      "'explore' makes up answers from pages seen, and there is none; 'start' and 'ok' come first",
      at: arguments.name)
  }
  interpreter.output.flush()
  let laws = model.laws(interpreter.invariants)
  let result = interpreter.explore(Explorer(model, laws: laws, maxDepth: depth))
  let counts =
    "\(result.states.grouped) states, \(result.transitions.grouped) transitions within "
    + depth.counted("move")
    + (session.state.server == nil ? " and answers made up from the pages seen" : "")
  guard let breach = result.counterexample else {
    if interpreter.interruption.isRequested { throw Failure(.stopped(exploring: result)) }
    let end = result.bound == nil ? ", nothing beyond" : ""
    interpreter.show(
      "explore",
      [Line("  \(counts)\(end): all \(laws.count) laws hold", style: .good)])
    return
  }
  interpreter.show(
    "explore",
    [Line("# \(counts); the shortest way to break '\(breach.law.name)':", style: .bad)]
      + breach.script.map { Line($0) })
  throw Failure(.breach(law: breach.law.name, moves: breach.steps.count))
}

extension Interpreter {
  /// Explores until the user wants to stop, and says that it does if that takes long.
  fileprivate func explore(_ explorer: Explorer<SessionModel>) -> Exploration<SessionModel> {
    let start = ContinuousClock.now
    var isLate = false
    return explorer.runInParallel(isStopped: { [interruption] in interruption.isRequested }) {
      if isLate || ContinuousClock.now - start < .seconds(interruption.patience) { return }
      isLate = true
      interruption.sayWait("exploring \(explorer.maxDepth.counted("move")) …")
    }
  }
}
