// The server's rows: those that show, or those below the edits.
extension Feed.State {
  /// The rows as the server sent them.
  package var serverRows: ItemList<Item> { edits.log?.serverRows ?? items }

  /// Changes the server's rows only. With a log, the edits are to be shown afterwards.
  @discardableResult
  mutating func changeServerRows<Result>(_ change: (inout ItemList<Item>) -> Result) -> Result {
    // Taken out, so that `change` is compiled once: it is long, and inlined.
    var rows = takeServerRows()
    defer { putBack(serverRows: rows) }
    return change(&rows)
  }

  @inline(never) private mutating func takeServerRows() -> ItemList<Item> {
    if let log = edits.log { return log.serverRows }
    var rows = ItemList<Item>()
    swap(&rows, &items)
    return rows
  }

  @inline(never) private mutating func putBack(serverRows rows: ItemList<Item>) {
    guard var log = edits.log else { return items = rows }
    log.serverRows = rows
    edits = .some(log)
  }

  /// The last page at an end of the list, the one that a further page would stand beside.
  @inline(never) func page(at side: Feed.Side) -> Feed.PageRecord? {
    side == .append ? pages.last : pages.first
  }

  /// The page with this number. (Out of line: the look-up is long.)
  @inline(never) func page(number: Int) -> Feed.PageRecord { pages[number] }

  /// Puts a page in the place of the one with this number.
  @inline(never) mutating func setPage(_ page: Feed.PageRecord, number: Int) {
    pages[number] = page
  }

  /// Adds `change` to the row count of the page that has the row at `row`.
  mutating func countRow(at row: Int, by change: Int) {
    moveGaps(below: row..<max(row, row - change), by: change)
    var end = 0
    for number in 0..<pages.count {
      var page = page(number: number)
      end += page.count
      if row < end || change > 0 && number == pages.count - 1 {
        page.count += change
        return setPage(page, number: number)
      }
    }
    if change > 0 { pages.append(contentsOf: [Feed.PageRecord(count: change, position: .start)]) }
  }
}
