/// A word of a line or one of its marks, with its position.
struct Word: Equatable {
  /// The text of the word without its quotes.
  var text: String

  /// The offset of the word in the line, in UTF-8 bytes.
  var offset: Int

  /// The offset in `text` of the first quoted or bracketed part, in bytes; nil if there is none.
  ///
  /// From this offset on, operators are plain text.
  var literalStart: Int?

  /// Whether it is no word but `;` or a parenthesis.
  var isMark = false

  /// The text without a leading colon: `:state` names the command `state`.
  var commandName: String { text.hasPrefix(":") ? String(text.dropFirst()) : text }

  /// Whether the word starts with a quote or a bracket.
  var isLiteral: Bool { literalStart == 0 }

  /// The word without its first `count` bytes.
  func dropFirst(_ count: Int) -> Word {
    Word(
      text: String(decoding: text.utf8.dropFirst(count), as: UTF8.self), offset: offset + count,
      literalStart: literalStart.map { max(0, $0 - count) })
  }
}

extension Word {
  /// The name and the value of `NAME=VALUE`; nil for another word.
  var assignment: (name: String, value: Word)? {
    // Of the bytes: a mark behind the sign would make one character of both.
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")), end > text.startIndex else {
      return nil
    }
    let name = String(text[..<end])
    return (name, dropFirst(name.utf8.count + 1))
  }

  /// The word as it is typed: with quotes where it has characters that end a word.
  var source: String {
    let start = literalStart ?? 0
    return String(decoding: text.utf8.prefix(start), as: UTF8.self) + dropFirst(start).text.asWord
  }
}

extension String {
  /// The text as one word of a line: in double quotes unless it is one already, and means no more
  /// than itself.
  var asWord: String {
    // An index.
    let hasMeaning = utf8.first == UInt8(ascii: "@")
    guard !hasMeaning, let words = try? Lexer.words(of: self), words.map(\.text) == [self],
      !words[0].isMark
    else { return quotedWord }
    return self
  }

  /// The text in double quotes.
  var quotedWord: String {
    let escaped = unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"\(escaped.joined())\""
  }
}

/// Splits a line into words, `;` and parentheses.
///
/// Quotes and balanced brackets keep their contents in one word. `#` starts a comment at the start
/// of the line or after a space.
struct Lexer {
  private let bytes: [UInt8]
  private var index = 0

  /// Returns the words and marks of `line`; throws if a quote or bracket is not closed.
  static func words(of line: String) throws(Failure) -> [Word] {
    var lexer = Lexer(bytes: Array(line.utf8))
    var words: [Word] = []
    while let word = try lexer.next() { words.append(word) }
    return words
  }

  /// Returns the next word or mark, or nil at the end of the line or at a comment.
  private mutating func next() throws(Failure) -> Word? {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "#"), index == 0 || bytes[index - 1].isSpace { return nil }
    guard bytes[index].isMark else { return try word() }
    index += 1
    return Word(
      text: String(decoding: [bytes[index - 1]], as: UTF8.self), offset: index - 1, isMark: true)
  }

  private mutating func word() throws(Failure) -> Word {
    let offset = index
    var text: [UInt8] = []
    var literalStart: Int?
    while index < bytes.count, !bytes[index].isSpace, !bytes[index].isMark {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        literalStart = literalStart ?? text.count
        text += try quoted()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        literalStart = literalStart ?? text.count
        text += try bracketed()
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    return Word(
      text: String(decoding: text, as: UTF8.self), offset: offset, literalStart: literalStart)
  }

  /// Reads a quoted text. In double quotes `\"` and `\\` are escapes.
  private mutating func quoted() throws(Failure) -> [UInt8] {
    let start = index
    let quote = bytes[start]
    let isDouble = quote == UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var text: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != quote {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isEscape = isDouble && bytes[index] == backslash && [quote, backslash].contains(next)
      if isEscape { index += 1 }
      text.append(bytes[index])
      index += 1
    }
    guard index < bytes.count else {
      let (name, text) = isDouble ? ("double", "'\"'") : ("single", "\"'\"")
      throw Failure(
        "a \(name) quote is not closed on this line; close it, or write it as text: \(text)",
        at: start)
    }
    index += 1
    return text
  }

  /// Reads balanced brackets unchanged. Brackets in JSON strings don't count.
  private mutating func bracketed() throws(Failure) -> [UInt8] {
    let start = index
    var depth = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 0 { return Array(bytes[start..<index]) }
    }
    throw Failure(.unclosed(String(decoding: [bytes[start]], as: UTF8.self)), at: start)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }

  fileprivate var isMark: Bool {
    self == UInt8(ascii: ";") || self == UInt8(ascii: "(") || self == UInt8(ascii: ")")
  }
}
