// A feed that is kept between two runs of a program.
extension Feed.State {
  /// The format of the snapshots that this version makes and reads.
  public static var snapshotVersion: Int { 1 }

  /// What is to be kept of the feed: rows, cursors and edits, and no load in flight.
  ///
  /// Nil until a first page has landed.
  ///
  /// - Complexity: O(*n*).
  public var snapshot: Feed.Snapshot? {
    guard hasLanded else { return nil }
    return Feed.Snapshot(
      version: Self.snapshotVersion, identity: identity, items: Array(base), pages: Array(pages),
      next: tail.position, previous: head.position, droppedBefore: head.dropped,
      droppedAfter: tail.dropped, anchor: reader.map { items[$0.lowerBound].id },
      edits: pendingEdits.map { underNewIDs($0.edit) },
      refusedEdits: refusedEdits, lastTicket: lastTicket, total: total)
  }
}

extension Feed {
  /// Brings back what was kept, unless the network has been faster.
  ///
  /// A refresh that is under way is sent for again: the tickets of the edits that came back are
  /// from an earlier run, and its ticket may be one of them. For the same reason no edits
  /// are brought back after a reset where some were sent before: answers could be for either.
  func restore(
    _ state: inout State, _ snapshot: Snapshot, _ age: Duration
  ) -> Reaction<Effect, FeedRefusal> {
    if state.hasLanded { return .ignored(.tooLateToRestore) }
    if let refusal = flaw(of: snapshot) { return .ignored(refusal) }
    let edits = isEditable ? snapshot.edits.map { $0.made(in: snapshot.identity) } : []
    let refused = isEditable ? snapshot.refusedEdits : []
    if !edits.isEmpty || !refused.isEmpty, state.hasSentEdits { return .ignored(.ambiguousEdits) }
    state.items.replaceAll(with: snapshot.items)
    state.pages = ChunkList(snapshot.pages)
    state.tail = Edge(end: snapshot.next, dropped: snapshot.droppedAfter)
    state.head = Edge(end: snapshot.previous, dropped: snapshot.droppedBefore)
    state.lastTicket = max(state.lastTicket, snapshot.lastTicket)
    state.total = snapshot.total
    state.epoch = 1
    if case .failed = state.refresh { state.refresh = .idle }
    if !edits.isEmpty || !refused.isEmpty { state.hasSentEdits = true }
    state.setRefused(refused)
    state.queue(edits)
    followReader(&state, snapshot.anchor.map { [$0] } ?? [])
    // Where the reader is now is not known yet; the rows that appear will say.
    state.isDemandPaused = !state.items.isEmpty
    let isOld = snapshotAgeLimit.map { age > $0 || age < .zero } ?? (age < .zero)
    var effects = isOld || state.refresh.isUnderWay ? loadFirst(&state) : []
    // Of each row the first is sent; for the others of the row there is nothing to do then.
    for edit in edits { effects += sendNext(&state, of: edit.id) }
    return accept(&state, effects)
  }

  /// Why the snapshot can't be brought back, or nil if it can.
  private func flaw(of snapshot: Snapshot) -> FeedRefusal? {
    if snapshot.version != State.snapshotVersion {
      return .snapshotVersion(found: snapshot.version, known: State.snapshotVersion)
    }
    var count = 0
    for page in snapshot.pages {
      let (sum, isTooLarge) = count.addingReportingOverflow(page.count)
      if page.count < 0 || isTooLarge { return .snapshotInvalid(reason: .rowCount) }
      count = sum
    }
    if count != snapshot.items.count || ItemList(snapshot.items).count != count {
      return .snapshotInvalid(reason: .rows)
    }
    return hasGoodTickets(snapshot) ? nil : .snapshotInvalid(reason: .tickets)
  }

  /// Whether each edit has a ticket of its own, of those that were given.
  private func hasGoodTickets(_ snapshot: Snapshot) -> Bool {
    let last = snapshot.lastTicket
    // Half of the numbers are plenty, and leave room to count on.
    if last.rawValue < 0 || last.rawValue > Int.max / 2 { return false }
    var tickets = snapshot.edits.map { $0.ticket }
    for refused in snapshot.refusedEdits { tickets.append(refused.edit.ticket) }
    for (index, ticket) in tickets.enumerated() {
      if ticket < 1 || ticket > last || tickets[..<index].contains(ticket) { return false }
    }
    return true
  }
}

extension Feed.Edit {
  /// The edit, made in this feed if it does not say in which.
  fileprivate func made(in feed: UInt64) -> Feed.Edit {
    Feed.Edit(feed: self.feed == 0 ? feed : self.feed, ticket: ticket, change: change, id: id)
  }
}

extension Feed.Edge {
  /// An edge as a snapshot has it.
  fileprivate init(end position: Feed.Position?, dropped: [Feed.Position]) {
    self.position = position
    self.dropped = dropped
    load = next == nil ? .ended(reason: .exhausted) : .idle
  }
}
