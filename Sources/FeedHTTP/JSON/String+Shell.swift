// What a person may paste into a shell: names and values that a server has chosen are one word each.

extension String {
  /// The text in single quotes, as one word of a POSIX shell. Inside them only the single quote is special.
  ///
  /// It works on scalars: with a combining mark behind it a quote is part of another character, and
  /// still ends the word.
  package var quotedForShell: String {
    "'" + unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  /// The text as one word of a shell, without quotes where it needs none.
  package var asShellWord: String { asShellWord(besides: "") }

  /// The path of a file as one word of a shell that is no option.
  package var asShellPath: String { (hasPrefix("-") ? "./" + self : self).asShellWord }

  /// A cursor in a sentence: in quotes, if it is more than a word or the number of a page, or begins like an option. A
  /// server may have chosen it.
  package var asOneName: String {
    let isOdd = contains { $0.isWhitespace || "'\"`$".contains($0) }
    let isNumber = wholeMatch(of: /(page|offset) -?[0-9]+/) != nil
    return isOdd && !isNumber || hasPrefix("-") ? quotedForShell : self
  }

  /// The text as one word, in which some more characters need no quotes.
  func asShellWord(besides plain: String) -> String {
    let isPlain = utf8.allSatisfy {
      $0.isASCIILetterOrDigit || "-_.:/".utf8.contains($0) || plain.utf8.contains($0)
    }
    return isPlain && !isEmpty && first != "-" ? self : quotedForShell
  }
}
