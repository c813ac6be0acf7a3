import FeedHTTP
import FeedReducer

/// Runs lines on a session and shows the results.
///
/// It holds everything that a line can use: the session, the source of answers, the settings and
/// the output. Use it from one thread.
final class Interpreter {
  /// The most rounds of `until`, and the most answers of `settle`, before they fail.
  static let maximumRounds = 10_000

  /// How deep `run FILE` may nest.
  static let maximumFiles = 16

  var session: Session { didSet { hasChanged?() } }

  var settings: Settings { didSet { hasChanged?() } }

  /// Called when the session or the settings may have changed.
  var hasChanged: (() -> Void)?

  /// Who wrote the line that runs. In a journal are the answers, so that no request is sent.
  var author = Author.user

  /// The last step of the app that is followed; nil before the first, and while steps are missing.
  var followed: Int?

  /// The source of answers: the catalogue or an API.
  private(set) var source: any FeedSource { didSet { connect() } }

  /// Called on any thread when an answer has arrived.
  var hasArrived: (@Sendable (Ticket) -> Void)? { didSet { connect() } }

  /// Keeps a journal of the session that `open` began with these options. Nil if none is kept.
  var keepJournal: ((Options) -> Void)?

  /// The output of all commands and steps.
  let output: Output

  /// Writes a warning where a quiet session shows nothing else.
  var warn: (String) -> Void = { _ in }

  /// The conditions that must hold after every step.
  var invariants: [Condition] = [] { didSet { hasChanged?() } }

  /// What the source said after the last answer.
  var advice: Advice?

  /// What was sent by hand without a wait for its answer, and how many steps were undone then.
  var asked: (works: [Pending], undone: Int) = ([], 0)

  /// Whether `live` has asked for the full screen.
  var wantsLive = false

  /// Whether there is a terminal for a full screen.
  var canBeLive = false

  /// Waits for the user before the next line of a demo; false if the user wants no more of it. Nil
  /// without a terminal.
  var waitForEnter: (() -> Bool)?

  /// The exit code of the program once `quit` ran; else nil.
  var exitCode: ExitCode?

  /// What the outermost loop that runs now has done; nil outside of loops.
  var tally: Tally?

  /// How many conditions have held in the file that runs; nil outside of files.
  var checks: Int?

  /// Stops the line that runs, from another thread.
  let interruption: Interruption

  /// What `save` wrote in this session, by the paths.
  var saved: [String: String] = [:]

  /// How deep `run FILE` is nested now.
  var files = 0

  init(
    settings: Settings, source: any FeedSource, output: Output,
    interruption: Interruption = Interruption()
  ) {
    self.settings = settings
    self.source = source
    self.output = output
    self.interruption = interruption
    session = Session(feed: settings.feed, seed: settings.seed, server: source.server)
    connect()
  }

  private func connect() {
    let source = source as? TaskSource
    source?.hasArrived = hasArrived
    source?.interruption = interruption
  }

  /// Begins a session on another source. The requests of this one end.
  func enter(_ other: any FeedSource, settings new: Settings) {
    source.follow([], at: session.state.clock)
    hasChanged = nil
    (source, settings, invariants, advice, saved) = (other, new, [], nil, [:])
    asked = ([], 0)
    session = Session(feed: new.feed, seed: new.seed, server: other.server)
  }

  /// Runs one line. A syntax error or an unknown command fails before any part of the line runs.
  func run(_ line: String) throws(Failure) {
    defer { output.endScroll() }
    let statements = try Parser.statements(of: line)
    guard !author.isOfJournal || Statement.areOfJournal(statements) else {
      throw Failure(
        "a journal has only what changed the session, one action or command a line; leave \(quoted(line)) out, and type it yourself"
      )
    }
    try runInOrder(statements)
  }

  private func runInOrder(_ statements: [Statement]) throws(Failure) {
    for (index, statement) in statements.enumerated() {
      // A loop that is stopped before its first round says so itself.
      if index > 0 { try checkInterruption() }
      try runStatement(statement)
    }
  }

  private func runStatement(_ statement: Statement) throws(Failure) {
    if exitCode != nil { return }
    switch statement {
    case .command(let invocation):
      try runCommand(invocation)
      try answerAutomatically()
    case .json(let word):
      if try !type(word) { send(try word.json("an action", as: JSONFeed.Action.self)) }
      try checkInvariants()
      try answerAutomatically()
    case .choice(let number):
      let choices = session.choices
      guard let index = Int(number.text), (1..<choices.count + 1).contains(index) else {
        let text = number.text.shortened(to: 60)
        throw Failure(
          "there is no choice \(text); 'choices' lists 1 to \(choices.count)", at: number)
      }
      try runInOrder(try Parser.statements(of: choices[index - 1].command))
    case .repeated(let count, let statement):
      try summing { () throws(Failure) in
        for round in 0..<count {
          try part(after: "\(round) of \(count) rounds") { () throws(Failure) in
            try runStatement(statement)
          }
        }
      }
    case .block(let statements):
      try runInOrder(statements)
    case .until(let condition, let statements, let offset):
      try summing { () throws(Failure) in
        try repeatStatements(statements, until: condition, offset: offset)
      }
    }
  }

