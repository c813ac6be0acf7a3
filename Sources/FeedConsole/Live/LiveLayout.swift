/// Where the parts of the live screen are, for a size of the terminal.
///
/// 60 columns and 14 rows show the list and one line of messages; 100 and 30 show all.
struct LiveLayout: Equatable {
  let columns: Int
  let rows: Int

  /// The width of the list, and that of the pane beside it; 0 without one.
  let list: Int
  let side: Int

  /// How many rows the list and the pane beside it have.
  let height: Int

  /// How many lines of the log show; 0 without one.
  let log: Int

  /// The first row of the list. Above it are the title and, where there is room, how the list stands.
  let listRow: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    let hasSide = columns >= 72 && rows >= 12
    list = hasSide ? max(30, columns * 45 / 100) : columns
    side = hasSide ? columns - list - 3 : 0
    log = rows >= 18 ? min(10, rows / 5) : 0
    listRow = rows >= 16 ? 2 : 1
    // What is above the list, the message, the keys, and a line above the log.
    height = max(1, rows - listRow - 2 - (log > 0 ? log + 1 : 0))
  }

  /// The first row of the log, and the rows of the message and the keys.
  var logRow: Int { listRow + height + 1 }
  var messageRow: Int { rows - 2 }
  var keyRow: Int { rows - 1 }
}

// MARK: - What both full screens draw

extension LiveLayout {
  /// The screen with what every screen has: a title, how the list stands, a message and the keys.
  func frame(title: Line, status: Line, message: Line, keys: Line) -> Frame {
    var frame = Frame(columns: columns, rows: rows)
    frame.put(title, row: 0, isReversed: true)
    if listRow > 1 { frame.put(status, row: 1) }
    frame.put(message, row: messageRow)
    if rows > 2 { frame.put(keys, row: keyRow) }
    return frame
  }

  /// Draws a text in place of the list, without its first `top` lines.
  func put(text: [Line], from top: Int = 0, in frame: inout Frame) {
    // A wider screen has fewer lines.
    let top = min(top, lastTop(of: text))
    frame.put(lines(of: text).dropFirst(top).prefix(height), row: listRow)
  }

  /// How many lines are above the screen when the end of a text shows.
  func lastTop(of text: [Line]) -> Int { max(0, lines(of: text).count - height) }

  /// A text in place of the list, in lines that fit.
  func lines(of text: [Line]) -> [Line] { text.flatMap { $0.wrapped(to: columns - 2) } }

  /// Draws the pane beside the list, if there is one.
  func put(side lines: [Line], in frame: inout Frame) {
    guard side > 0 else { return }
    for row in 0..<height { frame.put(symbols: "│", row: listRow + row, column: list + 1) }
    var shown = lines.prefix(height)
    // A heading without a line below it says nothing.
    while let last = shown.last, last.text.isEmpty || last.pieces.first?.style == .heading {
      shown.removeLast()
    }
    frame.put(shown, row: listRow, column: list + 3, width: side)
  }

  /// Draws the log, if there is one.
  func put(log lines: [(line: Line, isChosen: Bool)], in frame: inout Frame) {
    guard log > 0 else { return }
    frame.put(symbols: String(repeating: "─", count: columns), row: logRow - 1)
    for (offset, entry) in lines.enumerated() {
      frame.put(entry.line, row: logRow + offset, isReversed: entry.isChosen)
    }
  }
}
