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
    /// Closures, so that nothing but their making refers to the code.
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
    Feed.EditRules(rules: Feed.EditHandlers())
  }
}

extension Feed.EditRules: Equatable {
  /// Always true: there is one set of rules.
  public static func == (lhs: Feed.EditRules, rhs: Feed.EditRules) -> Bool { true }
}

extension Feed {
  /// What a feed asks of the rules of edits. One object, so that a feed stays small.
  ///
  /// The closures capture nothing, so any thread may call them.
  final class EditHandlers: @unchecked Sendable {
    /// Returns what an action about an edit leads to; nil if it is about none.
    let react: (Feed, inout State, Action) throws(FeedRefusal) -> [Effect]? = {
      (feed, state, action) throws(FeedRefusal) in try feed.reactToEdit(&state, action)
    }

    /// Shows the edits over the server's rows, which have changed.
    let show: (Feed, inout State, Arrival?) -> Void = { $0.showEdits(&$1, after: $2) }

    /// Adds to a page the new rows that were confirmed after it was asked for, and stand between its rows.
    let complete: (Feed, inout Page, Ticket, State) -> Void = {
      $0.putNewRows(in: &$1, askedAs: $2, state: $3)
    }

    /// Forgets what only the log of edits is kept for.
    let close: (inout State) -> Void = { $0.closeLog() }

    /// Sends what has waited for the network, or lets the timers wait for it.
    let connect: (Feed, inout State) -> [Effect] = {
      $1.isOnline ? $0.sendOfflineEdits(&$1) : $0.cancelEditTimers(&$1)
    }

    /// Empties the list. The edits go on.
    let empty: (inout State) -> Void = { $0.emptyLog() }

    /// Keeps new rows of a query from showing, since it is no longer asked.
    let hide: (inout State) -> Void = { $0.hideInsertions() }

    /// Gives up every edit.
    let drop: (inout State) -> [Effect] = { $0.dropEdits() }

    /// Whether the answers to a snapshot's edits could not be told from those to edits that were sent before.
    let isAmbiguous: (Snapshot, State) -> Bool = { snapshot, state in
      state.hasSentEdits && !(snapshot.edits.isEmpty && snapshot.refusedEdits.isEmpty)
    }

    /// Brings back the edits of a snapshot.
    let restore: (inout State, Snapshot) -> [Effect] = { $0.restoreEdits(of: $1) }

    /// Sends the first restored edit of each row.
    let resend: (Feed, inout State, Snapshot) -> [Effect] = { feed, state, snapshot in
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
