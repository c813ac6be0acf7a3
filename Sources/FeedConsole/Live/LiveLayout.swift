/// Where the parts of the live screen are, for a size of the terminal.
///
/// 60 columns and 14 rows show the list and one line of messages; 100 and 30 show all.
struct LiveLayout {
  let columns: Int
  let rows: Int

  /// The width of the list, and that of the pane beside it; 0 without one.
  var list: Int { hasSide ? max(30, columns * 45 / 100) : columns }
  var side: Int { hasSide ? columns - list - 3 : 0 }

  private var hasSide: Bool { columns >= 72 && rows >= 12 }

  /// How many rows the list and the pane beside it have: all but what is above the list, the message, the keys,
  /// and a line above the log.
  var height: Int { max(1, rows - listRow - 2 - (log > 0 ? log + 1 : 0)) }

  /// How many lines of the log show; 0 without one.
  var log: Int { rows >= 18 ? min(10, rows / 5) : 0 }

  /// The first row of the list. Above it are the title and, where there is room, how the list stands.
  var listRow: Int { rows >= 16 ? 2 : 1 }

  /// The first row of the log.
  var logRow: Int { listRow + height + 1 }

  /// The row of the message, above that of the keys.
  var messageRow: Int { rows - 2 }

  /// A text in place of the list, in lines that fit.
  func lines(of text: [Line]) -> [Line] {
    text.flatMap { $0.wrapped(to: columns - 2, indent: $0.indent) }
  }
}
