/// The words behind a command, which takes what it knows; what is left over is an error.
struct Arguments {
  /// The command that is run.
  let command: Command

  /// The word that named it.
  let name: Word

  private(set) var words: [Word]

  /// How the command is used, by the name that was typed.
  private var usage: String { command.usage(as: name.commandName) }

  /// Creates the arguments of a command that is to be run.
  init(_ invocation: Invocation) {
    command = invocation.command
    name = invocation.name
    words = invocation.words
  }

  /// Takes the next word.
  mutating func next() -> Word? {
    words.isEmpty ? nil : words.removeFirst()
  }

  /// Takes all words that are left.
  mutating func rest() -> [Word] {
    defer { words = [] }
    return words
  }

  /// Takes the word `name=value` and returns the value.
  mutating func named(_ name: String) -> Word? {
    guard let index = words.firstIndex(where: { $0.isNamed(name) }) else { return nil }
    var word = words.remove(at: index)
    let length = name.utf8.count + 1
    word.text = String(decoding: word.text.utf8.dropFirst(length), as: UTF8.self)
    word.offset += length
    word.literalStart = word.literalStart.map { max(0, $0 - length) }
    return word
  }

  /// Takes the word `name`, and says whether it was there.
  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(where: { $0.text == name }) else { return false }
    words.remove(at: index)
    return true
  }

  /// Checks that every word was taken.
  func finish() throws(Failure) {
    guard let word = words.first else { return }
    throw Failure(.unexpectedArgument(word.text, usage: usage), at: word)
  }
}

extension Word {
  fileprivate func isNamed(_ name: String) -> Bool {
    !isLiteral && text.hasPrefix("\(name)=")
  }
}

// MARK: - Values

extension Arguments {
  /// A failure at `word`, which should have been something else.
  func bad(_ word: Word, wanted: String) -> Failure {
    Failure(.badArgument(word.text, wanted: wanted, usage: usage), at: word)
  }

  /// A failure at `word`, which is a number above the largest that there can be.
  func tooLarge(_ word: Word, limit: String) -> Failure {
    Failure(.tooLarge(word.text, limit: limit, usage: usage), at: word)
  }

  /// A failure for an argument that is not there.
  func missing(_ what: String) -> Failure {
    Failure(.missingArgument(what, usage: usage), at: name)
  }

  /// Reads a whole number in `range`.
  func integer(
    _ word: Word, in range: ClosedRange<Int> = 0...Int.max, wanted: String
  ) throws(Failure) -> Int {
    if let value = Int(word.text), range.contains(value) { return value }
    guard word.isWholeNumber, Int(word.text).map({ $0 > range.upperBound }) ?? true else {
      throw bad(word, wanted: wanted)
    }
    throw tooLarge(word, limit: "\(range.upperBound)")
  }

  /// Takes `name=VALUE` or else the next word, a whole number.
  mutating func integer(
    _ name: String, in range: ClosedRange<Int> = 0...Int.max, wanted: String
  ) throws(Failure) -> Int? {
    guard let word = named(name) ?? next() else { return nil }
    return try integer(word, in: range, wanted: wanted)
  }

  /// Takes `on` or `off`.
  mutating func onOrOff() throws(Failure) -> Bool? {
    guard let word = next() else { return nil }
    switch word.text {
    case "on": return true
    case "off": return false
    default: throw bad(word, wanted: "on or off")
    }
  }

  /// Reads a duration: `2s`, `500ms`, or a number of seconds.
  func duration(_ word: Word) throws(Failure) -> Duration {
    let (text, unit) =
      word.text.hasSuffix("ms")
      ? (word.text.dropLast(2), 0.001) : (word.text.trimmingSuffix("s"), 1)
    guard let value = Double(text), value >= 0, value.isFinite || word.startsWithDigit else {
      throw bad(word, wanted: "a duration like 2s, 500ms or 1.5")
    }
    guard value * unit <= Double(longestDuration) else {
      throw tooLarge(word, limit: "\(longestDuration)s")
    }
    return .seconds(value * unit)
  }
}

/// How many seconds a duration may have.
private let longestDuration = 1_000_000_000

extension Word {
  /// Whether the word is a whole number without a sign, however large.
  var isWholeNumber: Bool { !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } }

  fileprivate var startsWithDigit: Bool { text.first?.isNumber == true }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
  }
}
