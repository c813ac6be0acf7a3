// A feed that is kept between two runs of a program.
extension Feed.State {
  /// The format of the snapshots that this version makes and reads.
  public static var snapshotVersion: Int { 1 }

  /// What is to be kept of the feed: rows, cursors and pending edits, and no load in flight.
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
      edits: edits.log?.pendingUnderNewIDs ?? [], lastTicket: lastTicket, total: total)
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
    if state.hasLanded { return .ignored(.alreadyStarted) }
    if let refusal = flaw(of: snapshot) { return .ignored(refusal) }
    let edits = isEditable ? snapshot.edits : []
    if !edits.isEmpty, state.hasSentEdits { return .ignored(.ambiguousEdits) }
    state.items.replaceAll(with: snapshot.items)
    state.pages = ChunkList(snapshot.pages)
    state.tail = Edge(end: snapshot.next, dropped: snapshot.droppedAfter)
    state.head = Edge(end: snapshot.previous, dropped: snapshot.droppedBefore)
    state.identity = snapshot.identity
    state.lastTicket = max(state.lastTicket, snapshot.lastTicket)
    state.total = snapshot.total
    state.epoch = 1
    if case .failed = state.refresh { state.refresh = .idle }
    if !edits.isEmpty {
      state.hasSentEdits = true
      state.edits = .some(EditLog(base: state.items, pending: edits))
      state.showEdits()
    }
    followReader(&state, snapshot.anchor.map { [$0] } ?? [])
    // Where the reader is now is not known yet; the rows that appear will say.
    state.isDemandPaused = !state.items.isEmpty
    let sends = edits.map { Effect.send(ticket: $0.ticket, change: $0.change) }
    let isOld = snapshotAgeLimit.map { age > $0 || age < .zero } ?? (age < .zero)
    let loads = isOld || state.refresh.isUnderWay ? loadFirst(&state) : []
    return accept(&state, loads + sends)
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
    let tickets = snapshot.edits.map { $0.ticket.rawValue }
    // Half of the numbers are plenty, and leave room to count on.
    if snapshot.lastTicket.rawValue < 0 || snapshot.lastTicket.rawValue > Int.max / 2
      || tickets.contains(where: { $0 < 1 || $0 > snapshot.lastTicket.rawValue })
      || zip(tickets, tickets.dropFirst()).contains(where: { $0 >= $1 })
    {
      return .snapshotInvalid(reason: .tickets)
    }
    return nil
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
