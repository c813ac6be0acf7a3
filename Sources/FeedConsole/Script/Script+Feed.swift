import FeedHTTP
import FeedReducer

// A script as a file of `save a.feed`.
extension Script {
  /// The text of a file whose lines make the branch again, with a check after each.
  func feedText(source: String, file: String) -> String {
    let header = [
      "# \(Self.mark) \(Version.number): \(steps.count.counted("line")), each with a check.",
      "# Source: \(source)", "# Run it: feed-repl run \(file.asShellWord)",
    ]
    let lines = steps.flatMap { $0.settings + [$0.line, $0.expectation] }
    return (header + preamble + lines).map { $0 + "\n" }.joined()
  }

  /// What the first line of every saved file says, so that `save` may write it again.
  static let mark = "Saved by feed-repl"

  /// What the name of a saved file ends with: a script, a test, a page.
  static let endings = ["feed", "swift", "html"]
}

extension Script.Step {
  /// A line that checks the fields that the step changed, and its effects.
  var expectation: String {
    guard entry.reaction.refusal == nil else { return "expect ignored == true" }
    let effects = entry.reaction.effects.map(\.text).filter(\.isOneLine)
    let changed = changedFields(from: before, to: entry, among: Self.fields)
    // A row that changed may be one between them.
    let ends = changed.first?.name == "items" && !entry.state.items.isEmpty ? Self.ends : []
    let terms = (changed.prefix(1) + ends + changed.dropFirst()).compactMap { field in
      let value = field.value(entry).operand
      return value.isOneLine ? "\(field.name) == \(value.asOperand)" : nil
    }
    let fields = terms.isEmpty ? "ignored == false" : terms.joined(separator: " and ")
    let checks = effects.map { text in
      "effect " + text.split(separator: " ").map { String($0).asWord }.joined(separator: " ")
    }
    let all = checks.isEmpty && entry.reaction.effects.isEmpty ? ["no effect"] : checks
    return ([fields] + all).map { "expect \($0)" }.joined(separator: "; ")
  }

  /// The fields from which all others follow, and the reader.
  private static let fields = Field.all.filter { $0.isShownInSteps || $0.name == "reader" }

  private static let ends = Field.all.filter { $0.name == "first" || $0.name == "last" }
}

extension FieldValue {
  /// The value as a comparison takes it: durations in seconds.
  fileprivate var operand: String {
    if case .seconds(let duration) = self { "\(duration.inSeconds)" } else { description }
  }
}

extension String {
  /// The text as a word for a shell, without quotes where it needs none.
  var asShellWord: String {
    let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
    return isPlain && first != "-" ? self : quotedForShell
  }

  /// Whether the text is without line breaks and other control characters.
  var isOneLine: Bool { !unicodeScalars.contains { $0.properties.isLineBreak } }

  /// The text as the right side of a comparison. An operator in it would end an unquoted word.
  fileprivate var asOperand: String {
    let word = asWord
    return word == self && unicodeScalars.contains { "=<>!".unicodeScalars.contains($0) }
      ? quotedWord : word
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isLineBreak: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
