/// Draws a line that is being edited, over several rows of the terminal if it is long.
///
/// Terminals disagree on the widths of emoji and other characters. So a row never ends by the
/// terminal's own wrapping: widths are counted too large rather than too small, and each row is
/// begun by a line break. And the column of the cursor is never computed: the text of its row up to
/// the cursor is written once more.
///
/// It keeps where the last drawing left the cursor; all else that writes calls ``erase()`` before.
struct EditorView {
  /// What is drawn.
  struct Content: Equatable {
    var prompt = Line("")
    var text: [Character] = []

    /// How many characters are before the cursor.
    var cursor = 0

    /// What may follow the text. It shows if it fits behind the text, and the cursor is there.
    var hint = ""
  }

  let painter: Painter

  /// The rows of the last drawing, and the row of the cursor in them.
  private(set) var drawn: [Int] = []
  private(set) var cursorRow = 0

  /// Returns what draws `content` in place of the last drawing.
  mutating func draw(_ content: Content, size: (columns: Int, rows: Int)) -> String {
    let layout = layout(content, columns: size.columns)
    // At most as many rows as fit, with that of the cursor.
    let (all, count) = (layout.rows, max(1, size.rows - 1))
    let first = max(0, min(layout.cursor.row - count / 2, all.count - count))
    let rows = all[first...].prefix(count)
    let output = start + rows.map { text($0) + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    drawn = rows.map(\.count)
    cursorRow = layout.cursor.row - first
    return output + up(rows.count - 1 - cursorRow) + "\r"
      + text(all[layout.cursor.row].prefix(layout.cursor.index))
  }

  /// Returns what removes the last drawing. The cursor is at the start of an empty row then.
  mutating func erase() -> String {
    defer { forget() }
    return drawn.isEmpty ? "" : start + "\u{1B}[J"
  }

  /// Returns what leaves the last drawing as it is, with the cursor in the row behind it.
  mutating func leave() -> String {
    defer { forget() }
    return String(repeating: "\r\n", count: drawn.count - cursorRow)
  }

  /// Forgets the last drawing, because the screen was cleared.
  mutating func forget() {
    (drawn, cursorRow) = ([], 0)
  }

  /// Follows a change of the width. Most terminals break the rows that are now too long.
  ///
  /// The count of the rows is rather too small: then a part of the old drawing stays, and nothing
  /// above it is lost.
  mutating func resize(columns: Int) {
    cursorRow = drawn.prefix(cursorRow).reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
  }

  /// Moves to the start of the last drawing.
  private var start: String { up(cursorRow) + "\r" }

  private func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }

  private func text(_ cells: some Sequence<Line.Piece>) -> String {
    var line = Line(pieces: [])
    for cell in cells {
      if line.pieces.last?.style == cell.style {
        line.pieces[line.pieces.count - 1].text += cell.text
      } else {
        line.pieces.append(cell)
      }
    }
    return String(painter.text(line).dropLast())
  }
  private func layout(_ content: Content, columns: Int) -> Layout {
    var layout = Layout(limit: max(2, columns - 1))
    for piece in content.prompt.pieces { layout.add(cells(piece.text, piece.style)[...]) }
    let lines = content.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if index > 0 { layout.begin() }
      layout.add(cells(line, .plain)[...], cursor: content.cursor - line.startIndex)
    }
    guard painter.usesColour, content.cursor == content.text.count else { return layout }
    var room = layout.limit - layout.width
    let hint = cells(content.hint, .faint).prefix { cell in
      room -= cell.text.mostColumns
      return room >= 0
    }
    layout.add(hint)
    return layout
  }

  /// The characters of a text as they show, perhaps as escapes.
  private func cells(_ text: some Sequence<Character>, _ style: Line.Style) -> [Line.Piece] {
    text.map { Line.Piece(text: painter.escape(String($0)), style: style) }
  }
}

/// The rows of a line that is being edited. A piece is a character as it shows.
private struct Layout {
  /// The most columns of a row: one less than the terminal has.
  let limit: Int

  private(set) var rows: [[Line.Piece]] = [[]]

  /// The columns of the last row.
  private(set) var width = 0

  /// The row of the cursor, and how many characters of it are before the cursor.
  private(set) var cursor = (row: 0, index: 0)

  mutating func begin() {
    rows.append([])
    width = 0
  }

  /// Adds characters, of which `place` are before the cursor if it is in them.
  mutating func add(_ cells: ArraySlice<Line.Piece>, cursor place: Int? = nil) {
    for (index, cell) in cells.enumerated() {
      if width > 0, width + cell.text.mostColumns > limit { begin() }
      if index == place { markCursor() }
      rows[rows.count - 1].append(cell)
      width += cell.text.mostColumns
    }
    if cells.count == place { markCursor() }
  }

  private mutating func markCursor() {
    cursor = (rows.count - 1, rows[rows.count - 1].count)
  }
}
