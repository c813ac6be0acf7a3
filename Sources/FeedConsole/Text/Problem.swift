import FeedEffects
import FeedHTTP

/// A message that says what is wrong with a line or with the command line, and what to do.
///
/// A message stands where it is thrown; those of more places have a function in an extension of
/// this type.
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
}

/// The text in quotes, those of a shell, cut in the middle to at most 60 characters. A URL is without its secrets.
func quoted(_ text: String) -> String {
  (text.contains("://") ? text.asForeignLink : text).shortened(to: 60).quotedForShell
}

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

  /// The failure with its place in the line `text`. A place in an inner file is kept.
  func placed(in file: String, line: Int, text: String) -> Failure {
    var failure = self
    let column = String(decoding: text.utf8.prefix(offset ?? 0), as: UTF8.self).count + 1
    failure.place = place ?? Place(file: file, line: line, column: column)
    return failure
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

// MARK: - Messages of more than one place

extension Problem {
  static func unexpected(_ text: String) -> Self {
    Self("unexpected \(quoted(text)); statements are separated by ';'")
  }

  static func unclosed(_ bracket: String) -> Self {
    Self("'\(bracket)' is not closed on this line; close it, or put it in quotes")
  }

  static func badJSON(_ what: String, reason: String) -> Self {
    Self("not \(what) in JSON: \(reason)")
  }

  static let noTerminal = Self(
    "the live screen needs a terminal that can move its cursor; 'screen' shows the same once")

  static func cannotRead(_ path: String, reason: String) -> Self {
    Self("can't read \(quoted(path)): \(reason)", exitCode: .noInput)
  }

  static func cannotWrite(_ path: String, reason: String) -> Self {
    Self("can't write \(quoted(path)): \(reason)", exitCode: .cannotCreate)
  }
}

// MARK: - An invalid command line

extension Problem {
  static func usage(_ message: String) -> Self { Self(message, exitCode: .usage) }

  static func badValue(_ value: String, of name: String, wanted: String) -> Self {
    usage("option \(quoted(name)) can't be \(quoted(value)); it takes \(wanted)")
  }

  static func notOpened(_ name: String) -> Self {
    usage("'open' does not take \(quoted(name)); it takes the options of an API and of the feed")
  }

  static let noAPI = usage("the options for an API need --url URL")

  static func noCredentials(_ option: String, in text: String) -> Self {
    usage("option '\(option)' needs a value\(text.isEmpty ? "" : ", and \(quoted(text)) has none")")
  }

  static func noPassword(of name: String) -> Self {
    usage(
      "there is no terminal to ask for the password of \(quoted(name)); give NAME:PASSWORD or @FILE"
    )
  }
}

// MARK: - Names that are not known

extension Problem {
  /// The message with the nearest of the known names as a question; without one with the advice.
  static func unknown(
    _ message: String, name: String, among known: [String], or advice: String,
    exitCode: ExitCode = .line
  ) -> Self {
    let nearest = known.filter { $0 != name }.nearest(to: name)
    return Self(
      message + (nearest.map { " — did you mean '\($0)'?" } ?? "; \(advice)"), exitCode: exitCode)
  }
}

extension Word {
  /// A failure at the word, which is none of the known names.
  func unknown(_ message: String, among known: [String], or advice: String) -> Failure {
    Failure(.unknown(message, name: text, among: known, or: advice), at: self)
  }
}

extension Collection<String> {
  /// Returns the element closest to `word`, or nil if none is close.
  ///
  /// Up to a third of the letters may differ, and always one. On a tie the first element wins.
  /// One-letter elements are never suggested.
  func nearest(to word: String) -> String? {
    let count = word.count
    let limit = Swift.max(1, count / 3)
    return filter { $0.count > 1 && abs($0.count - count) <= limit }
      .map { (text: $0, distance: editDistance(from: word, to: $0)) }
      .filter { $0.distance <= limit && $0.distance < $0.text.count }
      // Of two that are as near, the one that was begun.
      .min {
        ($0.distance, $0.text.hasPrefix(word) ? 0 : 1) < (
          $1.distance, $1.text.hasPrefix(word) ? 0 : 1
        )
      }?.text
  }
}

// MARK: - Stops

extension Problem {
  /// The user stopped the line.
  static let stopped = Self("stopped", exitCode: .interrupted)

  /// The user stopped the wait for an answer.
  static func stopped(waitingFor work: String) -> Self {
    Self("stopped: still waiting for \(work)", exitCode: .interrupted)
  }

  /// Whether the user stopped the line.
  var isStop: Bool { exitCode == .interrupted }

  /// The message as the program says it: what the user stopped is no error.
  var said: String { (isStop ? "" : "error: ") + message }

  /// The same stop, with what was done before.
  func stopped(after progress: String) -> Self {
    Self("stopped after \(progress)" + message.drop { $0 != ":" }, exitCode: .interrupted)
  }
}

/// The name of the program, which begins what it says on the error stream.
let programName =
  CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "feed-repl"

/// The exit code of the process.
struct ExitCode: RawRepresentable, Equatable, Sendable {
  /// The code that the system gets.
  let rawValue: Int32

  static let success = Self(rawValue: 0)
  static let check = Self(rawValue: 1)
  static let line = Self(rawValue: 2)

  // As in `sysexits.h`.
  static let usage = Self(rawValue: 64)
  static let malformed = Self(rawValue: 65)
  static let noInput = Self(rawValue: 66)
  static let cannotCreate = Self(rawValue: 73)
  static let inputOutput = Self(rawValue: 74)

  // 128 and the number of the signal.
  static let interrupted = Self(rawValue: 130)
  static let brokenPipe = Self(rawValue: 141)

  /// All codes: the text of `help exit`, and the short one of `--help`.
  static let descriptions: [(code: String, text: String, short: String)] = [
    ("\(success.rawValue)", "everything went well", ""),
    ("\(check.rawValue)", "a check failed", " a check failed"),
    ("\(line.rawValue)", "a line of a script could not run", " a line could not run"),
    ("\(usage.rawValue)", "the program was started in a way that it does not know", " usage"),
    ("\(malformed.rawValue)", "a script is not UTF-8 text", " not UTF-8"),
    ("\(noInput.rawValue)", "a script or a URL can't be read", " no input"),
    ("\(cannotCreate.rawValue)", "a file can't be written", " no file written"),
    ("\(inputOutput.rawValue)", "the output can't be written", " no output"),
    ("\(interrupted.rawValue)", "stopped by ^C", " stopped"),
    ("\(brokenPipe.rawValue)", "the output is no longer read", " not read"),
    ("N", "after 'quit N'", " after 'quit N'"),
  ]
}
