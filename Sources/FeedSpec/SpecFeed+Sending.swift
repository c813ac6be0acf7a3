import FeedReducer

// How changes are sent: those of one row one after the other, those of other rows beside them.
extension SpecFeed {
  /// The oldest change of a row is sent; one that failed too, if a newer one waits behind it.
  mutating func sendNext(of id: Int, afterFailure: Bool = false, byHand: Bool = false) -> [Effect] {
    guard let index = firstEdit(of: id) else { return [] }
    let state = edits.pending[index].state
    if state != .queued, !afterFailure || state.failure == nil { return [] }
    return send(index, attempt: 0, byHand: byHand)
  }

  private mutating func send(_ index: Int, attempt: Int, byHand: Bool = false) -> [Effect] {
    if !isOnline, !byHand {
      edits.pending[index].state = .offline(attempt: attempt)
      return []
    }
    edits.pending[index].state = .sending(attempt: attempt)
    return [.send(edit: withNewIDs(edits.pending[index].edit))]
  }

  func sending(_ ticket: Ticket) -> Int? {
    edits.pending.firstIndex { $0.state.isSending && $0.edit.ticket == ticket }
  }

  func waiting(_ timer: Ticket) -> Int? {
    edits.pending.firstIndex { $0.state.timer == timer }
  }

  /// The change of a row that is being sent, waits or has failed; else its oldest.
  func firstEdit(of id: Int) -> Int? {
    edits.pending.firstIndex { $0.edit.id == id && $0.state != .queued }
      ?? edits.pending.firstIndex { $0.edit.id == id }
  }

  // MARK: - What fails

  /// A change that did not reach the server still shows, and is tried again as a load is. After the last
  /// attempt it waits for the user. What the server refused is undone.
  mutating func failEdit(_ ticket: Ticket, for failure: FeedFailure) -> [Effect]? {
    guard let index = sending(ticket), case .sending(let attempt) = edits.pending[index].state
    else { return nil }
    if !isOnline, failure.isRetryable {
      edits.pending[index].state = .offline(attempt: attempt)
    } else if let delay = delay(after: failure, attempt: attempt) {
      let timer = nextTicket()
      edits.pending[index].state = .waiting(timer: timer, attempt: attempt + 1)
      return [.schedule(ticket: timer, after: delay)]
    } else {
      let failure = Self.final(failure, attempt: attempt)
      if !failure.isRetryable { return undo(edits.pending[index].edit, for: failure) }
      edits.pending[index].state = .failed(failure: failure)
    }
    return []
  }

  /// A refused change is undone, and no newer one; with a new row also its later changes.
  private mutating func undo(_ edit: Machine.Edit, for failure: FeedFailure) -> [Effect] {
    let visible = visibleIDs
    func isUndone(_ other: Machine.Edit) -> Bool {
      other.ticket == edit.ticket || edit.change.isInsertion && other.id == edit.id
    }
    let undone = edits.pending.map(\.edit).filter(isUndone)
    let drops = keepRefused(
      edits.refused + undone.map { .init(edit: withNewIDs($0), failure: failure) })
    edits.pending.removeAll { isUndone($0.edit) }
    showEdits()
    keepReader(at: visible)
    return drops + sendNext(of: edit.id)
  }

  /// At most a hundred refused changes are kept; the others are named. Later ones of a new row are of no use
  /// without it.
  mutating func keepRefused(_ refused: [Machine.FailedEdit]) -> [Effect] {
    edits.refused = refused
    while edits.refused.count > Machine.maxRefusedEdits {
      let oldest = edits.refused.removeFirst().edit
      if oldest.change.isInsertion { edits.refused.removeAll { $0.edit.id == oldest.id } }
    }
    return refused.filter { !edits.refused.contains($0) }.map { .drop(edit: $0.edit) }
  }

  // MARK: - What the user decides