  private func runCommand(_ invocation: Invocation) throws(Failure) {
    session.typed = Entry.Typed(text: invocation.text)
    defer { session.typed = nil }
    do {
      try perform(invocation)
    } catch {
      var failure = error
      failure.offset = failure.offset ?? invocation.name.offset
      throw failure
    }
  }

  private func perform(_ invocation: Invocation) throws(Failure) {
    let words = Arguments(invocation, in: self)
    let revision = session.revision
    if words.command.arguments.isEmpty { try words.finish() }
    if let actions = try words.actions() {
      try words.finish()
      session.typed?.isSingle = actions.count == 1
      for (index, action) in actions.enumerated() {
        try part(after: "\(index) of \(actions.count) actions") { send(action) }
      }
    } else if let work = Command.Work(rawValue: invocation.command.name) {
      let shown = try run(work, with: words)
      try words.finish()
      if let shown { show(shown, of: invocation.command.name) }
    }
    if session.revision != revision { try checkInvariants() }
  }

  private func repeatStatements(
    _ statements: [Statement], until condition: Condition, offset: Int
  ) throws(Failure) {
    var revision: Int?
    for round in 0...Self.maximumRounds {
      if exitCode != nil || condition.holds(at: session.now) { return }
      let hasChanged = session.revision != revision
      guard hasChanged, round < Self.maximumRounds else {
        let (name, actual) = (quoted(condition.text), condition.actual(at: session.now))
        throw Failure(
          hasChanged
            ? "\(name) did not hold in \(round) rounds: \(actual)"
            : "\(name) can't hold: round \(round) changed nothing, and \(actual)", at: offset)
      }
      revision = session.revision
      try part(after: "\(round) rounds") { () throws(Failure) in try runInOrder(statements) }
    }
  }
}

// MARK: - Steps

extension Interpreter {
  /// Sends an action, and shows the step.
  func send(_ action: JSONFeed.Action) { make(.action(action)) }

  /// Makes an event happen, shows the step, and lets the source follow the pending work.
  func make(_ event: Entry.Event) { show(session.make(event)) }

  /// Shows a step, and lets the source follow the pending work.
  func show(_ report: StepReport) {
    tally?.add(report)
    followPending()
    if !settings.isQuiet { output.show(.step(report, hints)) }
  }

  /// Shows the result of a command.
  func show(_ lines: [Line], of command: String) { show(Shown(lines), of: command) }

  func show(_ shown: Shown, of command: String) { output.show(.result(shown, command: command)) }

  /// Changes the settings, and the machine with them. Another seed begins the session again.
  func use(_ settings: Settings) {
    if settings.seed != self.settings.seed {
      session = Session(feed: settings.feed, seed: settings.seed, server: source.server)
    }
    self.settings = settings
    session.feed = settings.feed
    followPending()
  }

  /// The settings as the machine takes them: it keeps more rows than `max-items` if its pages need
  /// it.
  var effectiveSettings: Settings {
    var settings = settings
    settings.maxItems = session.feed.maxItems
    return settings
  }

  /// Passes the pending work whose answers are taken to the source.
  func followPending() {
    source.follow(awaited, at: session.state.clock)
  }

  /// Whether answers are applied automatically: `auto` is on, and no step is undone. After an undo
  /// an answer would discard the undone steps.
  var takesAnswers: Bool { settings.isAuto && session.undone == 0 && !author.isOfJournal }

  /// The hint after an effect that starts a request or a timer.
  var hints: RequestHints {
    if !settings.isAuto { return .byHand }
    return source.runsByItself ? .running : .none
  }
}

// MARK: - Stopping the line that runs, by ^C

extension Interpreter {
  /// Fails if the user wants the line to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw Failure(.stopped) }
  }

  /// Runs a part of a loop, unless the user wants it to stop. The failure then says how far the
  /// loop got, if `progress` is not nil; of loops in loops the outer one says it.
  func part(
    after progress: @autoclosure () -> String?, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    do {
      try checkInterruption()
      try work()
    } catch {
      guard error.problem.isStop, let progress = progress() else { throw error }
      var failure = Failure(error.problem.stopped(after: progress), at: error.offset)
      failure.place = error.place
      throw failure
    }
  }
}
