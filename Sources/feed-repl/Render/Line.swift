/// A line to show, in pieces that each have a style.
///
/// Pieces hold plain text: whatever could drive a terminal is escaped when the line is painted.
struct Line: Equatable {
  /// The pieces, in order.
  var pieces: [Piece] = []

  /// A text in one style.
  struct Piece: Equatable {
    var text: String
    var style: Style
  }

  /// What a piece is, which decides its colour. Colour never carries meaning alone.
  enum Style {
    case plain, heading, name, faint, good, bad
  }

  /// Creates a line of one piece.
  init(_ text: String, _ style: Style = .plain) {
    pieces = [Piece(text: text, style: style)]
  }

  /// The text without its styles.
  var text: String { pieces.map(\.text).joined() }

  /// Joins two lines to one.
  static func + (left: Line, right: Line) -> Line {
    var line = left
    line.pieces += right.pieces
    return line
  }
}

extension Line: ExpressibleByStringInterpolation {
  /// Creates a plain line.
  init(stringLiteral value: String) {
    self.init(value)
  }
}

extension String {
  /// The text with spaces behind it, up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text, or its beginning and end around an ellipsis if it is longer than `width`.
  func shortened(to width: Int) -> String {
    guard count > width else { return self }
    let tail = (width - 1) / 2
    return "\(prefix(width - 1 - tail))…\(suffix(tail))"
  }
}
