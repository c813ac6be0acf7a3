import FeedReducer
import FeedTesting

// What follows from an action for the edits of a list.
extension World {
  /// Notes what the server has told with the answer to an edit, and whether an edit was lost.
  func noteEdits(
    _ action: WorldSearch.Action, effects: [WorldSearch.Effect], before: WorldMachine.List,
    list: Int, in state: inout State
  ) {
    let after = state.lists[list]
    var gone = before.editTickets.subtracting(after.editTickets)
    for case .feed(_, .drop(let edit)) in effects { gone.remove(edit.ticket) }
    switch action {
    case .feed(action: .editCommitted(let ticket, let item)):
      if gone.contains(where: { $0 > ticket }) {
        state.outside[list].facts.wrongEdit = "an edit was lost that is newer than the answer"
      }
      guard let edit = before.feed.pendingEdit(ticket)?.edit else { return }
      if !edit.isOf(item, in: before.feed) {
        if !after.feed.failedEdits.contains(where: { $0.edit.ticket == ticket }) {
          state.outside[list].facts.wrongEdit = "another row was taken for the edited one"
        }
        return
      }
      state.noteCommitted(edit, item: item, list: list)
    case .feed(action: .edit(change: .insert(let row, _))):
      state.outside[list].facts.madeUnder[row.id] = before.search?.asked
    // It is made once more.
    case .feed(action: .editRetried(let id)): state.outside[list].facts.madeUnder[id] = nil
    case .feed(action: .editDismissed): break
    case .feed(action: .connectivityChanged):
      for case .feed(_, .send(let edit)) in effects {
        let old = before.feed.pendingEdit(edit.ticket)?.state
        if let failure = old?.failure, !failure.isNetwork {
          state.outside[list].facts.wrongEdit = "an edit was sent again for no reason"
        }
      }
    default:
      if !gone.isEmpty { state.outside[list].facts.wrongEdit = "an edit was lost" }
    }
  }
}

extension WorldFeed.State {
  /// The pending edit with a ticket.
  func pendingEdit(_ ticket: Ticket) -> WorldFeed.PendingEdit? {
    pendingEdits.first { $0.edit.ticket == ticket }
  }
}

extension WorldFeed.Edit {
  /// Whether the edit may be answered with a row: not an update or a removal with another one of the list.
  func isOf(_ item: WorldRow?, in feed: WorldFeed.State) -> Bool {
    if case .insert = change { return true }
    guard let item, item.id != id else { return true }
    return !(feed.snapshot?.items.contains { $0.id == item.id } ?? false)
  }
}

extension World.Facts {
  mutating func noteEditTries(
    before: [WorldFeed.PendingEdit], after: [WorldFeed.PendingEdit]
  ) {
    for pending in after {
      let ticket = pending.edit.ticket
      let old = before.first { $0.edit.ticket == ticket }?.state
      if let timer = pending.state.timer, timer != old?.timer {
        editTries[ticket, default: 0] += 1
      } else if old?.isSending != true, old?.timer == nil, old?.isOffline != true {
        editTries[ticket] = nil
      }
    }
    editTries = editTries.filter { ticket, _ in after.contains { $0.edit.ticket == ticket } }
  }
}

extension World.State {
  fileprivate mutating func noteCommitted(_ edit: WorldFeed.Edit, item: WorldRow?, list: Int) {
    let id = item?.id ?? edit.id
    outside[list].facts.taken[id] = edit.ticket
    outside[list].facts.settled[id] = lists[list].feed.lastTicket
    switch edit.change {
    case .remove: outside[list].facts.newest[id] = .max
    case .insert(let draft, _), .update(let draft):
      let row = WorldRow(id: id, value: (item ?? draft).value)
      guard let version = server.version(row) else { return }
      // A list can't know whether a page that came before was read earlier.
      outside[list].facts.newest[id] = version
    }
  }
}

extension World.Outside {
  /// A value must not be sent after a newer one of its row, nor beside another edit of it.
  mutating func noteSent(_ edit: WorldFeed.Edit, server: WorldServer) {
    if case .insert = edit.change {
    } else if server.places[edit.id] == nil {
      facts.wrongEdit = "an edit was sent for a row that the server never had"
    }
    if case .update = edit.change, let last = facts.taken[edit.id], edit.ticket < last {
      facts.wrongEdit = "an old value was sent after a newer one"
    }
    for case .edit(let other) in calls.map(\.task) where other.id == edit.id {
      facts.wrongEdit = "two edits of a row were under way together"
    }
  }
}
