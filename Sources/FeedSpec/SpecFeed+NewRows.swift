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
    let new = NewRow(row: row, before: before, until: until)
    let others = edits.newRows.map(\.row)
    if let known = others.firstIndex(where: { $0.id == row.id }) {
      edits.newRows[known] = new
    } else {
      edits.newRows.insert(
        new, at: self.place(before: before, of: id, in: others, isOpen: (false, true)))
    }
  }

  /// A new row that an older first page lacks is where it was; an older further page may have taken it away.
  mutating func putBackNewRows(since ticket: Ticket, among old: [Row]? = nil) {
    for held in edits.held where held.until >= ticket {
      guard case .insert(let row, let before) = held.change,
        let new = amended(row, since: ticket),
        !rows.contains(where: { $0.id == row.id || $0.id == new.id }),
        old?.contains(where: { $0.id == new.id }) ?? true
      else { continue }
      put(new, of: row.id, before: before, until: held.until)
    }
  }

  /// A response that was asked for later has every new row of its part of the list.
  mutating func forgetNewRows(before ticket: Ticket) {
    edits.newRows.removeAll { $0.until < ticket }
  }

  /// A new row goes in front of the row that it was put before, once that is there. Where the list has ended no page can
  /// bring the others: they are the last ones.
  mutating func takeNewRows() {
    let waiting = edits.newRows
    edits.newRows = []
    for new in waiting where !rows.contains(where: { $0.id == new.row.id }) {
      let place = new.before.flatMap { index(of: $0, in: rows) }
      if place == nil, tail.next != nil {
        edits.newRows.append(new)
      } else {
        count(1, at: place ?? rows.count)
        rows.insert(new.row, at: place ?? rows.count)
      }
    }
  }
}
