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

// What the server took holds over the answers to what was sent before.
extension Feed {
  /// A change that the server confirmed while what was sent before that is unanswered.
  package struct Confirmed: Equatable {
    /// The id that the row has in older answers.
    package let id: Item.ID

    /// What was confirmed, with the server's version of the row.
    package let change: Change

    /// The last ticket that had been given by then: what was sent up to it may not know of this.
    package let lastTicket: Ticket
  }

  /// A page that was asked for as `ticket`, with what was confirmed since.
  func amended(_ page: Page, askedAs ticket: Ticket, _ state: State) -> Page {
    guard let log = state.edits.log, !log.confirmed.isEmpty else { return page }
    var page = page
    page.items = page.items.compactMap { row in
      switch state.edits.confirmed(row.id, since: ticket) {
      case nil: row
      case .insert(let newer, _), .update(let newer): newer
      case .remove: nil
      }
    }
    return page
  }

  /// The rows in the list whose insertion was confirmed after the request with `ticket` was sent.
  func insertions(since ticket: Ticket, _ state: State) -> [(row: Item, before: Item.ID?)] {
    guard let log = state.edits.log else { return [] }
    return log.confirmed.compactMap { confirmed in
      guard case .insert(_, let before) = confirmed.change, confirmed.lastTicket >= ticket,
        let row = log.base[id: confirmed.id]
      else { return nil }
      return (row, before)
    }
  }

  /// Puts rows that a refresh does not know of where they were among those of `shown`.
  ///
  /// Not beyond its last row while more follow: they come with their page, which is asked for later.
  func putBack(
    _ rows: [(row: Item, before: Item.ID?)], shown: ItemList<Item>, _ state: inout State
  ) {
    for (row, before) in rows where !state.base.contains(id: row.id) {
      let place = state.base.place(before: before, of: row.id, in: shown, state.renamed)
      if place == state.base.count, state.nextPosition != nil { continue }
      _ = state.changeRows { $0.insert(row, at: place) }
      state.countRow(at: place, 1)
    }
  }
}

extension Feed.Edits {
  /// What was confirmed last of a row, if that was after `ticket` was given.
  func confirmed(_ id: Item.ID, since ticket: Ticket) -> Feed.Change? {
    log?.confirmed.last { $0.id == id && $0.lastTicket >= ticket }?.change
  }
}

extension Feed.State {
  /// Notes what was confirmed of the row that older answers know by `id`.
  mutating func hold(_ change: Feed.Change, as id: Item.ID) {
    guard oldestUnanswered != nil else { return }
    let lastTicket = lastTicket
    changeLog { log in
      // An insertion is kept: what was sent between it and a newer value knows of the row.
      log.confirmed.removeAll { $0.id == id && (!change.isUpdate || $0.change.isUpdate) }
      log.confirmed.append(Feed.Confirmed(id: id, change: change, lastTicket: lastTicket))
    }
  }

  /// Forgets what was confirmed when nothing is unanswered that was sent before.
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

  /// The ticket of the oldest request, or edit that makes a row, whose answer is still to come.
  ///
  /// (Other edits are sent when what went before in their row has been answered.)
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

extension Feed.Confirmed: Sendable where Item: Sendable, Item.ID: Sendable {}
