/// A word of a line, with its position.
struct Word: Equatable {
  /// The text of the word without its quotes.
  var text: String

  /// The offset of the word in the line, in UTF-8 bytes.
  var offset: Int

  /// The offset in `text` of the first quoted or bracketed part, in bytes; nil if there is none.
  ///
  /// From this offset on, operators and `>>` are plain text.
  var literalStart: Int?

  /// The text without a leading colon: `:state` names the command `state`.
  var commandName: String { text.hasPrefix(":") ? String(text.dropFirst()) : text }

  /// Whether the word starts with a quote or a bracket.
  var isLiteral: Bool { literalStart == 0 }
}

/// A token of a line.
enum Token: Equatable {
  case word(Word)
  case semicolon(offset: Int)
  case open(offset: Int)
  case close(offset: Int)
}
