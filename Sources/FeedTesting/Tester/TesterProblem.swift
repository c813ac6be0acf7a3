/// A problem that a tester found, before it becomes text.
enum TesterProblem {
  /// The state differs from the stated one.
  ///
  /// - Parameters:
  ///   - differences: The stated values on the left, the actual ones on the right.
  ///   - stated: The paths of the fields that the test changes.
  ///   - changed: The paths of the fields that the machine changed.
  case state(differences: [FieldDifference], stated: [String], changed: [String])

  /// The test has a closure that changes nothing, and the machine changed nothing.
  case noChange

  /// The effects differ from the stated ones.
  case effects(differences: [FieldDifference], came: [String])

  /// The machine ignored the action; the test expects acceptance.
  case ignored(refusal: String, reason: String)

  /// The machine accepted the action; the test expects a refusal.
  case accepted(refusal: String, happened: Happened)

  /// The machine ignored the action for another reason than the stated one.
  case refusal(expected: String, came: String)

  /// The machine ignored the action but changed the state.
  case changedWhileIgnored(refusal: String, changes: [FieldDifference])

  /// Reducing the same action in the same state twice gave two results.
  case twoResults(differences: [FieldDifference])

  /// The work in flight differs from the stated work.
  case inFlight(expected: [String], came: [String])

  /// The tester was released with work in flight.
  case unfinished(inFlight: [String])

  /// The result of a step.
  struct Happened {
    var refusal: String?
    var changes: [FieldDifference] = []
    var effects: [String] = []
  }
}

// MARK: - Text

extension TesterProblem {
  /// The text of the problem: a title, the details, and what to do.
  var lines: [String] { [title] + particulars + [advice] }

  private var title: String {
    switch self {
    case .state: "the state is not as stated"
    case .noChange: "the test describes no change, and none came"
    case .effects: "the effects are not as stated"
    case .ignored: "ignored, and the test expects it to be accepted"
    case .accepted: "accepted, and the test expects a refusal"
    case .refusal: "ignored for another reason"
    case .changedWhileIgnored: "ignored, and yet the state changed"
    case .twoResults: "the same action in the same state led to two results"
    case .inFlight: "what is in flight at the end is not as stated"
    case .unfinished: "the tester was released while something was in flight"
    }
  }

  private var particulars: [String] {
    switch self {
    case .state(let differences, let stated, let changed):
      Self.table(
        differences.map { ($0.name, $0.expectation(stated: stated, changed: changed)) })
    case .noChange: []
    case .effects(let differences, let came):
      Self.table(differences.map { ($0.name, $0.expectation()) }) + Self.list(came, named: "came")
    case .ignored(let refusal, let reason):
      Self.table([("refusal", refusal), ("reason", reason)].filter { !$0.1.isEmpty })
    case .accepted(let refusal, let happened):
      Self.table([("expected", refusal)] + happened.rows)
    case .refusal(let expected, let came):
      Self.table([("expected", expected), ("came", came)])
    case .changedWhileIgnored(let refusal, let changes):
      Self.table([("refusal", refusal)] + changes.map { ($0.name, $0.change) })
    case .twoResults(let differences):
      Self.table(differences.map { ($0.name, "\($0.left) and then \($0.right)") })
    case .inFlight(let expected, let came):
      Self.list(expected, named: "expected") + Self.list(came, named: "in flight")
    case .unfinished(let effects): Self.list(effects, named: "in flight")
    }
  }

  private var advice: String {
    switch self {
    case .state: "State every field that changes and no other, or correct the machine."
    case .noChange: "Leave the closure out, or write what should change."
    case .effects: "State all of them in their order, or correct the machine."
    case .ignored: "State the refusal with send(_:refused:), or correct the machine."
    case .accepted: "State what it does with send(_:effects:), or correct the machine."
    case .refusal: "Correct what the test states, or the machine."
    case .changedWhileIgnored:
      "Leave the state exactly as it was where the machine ignores an action."
    case .twoResults: "Let the machine depend on state and action, on no clock, chance or global."
    case .inFlight: "Answer or cancel the rest, or state it with finish(inFlight:)."
    case .unfinished: "Answer or cancel it and call finish(), or state it with finish(inFlight:)."
    }
  }

  /// The maximum number of lines of a list or table.
  private static let shownLines = 12

  /// Returns a line with `name`, then a line for each text. A long list ends with "… n more".
  static func list(_ texts: [String], named name: String) -> [String] {
    if texts.isEmpty { return ["  \(name): nothing"] }
    return ["  \(name):"] + shortened(texts).map { "    " + $0 }
  }

  /// Returns a line for each row, with the texts aligned. A long table ends with "… n more".
  static func table(_ rows: [(name: String, text: String)]) -> [String] {
    shortened(aligned(rows)).map { "  " + $0 }
  }

  /// Returns a line for each row, with the texts aligned. A text may have several lines.
  static func aligned(_ rows: [(name: String, text: String)]) -> [String] {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
    return rows.map { name, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return name + spaces(width - name.count) + lines.joined(separator: "\n" + spaces(width))
    }
  }

  /// The first lines, and how many more there are.
  static func shortened(_ lines: [String]) -> [String] {
    let rest = lines.count - shownLines
    return rest > 1 ? lines.prefix(shownLines) + ["… \(rest) more"] : lines
  }
}

extension TesterProblem.Happened {
  /// Whether the step did nothing.
  var isNothing: Bool { rows.isEmpty }

  /// The refusal, the changes and the effects as rows of a table.
  var rows: [(name: String, text: String)] {
    (refusal.map { [("ignored", $0)] } ?? []) + changes.map { ($0.name, $0.change) }
      + effects.map { ("effect", $0) }
  }

  /// The rows as lines of text.
  var lines: [String] { TesterProblem.table(rows) }
}
