/// What is wrong with a line and what can be done, in a sentence.
///
/// Every sentence is made by a function in one of the extensions of this type.
struct Problem: Error, Equatable {
  /// The sentence.
  let message: String

  /// What a script that stops here ends with.
  let exitCode: ExitCode

  /// Creates a problem; `exitCode` is that of a line that could not run.
  fileprivate init(_ message: String, exitCode: ExitCode = .line) {
    self.message = message
    self.exitCode = exitCode
  }

  private static func suggestion(_ nearest: String?, or advice: String) -> String {
    nearest.map { " — did you mean '\($0)'?" } ?? "; \(advice)"
  }
}

// MARK: - The line itself

extension Problem {
  static func unclosed(_ mark: String) -> Self {
    Self("'\(mark)' is not closed on this line; close it, or put it in quotes")
  }

  static func unexpected(_ text: String) -> Self {
    Self("unexpected '\(text)'; statements are separated by ';'")
  }

  static func parenthesis(usage: String) -> Self {
    Self("unexpected '('; arguments take no parentheses: \(usage)")
  }

  static let tooDeep = Self(
    "blocks lie too deep in each other; at most \(Parser.maximumDepth) may")

  static func count(_ text: String) -> Self {
    Self("'\(text)*' is not a number of times; use 1 to \(Parser.maximumCount)")
  }

  static func nothingToRepeat(_ text: String) -> Self {
    Self("nothing follows '\(text)'; write a statement or a block behind it: 3*(ok; appear last)")
  }

  static let untilWithoutBlock = Self("until needs a block: until CONDITION ( STATEMENTS )")

  static let redirectionWithoutPath = Self("'>>' needs the path of a file: state >> state.txt")

  static func unknownCommand(_ name: String, nearest: String?) -> Self {
    Self("unknown command '\(name)'" + suggestion(nearest, or: "'help' lists all commands"))
  }

  static func unexpectedArgument(_ text: String, usage: String) -> Self {
    Self("unexpected '\(text)'; usage: \(usage)")
  }

  static func missingArgument(_ name: String, usage: String) -> Self {
    Self("\(name) is missing; usage: \(usage)")
  }

  static func badArgument(_ text: String, wanted: String, usage: String) -> Self {
    Self("'\(text)' is not \(wanted); usage: \(usage)")
  }

  static func badJSON(_ what: String, reason: String) -> Self {
    Self("not \(what) in JSON: \(reason)")
  }
}

// MARK: - Conditions and checks

extension Problem {
  static func missingCondition(after word: String) -> Self {
    Self("a condition is missing after '\(word)'; write one like: items == 20")
  }

  static func unknownField(_ name: String, nearest: String?) -> Self {
    Self(
      "unknown field '\(name)'" + suggestion(nearest, or: "'help conditions' lists all fields"))
  }

  static func missingOperator(after name: String) -> Self {
    Self("an operator is missing after '\(name)'; use one of \(operators)")
  }

  static func unknownOperator(_ text: String) -> Self {
    Self("'\(text)' is no operator; use one of \(operators)")
  }

  static func missingOperand(after sign: String) -> Self {
    Self("a value is missing after '\(sign)'; write one like: items == 20")
  }

  static func comparedWith(_ field: String, _ value: String, wanted: String) -> Self {
    Self("\(field) is never '\(value)'; compare it with \(wanted)")
  }

  static func noOrder(_ field: String, _ sign: String) -> Self {
    Self("\(field) has no order, so '\(sign)' says nothing; use == or !=")
  }

  static func expectedJunction(_ text: String) -> Self {
    Self(
      "unexpected '\(text)'; join comparisons by 'and' or 'or', quote values of several words")
  }

  static func expectation(_ condition: String, actual: String) -> Self {
    Self("expected \(condition), but \(actual)", exitCode: .check)
  }

  static func expectedEffect(_ wanted: String, actual: String) -> Self {
    Self("expected effect \(wanted), but the last step had \(actual)", exitCode: .check)
  }

  static func expectedNoEffect(actual: String) -> Self {
    Self("expected no effect, but the last step had \(actual)", exitCode: .check)
  }

  static func tooManyRounds(_ condition: String, rounds: Int, actual: String) -> Self {
    Self("'\(condition)' did not come true in \(rounds) rounds: \(actual)")
  }

  static func roundChangedNothing(_ condition: String, round: Int, actual: String) -> Self {
    Self("'\(condition)' can't come true: round \(round) changed nothing, and \(actual)")
  }

