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
  ) async throws -> Feed<Item, PageCursor>.Page {
    history.note(nil, before: request.ticket)
    let place = cursor.place ?? 0
    let first = self.request.first(paging)
    if cursor.isOffset, history.alignsOffsets { return try await load(request) }
    // An offset begins one row earlier; `thorough` begins a page earlier, and so does a source that does not know what
    // came before, as one that was made again, or goes on with a list that was restored.
    let isKnown = trails.knows(cursor)
    let isEarlier = place > first && (cursor.isOffset || healing == .thorough || !isKnown)
    let start = isEarlier ? place - 1 : place
    let (loaded, refusal) = try await loadOrEnd(request, at: cursor.at(start))
    if cursor.isOffset, start < place, start > first,
      let page = try await alignedPage(at: cursor, for: request, after: loaded, refusal: refusal)
    {
      return page
    }
    if cursor.isOffset ? start > first : start == place {
      try await checkThatFirstIsOther(than: loaded, at: cursor, like: request)
    }
    if let refusal, refusal.status != 404, refusal.status != 416 { throw refusal }
    var page = loaded
    if refusal == nil, start == place || cursor.isOffset, follows(&page, row, at: cursor) {
      return page
    }
    var search = HealingSearch(
      source: self, row: row, cursor: cursor, request: request,
      followers: trails.followers(at: cursor), first: first,
      isBrief: !isKnown && healing != .thorough)
    search.isRefused = refusal != nil
    search.isLinkRefused = refusal != nil && paging.isByLink
    let found = try await search.find(from: loaded, at: start)
    // The status means something else if the page before is full and leads on, or has a link to this one.
    if let refusal, refusal.status != 404 || paging.isByLink, search.leadsOn != false {
      throw refusal
    }
    let drift = search.drift(of: found)
    if drift.came > 0 || drift.went > 0 {
      let drift = PageDrift(
        ticket: request.ticket, came: drift.came, went: drift.went, requests: search.requests)
      history.note(drift, before: request.ticket)
      onDrift?(drift)
    }
    page = found.page
    page.items = found.rest
    return page
  }

  /// The page as it is asked for without the row before, from a server that takes only offsets that are multiples
  /// of the size: it refuses others, or takes them for lower ones. Nil if this is no such server.
  private func alignedPage(
    at cursor: PageCursor, for request: Feed<Item, PageCursor>.Request,
    after page: Feed<Item, PageCursor>.Page, refusal: FeedFailure?
  ) async throws -> Feed<Item, PageCursor>.Page? {
    guard refusal.map({ $0.status != 404 }) ?? history.isLikeFirst(page.items, at: cursor) else {
      return nil
    }
    // Rows that were inserted move known ones to the front of it; then it is no such server.
    guard let plain = try? await load(request), !plain.items.isEmpty,
      !trails.hasNearby(plain.items.prefix(1).map(\.id), at: cursor)
    else { return nil }
    history.noteAlignment()
    return plain
  }

  /// Whether the rows of a page follow the row as far as can be seen. The row itself, with which a page at an
  /// offset begins, is removed.
  private func follows(
    _ page: inout Feed<Item, PageCursor>.Page, _ row: String, at cursor: PageCursor
  ) -> Bool {
    var rows = page.items[...]
    if cursor.isOffset {
      guard let first = rows.popFirst(), "\(first.id)" == row, !rows.isEmpty || page.next == nil
      else { return false }
    } else {
      let total = trails.total(at: cursor)
      let new = page.total ?? history.pageCount(at: cursor.place)
      if total != nil && new != nil && new != total { return false }
    }
    // Rows that have moved come first. One that is known farther on is there twice.
    let isMoved =
      rows.contains { "\($0.id)" == row } || trails.hasNearby(rows.prefix(1).map(\.id), at: cursor)
    if isMoved { return false }
    page.items = Array(rows)
    return true
  }

  /// Loads a page. A page that a server refuses may be behind the last one, where rows went: then it has no
  /// rows, and the refusal comes along.
  func loadOrEnd(
    _ request: Feed<Item, PageCursor>.Request, at cursor: PageCursor
  ) async throws -> (page: Feed<Item, PageCursor>.Page, refusal: FeedFailure?) {
    func load(_ size: Int) async throws -> Feed<Item, PageCursor>.Page {
      try await self.load(
        .init(
          ticket: request.ticket, kind: request.kind, position: .after(cursor: cursor), size: size))
    }
    do {
      return (try await load(healingSize(for: cursor, size: request.size)), nil)
    } catch let failure as FeedFailure
      where [400, 404, 416, 422].contains(failure.status)
      && (cursor.place ?? 0) > self.request.first(paging)
    {
      // It may be the row more that the server refuses.
      guard failure.status != 404, cursor.isOffset, !history.refusesMore else {
        return (.init(items: [], next: nil), failure)
      }
      guard let page = try? await load(max(2, request.size)) else {
        return (.init(items: [], next: nil), failure)
      }
      history.noteRefusalOfMore()
      return (page, nil)
    }
  }

  /// How many rows are asked for. A page at an offset begins with a row that is known, and has as many new ones
  /// as asked for, unless the server refuses such a size.
  private func healingSize(for cursor: PageCursor, size: Int) -> Int {
    guard cursor.isOffset else { return size }
    return max(2, history.refusesMore || size == .max ? size : size + 1)
  }
}
