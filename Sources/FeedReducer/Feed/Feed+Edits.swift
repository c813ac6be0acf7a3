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
    var log = state.edits.log ?? EditLog(base: state.items)
    log.pending.append(PendingEdit(ticket: ticket, change: change))
    state.edits = .some(log)
    state.items.apply(change, state.items, log.renamed)
    keepReader(&state, reader)
    return accept(&state, [.send(ticket: ticket, change: change)])
  }

  func commit(
    _ state: inout State, _ ticket: Ticket, _ item: Item?
  ) -> Reaction<Effect, FeedRefusal> {
    guard let change = state.takeEdit(ticket) else {
      return .ignored(.unknownTicket(ticket: ticket))
    }
    let reader = readerIDs(state)
    switch change {
    case .insert(let draft, let before):
      let isRemoved = state.edits.wasRemoved(item?.id ?? draft.id, since: ticket)
      if !isRemoved { land(&state, item ?? draft, for: draft, before: before) }
    case .update(let draft): land(&state, item, for: draft)
    case .remove(let id): forget(&state, state.edits.log?.renamed.resolve(id) ?? id)
    }
    // The reader's row may have another id now, unless a newer edit shows it under the old one.
    let renamed = state.edits.log?.renamed ?? []
    state.showEdits()
    keepReader(&state, reader + reader.map { renamed.resolve($0) })
    return accept(&state)
  }

  func reject(_ state: inout State, _ ticket: Ticket) -> Reaction<Effect, FeedRefusal> {
    guard state.takeEdit(ticket) != nil else {
      return .ignored(.unknownTicket(ticket: ticket))
    }
    let reader = readerIDs(state)
    state.showEdits()
    keepReader(&state, reader)
    return accept(&state)
  }

  /// Makes a changed row one of the server's. The server may have given it another id.
  ///
  /// Where it did and says nothing now, its row stays as it is until it is sent again: the draft
  /// would bring the old id back.
  private func land(_ state: inout State, _ item: Item?, for draft: Item) {
    let id = state.edits.log?.renamed.resolve(draft.id) ?? draft.id
    if item == nil, id != draft.id { return }
    let row = item ?? draft
    state.changeBase { $0.replace(id: id, with: row) }
    state.rename(id, to: row.id)
  }

  /// Makes an inserted row one of the server's, under the server's id, where it shows.
  private func land(_ state: inout State, _ item: Item, for draft: Item, before: Item.ID?) {
    let place = state.base.place(
      before: before, of: draft.id, in: state.items, state.edits.log?.renamed ?? [])
    let isNew = state.changeBase { base in
      if base.update(item) != nil { return false }
      return base.insert(item, at: place)
    }
    if isNew { state.countRow(at: place, 1) }
    state.rename(draft.id, to: item.id)
  }

  /// Takes a removed row from the server's rows, and from answers that are still on their way.
  private func forget(_ state: inout State, _ id: Item.ID) {
    if let place = state.base.index(id: id) {
      state.changeBase { $0.remove(id: id) }
      state.countRow(at: place, -1)
    }
    guard state.oldestUnanswered != nil else { return }
    var log = state.edits.log ?? EditLog(base: state.items)
    log.removed.append(Removed(id: id, lastTicket: state.lastTicket))
    state.edits = .some(log)
  }
}
