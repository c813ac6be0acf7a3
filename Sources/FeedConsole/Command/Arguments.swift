/// The words after a command name. A command takes the words it knows; `finish` rejects the rest.
final class Arguments {
  /// The command to run. Failures show its usage.
  let command: Command

  /// The word that named the command: its name or an alias. Failures point at it.
  let name: Word

  var words: [Word]

  /// The session that the words are about.
  var session: Session { interpreter.session }

  let interpreter: Interpreter

  /// The usage line under the name that was typed, which may be an alias.
  private var usage: String { command.usage(as: name.commandName) }

  init(_ invocation: Invocation, in interpreter: Interpreter) {
    command = invocation.command
    name = invocation.name
    words = invocation.words
    self.interpreter = interpreter
  }

  /// Removes and returns the next word; nil if none is left.
  func next() -> Word? { words.isEmpty ? nil : words.removeFirst() }

  /// Removes and returns the value of `name=value` or else the next word; fails if there is none.
  func next(_ what: String, named name: String? = nil) throws(Failure) -> Word {
    guard let word = name.flatMap(named) ?? next() else { throw missing(what) }
    return word
  }

  /// Removes and returns all remaining words.
  func rest() -> [Word] {
    defer { words = [] }
    return words
  }

  /// Removes the word `name=value` and returns the value; nil if there is none.
  func named(_ name: String) -> Word? {
    let isNamed = { (word: Word) in !word.isLiteral && word.assignment?.name == name }
    return words.firstIndex(where: isNamed).flatMap { words.remove(at: $0).assignment?.value }
  }

  /// Removes the word `name` and returns whether it was there.
  func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(where: { $0.text == name }) else { return false }
    words.remove(at: index)
    return true
  }

  /// Throws if a word is left.
  func finish() throws(Failure) {
    if let word = words.first { throw unexpected(word) }
  }

  /// Returns the value, unless a word is left behind it.
  func only<Value>(_ value: Value) throws(Failure) -> Value {
    try finish()
    return value
  }
}

// MARK: - Values

extension Arguments {
  /// A failure at `word`, which is not a `wanted` value.
  func bad(_ word: Word, wanted: String) -> Failure {
    Failure("\(quoted(word.text)) is not \(wanted); usage: \(usage)", at: word)
  }

  /// A failure at `word`, which the command does not take.
  func unexpected(_ word: Word) -> Failure {
    Failure("unexpected \(quoted(word.text)); usage: \(usage)", at: word)
  }

  /// A failure at `word`, a number above `limit`.
  func tooLarge(_ word: Word, limit: String) -> Failure {
    Failure(
      "\(quoted(word.text)) is too large; the most is \(limit); usage: \(usage)", at: word)
  }

  /// A failure at the command name, because the argument `what` is missing.
  func missing(_ what: String) -> Failure {
    Failure("\(what) is missing; usage: \(usage)", at: name)
  }

  func integer(
    _ word: Word, in range: ClosedRange<Int> = 0...Int.max, wanted: String
  ) throws(Failure) -> Int {
    if let value = Int(word.text), range.contains(value) { return value }
    guard word.isWholeNumber, Int(word.text).map({ $0 > range.upperBound }) ?? true else {
      throw bad(word, wanted: wanted)
    }
    throw tooLarge(word, limit: "\(range.upperBound)")
  }

  /// Takes `name=VALUE`, or else the next word, and parses it as a whole number.
  func integer(
    _ name: String, in range: ClosedRange<Int> = 0...Int.max, wanted: String
  ) throws(Failure) -> Int? {
    guard let word = named(name) ?? next() else { return nil }
    return try integer(word, in: range, wanted: wanted)
  }

  /// Parses a word that names a value.
  func value<Value>(
    _ word: Word, wanted: String, _ parse: (String) -> Value?
  ) throws(Failure) -> Value {
    guard let value = parse(word.text) else { throw bad(word, wanted: wanted) }
    return value
  }

  func onOrOff() throws(Failure) -> Bool {
    try value(next("on or off"), wanted: "on or off") { ["on": true, "off": false][$0] }
  }

  /// Parses a duration: `2s`, `500ms`, or a number of seconds.
  func duration(_ word: Word) throws(Failure) -> Duration {
    let suffix = ["ms", "s"].first { word.text.hasSuffix($0) } ?? ""
    let number = String(word.text.dropLast(suffix.count))
    guard let value = Double(number), value >= 0,
      value.isFinite || word.text.first?.isNumber == true
    else { throw bad(word, wanted: "a duration like 2s, 500ms or 1.5") }
    let seconds = suffix == "ms" ? value / 1_000 : value
    guard seconds <= Double(longestDuration) else {
      throw tooLarge(word, limit: "\(longestDuration)s")
    }
    // In decimals, as far as they go: a timer that is due after 0.783 s fires then, and not a
    // moment later.
    return Duration(decimal: number, unit: suffix == "ms" ? 1 : 1_000) ?? .seconds(seconds)
  }
}

extension Duration {
  /// The decimal number of units of so many milliseconds each. Nil if it is none, or has more than
  /// 12 digits behind its point.
  fileprivate init?(decimal text: String, unit milliseconds: Int64) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count == 2 ? parts[1] : ""
    guard let whole = Int64(parts[0]), digits.count <= 12,
      let fraction = Int64(digits + String(repeating: "0", count: 12 - digits.count))
    else { return nil }
    // The fraction counts parts of 10⁻¹² of a unit.
    let attoseconds = fraction * milliseconds * 1_000
    self =
      .milliseconds(whole * milliseconds)
      + Duration(secondsComponent: 0, attosecondsComponent: attoseconds)
  }
}

/// The longest duration, in seconds.
private let longestDuration = 1_000_000_000

extension Word {
  /// Whether the word has digits only. The number may be too large for `Int`.
  var isWholeNumber: Bool { !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } }

  /// The two sides of `N..M`; a word without `..` is both. Nil if there are more than two.
  var rangeEnds: (first: Word, last: Word)? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
      .map { Word(text: String($0), offset: offset) }
    guard ends.count <= 2, let first = ends.first, let last = ends.last else { return nil }
    return (first, last)
  }
}
