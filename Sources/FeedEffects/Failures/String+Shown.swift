// Texts from servers in messages: cut to a length, and without control characters for a terminal.
extension String {
  /// The text cut to `limit` scalars, with control characters escaped: `\u{1b}`.
  package func shown(_ limit: Int) -> String {
    let cut = unicodeScalars.prefix(limit)
    let text = cut.map { $0.isPrintable ? String($0) : $0.escaped }.joined()
    return cut.endIndex < endIndex ? text + "…" : text
  }

  /// The text in quotation marks, cut and escaped.
  package func quoted(_ limit: Int) -> String {
    "\"" + shown(limit) + "\""
  }

  /// What a server says, in quotation marks, cut and escaped. No mark in it ends it, so that none of its words pass for
  /// the program's own.
  package func spoken(_ limit: Int) -> String {
    let words = shown(limit).unicodeScalars.map { $0 == "\"" ? "'" : String($0) }
    return "\"" + words.joined() + "\""
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can neither control a terminal nor change how the text around it shows.
  ///
  /// This is the only rule for texts from outside; messages and `feed-repl` share it. Of the format
  /// characters only the joiner of emoji is printable.
  package var isPrintable: Bool {
    if isASCII { return 0x20..<0x7F ~= value }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    case .format: value == 0x200D
    default: true
    }
  }

  /// The scalar as an escape: `\u{202e}`.
  package var escaped: String {
    #"\u{"# + String(value, radix: 16) + "}"
  }
}

extension Collection where Element: CustomStringConvertible {
  /// The elements as a list in a sentence: `a, b and c`. Of more than 12 it names the first 10.
  package var listed: String {
    let names = prefix(count > 12 ? 10 : 12).map(\.description)
    if count > 12 { return names.joined(separator: ", ") + " and \(count - 10) more" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
