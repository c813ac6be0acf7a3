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

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    let hasSide = columns >= 72 && rows >= 12
    list = hasSide ? max(30, columns * 45 / 100) : columns
    side = hasSide ? columns - list - 3 : 0
    log = rows >= 18 ? min(10, rows / 5) : 0
    // The title, the message, the keys, and a line above the log.
    height = max(1, rows - 3 - (log > 0 ? log + 1 : 0))
  }

  /// The first row of the list, of the log, and the rows of the message and the keys.
  var listRow: Int { 1 }
  var logRow: Int { 1 + height + 1 }
  var messageRow: Int { rows - 2 }
  var keyRow: Int { rows - 1 }
}
