import FeedEffects

/// A message that says what is wrong with a line or with the command line, and what to do.
///
/// A message stands where it is thrown; those of more places have a function in an extension of this type.
struct Problem: Error, Equatable, ExpressibleByStringInterpolation {
  /// The message, one sentence.
  let message: String

  /// The exit code of a program that stops here.
  let exitCode: ExitCode

  /// Creates a problem. The default exit code is that of a line that could not run.
  init(_ message: String, exitCode: ExitCode = .line) {
    self.message = message
    self.exitCode = exitCode
  }

  /// Creates the problem of a line that could not run.
  init(stringLiteral message: String) { self.init(message) }

  /// The text, cut in the middle to at most 60 characters. A URL is without its secrets.
  fileprivate static func shown(_ text: String) -> String {
    (text.contains("://") ? text.asForeignLink : text).shortened(to: 60)
  }
}

/// The text in quotes, shortened.
func quoted(_ text: String) -> String { "'\(Problem.shown(text))'" }

/// An error in a line, with its position.
struct Failure: Error, Equatable {
  let problem: Problem

  /// The offset in the line, in UTF-8 bytes. Nil counts as the start of the line.
  var offset: Int?

  /// The file, line and column, once `placed(in:line:text:)` has set them.
  var place: Place?

  /// Creates a failure at a byte offset, or without a position.
  init(_ problem: Problem, at offset: Int? = nil) {
    self.problem = problem
    self.offset = offset
  }

  /// Creates a failure at the start of a word.
  init(_ problem: Problem, at word: Word) {
    self.init(problem, at: word.offset)
  }
}

extension Failure {
  /// The failure with its place in the line `text`. A place in an inner file is kept.
  func placed(in file: String, line: Int, text: String) -> Failure {
    guard place == nil else { return self }
    var failure = self
    failure.place = Place(file: file, line: line, column: column(in: text))
    return failure
  }

  /// The column in the line `text`, in characters from 1.
  private func column(in text: String) -> Int {
    String(decoding: text.utf8.prefix(offset ?? 0), as: UTF8.self).count + 1
  }
}

/// A position in a script: `script.feed:9:1`.
struct Place: Equatable, CustomStringConvertible {
  /// The path of the script; `<stdin>` or `-e` for other input.
  let file: String

  // Both are numbered from 1. The column counts characters.
  let line: Int
  var column: Int

  /// The position in the format of editors and compilers.
  var description: String { "\(file):\(line):\(column)" }
}

// MARK: - The line itself

extension Problem {
  static func unclosed(_ mark: String) -> Self {
    switch mark {
    case "\"":
      Self("a double quote is not closed on this line; close it, or write it as text: '\"'")
    case "'":
      Self("a single quote is not closed on this line; close it, or write it as text: \"'\"")
    default:
      Self("'\(mark)' is not closed on this line; close it, or put it in quotes")
    }
  }

  static func unexpected(_ text: String) -> Self {
    Self("unexpected \(quoted(text)); statements are separated by ';'")
  }

  static func parenthesis(usage: String) -> Self {
    Self("unexpected '('; arguments take no parentheses: \(usage)")
  }

  static let tooDeep = Self(
    "blocks are nested too deeply; at most \(Parser.maximumDepth) may")

  static func count(_ text: String) -> Self {
    Self("'\(text)*' is not a number of times; use 1 to \(Parser.maximumCount)")
  }

  static func badJSON(_ what: String, reason: String) -> Self {
    Self("not \(what) in JSON: \(reason)")
  }
}

// MARK: - Conditions and checks

extension Problem {
  static func missingCondition(after word: String) -> Self {
    Self("a condition is missing after \(quoted(word)); write one like: items == 20")
  }

  static func missingOperator(after name: String) -> Self {
    Self("an operator is missing after \(quoted(name)); use one of \(operators)")
  }

  static func unknownOperator(_ text: String) -> Self {
    Self("\(quoted(text)) is no operator; use one of \(operators)")
  }

  static func expectation(_ condition: String, actual: String) -> Self {
    Self("expected \(condition), but \(actual)", exitCode: .check)
  }

  static func expectedEffect(_ wanted: String, actual: String) -> Self {
    Self("expected effect \(wanted), but the last step had \(actual)", exitCode: .check)
  }

  static func brokenInvariant(_ condition: String, step: Int, actual: String) -> Self {
    Self("step \(step) breaks the invariant \(condition): \(actual)", exitCode: .check)
  }

  static func breach(law: String, moves: Int) -> Self {
    Self("\(quoted(law)) breaks within \(moves.counted("move"))", exitCode: .check)
  }

  static func tooManyRounds(_ condition: String, rounds: Int, actual: String) -> Self {
    Self("\(quoted(condition)) did not hold in \(rounds) rounds: \(actual)")
  }

  static func roundChangedNothing(_ condition: String, round: Int, actual: String) -> Self {
    Self("\(quoted(condition)) can't hold: round \(round) changed nothing, and \(actual)")
  }

  private static let operators = Comparison.Relation.allCases.map(\.rawValue)
    .joined(separator: " ")
}

// MARK: - The rest

extension Problem {
  static let oneAction = Self("only one action can be tried; give a single row")

  static let noTerminal = Self(
    "the live screen needs a terminal that can move its cursor; 'screen' shows the same once")

  static func cannotRead(_ path: String, reason: String) -> Self {
    Self("can't read \(quoted(path)): \(reason)", exitCode: .noInput)
  }

  static func cannotWrite(_ path: String, reason: String) -> Self {
    Self("can't write \(quoted(path)): \(reason)", exitCode: .cannotCreate)
  }
}
