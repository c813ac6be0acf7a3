/// A full screen of text: rows from top to bottom, each in segments that begin at a column.
///
/// Terminals disagree on the width of emoji. So each segment begins at an absolute column and is cut to
/// the most columns that it could take: no segment moves another one.
struct Frame: Equatable {
  /// A piece of a row.
  struct Segment: Equatable {
    /// The column at which it begins, from 0.
    var column: Int

    var line: Line

    var isReversed = false
  }

  let columns: Int

  /// The segments of each row.
  var rows: [[Segment]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(repeating: [], count: rows)
  }

  /// Adds a line at a row and a column, cut to `width` columns. What is beyond the screen is left out.
  /// A line in reverse fills the columns.
  mutating func put(
    _ line: Line, row: Int, column: Int = 0, width: Int = .max, isReversed: Bool = false
  ) {
    let width = min(width, columns - column)
    guard rows.indices.contains(row), width > 0 else { return }
    var line = line.cut(to: width)
    if isReversed {
      line = Line(line.text + "".padded(to: width - line.mostColumns))
    }
    rows[row].append(Segment(column: column, line: line, isReversed: isReversed))
  }

  /// Adds lines below each other.
  mutating func put(
    _ lines: some Sequence<Line>, row: Int, column: Int = 0, width: Int = .max
  ) {
    for (offset, line) in lines.enumerated() {
      put(line, row: row + offset, column: column, width: width)
    }
  }

  /// Adds a text of characters that take one column each, such as a rule. It is not cut.
  mutating func put(symbols: String, row: Int, column: Int = 0) {
    guard rows.indices.contains(row) else { return }
    rows[row].append(Segment(column: column, line: Line(symbols, style: .faint)))
  }
}

/// Draws frames on a terminal: only the rows that differ from those of the last frame.
struct FrameWriter {
  let painter: Painter

  private(set) var drawn: [String] = []

  /// Returns what draws `frame` over the last one.
  mutating func draw(_ frame: Frame) -> String {
    let rows = frame.rows.map(text)
    defer { drawn = rows }
    let isFirst = drawn.count != rows.count
    var output = isFirst ? "\u{1B}[2J" : ""
    for (index, row) in rows.enumerated() where isFirst || drawn[index] != row {
      output += "\u{1B}[\(index + 1);1H\u{1B}[2K" + row
    }
    return output
  }

  /// Forgets the last frame, because the screen was cleared or resized.
  mutating func forget() {
    drawn = []
  }

  /// Returns what draws a row from the first column on.
  func text(_ segments: [Frame.Segment]) -> String {
    segments.map { segment in
      let move = segment.column == 0 ? "" : "\u{1B}[\(segment.column + 1)G"
      let text = painter.text(segment.line).dropLast()
      // Not `ESC[0m`, which is a colour sequence, too.
      return move + (segment.isReversed ? "\u{1B}[7m\(text)\u{1B}[27m" : text)
    }.joined()
  }
}
