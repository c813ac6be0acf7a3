import FeedEffects
import FeedReducer

extension HTTPPageSource {
  /// A page whose rows follow the last row of the page before.
  ///
  /// - Parameters:
  ///   - row: The id of that row.
  ///   - cursor: The cursor of the page.
  func healedPage(
    behind row: String, at cursor: PageCursor, for request: Feed<Item, PageCursor>.Request
  ) async throws -> PageReading<Item> {
    let (lostPlace, isAligned, isKnown) = memory.use { memory in
      memory.drifts[request.ticket] = nil
      return (memory.lostPlace, memory.alignsOffsets, memory.knows(cursor))
    }
    if let lostPlace { return try await plainPage(for: request, because: lostPlace) }
    if cursor.isOffset, isAligned { return try await load(request) }
    let place = cursor.place ?? 0
    let first = self.request.first(paging)
    // An offset begins one row earlier; `thorough` begins a page earlier, and so does a source that does not know what
    // came before, as one that was made again, or goes on with a list that was restored.
    let isEarlier = place > first && (cursor.isOffset || healing == .thorough || !isKnown)
    let start = isEarlier ? place - 1 : place
    var (reading, refusal) = try await loadOrEnd(request, at: cursor.at(start))
    if cursor.isOffset, start < place, start > first,
      let aligned = try await alignedPage(
        at: cursor, for: request, after: reading, refusal: refusal)
    {
      return aligned
    }
    if cursor.isOffset ? start > first : start == place {
      try await checkThatFirstIsOther(than: reading, at: cursor, like: request)
    }
    if let refusal, ![204, 404, 416].contains(refusal.status) { throw refusal }
    if refusal == nil, start == place || cursor.isOffset, follows(&reading, row, at: cursor) {
      return reading
    }
    let search = HealingSearch(
      source: self, row: row, cursor: cursor, request: request,
      isBrief: !isKnown && healing != .thorough, refusal: refusal)
    return try await page(foundBy: search, from: reading, at: start)
  }

  /// The rows behind the last row that the reader has, which a search finds from a page on.
  private func page(
    foundBy search: HealingSearch<Item>, from reading: PageReading<Item>, at start: Int
  ) async throws -> PageReading<Item> {
    var search = search
    let found: Window<Item>
    do {
      found = try await search.find(from: reading, at: start)
    } catch let problem as HTTPProblem {
      lose(search.row, after: search.requests)
      throw FeedFailure(problem, at: request.url)
    }
    // The status means something else if the page before is full and leads on, or has a link to this one.
    let isBehindLast = [404, 416].contains(search.refusal?.status) && !paging.isByLink
    if let refusal = search.refusal, !isBehindLast, search.leadsOn != false { throw refusal }
    note(search.drift(of: found), after: search.requests, for: search.request)
    if search.foundNothing { lose(search.row, after: search.requests) }
    var page = found.reading
    page.page.items = found.rest
    return page
  }

  /// Notes that a row was not found again. Rows that move are not followed from here, until the list is read from its
  /// start: on a server that gives its rows in another order each time, every page would cost a search.
  private func lose(_ row: String, after requests: Int) {
    memory.use {
      $0.lostPlace =
        "rows moved, and the last one before a page, \(row.quoted(60)), was not found again by "
        + "\(requests) requests"
    }
  }

  /// The page as it comes, where a row was not found again.
  private func plainPage(
    for request: Feed<Item, PageCursor>.Request, because loss: String
  ) async throws -> PageReading<Item> {
    var reading = try await load(request)
    reading.loss = reading.loss ?? loss
    let drift = PageDrift(ticket: request.ticket, came: 0, went: 0, requests: 1, isLost: true)
    let isFirst = memory.use { memory in
      memory.drifts[request.ticket] = drift
      return !memory.drifts.contains { $0 != request.ticket && $1.isLost }
    }
    if isFirst { onDrift?(drift) }
    return reading
  }

  private func note(
    _ drift: (came: Int, went: Int), after requests: Int,
    for request: Feed<Item, PageCursor>.Request
  ) {
    guard drift.came > 0 || drift.went > 0 else { return }
    let drift = PageDrift(
      ticket: request.ticket, came: drift.came, went: drift.went, requests: requests)
    memory.use { $0.drifts[request.ticket] = drift }
    onDrift?(drift)
  }

  /// The page as it is asked for without the row before, from a server that takes only offsets that are multiples
  /// of the size: it refuses others, or takes them for lower ones. Nil if this is no such server.
  private func alignedPage(
    at cursor: PageCursor, for request: Feed<Item, PageCursor>.Request,
    after reading: PageReading<Item>, refusal: FeedFailure?
  ) async throws -> PageReading<Item>? {
    let items = reading.page.items
    let mayBe =
      refusal.map { ![204, 404].contains($0.status) }
      ?? memory.use { $0.isLikeFirst(items, at: cursor) }
    // Rows that were inserted move known ones to the front of it; then it is no such server.
    guard mayBe, let plain = try? await load(request), let row = plain.page.items.first?.id,
      !memory.use({ $0.hasNearby([row], at: cursor) })
    else { return nil }
    memory.use { $0.alignsOffsets = true }
    return plain
  }

  /// Whether the rows of a page follow the row as far as can be seen. The row itself, with which a page at an
  /// offset begins, is removed.
  private func follows(
    _ reading: inout PageReading<Item>, _ row: String, at cursor: PageCursor
  ) -> Bool {
    var rows = reading.page.items[...]
    if cursor.isOffset {
      guard let first = rows.popFirst(), "\(first.id)" == row,
        !rows.isEmpty || reading.page.next == nil
      else { return false }
    }
    // Rows that have moved come first. One that is known farther on is there twice.
    let isMoved = memory.use { memory in
      !cursor.isOffset && memory.hasOtherCount(than: reading, at: cursor)
        || rows.contains { "\($0.id)" == row }
        || memory.hasNearby(rows.prefix(1).map(\.id), at: cursor)
    }
    if isMoved { return false }
    reading.page.items = Array(rows)
    return true
  }

  /// Loads a page. A page that a server refuses may be behind the last one, where rows went: then it has no
  /// rows, and the refusal comes along.
  func loadOrEnd(
    _ request: Feed<Item, PageCursor>.Request, at cursor: PageCursor
  ) async throws -> (reading: PageReading<Item>, refusal: FeedFailure?) {
    func load(_ size: Int) async throws -> PageReading<Item> {
      try await self.load(
        .init(
          ticket: request.ticket, kind: request.kind, position: .after(cursor: cursor), size: size))
    }
    let refusesMore = memory.use { $0.refusesMore }
    // A page at an offset begins with a row that is known, and has as many new ones as asked for.
    let isLonger = cursor.isOffset && !refusesMore && request.size < .max
    let size = cursor.isOffset ? max(2, isLonger ? request.size + 1 : request.size) : request.size
    do {
      return (try await load(size), nil)
    } catch let failure as FeedFailure
      where [204, 400, 404, 416, 422].contains(failure.status)
      && (cursor.place ?? 0) > self.request.first(paging)
    {
      // It may be the row more that the server refuses.
      guard ![204, 404].contains(failure.status), cursor.isOffset, !refusesMore,
        let reading = try? await load(max(2, request.size))
      else { return (PageReading(page: .init(items: [], next: nil)), failure) }
      memory.use { $0.refusesMore = true }
      return (reading, nil)
    }
  }
}
