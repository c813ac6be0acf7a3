package import FeedReducer

// A feed that is kept between two runs of a program.
extension SpecFeed {
  /// A snapshot brings back rows, cursors and edits, but no load, unless a page has come before. (One that was made
  /// before the first page has only edits.) Its edits are sent again under their tickets. If edits were sent
  /// before, their answers could not be told apart.
  mutating func restore(_ snapshot: Machine.Snapshot, age: Duration) -> [Effect]? {
    let unsent = settings.isEditable ? snapshot.edits : []
    let refused = settings.isEditable ? snapshot.refusedEdits : []
    let hasEdits = !unsent.isEmpty || !refused.isEmpty
    if generation > 0 || isStopped || !isValid(snapshot) || hasEdits && edits.wereSent {
      return nil
    }
    if !snapshot.pages.isEmpty || snapshot.next != .start {
      (rows, pages, total) = (snapshot.items, snapshot.pages, snapshot.total)
      if let total, total < 0 { self.total = nil }
      tail = end(at: snapshot.next, dropped: snapshot.droppedAfter)
      head = end(at: snapshot.previous, dropped: snapshot.droppedBefore)
      for kind in Self.ends {
        let last = kind == .append ? pages.last : pages.first
        guard let last, Self.follows(last.position, at: kind) else { continue }
        if self[end: kind].position == last.position { self[end: kind].again = .byOldPosition }
      }
      (shown, generation) = (rows, 1)
      if case .failed = refresh { refresh = .idle }
      takeNewRows()
    }
    lastTicket = max(lastTicket, snapshot.lastTicket)
    edits.wereSent = edits.wereSent || hasEdits
    let drops = refused.isEmpty ? [] : keepRefused(refused)
    queue(
      unsent.map {
        $0.feed == 0
          ? .init(feed: snapshot.identity, ticket: $0.ticket, change: $0.change, id: $0.id) : $0
      })
    keepReader(at: snapshot.firstVisible.map { [$0] } ?? [], isRefresh: true)
    isReaderRestored = reader != nil
    // Nothing loads until it is known which rows are visible.
    isPaused = !shown.isEmpty
    return refreshOld(age: age) + drops + unsent.flatMap { sendNext(of: $0.id) }
  }

  /// What is kept: the server's rows, cursors and edits, but no load; before the first page only edits.
  package var snapshot: Machine.Snapshot? {
    if generation == 0, !edits.areThere { return nil }
    return Machine.Snapshot(
      version: 1, identity: edits.identity, items: rows, pages: pages,
      next: tail.position, previous: head.position, droppedBefore: head.dropped,
      droppedAfter: tail.dropped, firstVisible: visibleIDs.first,
      edits: edits.pending.map { withNewIDs($0.edit) }, refusedEdits: edits.refused,
      lastTicket: lastTicket, total: total)
  }

  /// An old snapshot, and one from the future, is refreshed; a refresh in flight gets a new ticket.
  private mutating func refreshOld(age: Duration) -> [Effect] {
    let isOld = age < .zero || settings.snapshotAgeLimit.map { age > $0 } ?? false
    return isOld || refresh.isUnderWay ? load(.refresh) : []
  }

  /// The pages have all rows, no row is there twice, and each edit has a ticket of its own.
  func isValid(_ snapshot: Machine.Snapshot) -> Bool {
    let counts = snapshot.pages.map(\.count)
    let tickets = snapshot.edits.map(\.ticket) + snapshot.refusedEdits.map(\.edit.ticket)
    let last = snapshot.lastTicket
    return (1...Machine.State.snapshotVersion).contains(snapshot.version)
      && counts.allSatisfy { 0...snapshot.items.count ~= $0 }
      && counts.reduce(0, +) == snapshot.items.count
      && Set(snapshot.items.map(\.id)).count == snapshot.items.count
      && 0...Int.max / 2 ~= last.rawValue
      && tickets.allSatisfy { 1...max(1, last) ~= $0 && $0 <= last }
      && Set(tickets).count == tickets.count
  }
}
