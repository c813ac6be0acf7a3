// Rules 8 and 10. What the server confirmed, or a newer page has, holds over the responses to older requests.
extension Feed {
  /// A change that the server has confirmed while an older request is unanswered.
  @usableFromInline package struct Confirmed: Equatable {
    /// The id that the row has in older responses.
    @usableFromInline package let id: Item.ID

    /// The change, with the server's version of the row.
    @usableFromInline package let change: Change

    /// The last ticket at that time. Responses to requests up to it may lack the change, since the server may have read
    /// them before.
    @usableFromInline package let lastTicket: Ticket
  }

  /// Returns the page of the request `ticket` with the changes that were confirmed since.
  func amended(_ page: Page, askedAs ticket: Ticket, in state: State) -> Page {
    if state.confirmed.isEmpty { return page }
    var page = page
    page.items = page.items.compactMap { amended($0, since: ticket, in: state) }
    edits?.rules.complete(&page, of: self, askedAs: ticket, in: state)
    return page
  }

  /// Returns a row that was read for `ticket` with what was confirmed of it since, in that order; nil if it
  /// was removed. An update does not bring a removed row back.
  func amended(_ row: Item, since ticket: Ticket, in state: State) -> Item? {
    var newest: Item? = row
    for confirmed in state.confirmed
    where confirmed.id == row.id && confirmed.lastTicket >= ticket {
      switch confirmed.change {
      case .insert(let item, _): newest = item
      case .update(let item): if newest != nil { newest = item }
      case .remove: newest = nil
      }
    }
    return newest
  }

  /// Rule 8: the rows of a page hold over the pages that were asked for before it, and come later.
  func holdRows(_ state: inout State, of page: Page, askedAs ticket: Ticket) {
    let isOldest = LoadKind.allCases.allSatisfy { kind in
      state[kind].request.map { $0 >= ticket } ?? true
    }
    if isOldest { return }
    for row in page.items {
      state.confirmed.append(Confirmed(id: row.id, change: .update(item: row), lastTicket: ticket))
    }
  }

  /// Forgets each confirmed change when no older request is unanswered, since no answer can lack it then. Ends every
  /// action.
  func forgetConfirmed(_ state: inout State) {
    if state.confirmed.isEmpty { return }
    let oldest = state.oldestUnanswered
    let kept = state.confirmed.filter { confirmed in
      oldest.map { $0 <= confirmed.lastTicket } ?? false
    }
    if kept.count == state.confirmed.count { return }
    state.confirmed = kept
    edits?.rules.close(&state)
  }
}

extension Feed.State {
  /// Notes a confirmed change of the row that older responses know by `id`.
  mutating func noteConfirmed(_ change: Feed.Change, of id: Item.ID) {
    guard oldestUnanswered != nil else { return }
    let confirmed = Feed.Confirmed(id: id, change: change, lastTicket: lastTicket)
    self.confirmed.append(confirmed)
  }

  /// The ticket of the oldest unanswered request, or of the oldest unanswered insertion.
  ///
  /// (Other edits are sent only after the earlier edits of their row.)
  var oldestUnanswered: Ticket? {
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

extension Feed.Confirmed: Sendable where Item: Sendable, Item.ID: Sendable {}
