/// A word of a line, and where it stands.
struct Word: Equatable {
  /// The word without the quotes around it.
  var text: String

  /// Where the word begins in the line, in bytes of UTF-8.
  var offset: Int

  /// Where in `text` its first quoted or bracketed part begins, in bytes; nil if there is none.
  ///
  /// From there on operators and `>>` are text like any other.
  var literalStart: Int?

  /// The name of a command that the word stands for: `:state` is `state`.
  var commandName: String { text.hasPrefix(":") ? String(text.dropFirst()) : text }

  /// Whether the word begins with a quote or a bracket.
  var isLiteral: Bool { literalStart == 0 }
}

/// What a line is made of.
enum Token: Equatable {
  case word(Word)
  case semicolon(offset: Int)
  case open(offset: Int)
  case close(offset: Int)
}
