import FeedReducer
import FeedTesting

/// Mixes the parts of a moment into a fingerprint, renumbered.
///
/// Tickets are numbered by their order among those of what is under way or has ended, rows by
/// their order among those that anything speaks of. Left out is what only counts or draws lots:
/// the last ticket, the seed, and the generation but for whether a page has landed.
struct CanonicalForm {
  private let paging: FeedScenario.Paging
  private let factor: Int

  /// The rows that the moment speaks of, as bits; all where rows neither come nor go.
  private var rows = ~UInt64(0)

  private let tickets: [Ticket]

  private(set) var fingerprint = Fingerprint()

  init(_ moment: FeedMoment, _ scenario: FeedScenario) {
    paging = scenario.paging
    factor = scenario.cursorFactor
    var tickets = moment.live.map(\.ticket)
    for work in moment.ended { tickets.append(work.ticket) }
    let edits =
      (moment.feed.edits.log?.pending.map(\.edit) ?? []) + moment.feed.refusedEdits.map(\.edit)
    for edit in edits where !tickets.contains(edit.ticket) { tickets.append(edit.ticket) }
    tickets.sort()
    self.tickets = tickets
    guard scenario.isMoving else { return }
    rows = moment.server.rows
    note(moment.feed)
    for work in moment.live { note(work) }
    for work in moment.ended { note(work) }
    if let kept = moment.kept { note(kept) }
  }

  mutating func mix(_ moment: FeedMoment) {
    mix(moment.feed)
    mix(moment.state.memory)
    mix(moment.live)
    mix(moment.ended)
    mix(moment.server)
    mix(rows: moment.fresh)
    mix(moment.reader?.lowerBound ?? -1)
    mix(moment.reader?.upperBound ?? -1)
    mix(
      (moment.isResting ? 1 : 0) + (moment.isUnmoved ? 2 : 0) + (moment.owesRefresh ? 4 : 0)
        + (moment.hasLostCursor ? 8 : 0) + moment.left.edits << 8 + moment.left.restarts << 16
        + moment.emptyPages << 24)
    if let kept = moment.kept {
      mix(kept)
      mix(moment.canRestore ? 1 : 0)
    }
    if !moment.served.isEmpty { mix(moment.served) }
  }
}

// MARK: - Rows that are spoken of

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

  private mutating func note(_ work: FeedMoment.Work) {
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

// MARK: - Names

extension CanonicalForm {
  mutating func mix(_ number: Int) {
    fingerprint.mix(number)
  }

  /// Mixes the number of a row among those spoken of; 0 for none.
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

  /// Mixes how many of what is under way was begun by the time that `ticket` was given.
  mutating func mix(time ticket: Ticket) {
    mix(tickets.count { $0 <= ticket })
  }
}
