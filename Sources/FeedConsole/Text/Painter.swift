import FeedEffects

/// Converts lines to text for a terminal, a pipe or a file.
struct Painter {
  var usesColour = false

  var isASCII = false

  /// The columns of the terminal, which may change; nil where a line has no end.
  var columns: (() -> Int)?

  /// Returns the text of `line`, with a newline.
  func text(_ line: Line) -> String {
    line.pieces.map(paint).joined() + "\n"
  }

  /// Returns the text of a line that a person reads. The terminal would break a long one inside of a word.
  /// JSON and commands for a shell stay in one line, as they are copied from there.
  func paragraph(_ line: Line) -> String {
    guard let columns, !line.pieces.contains(where: { [.json, .command].contains($0.style) })
    else {
      return text(line)
    }
    return line.wrapped(to: columns(), indent: line.indent).map(text).joined()
  }

  private func paint(_ piece: Line.Piece) -> String {
    let text =
      piece.style == .json
      ? JSONText.escape(piece.text, isASCII: isASCII) : escape(piece.text)
    guard usesColour, let code = Self.codes[piece.style], !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Returns `text` with all characters escaped that could control a terminal.
  ///
  /// Control characters, newlines and marks that change the text direction become `\u{…}`. If only
  /// ASCII is allowed, all other characters become `\u{…}` too, except the program's own symbols,
  /// which have ASCII forms.
  func escape(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return text.replacingScalars { scalar in
      if !scalar.isPrintable { return scalar.escaped }
      return isASCII && !scalar.isASCII ? Self.asciiForms[scalar] ?? scalar.escaped : nil
    }
  }

  /// The parameters of the terminal's colour sequences. Plain text and JSON have none.
  private static let codes: [Line.Style: String] = [
    .heading: "1", .name: "36", .faint: "2", .good: "32", .bad: "31",
  ]

  private static let asciiForms: [Unicode.Scalar: String] = [
    "→": "->", "⇒": "=>", "·": "|", "…": "...", "—": "-", "×": "x",
    "▸": ">", "▎": "|", "⟳": "~", "✗": "x", "✎": "*",
    "│": "|", "─": "-", "•": "*", "▏": "_", "↑": "Up", "↓": "Down",
  ]
}
