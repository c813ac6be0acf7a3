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
    /// An object, so that a feed stays small.
    let rules: EditHandlers
  }

  /// A page whose rows have become the server's.
  struct Arrival {
    /// The ticket of its request.
    let ticket: Ticket

    /// Whether it is a first page.
    let isFirst: Bool

    /// Whether new rows behind the server's are in it, or gone: no page that was asked for later has more.
    let isLast: Bool

    /// The server's rows before a further page; nil where no change has to hold.
    var rows: ItemList<Item>?
  }
}

extension Feed.EditRules {
  /// A change shows at once, and holds until the server has answered.
  public static var optimistic: Feed.EditRules {
    Feed.EditRules(rules: Feed.OptimisticEdits())
  }
}

extension Feed.EditRules: Equatable {
  /// Always true: there is one set of rules.
  public static func == (lhs: Feed.EditRules, rhs: Feed.EditRules) -> Bool { true }
}

extension Feed {
  /// What a feed asks of the rules of edits. By itself it does nothing.
  ///
  /// It has no stored property, so any thread may use it.
  class EditHandlers: @unchecked Sendable {
    /// Returns what an action about an edit leads to; nil if it is about none.
    func react(
      _ state: inout State, of feed: Feed, to action: Action
    ) throws(FeedRefusal) -> [Effect]? { nil }

    /// Shows the edits over the server's rows, which have changed.
    func show(_ state: inout State, of feed: Feed, after arrival: Arrival?) {}

    /// Adds to a page the new rows that were confirmed after it was asked for, and stand between its rows.
    func complete(_ page: inout Page, of feed: Feed, askedAs ticket: Ticket, in state: State) {}

    /// Forgets what only the log of edits is kept for.
    func close(_ state: inout State) {}

    /// Sends what has waited for the network, or lets the timers wait for it.
    func connect(_ state: inout State, of feed: Feed) -> [Effect] { [] }

    /// Empties the list. The edits go on.
    func empty(_ state: inout State) {}

    /// Keeps new rows of a query from showing, since it is no longer asked.
    func hide(_ state: inout State) {}

    /// Gives up every edit.
    func drop(_ state: inout State) -> [Effect] { [] }

    /// Whether the answers to a snapshot's edits could not be told from those to edits that were sent before.
    func isAmbiguous(_ snapshot: Snapshot, in state: State) -> Bool { false }

    /// Brings back the edits of a snapshot.
    func restore(_ state: inout State, from snapshot: Snapshot) -> [Effect] { [] }

    /// Sends the first restored edit of each row.
    func resend(_ state: inout State, of feed: Feed, from snapshot: Snapshot) -> [Effect] { [] }
  }

  /// The rules of edits, as a subclass: a call of the class above does not refer to it, so the linker keeps it only
  /// where one is made.
  final class OptimisticEdits: EditHandlers, @unchecked Sendable {
    override func react(
      _ state: inout State, of feed: Feed, to action: Action
    ) throws(FeedRefusal) -> [Effect]? {
      try feed.reactToEdit(&state, action)
    }

    override func show(_ state: inout State, of feed: Feed, after arrival: Arrival?) {
      feed.showEdits(&state, after: arrival)
    }

    override func complete(
      _ page: inout Page, of feed: Feed, askedAs ticket: Ticket, in state: State
    ) {
      feed.putNewRows(in: &page, askedAs: ticket, state: state)
    }

    override func close(_ state: inout State) { state.closeLog() }

    override func connect(_ state: inout State, of feed: Feed) -> [Effect] {
      state.isOnline ? feed.sendOfflineEdits(&state) : feed.cancelEditTimers(&state)
    }

    override func empty(_ state: inout State) { state.emptyLog() }

    override func hide(_ state: inout State) { state.hideInsertions() }

    override func drop(_ state: inout State) -> [Effect] { state.dropEdits() }

    override func isAmbiguous(_ snapshot: Snapshot, in state: State) -> Bool {
      state.hasSentEdits && !(snapshot.edits.isEmpty && snapshot.refusedEdits.isEmpty)
    }

    override func restore(_ state: inout State, from snapshot: Snapshot) -> [Effect] {
      state.restoreEdits(of: snapshot)
    }

    override func resend(
      _ state: inout State, of feed: Feed, from snapshot: Snapshot
    ) -> [Effect] {
      // For the later ones this does nothing.
      var effects: [Effect] = []
      for edit in snapshot.edits { effects += feed.sendNext(&state, of: edit.id) }
      return effects
    }
  }
}

// MARK: - What they do

extension Feed {
  fileprivate func reactToEdit(
    _ state: inout State, _ action: Action
  ) throws(FeedRefusal) -> [Effect]? {
    switch action {
    case .edit(let change): try edit(&state, change: change)
    case .editCommitted(let ticket, let item): try editCommitted(&state, ticket: ticket, item: item)
    case .editFailed(let ticket, let failure):
      try editFailed(&state, ticket: ticket, failure: failure)
    case .editRetried(let id): try editRetried(&state, id: id)
    case .editDismissed(let id): try editDismissed(&state, id: id)
    case .cancelled(let ticket): editCancelled(&state, ticket: ticket)
    case .timerFired(let ticket): editTimerFired(&state, ticket: ticket)
    default: nil
    }
  }

  fileprivate func showEdits(_ state: inout State, after arrival: Arrival?) {
    if let arrival {
      if arrival.isLast { state.forgetNewRows { $1.lastTicket < arrival.ticket } }
      putBackNewRows(&state, after: arrival)
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
