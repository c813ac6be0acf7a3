// How edits are sent: those of one row one after the other, again when they did not get through.
extension Feed {
  /// Sends the oldest edit of a row if it is only queued.
  ///
  /// - Parameters:
  ///   - afterFailure: Whether one that has failed is sent again, too: a newer one waits behind it.
  ///   - byHand: Whether a person asks, who is heard also while the device is offline.
  func sendNext(
    _ state: inout State, of id: Item.ID, afterFailure: Bool = false, byHand: Bool = false
  ) -> [Effect] {
    guard let index = state.firstEdit(of: id) else { return [] }
    switch state.pendingEdits[index].state {
    case .queued,
      .failed where afterFailure:
      return send(&state, index, attempt: 0, byHand: byHand)
    default: return []
    }
  }

  /// Sends the pending edit at `index`, with the number of attempts kept.
  private func send(
    _ state: inout State, _ index: Int, attempt: Int, byHand: Bool = false
  ) -> [Effect] {
    guard state.isOnline || byHand else {
      state.setEdit(at: index, to: .offline(attempt: attempt))
      return []
    }
    state.setEdit(at: index, to: .sending(attempt: attempt))
    return [.send(edit: state.underNewIDs(state.pendingEdits[index].edit))]
  }

  /// `editFailed`: an edit that may succeed later waits like a load; another one is undone.
  func failEdit(
    _ state: inout State, _ failure: FeedFailure, _ ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    guard let index = state.sendingEdit(ticket),
      case .sending(let attempt) = state.pendingEdits[index].state
    else { return .ignored(.unknownTicket(ticket: ticket)) }
    switch sequel(of: failure, after: attempt, &state) {
    case .offline:
      state.setEdit(at: index, to: .offline(attempt: attempt))
      return accept(&state)
    case .wait(let delay):
      let timer = state.nextTicket()
      state.setEdit(at: index, to: .waiting(timer: timer, attempt: attempt + 1))
      return accept(&state, [.schedule(ticket: timer, after: delay)])
    case .giveUp(let failure):
      if failure.isRetryable {
        state.setEdit(at: index, to: .failed(failure: failure))
        return accept(&state)
      }
      return undo(&state, index, failure)
    }
  }

  /// Undoes an edit that the server refused, and keeps it with the reason.
  ///
  /// What was changed in a new row that the server refused goes with it: the row is not there.
  private func undo(
    _ state: inout State, _ index: Int, _ failure: FeedFailure
  ) -> Reaction<Effect, FeedRefusal> {
    let reader = readerIDs(state)
    let first = state.pendingEdits[index].edit
    let isNewRow = if case .insert = first.change { true } else { false }
    var refused = state.refusedEdits
    for pending in state.pendingEdits {
      let edit = pending.edit
      if edit.ticket == first.ticket || isNewRow && edit.id == first.id {
        refused.append(FailedEdit(edit: state.underNewIDs(edit), failure: failure))
      }
    }
    state.setRefused(refused)
    state.changeLog { log in
      log.pending.removeAll { $0.edit.ticket == first.ticket || isNewRow && $0.edit.id == first.id }
    }
    state.showEdits()
    keepReader(&state, reader)
    return accept(&state, sendNext(&state, of: first.id))
  }

  /// `editRetried`: sends again what failed or waits of a row, in the order in which it was made.
  func retryEdits(_ state: inout State, of id: Item.ID) -> Reaction<Effect, FeedRefusal> {
    let refused = state.takeRefused(of: id)
    let id = state.currentID(id)
    let first = state.firstEdit(of: id)
    let attempt = first.flatMap { state.pendingEdits[$0].state.attemptToRetry }
    if attempt == nil, refused.isEmpty { return .ignored(.noFailedEdit) }
    let cancels =
      first.flatMap { state.pendingEdits[$0].state.timer }.map { [Effect.cancel(ticket: $0)] } ?? []
    guard !refused.isEmpty else {
      let sends = first.map { send(&state, $0, attempt: attempt ?? 0, byHand: true) } ?? []
      return accept(&state, cancels + sends)
    }
    let reader = readerIDs(state)
    if let first, attempt != nil { state.setEdit(at: first, to: .queued) }
    // Behind what is on its way there is no place before.
    state.queue(refused, at: attempt == nil ? nil : first)
    keepReader(&state, reader)
    var sends: [Effect] = []
    for edit in refused { sends += sendNext(&state, of: edit.id, byHand: true) }
    return accept(&state, cancels + sends)
  }

