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
