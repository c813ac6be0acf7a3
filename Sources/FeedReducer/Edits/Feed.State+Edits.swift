// How the edits show over the server's rows.
extension Feed.State {
  /// Rebuilds the list: the server's rows, the new ones behind them, and the pending edits. Before the first page
  /// none show.
  mutating func showEdits() {
    forgetNewRows { $0.contains(id: $1.row.id) }
    guard let log = edits.log else { return }
    let (shown, isOpen) = (items, isOpen)
    var rows = log.serverRows
    if hasFirstPage {
      for new in log.newRows { rows.append(contentsOf: [new.row]) }
      for pending in log.pending where !log.isHidden(pending.edit) {
        rows.apply(pending.edit.change, shown: shown, remappedIDs: log.remappedIDs, isOpen: isOpen)
      }
    }
    items.show(rows)
    // Rows that are as they were are no change.
    if rows.count == shown.count, rows.splices(from: shown).isEmpty {
      items.revision = shown.revision
    }
    closeLog()
  }

  /// Whether more rows may come at each end.
  var isOpen: (above: Bool, below: Bool) {
    (previousPosition != nil, nextPosition != nil)
  }

  /// Puts a new row that the server accepted among its rows, where it shows as `id`.
  ///
  /// Behind the last of them, in a list that goes on, it is not one of them yet: the pages that come stand
  /// before it, and one of them brings it.
  mutating func put(_ row: Item, of id: Item.ID, before: Item.ID?, lastTicket: Ticket) {
    let (shown, remappedIDs, isOpen) = (items, remappedIDs, isOpen)
    let index = serverRows.insertionIndex(
      before: before, of: id, shown: shown, remappedIDs: remappedIDs, isOpen: isOpen)
    let isUpdated = changeServerRows { $0.update(row) != nil }
    if isUpdated { return }
    guard index == serverRows.count, nextPosition != nil else {
      changeServerRows { $0.insert(row, at: index) }
      return countRow(at: index, by: 1)
    }
    changeLog { log in
      let new = Feed.NewRow(row: row, before: before, lastTicket: lastTicket)
      if let known = log.newRows.firstIndex(where: { $0.row.id == row.id }) {
        log.newRows[known] = new
      } else {
        let others = ItemList(log.newRows.map { $0.row })
        let place = others.insertionIndex(
          before: before, of: id, shown: shown, remappedIDs: remappedIDs,
          isOpen: (above: false, below: true))
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
      let new = Feed.NewRow(row: row, before: old.before, lastTicket: old.lastTicket)
      log.newRows.insert(new, at: index)
    }
  }

  /// Makes new rows the server's: those whose place has come, and where the list has ended the last ones, which no page
  /// can bring.
  mutating func takeNewRows() {
    guard let log = edits.log, !log.newRows.isEmpty else { return }
    var kept: [Feed.NewRow] = []
    for new in log.newRows where !serverRows.contains(id: new.row.id) {
      let place = new.before.flatMap { log.remappedIDs.index(of: $0, in: serverRows) }
      if place == nil, nextPosition != nil {
        kept.append(new)
      } else {
        let index = place ?? serverRows.count
        changeServerRows { $0.insert(new.row, at: index) }
        countRow(at: index, by: 1)
      }
    }
    changeLog { $0.newRows = kept }
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
  /// If `before` is not in the list, the row goes in front of the nearest row that follows it in `shown` and is in
  /// this list. If none is, it goes to an end at which more rows may come, since one of them may be `before`: to the
  /// end of the list first. Else it goes behind the nearest row that precedes it.
  func insertionIndex<Cursor>(
    before: Element.ID?, of id: Element.ID, shown: ItemList,
    remappedIDs: [Feed<Element, Cursor>.IDRemapping], isOpen: (above: Bool, below: Bool)
  ) -> Int {
    if let before, let index = remappedIDs.index(of: before, in: self) { return index }
    let isLast = before == nil || isOpen.below
    guard let row = shown.index(id: id) else { return isLast || !isOpen.above ? count : 0 }
    for next in shown[(row + 1)...] {
      if let index = index(id: next.id) { return index }
    }
    if isLast { return count }
    for previous in shown[..<row].reversed() {
      if let index = index(id: previous.id) { return index + 1 }
    }
    return 0
  }

  /// Applies a change of the user. A change of a row that is not in the list does nothing.
  mutating func apply<Cursor>(
    _ change: Feed<Element, Cursor>.Change, shown: ItemList,
    remappedIDs: [Feed<Element, Cursor>.IDRemapping], isOpen: (above: Bool, below: Bool)
  ) {
    switch change {
    case .insert(let item, let before):
      if update(item) == nil {
        let index = insertionIndex(
          before: before, of: item.id, shown: shown, remappedIDs: remappedIDs, isOpen: isOpen)
        insert(item, at: index)
      }
    case .update(let item):
      if let index = remappedIDs.index(of: item.id, in: self), self[index] != item {
        replace(id: self[index].id, with: item)
      }
    case .remove(let id):
      if let index = remappedIDs.index(of: id, in: self) { remove(id: self[index].id) }
    }
  }
}