  /// `editDismissed`: gives up what failed or waits of a row, and what is queued behind it.
  func dismissEdits(_ state: inout State, of id: Item.ID) -> Reaction<Effect, FeedRefusal> {
    let refused = state.takeRefused(of: id)
    let id = state.currentID(id)
    let first = state.firstEdit(of: id).map { state.pendingEdits[$0].state }
    let isStuck = first?.attemptToRetry != nil
    guard isStuck else {
      return refused.isEmpty ? .ignored(.noFailedEdit) : accept(&state)
    }
    let reader = readerIDs(state)
    state.changeLog { log in log.pending.removeAll { $0.edit.id == id } }
    state.showEdits()
    keepReader(&state, reader)
    return accept(&state, first?.timer.map { [.cancel(ticket: $0)] } ?? [])
  }

  /// Has an edit that was stopped from outside wait for a person; nil if none has this ticket.
  func cancelEdit(_ state: inout State, ticket: Ticket) -> Reaction<Effect, FeedRefusal>? {
    guard let index = state.sendingEdit(ticket) ?? state.waitingEdit(ticket) else { return nil }
    state.setEdit(at: index, to: .failed(failure: .stoppedEdit))
    return accept(&state)
  }

  /// Sends the edit that waits for the timer with this ticket; nil if none does.
  func fireEdit(_ state: inout State, ticket: Ticket) -> Reaction<Effect, FeedRefusal>? {
    guard let index = state.waitingEdit(ticket),
      case .waiting(_, let attempt) = state.pendingEdits[index].state
    else { return nil }
    return accept(&state, send(&state, index, attempt: attempt))
  }

  /// Sends the edits that waited for the network, and those that failed for want of it.
  func sendOfflineEdits(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for index in state.pendingEdits.indices {
      switch state.pendingEdits[index].state {
      case .offline(let attempt): effects += send(&state, index, attempt: attempt)
      case .failed(let failure) where failure.isOfNetwork:
        effects += send(&state, index, attempt: 0)
      default: break
      }
    }
    return effects
  }

  /// Has edits that wait for a timer wait for the network, with the number of attempts kept.
  func pauseEditTimers(_ state: inout State) -> [Effect] {
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

  /// How many refused edits are kept until something is decided of them. The oldest go first.
  public static var maxRefusedEdits: Int { 100 }
}

extension Feed.State {
  /// The edits that failed, in the order in which they were made: those that the server refused,
  /// and those that did not get through.
  ///
  /// Retry or dismiss them by the id of their row.
  ///
  /// - Complexity: O(*e*) in the edits that are pending or were refused.
  public var failedEdits: [Feed.FailedEdit] {
    var failed: [Feed.FailedEdit] = []
    func add(_ edit: Feed.FailedEdit) {
      let place = failed.lastIndex { $0.edit.ticket < edit.edit.ticket }
      failed.insert(edit, at: place.map { $0 + 1 } ?? 0)
    }
    for edit in refusedEdits { add(edit) }
    for pending in pendingEdits {
      guard let failure = pending.state.failure else { continue }
      add(Feed.FailedEdit(edit: underNewIDs(pending.edit), failure: failure))
    }
    return failed
  }

  /// Why the last edit of this row that failed did so; nil if none has, or all were decided.
  public func failure(of id: Item.ID) -> FeedFailure? {
    let current = currentID(id)
    return failedEdits.last { $0.edit.id == id || $0.edit.id == current }?.failure
  }
}
