import FeedReducer
import FeedSpec
import FeedTesting

/// Mixes the parts of a state into a fingerprint, with canonical numbers for tickets and rows.
///
/// A ticket becomes its rank among the tickets of work and edits. A row becomes its rank among the
/// rows that the state mentions. The last ticket and the seed are left out. Of the generation, the
/// fingerprint only contains whether a page has arrived.
struct CanonicalForm {
  let paging: FeedScenario.Paging
  let factor: Int
  let goesOffline: Bool
  let tickets: [Ticket]

  /// The rows that the state mentions, as bits. All bits are set if no row comes or goes.
  var rows = ~UInt64(0)

  /// Whether `mix` only adds the mentioned rows to `rows`, so that their ranks are known later.
  var isCollecting = false

  private(set) var fingerprint = Fingerprint()

  init(of state: SimulationState, in scenario: FeedScenario) {
    paging = scenario.paging
    factor = scenario.cursorFactor
    goesOffline = scenario.goesOffline
    var tickets = state.inFlight.map(\.ticket) + state.ended.map(\.ticket)
    let edits =
      (state.feed.edits.log?.pending.map(\.edit) ?? []) + state.feed.refusedEdits.map(\.edit)
    for edit in edits where !tickets.contains(edit.ticket) { tickets.append(edit.ticket) }
    tickets.sort()
    self.tickets = tickets
    if scenario.isMoving { collectRows(of: state) }
    mix(state)
  }

  mutating func collectRows(of state: SimulationState) {
    rows = state.server.rows
    isCollecting = true
    mix(state.feed)
    mix(state.inFlight)
    mix(state.ended)
    if let kept = state.kept { mix(kept) }
    isCollecting = false
    fingerprint = Fingerprint()
  }

  mutating func mix(_ state: SimulationState) {
    mix(state.feed)
    mix(state.inFlight)
    mix(state.ended)
    mix(state.server)
    mix(rows: state.currentRows)
    mix(state.reader?.lowerBound ?? -1)
    mix(state.reader?.upperBound ?? -1)
    mix(
      (state.isDemandPaused ? 1 : 0) + (state.isCurrent ? 2 : 0) + (state.owesRefresh ? 4 : 0)
        + (state.hasLostCursor ? 8 : 0) + state.remaining.edits << 8 + state.remaining.restarts
        << 16
        + state.emptyPages << 24)
    if let kept = state.kept {
      mix(kept)
      mix(state.canRestore ? 1 : 0)
    }
    if !state.served.isEmpty { mix(state.served) }
  }
}

// MARK: - The feed

extension CanonicalForm {
  mutating func mix(_ feed: ModelFeed.State) {
    mix(feed.items)
    mix(feed.pages)
    mix(feed.refresh)
    mix(feed.tail)
    mix(feed.head)
    mix(feed.reader?.lowerBound ?? -1)
    mix(feed.reader?.upperBound ?? -1)
    mix(feed.total ?? -1)
    var flags = feed.generation > 0 ? 1 : 0
    if feed.isDemandPaused { flags += 2 }
    if feed.isOnline { flags += 4 }
    if feed.isInvalidated { flags += 8 }
    if feed.hasLostCursor { flags += 16 }
    if feed.isReaderRestored { flags += 128 }
    if feed.isStopped { flags += 32 }
    if feed.keepsPlace { flags += 64 }
    mix(flags)
    for refused in feed.refusedEdits {
      mix(refused.edit)
      mix(refused.failure)
    }
    mix(feed.confirmed.count)
    for confirmed in feed.confirmed {
      mix(id: confirmed.id)
      mix(confirmed.change)
      mix(time: confirmed.lastTicket)
    }
    guard let log = feed.edits.log else { return }
    mix(log.serverRows)
    mix(log.pending)
    mix(time: log.hiddenInsertions)
    mix(log.newRows.count)
    for new in log.newRows {
      mix(new.row)
      mix(time: new.lastTicket)
    }
    for row in log.remappedIDs {
      mix(id: row.old)
      mix(id: row.new)
    }
  }

  mutating func mix(_ rows: ItemList<ModelRow>) {
    mix(rows.count)
    for row in rows { mix(row) }
  }

  mutating func mix(_ pages: some Collection<ModelFeed.PageRecord>) {
    mix(pages.count)
    for page in pages {
      mix(page.count)
      mix(page.position)
    }
  }

