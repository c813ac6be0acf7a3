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

  /// Adds `change` to the row count of the page that has the row at `row`.
  mutating func countRow(at row: Int, by change: Int) {
    var start = 0
    for index in pages.indices {
      start += pages[index].count
      let isLast = index == pages.count - 1
      if row < start || (isLast && change > 0) {
        pages[index].count += change
        return
      }
    }
    if change > 0 { pages.append(contentsOf: [Feed.PageRecord(count: change, position: .start)]) }
  }
}
