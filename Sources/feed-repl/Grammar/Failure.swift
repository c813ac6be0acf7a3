/// Why a line could not run, and where in it.
struct Failure: Error, Equatable {
  /// What is wrong.
  let problem: Problem

  /// Where in the line, in bytes of UTF-8; nil for its first statement.
  var offset: Int?

  /// The line, if it is another one than the line that is being run: one of a file.
  var place: Place?

  /// Creates a failure at a place in the line, or somewhere in it.
  init(_ problem: Problem, at offset: Int? = nil) {
    self.problem = problem
    self.offset = offset
  }

  /// Creates a failure at a word.
  init(_ problem: Problem, at word: Word) {
    self.init(problem, at: word.offset)
  }
}

extension Failure {
  /// The failure with its place in the line `text`, unless it has one from a file further in.
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

/// A place in a script, for people: `script.feed:9:1`.
struct Place: Equatable, CustomStringConvertible {
  /// The name of the script.
  let file: String

  /// The line, from 1.
  let line: Int

  /// The column in characters, from 1.
  var column: Int

  /// The place as editors and compilers write it.
  var description: String { "\(file):\(line):\(column)" }
}

/// What the program ends with, as the system sees it.
struct ExitCode: RawRepresentable, Equatable, Sendable {
  /// The number.
  let rawValue: Int32

  /// Everything went well.
  static let success = Self(rawValue: 0)

  /// A check failed.
  static let check = Self(rawValue: 1)

  /// A line could not run.
  static let line = Self(rawValue: 2)

  /// The program was started in a way that it does not know.
  static let usage = Self(rawValue: 64)

  /// A file is not what it has to be.
  static let malformed = Self(rawValue: 65)

  /// There is no input: a file or an API can't be read.
  static let noInput = Self(rawValue: 66)

  /// A file can't be written.
  static let cannotCreate = Self(rawValue: 73)

  /// The output can't be written.
  static let inputOutput = Self(rawValue: 74)

  /// Nobody reads the output any more; what the signal for that ends a program with.
  static let brokenPipe = Self(rawValue: 141)
}