  mutating func mix(_ edge: ModelFeed.Edge) {
    mix(edge.load)
    mix(edge.position)
    mix(Int(edge.emptyPages))
    mix(edge.dropped)
    mix(edge.emptyCursors.count)
    for cursor in edge.emptyCursors { mix(cursor: cursor) }
  }

  mutating func mix(_ positions: some Collection<ModelFeed.Position>) {
    mix(positions.count)
    for position in positions { mix(position) }
  }

  mutating func mix(_ load: LoadState) {
    switch load {
    case .idle: mix(0)
    case .loading(let ticket, let attempt):
      mix(1 + attempt << 8)
      mix(ticket)
    case .waiting(let ticket, let attempt):
      mix(2 + attempt << 8)
      mix(ticket)
    case .offline(let attempt): mix(3 + attempt << 8)
    case .failed(let failure):
      mix(4)
      mix(failure)
    case .ended(reason: .exhausted): mix(5)
    case .ended(reason: .cycle): mix(6)
    case .ended(reason: .stalled): mix(7)
    @unknown default: mix(8)
    }
  }

  /// Mixes what follows from a failure that has happened: what a refresh and coming online do.
  mutating func mix(_ failure: FeedFailure) {
    let isOfNetwork = failure.isOfNetwork && goesOffline
    mix(failure.code == .invalidCursor ? 2 : isOfNetwork ? 1 : 0)
  }

  mutating func mix(_ edits: [ModelFeed.PendingEdit]) {
    mix(edits.count)
    for pending in edits {
      mix(pending.edit)
      switch pending.state {
      case .queued: mix(0)
      case .sending(let attempt): mix(1 + attempt << 8)
      case .waiting(let timer, let attempt):
        mix(2 + attempt << 8)
        mix(timer)
      case .offline(let attempt): mix(3 + attempt << 8)
      case .failed(let failure):
        mix(4)
        mix(failure)
      }
    }
  }

  mutating func mix(_ edit: ModelFeed.Edit) {
    mix(edit.ticket)
    mix(id: edit.id)
    mix(edit.change)
  }

  mutating func mix(_ change: ModelFeed.Change) {
    switch change {
    case .insert(let row, let before):
      mix(0)
      mix(row)
      mix(id: before)
    case .update(let row):
      mix(1)
      mix(row)
    case .remove(let id):
      mix(2)
      mix(id: id)
    }
  }
}

// MARK: - The environment

extension CanonicalForm {
  mutating func mix(_ works: [SimulationState.Work]) {
    mix(works.count)
    for work in works {
      mix(work.ticket)
      switch work.task {
      case .load(let kind, let position, let sent):
        mix(kind == .refresh ? 0 : kind == .append ? 1 : 2)
        mix(position)
        mix(rows: sent)
      case .timer: mix(3)
      case .edit(let change, let served):
        mix(4)
        mix(change)
        mix(id: served)
      }
    }
  }

  mutating func mix(_ server: ModelServer) {
    mix(server.insertions + server.removals << 8 + server.freshCursors << 16 + server.updates << 24)
    mix(rows: server.rows)
    mix(rows: server.changed & server.rows)
  }

  mutating func mix(_ kept: ModelFeed.Snapshot) {
    mix(kept.items.count)
    for row in kept.items { mix(row) }
    mix(kept.pages)
    mix(kept.next)
    mix(kept.previous)
    mix(kept.droppedBefore)
    mix(kept.droppedAfter)
    mix(id: kept.firstVisible)
    mix(kept.edits.count)
    for edit in kept.edits + kept.refusedEdits.map(\.edit) {
      mention(id: edit.id)
      mix(edit.change)
    }
    mix(kept.total ?? -1)
  }
}

// MARK: - Canonical numbers

extension CanonicalForm {
  mutating func mix(_ number: Int) {
    fingerprint.mix(number)
  }

  /// Mixes the rank of a row among the mentioned rows; 0 for nil.
  mutating func mix(id: Int?) {
    if isCollecting { return mention(id: id) }
    mix(id.map { (rows & ModelServer.bits(upTo: $0)).nonzeroBitCount + 1 } ?? 0)
  }

  /// Collects a row that the fingerprint does not contain.
  mutating func mention(id: Int?) {
    guard isCollecting, let id, id >= -ModelServer.origin else { return }
    rows |= ModelServer.bit(id)
  }

  mutating func mix(rows bits: UInt64) {
    if isCollecting { return rows |= bits }
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
