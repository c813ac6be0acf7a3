import FeedReducer

// New rows at the end of a list, which no page has brought yet.
extension SpecFeed {
  /// A new row behind the last one of a list that goes on is not one of the server's rows yet: it stays last
  /// until a page brings it.
  mutating func put(_ row: Row, of id: Int, before: Int?, until: Ticket) {
    let place = place(before: before, of: id, in: rows)
    let isKnown = rows.contains { $0.id == row.id }
    if isKnown || place < rows.count || tail.next == nil {
      if add([row], at: place) == 1 { count(1, at: place) }
      return
    }
    let new = NewRow(row: row, until: until)
    let others = edits.newRows.map(\.row)
    if let known = others.firstIndex(where: { $0.id == row.id }) {
      edits.newRows[known] = new
    } else {
      edits.newRows.insert(new, at: self.place(before: before, of: id, in: others))
    }
  }

  /// A new row that an older first page lacks is where it was.
  mutating func putBackNewRows(since ticket: Ticket) {
    for held in edits.held where held.until >= ticket {
      guard case .insert(let row, let before) = held.change,
        let new = amended(row, since: ticket),
        !rows.contains(where: { $0.id == row.id || $0.id == new.id })
      else { continue }
      put(new, of: row.id, before: before, until: held.until)
    }
  }

  /// A response that was asked for later has every new row of its part of the list.
  mutating func forgetNewRows(before ticket: Ticket) {
    edits.newRows.removeAll { $0.until < ticket }
  }

  /// Where the list has ended no page can bring the new rows: they are the last ones.
  mutating func takeNewRows() {
    if tail.next != nil { return }
    for new in edits.newRows where !rows.contains(where: { $0.id == new.row.id }) {
      count(1, at: rows.count)
      rows.append(new.row)
    }
    edits.newRows = []
  }
}
