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
  private var drawn: [Int] = []
  private var cursorRow = 0

  init(painter: Painter) {
    self.painter = painter
  }

  /// Returns what draws `content` in place of the last drawing.
  mutating func draw(_ content: Content, size: (columns: Int, rows: Int)) -> String {
    var layout = Layout(content, painter: painter, columns: size.columns)
    if painter.usesColour { layout.add(hint: content.hint, of: content) }
    let (rows, row) = layout.window(of: max(1, size.rows - 1))
    var output = start
    output += rows.map { text(of: $0) + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    output += up(rows.count - 1 - row) + "\r" + text(of: rows[row][..<layout.cursorIndex])
    drawn = rows.map(\.count)
    cursorRow = row
    return output
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

  private func text(of cells: ArraySlice<Layout.Cell>) -> String {
    var line = Line("")
    for cell in cells {
      if line.pieces.last?.style == cell.style {
        line.pieces[line.pieces.count - 1].text += cell.text
      } else {
        line.pieces.append(Line.Piece(text: cell.text, style: cell.style))
      }
    }
    return String(painter.text(line).dropLast())
  }

  private func text(of cells: [Layout.Cell]) -> String { text(of: cells[...]) }
}

/// The rows of a line, each at most one column shorter than the terminal.
private struct Layout {
  /// A character as it shows, perhaps as an escape.
  struct Cell {
    let text: String
    let style: Line.Style
    let width: Int
  }

  private(set) var rows: [[Cell]] = [[]]

  /// The row of the cursor, and how many cells of it are before the cursor.
  private var cursorRow = 0
  private(set) var cursorIndex = 0

  private let limit: Int
  private let painter: Painter
  private var width = 0

  init(_ content: EditorView.Content, painter: Painter, columns: Int) {
    limit = max(2, columns - 1)
    self.painter = painter
    for piece in content.prompt.pieces {
      for character in piece.text { add(character, style: piece.style) }
    }
    for (index, character) in content.text.enumerated() {
      if index == content.cursor { markCursor(before: character) }
      if character.isNewline { begin() } else { add(character, style: .plain) }
    }
    if content.cursor == content.text.count { markCursor(before: nil) }
  }

  private mutating func add(_ character: Character, style: Line.Style) {
    let cell = Cell(character, style: style, painter: painter)
    if width + cell.width > limit, width > 0 { begin() }
    rows[rows.count - 1].append(cell)
    width += cell.width
  }

  private mutating func begin() {
    rows.append([])
    width = 0
  }

  private mutating func markCursor(before character: Character?) {
    if let character, !character.isNewline,
      width + Cell(character, style: .plain, painter: painter).width > limit
    {
      begin()
    }
    (cursorRow, cursorIndex) = (rows.count - 1, rows[rows.count - 1].count)
  }

  /// Adds as much of the hint as fits in the row of the cursor, if that is the end of the text.
  mutating func add(hint: String, of content: EditorView.Content) {
    guard content.cursor == content.text.count else { return }
    for character in hint {
      let cell = Cell(character, style: .faint, painter: painter)
      guard width + cell.width <= limit else { return }
      rows[rows.count - 1].append(cell)
      width += cell.width
    }
  }

  /// At most `count` rows, with that of the cursor, and its place in them.
  func window(of count: Int) -> (rows: [[Cell]], cursor: Int) {
    let first = max(0, min(cursorRow - count / 2, rows.count - count))
    return (Array(rows[first...].prefix(count)), cursorRow - first)
  }
}

extension Layout.Cell {
  fileprivate init(_ character: Character, style: Line.Style, painter: Painter) {
    text = painter.escape(String(character))
    self.style = style
    width = text.mostColumns
  }
}
