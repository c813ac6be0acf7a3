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
  @inlinable public mutating func mix<Item: Hashable, Cursor>(
    _ feed: Feed<Item, Cursor>.State, tickets: [Ticket]
  ) {
    let ranks = tickets.sorted()
    mix(hashOf: feed)
    mix(feed.refresh, ranks: ranks)
    mix(feed.tail, ranks: ranks)
    mix(feed.head, ranks: ranks)
    mix(feed[.gap], ranks: ranks)
    let flags = [
      feed.generation > 0, feed.isDemandPaused, feed.isOnline,
      feed.firstPageLoad.isFollowed,
      feed.hasLostCursor, feed.isStopped, feed.hasSentEdits, feed.keepsPlace,
      feed.isReaderRestored, feed.startsOver,
    ]
    mix(flags.reduce(0) { 2 * $0 + ($1 ? 1 : 0) })
    mixEdits(of: feed, ranks: ranks)
  }

  /// Adds the rows, the pages and what else has no ticket, by one hash value: each takes as long as some rows.
  @inlinable mutating func mix<Item: Hashable, Cursor>(hashOf feed: Feed<Item, Cursor>.State) {
    var hasher = Hasher()
    hasher.combine(feed.items.count)
    for row in feed.items { hasher.combine(row) }
    hasher.combine(feed.pages.count)
    for page in feed.pages {
      hasher.combine(page.count)
      hasher.combine(page.position)
    }
    hasher.combine(feed.gapRecords.count)
    for gap in feed.gapRecords {
      hasher.combine(gap.row)
      hasher.combine(gap.next)
      hasher.combine(gap.previous)
      hasher.combine(gap.emptyPages)
      hasher.combine(gap.id == feed.gapLoad?.id)
    }
    hasher.combine(feed.gapLoad?.side)
    hasher.combine(feed.reader)
    hasher.combine(feed.total)
    hasher.combine(feed.ending)
    mix(hasher.finalize())
  }

  /// Adds what a search knows beside its feed: the queries, whether the user types, and stale rows.
  ///
  /// Queries and rows are added by their hash values. The feed is added by ``FeedPart/mix(_:into:)``.
  ///
  /// - Complexity: O(*n*) in the stale rows.
  @inlinable public mutating func mix<Query: Hashable, Item: Hashable, Cursor>(
    besideFeedOf search: Search<Query, Item, Cursor>.State
  ) {
    mix(value: search.query)
    mix(value: search.lastQuery)
    mix(search.isAsked ? 1 : 0)
    mix(search.timer == nil ? 0 : 1)
    mix(values: search.heldLoads.map { $0.kind })
    mix(search.stale == nil ? 0 : 1)
    if let stale = search.stale {
      mix(value: stale.query)
      mix(values: stale.feed.items)
      mix(value: stale.feed.total)
      mix(values: stale.feed.gaps.map { $0.index })
      mix(value: stale.feed.reader)
    }
  }

  /// Adds the rank of a ticket; -1 if it is not among `ranks`.
  @inlinable mutating func mix(_ ticket: Ticket, ranks: [Ticket]) {
    mix(ranks.firstIndex(of: ticket) ?? -1)
  }

  @inlinable mutating func mix(value: some Hashable) {
    mix(value.hashValue)
  }

  @inlinable mutating func mix<Values: Collection>(values: Values) where Values.Element: Hashable {
    mix(values.count)
    for value in values { mix(value: value) }
  }

  @inlinable mutating func mix<Item, Cursor>(_ edge: Feed<Item, Cursor>.Edge, ranks: [Ticket]) {
    mix(edge.load, ranks: ranks)
    mix(Int(edge.emptyPages))
    mix(edge.again == .no ? 0 : edge.again == .yes ? 1 : 2)
    mix(Int(edge.pagesBetween))
    var hasher = Hasher()
    hasher.combine(edge.position)
    hasher.combine(edge.dropped)
    hasher.combine(edge.emptyCursors)
    hasher.combine(edge.ledOn)
    mix(hasher.finalize())
  }

  @inlinable mutating func mix(_ load: LoadState, ranks: [Ticket]) {
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

  @inlinable mutating func mix(_ state: EditState, ranks: [Ticket]) {
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

  @inlinable mutating func mix(_ failure: FeedFailure) {
    mix(value: failure.code)
    mix(failure.status ?? 0)
    mix(failure.isRetryable ? 1 : 0)
  }

  /// Adds work in flight.
  @inlinable mutating func mix<Item: Hashable, Cursor>(
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

  @inlinable mutating func mixEdits<Item: Hashable, Cursor>(
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

  @inlinable mutating func mix<Item: Hashable, Cursor>(
    _ edit: Feed<Item, Cursor>.Edit, ranks: [Ticket]
  ) {
    mix(edit.ticket, ranks: ranks)
    mix(value: edit.id)
    mix(edit.change)
  }

  @inlinable mutating func mix<Item: Hashable, Cursor>(_ change: Feed<Item, Cursor>.Change) {
    switch change {
    case .insert(let item, let before):
      mix(value: item)
      mix(value: before)
    case .update(let item): mix(value: item)
    case .remove(let id): mix(value: id)
    }
  }
}
