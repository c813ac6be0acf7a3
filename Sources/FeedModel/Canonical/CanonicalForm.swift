import FeedReducer
import FeedTesting

/// Mixes the parts of a state into a fingerprint, with canonical numbers for tickets and rows.
///
/// A ticket becomes its rank among the tickets of work and edits. A row becomes its rank among the
/// rows that the state mentions. The last ticket and the seed are left out. Of the generation, the
/// fingerprint only contains whether a page has arrived.
struct CanonicalForm {
  private let paging: FeedScenario.Paging
  private let factor: Int

  /// The rows that the state mentions, as bits. All bits are set if no row comes or goes.
  private var rows = ~UInt64(0)

  private let tickets: [Ticket]

  private(set) var fingerprint = Fingerprint()

  init(_ state: SimulationState, in scenario: FeedScenario) {
    paging = scenario.paging
    factor = scenario.cursorFactor
    var tickets = state.live.map(\.ticket)
    for work in state.ended { tickets.append(work.ticket) }
    let edits =
      (state.feed.edits.log?.pending.map(\.edit) ?? []) + state.feed.refusedEdits.map(\.edit)
    for edit in edits where !tickets.contains(edit.ticket) { tickets.append(edit.ticket) }
    tickets.sort()
    self.tickets = tickets
    guard scenario.isMoving else { return }
    rows = state.server.rows
    note(state.feed)
    for work in state.live { note(work) }
    for work in state.ended { note(work) }
    if let kept = state.kept { note(kept) }
  }

  mutating func mix(_ state: SimulationState) {
    mix(state.feed)
    mix(state.state.memory)
    mix(state.live)
    mix(state.ended)
    mix(state.server)
    mix(rows: state.fresh)
    mix(state.reader?.lowerBound ?? -1)
    mix(state.reader?.upperBound ?? -1)
    mix(
      (state.isResting ? 1 : 0) + (state.isUnmoved ? 2 : 0) + (state.owesRefresh ? 4 : 0)
        + (state.hasLostCursor ? 8 : 0) + state.left.edits << 8 + state.left.restarts << 16
        + state.emptyPages << 24)
    if let kept = state.kept {
      mix(kept)
      mix(state.canRestore ? 1 : 0)
    }
    if !state.served.isEmpty { mix(state.served) }
  }
}

// MARK: - Mentioned rows

extension CanonicalForm {
  private mutating func note(_ feed: ModelFeed.State) {
    for row in feed.items { note(id: row.id) }
    for page in feed.pages { note(page.position) }
    note(feed.tail)
    note(feed.head)
    for refused in feed.refusedEdits { note(refused.edit) }
    guard let log = feed.edits.log else { return }
    for row in log.serverRows { note(id: row.id) }
    for pending in log.pending { note(pending.edit) }
    for confirmed in log.confirmed {
      note(id: confirmed.id)
      note(confirmed.change)
    }
    for row in log.remappedIDs {
      note(id: row.old)
      note(id: row.new)
    }
  }

  private mutating func note(_ edge: ModelFeed.Edge) {
    note(edge.position)
    for position in edge.dropped { note(position) }
    for cursor in edge.emptyCursors { note(cursor: cursor) }
  }

  private mutating func note(_ work: SimulationState.Work) {
    switch work.task {
    case .load(_, let position, let sent):
      note(position)
      rows |= sent
    case .timer: break
    case .edit(let change, let served):
      note(change)
      if let served { note(id: served) }
    }
  }

  private mutating func note(_ kept: ModelFeed.Snapshot) {
    for row in kept.items { note(id: row.id) }
    for page in kept.pages { note(page.position) }
    for position in kept.droppedBefore + kept.droppedAfter { note(position) }
    note(kept.next)
    note(kept.previous)
    for edit in kept.edits { note(edit) }
    for refused in kept.refusedEdits { note(refused.edit) }
  }

  private mutating func note(_ edit: ModelFeed.Edit) {
    note(id: edit.id)
    note(edit.change)
  }

  private mutating func note(_ change: ModelFeed.Change) {
    switch change {
    case .insert(let row, let before):
      note(id: row.id)
      if let before { note(id: before) }
    case .update(let row): note(id: row.id)
    case .remove(let id): note(id: id)
    @unknown default: break
    }
  }

  private mutating func note(_ position: ModelFeed.Position?) {
    if let cursor = position?.cursor { note(cursor: cursor) }
  }

  private mutating func note(cursor: Int) {
    if paging == .cursor { note(id: cursor.dividedDown(by: factor)) }
  }

  private mutating func note(id: Int) {
    if id >= -ModelServer.origin { rows |= ModelServer.bit(id) }
  }
}

// MARK: - Canonical numbers

extension CanonicalForm {
  mutating func mix(_ number: Int) {
    fingerprint.mix(number)
  }

  /// Mixes the rank of a row among the mentioned rows; 0 for nil.
  mutating func mix(id: Int?) {
    mix(id.map { (rows & ModelServer.bits(upTo: $0)).nonzeroBitCount + 1 } ?? 0)
  }

  mutating func mix(rows bits: UInt64) {
    if rows == ~0 { return fingerprint.mix(bits) }
    mix(bits.nonzeroBitCount)
    for id in ModelServer.ids(bits) { mix(id: id) }
  }

  mutating func mix(_ row: ModelRow) {
    mix(id: row.id)
    mix(row.value)
  }

  mutating func mix(cursor: Int) {
    guard paging == .cursor else { return mix(cursor) }
    let id = cursor.dividedDown(by: factor)
    mix(id: id)
    if factor > 1 { mix(cursor - id * factor) }
  }

  mutating func mix(_ position: ModelFeed.Position?) {
    switch position {
    case nil: mix(0)
    case .start: mix(1)
    case .after(let cursor):
      mix(2)
      mix(cursor: cursor)
    case .before(let cursor):
      mix(3)
      mix(cursor: cursor)
    @unknown default: mix(4)
    }
  }

  mutating func mix(_ ticket: Ticket) {
    mix(tickets.firstIndex(of: ticket) ?? -1)
  }

  /// Mixes how many of the ranked tickets were issued up to `ticket`.
  mutating func mix(time ticket: Ticket) {
    mix(tickets.count { $0 <= ticket })
  }
}
