// How the edits show over the server's rows.
extension Feed.State {
  /// Rebuilds the list: the server's rows, the new ones behind them, and the pending edits. Before the first page
  /// none show.
  mutating func showEdits() {
    forgetNewRows { $0.contains(id: $1.row.id) }
    guard let log = edits.log else { return }
    let shown = items
    items.show(log.serverRows)
    if hasFirstPage {
      for new in log.newRows { items.append(contentsOf: [new.row]) }
      for pending in log.pending where !log.isHidden(pending.edit) {
        items.apply(pending.edit.change, shown: shown, remappedIDs: log.remappedIDs)
      }
    }
    closeLog()
  }

  /// Puts a new row that the server accepted among its rows, where it shows as `id`.
  ///
  /// Behind the last of them, in a list that goes on, it is not one of them yet: the pages that come stand
  /// before it, and one of them brings it.
  mutating func put(_ row: Item, of id: Item.ID, before: Item.ID?, lastTicket: Ticket) {
    let (shown, remappedIDs) = (items, remappedIDs)
    let index = serverRows.insertionIndex(
      before: before, of: id, shown: shown, remappedIDs: remappedIDs)
    let isUpdated = changeServerRows { $0.update(row) != nil }
    if isUpdated { return }
    guard index == serverRows.count, nextPosition != nil else {
      changeServerRows { $0.insert(row, at: index) }
      return countRow(at: index, by: 1)
    }
    changeLog { log in
      let new = Feed.NewRow(row: row, lastTicket: lastTicket)
      if let known = log.newRows.firstIndex(where: { $0.row.id == row.id }) {
        log.newRows[known] = new
      } else {
        let others = ItemList(log.newRows.map { $0.row })
        let place = others.insertionIndex(
          before: before, of: id, shown: shown, remappedIDs: remappedIDs)
        log.newRows.insert(new, at: place)
      }
    }
  }

  /// Whether the row that an edit was answered with is another one of the list. It may be the edited row under a new
  /// id that a page has brought; it can't be told. A new row is often brought by a page before the answer.
  func isAnother(_ id: Item.ID, than edit: Feed.Edit) -> Bool {
    if case .insert = edit.change { return false }
    return id != edit.id
      && (serverRows.contains(id: id)
        || edits.log?.newRows.contains { $0.row.id == id } == true)
  }

  /// Updates a new row that stands behind the server's rows; forgets it if another one has its new id.
  mutating func replaceNewRow(_ id: Item.ID, with row: Item) {
    guard let log = edits.log, let index = log.newRows.firstIndex(where: { $0.row.id == id })
    else { return }
    changeLog { log in
      let old = log.newRows.remove(at: index)
      if log.newRows.contains(where: { $0.row.id == row.id }) { return }
      log.newRows.insert(Feed.NewRow(row: row, lastTicket: old.lastTicket), at: index)
    }
  }

  /// Makes the new rows the last of the server's, where the list has ended: no page can bring them.
  mutating func takeNewRows() {
    guard nextPosition == nil, let log = edits.log, !log.newRows.isEmpty else { return }
    for new in log.newRows where !serverRows.contains(id: new.row.id) {
      countRow(at: serverRows.count, by: 1)
      changeServerRows { $0.append(contentsOf: [new.row]) }
    }
    changeLog { $0.newRows = [] }
  }

  /// Forgets new rows that stand behind the server's rows.
  mutating func forgetNewRows(
    where isForgotten: (_ rows: ItemList<Item>, _ row: Feed.NewRow) -> Bool
  ) {
    guard let log = edits.log, !log.newRows.isEmpty else { return }
    let rows = log.serverRows
    changeLog { $0.newRows.removeAll { isForgotten(rows, $0) } }
  }
}

extension ItemList where Element: Equatable {
  /// The index at which to insert the row `id` in front of the row `before`, or at the end if that is nil.
  ///
  /// If `before` is no longer in the list, the row goes next to its neighbours in `shown`: in front of
  /// the nearest following row that is in this list, else behind the nearest preceding one. One that is not
  /// in `shown` goes to the end. At the end it stays in front of those that followed it there.
  func insertionIndex<Cursor>(
    before: Element.ID?, of id: Element.ID, shown: ItemList,
    remappedIDs: [Feed<Element, Cursor>.IDRemapping]
  ) -> Int {
    if let before, let index = remappedIDs.index(of: before, in: self) { return index }
    guard let row = shown.index(id: id) else { return count }
    for next in shown[(row + 1)...] {
      if let index = index(id: next.id) { return index }
    }
    if before == nil { return count }
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