  /// The changes of a row that failed or wait are sent again, in their order.
  mutating func retryEdits(of id: Int) -> [Effect]? {
    let (refused, id) = (takeRefused(of: id), newID(of: id))
    let first = firstEdit(of: id)
    let stuck = first.flatMap { edits.pending[$0].state.attempt }
    if stuck == nil, refused.isEmpty { return nil }
    let cancels = first.map { cancelTimer(of: edits.pending[$0]) } ?? []
    guard !refused.isEmpty else {
      return cancels + (first.map { send($0, attempt: stuck ?? 0, byHand: true) } ?? [])
    }
    let visible = visibleIDs
    if let first, stuck != nil { edits.pending[first].state = .queued }
    // In front of one that failed, behind one that is being sent.
    queue(refused, at: stuck == nil ? nil : first)
    keepReader(at: visible)
    return cancels + refused.flatMap { sendNext(of: $0.id, byHand: true) }
  }

  /// The changes of a row that failed or wait are undone, with those behind them.
  mutating func dismissEdits(of id: Int) -> [Effect]? {
    let (refused, id) = (takeRefused(of: id), newID(of: id))
    guard let first = firstEdit(of: id).map({ edits.pending[$0] }),
      first.state.attempt != nil
    else { return refused.isEmpty ? nil : [] }
    let visible = visibleIDs
    edits.pending.removeAll { $0.edit.id == id }
    showEdits()
    keepReader(at: visible)
    return cancelTimer(of: first)
  }

  private mutating func takeRefused(of id: Int) -> [Machine.Edit] {
    let names = [id, newID(of: id)]
    defer { edits.refused.removeAll { names.contains($0.edit.id) } }
    return edits.refused.map(\.edit).filter { names.contains($0.id) }
  }

  /// Puts changes among the pending ones, at the end or at an index, and shows them.
  mutating func queue(_ added: [Machine.Edit], at index: Int? = nil) {
    let index = index ?? edits.pending.count
    edits.pending.insert(contentsOf: added.map { .init(edit: $0, state: .queued) }, at: index)
    for edit in added where edit.change.id != edit.id && newID(of: edit.change.id) != edit.id {
      edits.renamed.append(Renamed(old: edit.change.id, new: edit.id))
    }
    showEdits()
  }

  // MARK: - Timers and the network

  /// A change that was cancelled has failed, and waits for the user.
  mutating func cancelEdit(_ ticket: Ticket) -> [Effect]? {
    guard let index = sending(ticket) ?? waiting(ticket) else { return nil }
    edits.pending[index].state = .failed(failure: .cancelledEdit)
    return []
  }

  mutating func fireEdit(_ ticket: Ticket) -> [Effect]? {
    waiting(ticket).map { send($0, attempt: edits.pending[$0].state.attempt ?? 0) }
  }

  mutating func sendOfflineEdits() -> [Effect] {
    edits.pending.indices.flatMap { index -> [Effect] in
      switch edits.pending[index].state {
      case .offline(let attempt): send(index, attempt: attempt)
      case .failed(let failure) where failure.isOfNetwork: send(index, attempt: 0)
      default: []
      }
    }
  }

  mutating func cancelTimersOfEdits() -> [Effect] {
    edits.pending.indices.flatMap { index -> [Effect] in
      let edit = edits.pending[index]
      if case .waiting(_, let attempt) = edit.state {
        edits.pending[index].state = .offline(attempt: attempt)
      }
      return cancelTimer(of: edit)
    }
  }

  private func cancelTimer(of edit: Machine.PendingEdit) -> [Effect] {
    edit.state.timer.map { [.cancel(ticket: $0)] } ?? []
  }

  /// What is cancelled when the user logs out.
  var cancelsOfEdits: [Effect] {
    edits.pending.compactMap { $0.state.isSending ? $0.edit.ticket : $0.state.timer }
      .map { .cancel(ticket: $0) }
  }
}

extension EditState {
  /// The number of attempts with which a retry starts; nil if there is nothing to retry.
  var attempt: Int? {
    switch self {
    case .waiting(_, let attempt), .offline(let attempt): attempt
    case .failed: 0
    default: nil
    }
  }
}
