// Rule 10. A change shows at once, and holds until the server has answered.
extension Feed {
  /// Rule 10: shows a change, and sends it after the earlier edits of the row.
  func edit(_ state: inout State, change: Change) -> Reaction<Effect, FeedRefusal> {
    if !isEditable { return .ignored(.readOnly) }
    if !state.hasFirstPage { return .ignored(state.refusalWithoutPage) }
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
    state.items.apply(change, shown: state.items, remappedIDs: state.remappedIDs)
    keepReader(&state, at: reader)
    return .accepted(sendNext(&state, of: id, afterFailure: true))
  }

  /// Rule 10: the server has accepted an edit, so its row becomes one of the server's.
  func editCommitted(
    _ state: inout State, ticket: Ticket, item: Item?
  ) -> Reaction<Effect, FeedRefusal> {
    guard let index = state.sendingEdit(ticket) else {
      return .ignored(.unknownTicket(ticket: ticket))
    }
    let reader = readerIDs(state)
    let edit = state.takeEdit(at: index)
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
    return .accepted(sendNext(&state, of: id))
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
    state.remapID(edit.id, to: row.id)
    // A row that has gone meanwhile does not come back.
    guard state.serverRows.contains(id: row.id) else { return row.id }
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
      switch state.edits.confirmedChange(of: item.id, since: edit.ticket) {
      case .insert(let newer, _), .update(let newer): item = newer
      case .remove:
        state.remapID(edit.id, to: item.id)
        return item.id
      case nil: break
      }
    }
    let index = state.serverRows.insertionIndex(
      before: before, of: edit.id, shown: state.items, remappedIDs: state.remappedIDs)
    let isNew = state.changeServerRows { rows in
      if rows.update(item) != nil { return false }
      return rows.insert(item, at: index)
    }
    if isNew { state.countRow(at: index, by: 1) }
    state.remapID(edit.id, to: item.id)
    state.noteConfirmed(.insert(item: item, before: before), of: item.id)
    return item.id
  }

  /// Removes a row from the server's rows, and from responses that are still to come.
  private func commitRemoval(_ state: inout State, of id: Item.ID) {
    if let index = state.serverRows.index(id: id) {
      state.changeServerRows { $0.remove(id: id) }
      state.countRow(at: index, by: -1)
    }
    state.noteConfirmed(.remove(id: id), of: id)
  }
}

// MARK: - Confirmed changes hold over the responses to older requests

extension Feed {
  /// Returns the page of the request `ticket` with the changes that were confirmed since.
  func amended(_ page: Page, askedAs ticket: Ticket, in state: State) -> Page {
    guard let log = state.edits.log, !log.confirmed.isEmpty else { return page }
    var page = page
    page.items = page.items.compactMap { row in
      switch state.edits.confirmedChange(of: row.id, since: ticket) {
      case nil: row
      case .insert(let newer, _), .update(let newer): newer
      case .remove: nil
      }
    }
    return page
  }

  /// The rows whose insertion was confirmed after the request `ticket` was sent.
  func insertions(since ticket: Ticket, in state: State) -> [(row: Item, before: Item.ID?)] {
    guard let log = state.edits.log else { return [] }
    return log.confirmed.compactMap { confirmed in
      guard case .insert(_, let before) = confirmed.change, confirmed.lastTicket >= ticket,
        let row = log.serverRows[id: confirmed.id]
      else { return nil }
      return (row, before)
    }
  }

  /// Inserts rows that a first page lacks where they were among the rows of `shown`.
  ///
  /// Not after its last row if more pages follow: such a row comes with its page.
  func putBack(
    _ state: inout State, rows: [(row: Item, before: Item.ID?)], shown: ItemList<Item>
  ) {
    for (row, before) in rows where !state.serverRows.contains(id: row.id) {
      let index = state.serverRows.insertionIndex(
        before: before, of: row.id, shown: shown, remappedIDs: state.remappedIDs)
      if index == state.serverRows.count, state.nextPosition != nil { continue }
      _ = state.changeRows { $0.insert(row, at: index) }
      state.countRow(at: index, by: 1)
    }
  }
}

extension Feed.Edits {
  /// The last confirmed change of a row, if it was confirmed after `ticket` was given.
  func confirmedChange(of id: Item.ID, since ticket: Ticket) -> Feed.Change? {
    log?.confirmed.last { $0.id == id && $0.lastTicket >= ticket }?.change
  }
}

extension Feed.State {
  /// Notes a confirmed change of the row that older responses know by `id`.
  mutating func noteConfirmed(_ change: Feed.Change, of id: Item.ID) {
    guard oldestUnanswered != nil else { return }
    let lastTicket = lastTicket
    changeLog { log in
      // An insertion stays beside a newer update: requests sent between the two know the row.
      log.confirmed.removeAll { $0.id == id && (!change.isUpdate || $0.change.isUpdate) }
      log.confirmed.append(Feed.Confirmed(id: id, change: change, lastTicket: lastTicket))
    }
  }

  /// Forgets each confirmed change when no older request is unanswered. Ends every action.
  mutating func forgetConfirmed() {
    guard let log = edits.log, !log.confirmed.isEmpty else { return }
    let oldest = oldestUnanswered
    let kept = log.confirmed.filter { confirmed in
      oldest.map { $0 <= confirmed.lastTicket } ?? false
    }
    if kept.count == log.confirmed.count { return }
    changeLog { $0.confirmed = kept }
    closeLog()
  }

  /// The ticket of the oldest unanswered request, or of the oldest unanswered insertion.
  ///
  /// (Other edits are sent only after the earlier edits of their row.)
  private var oldestUnanswered: Ticket? {
    var oldest: Ticket?
    func look(_ ticket: Ticket?) {
      if let ticket { oldest = min(oldest ?? ticket, ticket) }
    }
    for kind in LoadKind.allCases { look(self[kind].request) }
    for pending in pendingEdits {
      if case .insert = pending.edit.change { look(pending.edit.ticket) }
    }
    return oldest
  }
}

extension Feed.Change {
  /// Whether this is a new value for a row.
  fileprivate var isUpdate: Bool {
    if case .update = self { true } else { false }
  }
}
