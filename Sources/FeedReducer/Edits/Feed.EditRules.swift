extension Feed {
  /// The rules of edits, which a feed has or has not: `Feed(edits: .optimistic)`.
  ///
  /// The list is the server's rows with the unanswered changes on top; and what the server accepted holds over the
  /// responses to requests that were sent before.
  ///
  /// A feed reaches the code of this folder that changes a state only through this value. So in a program that makes
  /// none the linker drops it: a list that is only read is a quarter smaller in WebAssembly. A store makes one if it
  /// has a sink.
  public struct EditRules: Sendable {
    /// Called through an existential, so that nothing but its making refers to the code.
    let rules: any EditHandling<Item, Cursor>
  }

  /// A page whose rows have become the server's.
  struct Arrival {
    /// The ticket of its request.
    let ticket: Ticket

    /// Whether it is a first page.
    let isFirst: Bool

    /// Whether new rows behind the server's are in it, or gone: no page that was asked for later has more.
    let isLast: Bool
  }
}

extension Feed.EditRules {
  /// A change shows at once, and holds until the server has answered.
  public static var optimistic: Feed.EditRules {
    Feed.EditRules(rules: OptimisticEdits<Item, Cursor>())
  }
}

extension Feed.EditRules: Equatable {
  /// Always true: there is one set of rules.
  public static func == (lhs: Feed.EditRules, rhs: Feed.EditRules) -> Bool { true }
}

/// What a feed asks of the rules of edits. (A class, since Embedded Swift has no other existentials.)
protocol EditHandling<Item, Cursor>: AnyObject, Sendable {
  associatedtype Item: Identifiable & Equatable
  associatedtype Cursor: Hashable
  typealias ItemFeed = Feed<Item, Cursor>

  /// Returns what an action about an edit leads to; nil if it is about none.
  func react(
    _ feed: ItemFeed, state: inout ItemFeed.State, action: ItemFeed.Action
  ) -> Reaction<ItemFeed.Effect, FeedRefusal>?

  /// Shows the edits over the server's rows, which have changed.
  func show(_ feed: ItemFeed, state: inout ItemFeed.State, arrival: ItemFeed.Arrival?)

  /// Forgets what only the log of edits is kept for.
  func close(_ state: inout ItemFeed.State)

  /// Sends what has waited for the network, or lets the timers wait for it.
  func connect(_ feed: ItemFeed, state: inout ItemFeed.State) -> [ItemFeed.Effect]

  /// Empties the list. The edits go on.
  func empty(_ state: inout ItemFeed.State)

  /// Keeps new rows of a query from showing, since it is no longer asked.
  func hide(_ state: inout ItemFeed.State)

  /// Gives up every edit.
  func drop(_ state: inout ItemFeed.State) -> [ItemFeed.Effect]

  /// Whether the answers to a snapshot's edits could not be told from those to edits that were sent before.
  func isAmbiguous(_ snapshot: ItemFeed.Snapshot, in state: ItemFeed.State) -> Bool

  /// Brings back the edits of a snapshot.
  func restore(_ state: inout ItemFeed.State, from snapshot: ItemFeed.Snapshot) -> [ItemFeed.Effect]

  /// Sends the first restored edit of each row.
  func resend(
    _ feed: ItemFeed, state: inout ItemFeed.State, from snapshot: ItemFeed.Snapshot
  ) -> [ItemFeed.Effect]
}

private final class OptimisticEdits<Item: Identifiable & Equatable, Cursor: Hashable>: EditHandling
{
  typealias ItemFeed = Feed<Item, Cursor>

  func react(
    _ feed: ItemFeed, state: inout ItemFeed.State, action: ItemFeed.Action
  ) -> Reaction<ItemFeed.Effect, FeedRefusal>? {
    feed.reactToEdit(&state, action)
  }

  func show(_ feed: ItemFeed, state: inout ItemFeed.State, arrival: ItemFeed.Arrival?) {
    feed.showEdits(&state, after: arrival)
  }

  func close(_ state: inout ItemFeed.State) {
    state.closeLog()
  }

