// Rule 10. How edits are sent: those of one row in order, again after a failure that may pass. (What is called from many
// places is not inlined: a tenth of the code of edits.)
extension Feed {
  /// Sends the oldest edit of a row if it is queued.
  ///
  /// - Parameters:
  ///   - afterFailure: Whether a failed one is sent again too, since a newer edit is queued behind it.
  ///   - byHand: Whether the user asked. Then it is sent although the device is said to be offline.
  @inline(never) func sendNext(
    _ state: inout State, of id: Item.ID, afterFailure: Bool = false, byHand: Bool = false
  ) -> [Effect] {
    guard let index = state.firstEdit(of: id) else { return [] }
    switch state.pendingEdits[index].state {
    case .queued,
      .failed where afterFailure:
      return send(&state, at: index, attempt: 0, byHand: byHand)
    default: return []
    }
  }

  /// Sends the pending edit at `index` with its number of attempts.
  @inline(never) private func send(
    _ state: inout State, at index: Int, attempt: Int, byHand: Bool = false
  ) -> [Effect] {
    guard state.isOnline || byHand else {
      state.setEdit(at: index, to: .offline(attempt: attempt))
      return []
    }
    state.setEdit(at: index, to: .sending(attempt: attempt))
    return [.send(edit: state.withCurrentIDs(state.pendingEdits[index].edit))]
  }

  /// Rule 10: an edit that may succeed later waits as a load does; a refused one is undone.
  func editFailed(
    _ state: inout State, ticket: Ticket, failure: FeedFailure
  ) throws(FeedRefusal) -> [Effect] {
    guard let index = state.sendingEdit(ticket),
      case .sending(let attempt) = state.pendingEdits[index].state
    else { throw .unknownTicket(ticket: ticket) }
    switch followUp(&state, of: failure, attempt: attempt) {
    case .waitForNetwork:
      state.setEdit(at: index, to: .offline(attempt: attempt))
      return []
    case .retry(let delay):
      let timer = state.nextTicket()
      state.setEdit(at: index, to: .waiting(timer: timer, attempt: attempt + 1))
      return [.schedule(ticket: timer, after: delay)]
    case .giveUp(let failure):
      if failure.isRetryable {
        state.setEdit(at: index, to: .failed(failure: failure))
        return []
      }
      return undoEdit(&state, at: index, failure: failure)
    }
  }

  /// Undoes an edit that the server refused, and keeps it with the failure.
  ///
  /// If the server refused a new row, the later edits of that row are undone with it.
  private func undoEdit(
    _ state: inout State, at index: Int, failure: FeedFailure
  ) -> [Effect] {
    let reader = readerIDs(state)
    let first = state.pendingEdits[index].edit
    let isNewRow = if case .insert = first.change { true } else { false }
    var refused = state.refusedEdits
    for pending in state.pendingEdits {
      let edit = pending.edit
      if edit.ticket == first.ticket || isNewRow && edit.id == first.id {
        refused.append(FailedEdit(edit: state.withCurrentIDs(edit), failure: failure))
      }
    }
    let drops = state.setRefused(refused)
    state.changeLog { log in
      log.pending.removeAll { $0.edit.ticket == first.ticket || isNewRow && $0.edit.id == first.id }
    }
    state.showEdits()
    keepReader(&state, at: reader)
    return drops + sendNext(&state, of: first.id)
  }

  /// Rule 10: sends the edits of a row again that failed or wait, in their order.
  func editRetried(_ state: inout State, id: Item.ID) throws(FeedRefusal) -> [Effect] {
    let refused = state.takeRefused(of: id)
    let id = state.currentID(id)
    let first = state.firstEdit(of: id)
    let attempt = first.flatMap { state.pendingEdits[$0].state.attempt?.count }
    if attempt == nil, refused.isEmpty { throw .noFailedEdit }
    var effects: [Effect] = []
    if let first, let timer = state.pendingEdits[first].state.timer {
      effects.append(.cancel(ticket: timer))
    }
    if refused.isEmpty {
      if let first { effects += send(&state, at: first, attempt: attempt ?? 0, byHand: true) }
      return effects
    }
    let reader = readerIDs(state)
    if let first, attempt != nil { state.setEdit(at: first, to: .queued) }
    // Nothing can be queued before an edit that is being sent, since the server may have it already.
    state.queue(refused, at: attempt == nil ? nil : first)
    keepReader(&state, at: reader)
    for edit in refused { effects += sendNext(&state, of: edit.id, byHand: true) }
    return effects
  }

  /// Rule 10: undoes the edits of a row that failed or wait, and those queued behind them.
  func editDismissed(_ state: inout State, id: Item.ID) throws(FeedRefusal) -> [Effect] {
    let refused = state.takeRefused(of: id)
    let id = state.currentID(id)
    let first = state.firstEdit(of: id).map { state.pendingEdits[$0].state }
    let isStuck = first?.attempt != nil
    guard isStuck else {
      if refused.isEmpty { throw .noFailedEdit }
      return []
    }
    let reader = readerIDs(state)
    state.changeLog { log in log.pending.removeAll { $0.edit.id == id } }
    state.showEdits()
    keepReader(&state, at: reader)
    return first?.timer.map { [.cancel(ticket: $0)] } ?? []
  }

  /// An edit that was cancelled from outside has failed and waits for the user, since no one knows whether the server has
  /// it.
  ///
  /// - Returns: Nil if no edit has the ticket.
  func editCancelled(_ state: inout State, ticket: Ticket) -> [Effect]? {
    guard let index = state.sendingEdit(ticket) ?? state.waitingEdit(ticket) else { return nil }
    state.setEdit(at: index, to: .failed(failure: .cancelledEdit))
    return []
  }

  /// Sends the edit that waits for the timer.
  ///
  /// - Returns: Nil if no edit waits for it.
  func editTimerFired(_ state: inout State, ticket: Ticket) -> [Effect]? {
    guard let index = state.waitingEdit(ticket),
      case .waiting(_, let attempt) = state.pendingEdits[index].state
    else { return nil }
    return send(&state, at: index, attempt: attempt)
  }

  /// Sends the edits that waited for the network, and those that failed because of it.
  func sendOfflineEdits(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for index in state.pendingEdits.indices {
      guard let attempt = state.pendingEdits[index].state.attempt, attempt.waitsForNetwork
      else { continue }
      effects += send(&state, at: index, attempt: attempt.count)
    }
    return effects
  }

  /// Cancels the timers of edits, which then wait for the network with their number of attempts: a try without it would
  /// only use one up.
  func cancelEditTimers(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for index in state.pendingEdits.indices {
      guard case .waiting(let timer, let attempt) = state.pendingEdits[index].state else {
        continue
      }
      state.setEdit(at: index, to: .offline(attempt: attempt))
      effects.append(.cancel(ticket: timer))
    }
    return effects
  }
}