  private static let operators = Comparison.Relation.allCases.map(\.rawValue)
    .joined(separator: " ")
}

// MARK: - Requests

extension Problem {
  static let nothingPending = Self(
    "nothing is pending; actions like start, appear and refresh make requests")

  static func notPending(_ id: Int, pending: [Int]) -> Self {
    let others = pending.map { "\($0)" }.joined(separator: ", ")
    return Self(
      "request \(id) is not pending; " + (others.isEmpty ? "nothing is" : "pending: \(others)"))
  }

  static func isTimer(_ id: Int) -> Self {
    Self("\(id) is a timer and has no answer; 'advance' lets it fire")
  }

  static func isEdit(_ id: Int) -> Self {
    Self("\(id) is an edit; answer it with the JSON of editCommitted or editRejected")
  }

  static func stillPending(_ id: Int) -> Self {
    Self("request \(id) is still pending, so its answer is not late; 'ok \(id)' answers it")
  }

  static func neverSent(_ id: Int, last: Int) -> Self {
    Self(
      "there was no request \(id); "
        + (last == 0 ? "none has been sent" : "the last ticket is \(last)"))
  }

  static func unknownReason(_ text: String, nearest: String?) -> Self {
    Self("unknown reason '\(text)'" + suggestion(nearest, or: "'help fail' lists the reasons"))
  }

  static func noAnswer(_ id: Int, reason: String) -> Self {
    Self("request \(id) has no answer to show: \(reason)")
  }

  static func notOverHTTP(_ command: String) -> Self {
    Self("'\(command)' needs requests over HTTP; start with --url URL")
  }

  static func doesNotSettle(answers: Int) -> Self {
    Self("requests are still pending after \(answers) answers; 'drop' or 'undo' stops them")
  }
}

// MARK: - Time, looking and the rest

extension Problem {
  static func cannotUndo(_ count: Int, possible: Int) -> Self {
    Self(
      "can't undo \(steps(count)); "
        + (possible == 0 ? "this is the beginning" : "\(steps(possible)) can be undone"))
  }

  static func cannotRedo(_ count: Int, possible: Int) -> Self {
    Self(
      "can't redo \(steps(count)); "
        + (possible == 0 ? "this is the last step" : "\(steps(possible)) can be redone"))
  }

  private static func steps(_ count: Int) -> String {
    count == 1 ? "1 step" : "\(count) steps"
  }

  static func unknownAction(_ name: String, nearest: String?) -> Self {
    Self("'\(name)' is no action" + suggestion(nearest, or: "'help actions' lists them"))
  }

  static let oneAction = Self("only one action can be tried; give a single row")

  static func noSuchStep(_ text: String, last: Int) -> Self {
    Self("there is no step \(text); the history has steps 0 to \(last)")
  }

  static func noSnapshot(step: Int) -> Self {
    Self("step \(step) has no snapshot: no page has landed by then; take a later step")
  }

  static func noSuchPath(_ name: String, in path: String, known: [String]) -> Self {
    let all = known.isEmpty ? "it holds nothing" : "it holds \(known.joined(separator: ", "))"
    return Self("there is no '\(name)' in \(path)" + suggestion(known.nearest(to: name), or: all))
  }

  static func unknownTopic(_ name: String, nearest: String?) -> Self {
    Self("there is no help on '\(name)'" + suggestion(nearest, or: "'help' lists all commands"))
  }

  static func unknownSetting(_ name: String, nearest: String?) -> Self {
    Self("unknown setting '\(name)'" + suggestion(nearest, or: "'show' lists all settings"))
  }

  static func fixedSetting(_ name: String, changeable: [String]) -> Self {
    Self("\(name) can't be set; there are: \(changeable.joined(separator: ", "))")
  }

  static func cannotRead(_ path: String, reason: String) -> Self {
    Self("can't read '\(path)': \(reason)", exitCode: .noInput)
  }

  static func notText(_ path: String) -> Self {
    Self("'\(path)' is not UTF-8 text; convert it first", exitCode: .malformed)
  }

  static func filesTooDeep(_ path: String) -> Self {
    Self("'\(path)' is run from within too many files; does it run itself?")
  }

  static func cannotWrite(_ path: String, reason: String) -> Self {
    Self("can't write '\(path)': \(reason)", exitCode: .cannotCreate)
  }
}