  func connect(_ feed: ItemFeed, state: inout ItemFeed.State) -> [ItemFeed.Effect] {
    state.isOnline ? feed.sendOfflineEdits(&state) : feed.cancelEditTimers(&state)
  }

  func empty(_ state: inout ItemFeed.State) {
    state.emptyLog()
  }

  func hide(_ state: inout ItemFeed.State) {
    state.hideInsertions()
  }

  func drop(_ state: inout ItemFeed.State) -> [ItemFeed.Effect] {
    state.dropEdits()
  }

  func isAmbiguous(_ snapshot: ItemFeed.Snapshot, in state: ItemFeed.State) -> Bool {
    state.hasSentEdits && !(snapshot.edits.isEmpty && snapshot.refusedEdits.isEmpty)
  }

  func restore(
    _ state: inout ItemFeed.State, from snapshot: ItemFeed.Snapshot
  ) -> [ItemFeed.Effect] {
    state.restoreEdits(of: snapshot)
  }

  func resend(
    _ feed: ItemFeed, state: inout ItemFeed.State, from snapshot: ItemFeed.Snapshot
  ) -> [ItemFeed.Effect] {
    // The first edit of each row is sent; for the later ones this does nothing.
    snapshot.edits.flatMap { feed.sendNext(&state, of: $0.id) }
  }
}

// MARK: - What they do

extension Feed {
  fileprivate func reactToEdit(
    _ state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal>? {
    switch action {
    case .edit(let change): edit(&state, change: change)
    case .editCommitted(let ticket, let item): editCommitted(&state, ticket: ticket, item: item)
    case .editFailed(let ticket, let failure): editFailed(&state, ticket: ticket, failure: failure)
    case .editRetried(let id): editRetried(&state, id: id)
    case .editDismissed(let id): editDismissed(&state, id: id)
    case .cancelled(let ticket): editCancelled(&state, ticket: ticket)
    case .timerFired(let ticket): editTimerFired(&state, ticket: ticket)
    default: nil
    }
  }

  fileprivate func showEdits(_ state: inout State, after arrival: Arrival?) {
    if let arrival {
      if arrival.isLast { state.forgetNewRows { $1.lastTicket < arrival.ticket } }
      if arrival.isFirst { putBackNewRows(&state, since: arrival.ticket) }
      state.takeNewRows()
    }
    state.showEdits()
  }
}

extension Feed.State {
  fileprivate mutating func emptyLog() {
    if edits.log != nil {
      changeLog { log in
        log.serverRows.replaceAll(with: [])
        log.newRows = []
      }
    }
    closeLog()
  }

  fileprivate mutating func hideInsertions() {
    if edits.log == nil { return }
    changeLog { [ticket = lastTicket] in $0.hiddenInsertions = ticket }
  }

  fileprivate mutating func dropEdits() -> [Feed.Effect] {
    var effects: [Feed.Effect] = []
    for pending in pendingEdits {
      let ticket = pending.state.isSending ? pending.edit.ticket : pending.state.timer
      if let ticket { effects.append(.cancel(ticket: ticket)) }
    }
    for pending in pendingEdits { effects.append(.drop(edit: withCurrentIDs(pending.edit))) }
    for refused in refusedEdits { effects.append(.drop(edit: refused.edit)) }
    edits = .none
    return effects
  }

  fileprivate mutating func restoreEdits(of snapshot: Feed.Snapshot) -> [Feed.Effect] {
    takeNewRows()
    let edits = snapshot.edits.map { $0.made(in: snapshot.identity) }
    let refused = snapshot.refusedEdits
    if !edits.isEmpty || !refused.isEmpty { hasSentEdits = true }
    let drops = refused.isEmpty ? [] : setRefused(refused)
    queue(edits)
    if edits.isEmpty { showEdits() }
    return drops
  }
}

extension Feed.Edit {
  /// Returns the edit with the identity of the snapshot's feed, if the snapshot left it out.
  fileprivate func made(in feed: UInt64) -> Feed.Edit {
    Feed.Edit(feed: self.feed == 0 ? feed : self.feed, ticket: ticket, change: change, id: id)
  }
}
