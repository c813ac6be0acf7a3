import FeedReducer
import FeedTesting

// The parts of the feed's state and of its environment.
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
    mix(flags)
    for refused in feed.refusedEdits {
      mix(refused.edit)
      mix(refused.failure.status ?? 0)
    }
    guard let log = feed.edits.log else { return }
    mix(log.serverRows)
    mix(log.pending)
    mix(log.confirmed.count)
    for confirmed in log.confirmed {
      mix(id: confirmed.id)
      mix(confirmed.change)
      mix(time: confirmed.lastTicket)
    }
    for row in log.remappedIDs {
      mix(id: row.old)
      mix(id: row.new)
    }
  }

  private mutating func mix(_ rows: ItemList<ModelRow>) {
    mix(rows.count)
    for row in rows { mix(row) }
  }

  private mutating func mix(_ pages: some Collection<ModelFeed.PageRecord>) {
    mix(pages.count)
    for page in pages {
      mix(page.count)
      mix(page.position)
    }
  }

  private mutating func mix(_ edge: ModelFeed.Edge) {
    mix(edge.load)
    mix(edge.position)
    mix(Int(edge.emptyPages))
    mix(edge.dropped)
    mix(edge.emptyCursors.count)
    for cursor in edge.emptyCursors { mix(cursor: cursor) }
  }

  private mutating func mix(_ positions: some Collection<ModelFeed.Position>) {
    mix(positions.count)
    for position in positions { mix(position) }
  }

  private mutating func mix(_ load: LoadState) {
    switch load {
    case .idle: mix(0)
    case .loading(let ticket, let attempt):
      mix(1 + attempt << 8)
      mix(ticket)
    case .waiting(let ticket, let attempt):
      mix(2 + attempt << 8)
      mix(ticket)
    case .offline(let attempt): mix(3 + attempt << 8)
    case .failed(let failure): mix(4 + (failure.status ?? 0) << 8)
    case .ended(reason: .exhausted): mix(5)
    case .ended(reason: .cycle): mix(6)
    case .ended(reason: .stalled): mix(7)
    @unknown default: mix(8)
    }
  }

  private mutating func mix(_ edits: [ModelFeed.PendingEdit]) {
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
      case .failed(let failure): mix(4 + (failure.status ?? 0) << 8)
      @unknown default: mix(5)
      }
    }
  }

  private mutating func mix(_ edit: ModelFeed.Edit) {
    mix(edit.ticket)
    mix(id: edit.id)
    mix(edit.change)
  }

  private mutating func mix(_ change: ModelFeed.Change) {
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
    @unknown default: mix(3)
    }
  }

  // MARK: - Environment

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
    for edit in kept.edits { mix(edit.change) }
    for refused in kept.refusedEdits { mix(refused.edit.change) }
    mix(kept.total ?? -1)
  }
}
