import FeedHTTP
import FeedReducer

// `expect`, which fails a script if a condition does not hold.
extension Command {
  static let checkCommands: [Command] = [
    Command(
      name: "expect", synonyms: ["assert", "check", "test", "verify"],
      group: .check, arguments: "CONDITION | effect WORDS | no effect",
      summary: "fail unless something is so",
      details: [
        "'expect effect WORDS' and 'expect no effect' are about the last step.",
        "'effect load append' is an effect with these words in this order.",
        "A script whose check fails ends with 1. A file says at its end how many held.",
        "'help conditions' tells the rest.",
      ],
      example: "start; expect effect load; ok; expect items == 10",
      body: .work(expect))
  ]
}

private func expect(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let words = arguments.rest()
  let entry = interpreter.session.now
  let effects = entry.reaction.effects.map(\.text)
  let actual = effects.isEmpty ? "none" : effects.joined(separator: ", ")
  switch (words.first?.text, words.dropFirst().first?.text) {
  case ("no", "effect") where words.count == 2:
    guard effects.isEmpty else {
      throw Failure(
        Problem("expected no effect, but the last step had \(actual)", exitCode: .check))
    }
  case ("effect", _):
    let wanted = words.dropFirst().map(\.text)
    guard effects.contains(where: { $0.hasWords(wanted) }) else {
      throw Failure(
        .expectedEffect(wanted.joined(separator: " "), actual: actual))
    }
  default:
    let condition = try Condition(words, after: arguments.name)
    guard condition.holds(at: entry) else {
      throw Failure(.expectation(condition.failing(at: entry), actual: condition.actual(at: entry)))
    }
  }
  interpreter.noteThatItHolds()
}

extension Interpreter {
  /// Shows that a condition holds. In a file that a person runs it is only counted.
  fileprivate func noteThatItHolds() {
    if let checks, output.isForPeople {
      self.checks = checks + 1
    } else {
      show("expect", [Line("holds", style: .good)])
    }
  }

  /// Runs the lines of a file, and shows at its end how many conditions have held, unless one has not.
  func countingChecks(
    unless hasFailed: () -> Bool = { false }, _ lines: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = checks
    checks = 0
    defer { checks = outer }
    try lines()
    guard let checks, checks > 0, !hasFailed() else { return }
    let text = checks == 1 ? "1 condition holds" : "\(checks) conditions hold"
    show("expect", [Line(text, style: .good)])
  }
}

extension String {
  /// Whether the text has these words in this order. Other words may come between them.
  fileprivate func hasWords(_ words: [String]) -> Bool {
    var rest = words[...]
    for word in split(separator: " ") where rest.first == String(word) { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
