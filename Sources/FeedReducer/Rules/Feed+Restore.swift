// Rule 11. A feed that is kept between two runs of a program.
extension Feed.State {
  /// The newest format of snapshots that this version reads. One without gaps has format 1, which an older version reads.
  public static var snapshotVersion: Int { 2 }

  /// The rows, cursors and edits as a value to store; nil before the first page if there are no edits.
  ///
  /// No load is in it. After a reset it has only the edits, until the first page arrives.
  ///
  /// - Complexity: O(*n*).
  public var snapshot: Feed.Snapshot? {
    var snapshot = snapshotWithoutRows
    snapshot?.items = Array(serverRows)
    return snapshot
  }

  /// The same, without the rows: those are ``serverRows``.
  package var snapshotWithoutRows: Feed.Snapshot? {
    if !hasSnapshot { return nil }
    return Feed.Snapshot(
      version: gapRecords.isEmpty ? 1 : Self.snapshotVersion, identity: identity, items: [],
      pages: Array(pages),
      next: tail.position, previous: head.position, droppedBefore: head.droppedPages,
      droppedAfter: tail.droppedPages, firstVisible: reader.map { items[$0.lowerBound].id },
      edits: pendingEdits.map { withCurrentIDs($0.edit) },
      refusedEdits: refusedEdits, lastTicket: lastTicket, total: total, ending: ending,
      gaps: gapRecords)
  }

  /// Whether there is anything to store: a first page has arrived, or there are edits.
  package var hasSnapshot: Bool { hasFirstPage || hasEdits }
}

extension Feed {
  /// How a snapshot is brought back. A program that makes no snapshot does not link the code.
  struct RestoreRules: Equatable, @unchecked Sendable {
    /// A closure, so that nothing but the making of a snapshot refers to the code. It captures nothing, so any thread
    /// may call it.
    let restore: (Feed, inout State, Snapshot, Duration) throws(FeedRefusal) -> [Effect] = {
      (feed, state, snapshot, age) throws(FeedRefusal) in
      try feed.restored(&state, snapshot: snapshot, age: age)
    }

    /// Always true: there is one set of rules.
    static func == (lhs: RestoreRules, rhs: RestoreRules) -> Bool { true }
  }
}

extension Feed {
  /// Rule 11: brings back rows, cursors and edits, unless a page has arrived before.
  ///
  /// The tickets of restored edits are from an earlier run. So a refresh in flight is sent again
  /// under a new ticket. And if the feed has made edits, before a reset too, a snapshot with edits is refused:
  /// their answers could not be told apart.
  fileprivate func restored(
    _ state: inout State, snapshot: Snapshot, age: Duration
  ) throws(FeedRefusal) -> [Effect] {
    if state.hasFirstPage { throw .tooLateToRestore }
    if state.isStopped { throw .stopped }
    if let refusal = validationError(in: snapshot) { throw refusal }
    var snapshot = snapshot
    if gaps == nil { snapshot.cutBelowFirstGap() }
    if edits?.rules.isAmbiguous(snapshot, in: state) == true { throw .ambiguousEdits }
    if !snapshot.hasOnlyEdits {
      state.items.replaceAll(with: snapshot.items)
      let rows = state.items
      state.changeServerRows { $0 = rows }
      state.pages = ChunkList(snapshot.pages)
      state.tail = Edge(end: snapshot.next, dropped: snapshot.droppedAfter)
      state.head = Edge(end: snapshot.previous, dropped: snapshot.droppedBefore)
      for side in [Side.append, .prepend] {
        guard let last = state.page(at: side), side.follows(last.position) else { continue }
        if state[side].position == last.position { state[side].again = .byOldPosition }
      }
      gaps?.rules.restore(&state, of: self, from: snapshot)
      state.total = snapshot.total.flatMap { $0 < 0 ? nil : $0 }
      state.told = ToldEnding(snapshot.ending)
      state.generation = 1
      if case .failed = state.refresh { state.refresh = .idle }
    }
    state.lastTicket = max(state.lastTicket, snapshot.lastTicket)
    let drops = edits?.rules.restore(&state, from: snapshot) ?? []
    followReader(&state, to: snapshot.firstVisible.map { [$0] } ?? [])
    state.isReaderRestored = state.reader != nil
    // No further page loads until the user interface reports which rows are visible, since it may show others by then.
    state.isDemandPaused = !state.items.isEmpty
    let isOld = snapshotAgeLimit.map { age > $0 || age < .zero } ?? (age < .zero)
    var effects = isOld || state.refresh.isUnderWay ? loadFirstPage(&state) : []
    effects += drops
    effects += edits?.rules.resend(&state, of: self, from: snapshot) ?? []
    return effects
  }

  /// Why the snapshot is not valid, or nil if it is.
  private func validationError(in snapshot: Snapshot) -> FeedRefusal? {
    if snapshot.version < 1 || snapshot.version > State.snapshotVersion {
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
    if !hasGoodGaps(snapshot) { return .snapshotInvalid(reason: .gaps) }
    return hasGoodTickets(snapshot) ? nil : .snapshotInvalid(reason: .tickets)
  }

  /// Whether each gap stands between two pages, and has a position and a ticket that was given.
  private func hasGoodGaps(_ snapshot: Snapshot) -> Bool {
    var next = 0
    var row = 0
    for page in snapshot.pages {
      row += page.count
      if page.count == 0 || next == snapshot.gaps.count || snapshot.gaps[next].row != row {
        continue
      }
      let gap = snapshot.gaps[next]
      if row == snapshot.items.count || gap.next == nil && gap.previous == nil { return false }
      if gap.id < 1 || gap.id > snapshot.lastTicket { return false }
      for other in snapshot.gaps[..<next] where other.id == gap.id { return false }
      next += 1
    }
    return next == snapshot.gaps.count
  }

  /// Whether each edit has a ticket of its own, between 1 and the last one; else an answer would be taken for that of
  /// another.
  private func hasGoodTickets(_ snapshot: Snapshot) -> Bool {
    let last = snapshot.lastTicket
    // So that adding to the last ticket never overflows.
    if last.rawValue < 0 || last.rawValue > Int.max / 2 { return false }
    var tickets = snapshot.edits.map { $0.ticket }
    for refused in snapshot.refusedEdits { tickets.append(refused.edit.ticket) }
    for (index, ticket) in tickets.enumerated() {
      if ticket < 1 || ticket > last || tickets[..<index].contains(ticket) { return false }
    }
    return true
  }
}

extension Feed.Snapshot {
  /// Drops the rows below the first gap, since a feed without rules of gaps can fill none. The list goes on there.
  fileprivate mutating func cutBelowFirstGap() {
    guard let gap = gaps.first else { return }
    gaps = []
    items.removeLast(items.count - gap.row)
    var rows = 0
    var count = 0
    while rows < gap.row {
      rows += pages[count].count
      count += 1
    }
    pages.removeLast(pages.count - count)
    next = gap.next ?? pages[count - 1].position
    droppedAfter = []
    ending = nil
  }
}

extension Feed.Edge {
  /// Creates an end of the list from a snapshot.
  fileprivate init(end position: Feed.Position?, dropped: [Feed.Position]) {
    self.position = position
    self.dropped = dropped
    load = next == nil ? .ended(reason: .exhausted) : .idle
  }
}
