import FeedEffects
import FeedReducer
import Foundation

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

  /// A failure for an argument that is not there.
  func missing(_ what: String) -> Failure {
    Failure(.missingArgument(what, usage: usage), at: name)
  }

  /// Reads a whole number in `range`.
  func integer(
    _ word: Word, in range: ClosedRange<Int> = 0...Int.max, wanted: String
  ) throws(Failure) -> Int {
    guard let value = Int(word.text), range.contains(value) else {
      throw bad(word, wanted: wanted)
    }
    return value
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
    guard let value = Double(text), (0...1e9).contains(value) else {
      throw bad(word, wanted: "a duration like 2s, 500ms or 1.5")
    }
    return .seconds(value * unit)
  }
}

extension Word {
  /// Reads the word as JSON; `what` names the value in the failure.
  func json<Value: Decodable>(_ what: String, as type: Value.Type) throws(Failure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw Failure(.badJSON(what, reason: reason(error)), at: self)
    }
  }
}

/// What is wrong with JSON, in a sentence.
private func reason(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "it can't be read" }
  switch error {
  case .keyNotFound(let key, let context):
    return "'\(key.stringValue)' is missing\(place(context))"
  case .typeMismatch(let type, let context):
    return "a value of type \(type) is wanted\(place(context))"
  case .valueNotFound(let type, let context):
    return "a value of type \(type) is missing\(place(context))"
  case .dataCorrupted(let context):
    return context.debugDescription
  @unknown default:
    return "it can't be read"
  }
}

private func place(_ context: DecodingError.Context) -> String {
  let path = context.codingPath.map(\.stringValue).joined(separator: ".")
  return path.isEmpty ? "" : " in \(path)"
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
  }
}
