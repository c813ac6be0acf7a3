// Rule 10. A change shows at once, and holds until the server has answered.
extension Feed {
  /// Rule 10: shows a change, and sends it after the earlier edits of the row.
  func edit(_ state: inout State, change: Change) throws(FeedRefusal) -> [Effect] {
    if !state.hasFirstPage { throw state.refusalWithoutPage }
    switch change {
    case .insert(let item, _):
      if state.items.contains(id: item.id) { throw .itemExists }
    case .update(let item):
      if !state.items.contains(id: item.id) { throw .noSuchItem }
    case .remove(let id):
      if !state.items.contains(id: id) { throw .noSuchItem }
    }
    let reader = readerIDs(state)
    let ticket = state.nextTicket()
    state.hasSentEdits = true
    var id = state.currentID(change.id)
    if case .insert(let item, _) = change {
      id = item.id
      state.reuse(id)
    }
    let edit = Edit(feed: state.identity, ticket: ticket, change: change, id: id)
    state.changeLog { $0.pending.append(PendingEdit(edit: edit, state: .queued)) }
    let (shown, isOpen) = (state.items, state.isOpen)
    state.items.apply(change, shown: shown, remappedIDs: state.remappedIDs, isOpen: isOpen)
    keepReader(&state, at: reader)
    return sendNext(&state, of: id, afterFailure: true)
  }

  /// Rule 10: the server has accepted an edit, so its row becomes one of the server's.
  func editCommitted(
    _ state: inout State, ticket: Ticket, item: Item?
  ) throws(FeedRefusal) -> [Effect] {
    guard let index = state.sendingEdit(ticket) else {
      throw .unknownTicket(ticket: ticket)
    }
    if let item, state.isAnother(item.id, than: state.pendingEdits[index].edit) {
      return try editFailed(&state, ticket: ticket, failure: .anotherRow)
    }
    let reader = readerIDs(state)
    let edit = state.takeEdit(at: index)
    let refused = state.refusedEdits.filter { !isReplaced($0.edit, by: edit, in: state) }
    let pending = state.pendingEdits.filter {
      $0.state != .queued || !isReplaced($0.edit, by: edit, in: state)
    }
    state.changeLog { ($0.refused, $0.pending) = (refused, pending) }
    let id: Item.ID
    switch edit.change {
    case .insert(let draft, let before):
      id = commitInsertion(&state, of: item ?? draft, edit: edit, before: before)
    case .update(let draft): id = commitUpdate(&state, to: item, edit: edit, draft: draft)
    case .remove:
      id = edit.id
      commitRemoval(&state, of: id)
    }
    // The reader's row may have a new id, unless a newer edit still shows it under the old one.
    let remapped = state.remappedIDs
    state.showEdits()
    keepReader(&state, at: reader + reader.map { remapped.resolve($0) })
    return sendNext(&state, of: id)
  }

  /// Whether an edit that was refused, and may be queued again, is replaced by one that the server accepted
  /// later: a retry would bring back an older value. A new value replaces values, a removal everything.
  private func isReplaced(_ refused: Edit, by edit: Edit, in state: State) -> Bool {
    guard refused.ticket < edit.ticket else { return false }
    switch (edit.change, refused.change) {
    case (.update, .update), (.remove, _):
      return state.currentID(refused.id) == edit.id
    default: return false
    }
  }

  /// Stores an updated row among the server's rows. The server may have given it another id.
  ///
  /// If it did so earlier and sends no row now, the row keeps its value until its page is read again:
  /// the draft would bring the old id back.
  private func commitUpdate(
    _ state: inout State, to item: Item?, edit: Edit, draft: Item
  ) -> Item.ID {
    if item == nil, edit.id != draft.id { return edit.id }
    let row = item ?? draft
    state.changeServerRows { $0.replace(id: edit.id, with: row) }
    state.replaceNewRow(edit.id, with: row)
    state.remapID(edit.id, to: row.id)
    state.noteConfirmed(.update(item: row), of: row.id)
    if row.id != edit.id { state.noteConfirmed(.update(item: row), of: edit.id) }
    return row.id
  }

  /// Stores an inserted row among the server's rows, under the server's id, where it shows.
  private func commitInsertion(
    _ state: inout State, of item: Item, edit: Edit, before: Item.ID?
  ) -> Item.ID {
    var item = item
    if item.id != edit.id {
      // A page may have brought the row under its new id, and the user may have changed it there.
      guard let newer = amended(item, since: edit.ticket, in: state) else {
        state.remapID(edit.id, to: item.id)
        return item.id
      }
      item = newer
    }
    if state.edits.log?.isHidden(edit) == true {
      // A page may have brought it already, since the answer to an edit can come later than one.
      state.changeServerRows { $0.update(item) }
      state.remapID(edit.id, to: item.id)
      state.noteConfirmed(.update(item: item), of: item.id)
      return item.id
    }
    state.put(item, of: edit.id, before: before, lastTicket: state.lastTicket)
    state.remapID(edit.id, to: item.id)
    let before = edit.settled(before: before, over: state.pendingEdits)
    state.noteConfirmed(.insert(item: item, before: before), of: item.id)
    return item.id
  }

  /// Removes a row from the server's rows, and from responses that are still to come.
  private func commitRemoval(_ state: inout State, of id: Item.ID) {
    if let index = state.serverRows.index(id: id) {
      state.changeServerRows { $0.remove(id: id) }
      state.countRow(at: index, by: -1)
    }
    state.forgetNewRows { $1.row.id == id }
    state.noteConfirmed(.remove(id: id), of: id)
  }
}

// MARK: - New rows that a page lacks

extension Feed {
  /// Adds new rows to a page that were confirmed after it was asked for, and were put before a row of it: else the rows
  /// beside one would be no neighbours in the list.
  func putNewRows(in page: inout Page, askedAs ticket: Ticket, state: State) {
    for confirmed in state.confirmed {
      guard case .insert(_, let before?) = confirmed.change,
        let row = newRow(of: confirmed, since: ticket, in: state),
        let place = page.items.firstIndex(where: { $0.id == before }),
        !page.items.contains(where: { $0.id == row.id })
      else { continue }
      page.items.insert(row, at: place)
    }
  }

  /// Inserts new rows that were confirmed after the request of a page was sent, and that the page lacks, where they
  /// were on the screen. A further page lacks those that it took from the list.
  func putBackNewRows(_ state: inout State, after arrival: Arrival) {
    for confirmed in state.confirmed {
      guard case .insert(_, let before) = confirmed.change,
        let row = newRow(of: confirmed, since: arrival.ticket, in: state),
        !state.serverRows.contains(id: row.id),
        arrival.isFirst || arrival.rows?.contains(id: row.id) == true
      else { continue }
      state.put(row, of: confirmed.id, before: before, lastTicket: confirmed.lastTicket)
    }
  }

  /// The new row that was confirmed after a request was sent, as it is now; nil if it was before, or has gone since.
  @inline(never) private func newRow(
    of confirmed: Confirmed, since ticket: Ticket, in state: State
  ) -> Item? {
    guard confirmed.lastTicket >= ticket, case .insert(let row, _) = confirmed.change else {
      return nil
    }
    return amended(row, since: ticket, in: state)
  }
}
