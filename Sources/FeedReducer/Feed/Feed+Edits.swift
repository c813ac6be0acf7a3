// What a person changes shows at once and holds until the server has answered.
extension Feed {
  func edit(_ state: inout State, _ change: Change) -> Reaction<Effect, FeedRefusal> {
    if !isEditable { return .ignored(.readOnly) }
    if !state.hasLanded { return .ignored(.noFirstPage) }
    switch change {
    case .insert(let item, _):
      if state.items.contains(id: item.id) { return .ignored(.itemExists) }
    case .update(let item):
      if !state.items.contains(id: item.id) { return .ignored(.noSuchItem) }
    case .remove(let id):
      if !state.items.contains(id: id) { return .ignored(.noSuchItem) }
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
    state.items.apply(change, state.items, state.renamed)
    keepReader(&state, reader)
    return accept(&state, sendNext(&state, of: id, afterFailure: true))
  }

  func commit(
    _ state: inout State, _ ticket: Ticket, _ item: Item?
  ) -> Reaction<Effect, FeedRefusal> {
    guard let index = state.sendingEdit(ticket) else {
      return .ignored(.unknownTicket(ticket: ticket))
    }
    let reader = readerIDs(state)
    let edit = state.takeEdit(at: index)
    let id: Item.ID
    switch edit.change {
    case .insert(let draft, let before): id = land(&state, item ?? draft, for: edit, before: before)
    case .update(let draft): id = land(&state, item, for: edit, draft)
    case .remove:
      id = edit.id
      forget(&state, id)
    }
    // The reader's row may have another id now, unless a newer edit shows it under the old one.
    let renamed = state.renamed
    state.showEdits()
    keepReader(&state, reader + reader.map { renamed.resolve($0) })
    return accept(&state, sendNext(&state, of: id))
  }

  /// Makes a changed row one of the server's. The server may have given it another id.
  ///
  /// Where it did and says nothing now, its row stays as it is until it is sent again: the draft
  /// would bring the old id back.
  private func land(
    _ state: inout State, _ item: Item?, for edit: Edit, _ draft: Item
  ) -> Item.ID {
    if item == nil, edit.id != draft.id { return edit.id }
    let row = item ?? draft
    state.changeBase { $0.replace(id: edit.id, with: row) }
    state.rename(edit.id, to: row.id)
    // A row that has gone meanwhile does not come back for it.
    guard state.base.contains(id: row.id) else { return row.id }
    state.hold(.update(item: row), as: row.id)
    if row.id != edit.id { state.hold(.update(item: row), as: edit.id) }
    return row.id
  }

  /// Makes an inserted row one of the server's, under the server's id, where it shows.
  private func land(
    _ state: inout State, _ item: Item, for edit: Edit, before: Item.ID?
  ) -> Item.ID {
    var item = item
    if item.id != edit.id {
      // A page may have brought it under that id before, and a person may have changed it there.
      switch state.edits.confirmed(item.id, since: edit.ticket) {
      case .insert(let newer, _), .update(let newer): item = newer
      case .remove:
        state.rename(edit.id, to: item.id)
        return item.id
      case nil: break
      }
    }
    let place = state.base.place(before: before, of: edit.id, in: state.items, state.renamed)
    let isNew = state.changeBase { base in
      if base.update(item) != nil { return false }
      return base.insert(item, at: place)
    }
    if isNew { state.countRow(at: place, 1) }
    state.rename(edit.id, to: item.id)
    state.hold(.insert(item: item, before: before), as: item.id)
    return item.id
  }

  /// Takes a removed row from the server's rows, and from answers that are still on their way.
  private func forget(_ state: inout State, _ id: Item.ID) {
    if let place = state.base.index(id: id) {
      state.changeBase { $0.remove(id: id) }
      state.countRow(at: place, -1)
    }
    state.hold(.remove(id: id), as: id)
  }
}
