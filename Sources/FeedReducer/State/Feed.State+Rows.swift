// The server's rows, and how the edits show over them.
extension Feed.State {
  /// The rows as the server sent them.
  var serverRows: ItemList<Item> { edits.log?.serverRows ?? items }

  /// Changes the server's rows and shows the pending edits over them.
  mutating func changeRows<Result>(_ change: (inout ItemList<Item>) -> Result) -> Result {
    defer { if case .some = edits { showEdits() } }
    return changeServerRows(change)
  }

  /// Changes the server's rows only. With a log, call ``showEdits()`` afterwards.
  @discardableResult
  mutating func changeServerRows<Result>(_ change: (inout ItemList<Item>) -> Result) -> Result {
    guard var log = edits.log else { return change(&items) }
    defer { edits = .some(log) }
    return change(&log.serverRows)
  }

  /// Rebuilds the list: the server's rows with the pending edits.
  mutating func showEdits() {
    guard let log = edits.log else { return }
    let shown = items
    items.show(log.serverRows)
    for pending in log.pending {
      items.apply(pending.edit.change, shown: shown, remappedIDs: log.remappedIDs)
    }
    closeLog()
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

extension ItemList where Element: Equatable {
  /// The index at which to insert a row in front of the row `before`, or at the end if that is nil.
  ///
  /// If `before` is no longer in the list, the row goes next to its neighbours in `shown`: in front of
  /// the nearest following row that is in this list, else behind the nearest preceding one.
  func insertionIndex<Cursor>(
    before: Element.ID?, of id: Element.ID, shown: ItemList,
    remappedIDs: [Feed<Element, Cursor>.IDRemapping]
  ) -> Int {
    guard let before else { return count }
    if let index = remappedIDs.index(of: before, in: self) { return index }
    guard let row = shown.index(id: id) else { return 0 }
    for next in shown[(row + 1)...] {
      if let index = index(id: next.id) { return index }
    }
    for previous in shown[..<row].reversed() {
      if let index = index(id: previous.id) { return index + 1 }
    }
    return 0
  }

  /// Applies a change of the user. A change of a row that is not in the list does nothing.
  mutating func apply<Cursor>(
    _ change: Feed<Element, Cursor>.Change, shown: ItemList,
    remappedIDs: [Feed<Element, Cursor>.IDRemapping]
  ) {
    switch change {
    case .insert(let item, let before):
      if update(item) == nil {
        let index = insertionIndex(
          before: before, of: item.id, shown: shown, remappedIDs: remappedIDs)
        insert(item, at: index)
      }
    case .update(let item):
      if let index = remappedIDs.index(of: item.id, in: self) {
        replace(id: self[index].id, with: item)
      }
    case .remove(let id):
      if let index = remappedIDs.index(of: id, in: self) { remove(id: self[index].id) }
    }
  }
}
