import Foundation
import Testing

/// What the program prints for a shell: options to try, commands, and where a list goes on.
struct Advice: Hashable {
  /// What a person would copy: from the option or the command to the end of the line.
  let text: String

  /// What is printed in these lines.
  ///
  /// An option in a sentence about it, such as `(--style)`, has no value. What the server says of an error, and
  /// its tokens in a sentence, are in quotation marks, which they can't end.
  static func all(in output: String) -> [Advice] {
    output.split(separator: "\n").flatMap { line in
      let own = line.replacing(#/(saying|sent|error|beginning) "[^"]*"/#, with: "")
        .replacing(#/(reading|cursor is|for) '(?:[^']|'\\'')*'/#, with: "")
      let marks = own.matches(of: /(?:^|[ '])(--[a-z]|curl -|feed-repl )/)
        .map(\.output.1.startIndex)
      // What a value has in it is within the quotes of the advice before.
      let outside = marks.filter { mark in
        let before = own[marks[0]..<mark].replacing("\\'", with: "")
        return before.count { $0 == "'" } % 2 == 0
      }
      return outside.map { Advice(text: String(own[$0...])) }
    }
  }

  /// What came of pasting advice into a shell.
  struct Pasted {
    /// The words of each piece, as far as the shell could read it.
    var words: [[String]] = []

    /// The files that were there afterwards.
    var files: [String] = []
  }

  /// Pastes the pieces into a shell, each behind a command that only tells its words, in an empty folder.
  static func paste(_ advice: [Advice], into shell: String) throws -> Pasted {
    let script = #"""
      mkdir "$FOLDER/empty"; cd "$FOLDER/empty"
      export SHELL_SCRIPT='tell() { for word; do printf "%s\001" "$word"; done; }; eval "tell $1"'
      for piece; do
        "$PASTED_INTO" -c "$SHELL_SCRIPT" - "$piece" < /dev/null 2> /dev/null
        printf '\002'
      done
      ls -A | sed 's/^/file: /' >&2
      """#
    let run = try Program.shell(
      script, advice.map(\.text), environment: ["PASTED_INTO": shell])
    var pieces = run.output.components(separatedBy: "\u{2}")
    pieces.removeLast()
    return Pasted(
      words: pieces.map { $0.components(separatedBy: "\u{1}").dropLast().map { $0 } },
      files: run.errors.split(separator: "\n").map(String.init))
  }

  /// Expects that no shell runs anything of the output, and that each name of the server is in one word.
  ///
  /// - Parameters:
  ///   - output: What the program printed.
  ///   - marks: What a name begins and ends with. The first letter of a key may become a small one.
  /// - Returns: How many pieces had such a name.
  @discardableResult static func check(
    _ output: String, marks: (start: String, end: String) = ("EGIN", "END"), _ context: Comment
  ) throws -> Int {
    let advice = Array(Set(all(in: output))).sorted { $0.text < $1.text }
    guard !advice.isEmpty else { return 0 }
    var count = 0
    for shell in ["sh", "bash"] {
      let pasted = try paste(advice, into: shell)
      #expect(pasted.files.isEmpty, "\(shell) ran a part of the output, \(context)")
      try #require(pasted.words.count == advice.count, "\(shell), \(context)")
      for (piece, words) in zip(advice, pasted.words) where piece.text.contains(marks.start) {
        count += 1
        #expect(!words.isEmpty, "\(shell) can't read \(piece.text), \(context)")
        for word in words {
          let (starts, ends) = (
            word.ranges(of: marks.start).count, word.ranges(of: marks.end).count
          )
          #expect(starts == ends, "\(shell) breaks up \(piece.text), \(context)")
        }
      }
    }
    return count / 2
  }
}
