/// A line of output in pieces, each with a style.
///
/// Pieces hold plain text. The painter escapes characters that could control the terminal.
struct Line: Equatable {
  var pieces: [Piece] = []

  struct Piece: Equatable {
    var text: String
    var style: Style
  }

  /// The role of a piece, which decides its colour. A colour never carries meaning alone.
  enum Style {
    case plain, heading, name, faint, good, bad

    /// JSON, which stays JSON where characters are escaped.
    case json

    /// A command for a shell. A row breaks it where it ends, not between words.
    case command
  }

  /// The first column of a table: a name, padded to `width`, between spaces.
  static func column(_ name: String, width: Int) -> Line {
    Line("  " + name.padded(to: width) + "  ", style: .name)
  }

  /// Names in a column, and texts behind them.
  static func table(_ rows: [(name: String, text: String)]) -> [Line] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { column($0.name, width: width) + Line($0.text) }
  }

  /// The lines of a text in JSON.
  static func json(_ text: String) -> [Line] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Line(String($0), style: .json) }
  }

  /// The text without its styles.
  var text: String { pieces.map(\.text).joined() }

  static func + (left: Line, right: Line) -> Line {
    var line = left
    line.pieces += right.pieces
    return line
  }
}

extension Line: ExpressibleByStringInterpolation {
  init(_ text: String, style: Style = .plain) {
    pieces = [Piece(text: text, style: style)]
  }

  init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Int {
  /// The number with a noun: `1 row`, `2 rows`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
  /// The text, padded at its end with spaces to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with what `replacement` has in place of a scalar, if it has something.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let new = replacement(scalar) { text += new } else { text.unicodeScalars.append(scalar) }
    }
  }

  /// The text. If it is longer than `width` characters, an ellipsis replaces its middle.
  func shortened(to width: Int) -> String {
    guard count > width else { return self }
    let tail = (width - 1) / 2
    return "\(prefix(width - 1 - tail))…\(suffix(tail))"
  }
}
