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
