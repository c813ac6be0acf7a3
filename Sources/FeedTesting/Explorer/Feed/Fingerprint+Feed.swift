public import FeedReducer

// A feed's state in a form that is equal for states that behave alike.
extension Fingerprint {
  /// Adds a feed's state, in canonical form.
  ///
  /// A ticket becomes its rank among `tickets`, so that a feed that has asked more often is in no other
  /// state. The last ticket, the seed and the identity are left out, and of the generation only counts
  /// whether a page has arrived. Rows and cursors are added by their hash values, which Swift seeds: the
  /// fingerprint differs from process to process.
  ///
  /// - Parameters:
  ///   - feed: The state.
  ///   - tickets: The tickets that matter: of work in flight, of late answers and of edits.
  /// - Complexity: O(*n* · *t*) in the rows and the tickets.
  public mutating func mix<Item: Hashable, Cursor>(
    _ feed: Feed<Item, Cursor>.State, tickets: [Ticket]
  ) {
    let ranks = tickets.sorted()
    mix(values: feed.items)
    mix(feed.pages.count)
    for page in feed.pages {
      mix(page.count)
      mix(value: page.position)
    }
    mix(feed.refresh, ranks: ranks)
    mix(feed.tail, ranks: ranks)
    mix(feed.head, ranks: ranks)
    mix(feed.gapRecords.count)
    for gap in feed.gapRecords {
      mix(gap.row)
      mix(value: gap.next)
      mix(value: gap.previous)
      mix(gap.emptyPages)
      mix(gap.id == feed.gapLoad?.id ? 1 : 0)
    }
    mix(feed[.gap], ranks: ranks)
    mix(value: feed.gapLoad?.side)
    mix(value: feed.reader)
    mix(value: feed.total)
    mix(value: feed.ending)
    let flags = [
      feed.generation > 0, feed.isDemandPaused, feed.isOnline,
      feed.firstPageLoad.isFollowed,
      feed.hasLostCursor, feed.isStopped, feed.hasSentEdits, feed.keepsPlace,
      feed.isReaderRestored, feed.startsOver,
    ]
    mix(values: flags)
    mixEdits(of: feed, ranks: ranks)
  }

  /// Adds what a search knows beside its feed: the queries, whether the user types, and stale rows.
  ///
  /// Queries and rows are added by their hash values. The feed is added by ``FeedPart/mix(_:into:)``.
  ///
  /// - Complexity: O(*n*) in the stale rows.
  public mutating func mix<Query: Hashable, Item: Hashable, Cursor>(
    besideFeedOf search: Search<Query, Item, Cursor>.State
  ) {
    mix(value: search.query)
    mix(value: search.lastQuery)
    mix(search.isAsked ? 1 : 0)
    mix(search.timer == nil ? 0 : 1)
    mix(values: search.heldLoads.map(\.kind))
    mix(search.stale == nil ? 0 : 1)
    if let stale = search.stale {
      mix(value: stale.query)
      mix(values: stale.feed.items)
      mix(value: stale.feed.total)
      mix(values: stale.feed.gaps.map(\.index))
      mix(value: stale.feed.reader)
    }
  }

  /// Adds the rank of a ticket; -1 if it is not among `ranks`.
  mutating func mix(_ ticket: Ticket, ranks: [Ticket]) {
    mix(ranks.firstIndex(of: ticket) ?? -1)
  }

  mutating func mix(value: some Hashable) {
    mix(value.hashValue)
  }

  mutating func mix<Values: Collection>(values: Values) where Values.Element: Hashable {
    mix(values.count)
    for value in values { mix(value: value) }
  }

  private mutating func mix<Item, Cursor>(_ edge: Feed<Item, Cursor>.Edge, ranks: [Ticket]) {
    mix(edge.load, ranks: ranks)
    mix(value: edge.position)
    mix(Int(edge.emptyPages))
    mix(values: edge.dropped)
    mix(edge.again == .no ? 0 : edge.again == .yes ? 1 : 2)
    mix(values: edge.emptyCursors)
    mix(value: edge.ledOn)
    mix(Int(edge.pagesBetween))
  }

  private mutating func mix(_ load: LoadState, ranks: [Ticket]) {
    switch load {
    case .idle: mix(0)
    case .loading(let ticket, let attempt):
      mix(1 + attempt << 8)
      mix(ticket, ranks: ranks)
    case .waiting(let ticket, let attempt):
      mix(2 + attempt << 8)
      mix(ticket, ranks: ranks)
    case .offline(let attempt): mix(3 + attempt << 8)
    case .failed(let failure):
      mix(4)
      mix(failure)
    case .ended(let reason):
      mix(5)
      mix(value: reason)
    @unknown default: mix(6)
    }
  }

  private mutating func mix(_ state: EditState, ranks: [Ticket]) {
    switch state {
    case .queued: mix(0)
    case .sending(let attempt): mix(1 + attempt << 8)
    case .waiting(let timer, let attempt):
      mix(2 + attempt << 8)
      mix(timer, ranks: ranks)
    case .offline(let attempt): mix(3 + attempt << 8)
    case .failed(let failure):
      mix(4)
      mix(failure)
    }
  }

  private mutating func mix(_ failure: FeedFailure) {
    mix(value: failure.code)
    mix(failure.status ?? 0)
    mix(failure.isRetryable ? 1 : 0)
  }

  /// Adds work in flight.
  mutating func mix<Item: Hashable, Cursor>(
    _ effect: Feed<Item, Cursor>.Effect, ranks: [Ticket]
  ) {
    switch effect {
    case .load(let request):
      mix(value: request.kind)
      mix(request.ticket, ranks: ranks)
      mix(value: request.position)
    case .schedule(let ticket, _): mix(ticket, ranks: ranks)
    case .send(let edit): mix(edit, ranks: ranks)
    default: mix(0)
    }
  }

  private mutating func mixEdits<Item: Hashable, Cursor>(
    of feed: Feed<Item, Cursor>.State, ranks: [Ticket]
  ) {
    for refused in feed.refusedEdits {
      mix(refused.edit, ranks: ranks)
      mix(refused.failure)
    }
    mix(feed.confirmed.count)
    for confirmed in feed.confirmed {
      mix(value: confirmed.id)
      mix(confirmed.change)
      mix(ranks.count { $0 <= confirmed.lastTicket })
    }
    guard let log = feed.edits.log else { return }
    mix(values: log.serverRows)
    mix(log.pending.count)
    for pending in log.pending {
      mix(pending.edit, ranks: ranks)
      mix(pending.state, ranks: ranks)
    }
    mix(ranks.count { $0 <= log.hiddenInsertions })
    mix(log.newRows.count)
    for new in log.newRows {
      mix(value: new.row)
      mix(value: new.before)
      mix(ranks.count { $0 <= new.lastTicket })
    }
    for row in log.remappedIDs {
      mix(value: row.old)
      mix(value: row.new)
    }
  }

  private mutating func mix<Item: Hashable, Cursor>(
    _ edit: Feed<Item, Cursor>.Edit, ranks: [Ticket]
  ) {
    mix(edit.ticket, ranks: ranks)
    mix(value: edit.id)
    mix(edit.change)
  }

  private mutating func mix<Item: Hashable, Cursor>(_ change: Feed<Item, Cursor>.Change) {
    switch change {
    case .insert(let item, let before):
      mix(value: item)
      mix(value: before)
    case .update(let item): mix(value: item)
    case .remove(let id): mix(value: id)
    }
  }
}
