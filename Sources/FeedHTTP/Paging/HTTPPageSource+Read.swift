import FeedEffects
import FeedReducer
import Foundation

// From a response to a page.

extension HTTPPageSource {
  /// Reads what `request` asked for from the response: the page, and what the answer tells beside it.
  ///
  /// - Throws: A `FeedFailure` if the response is no page; what `checkpoint` throws.
  func read(
    _ request: Feed<Item, PageCursor>.Request, in response: HTTPResponse,
    checkpoint: () throws -> Void = {}
  ) throws -> PageReading<Item> {
    // No Content (RFC 9110, section 15.3.5) is what some servers say of an empty page.
    if response.status == 204 {
      if let cursor = request.position.cursor, paging.isNamed(cursor), !hasAllRows(before: cursor) {
        throw FeedFailure(.body(.noContent), in: response)
      }
      return PageReading(page: .init(items: [], next: nil, ending: Ending(.emptyPage)))
    }
    do {
      let plan = PageBody<Item>.Plan(
        rows: rows, paths: paging.paths + [total?.path].compactMap { $0 }, keyPath: paging.keyPath,
        graphQL: self.request.graphQL, isDeep: self.request.takesJSON,
        earlier: memory.use { $0.verdict }, mayBeBehindLast: request.position != .start)
      let body = try response.read(
        plan, with: decoder, limits: loader.limits, checkpoint: checkpoint)
      return try reading(
        of: body, in: response, cursor: request.position.cursor, size: request.size)
    } catch let problem as HTTPProblem {
      throw FeedFailure(problem, in: response)
    }
  }

  /// Whether all rows came before a page that the server counts.
  private func hasAllRows(before cursor: PageCursor) -> Bool {
    memory.use { memory in
      guard let step = memory.step(at: cursor), let total = step.total, let count = step.count
      else { return false }
      return count >= total
    }
  }

  private func reading(
    of body: PageBody<Item>, in response: HTTPResponse, cursor: PageCursor?, size: Int
  ) throws -> PageReading<Item> {
    if let skipped = body.rows.skipped { rows.onSkipped?(skipped) }
    let facts = facts(of: body, in: response, cursor: cursor, size: size)
    let (next, previous) = try cursors(facts, in: response)
    var reading = PageReading<Item>(
      page: .init(items: body.rows.items, next: next, previous: previous, total: facts.total))
    if case .pageCount(let field) = paging { reading.pageCount = facts.value(field)?.count }
    reading.skipped = body.rows.skipped?.count ?? 0
    if cursor == nil, next == nil, let path = paging.nextPath, facts.values[path] == nil {
      reading.lacksNext = true
      if facts.count > 0 {
        try paging.checkThatNothingIsNearly(
          in: response, besides: rows.path, limits: loader.limits)
      }
    }
    if request.graphQL == nil, facts.count > 0, let part = body.verdict.missingPart {
      reading.loss = "the server says of its answer that a part is missing: \(part)"
    }
    reading.hasTie = body.sharesKeys
    reading.isOfOneKey = body.isOfOneKey && facts.count > 1
    memory.use { memory in
      memory.note(count: facts.count, asking: size)
      if facts.count > 0 { memory.verdict = body.verdict }
    }
    end(&reading, by: facts, in: body)
    return reading
  }

  private func facts(
    of body: PageBody<Item>, in response: HTTPResponse, cursor: PageCursor?, size: Int
  ) -> PageFacts {
    var facts = PageFacts(
      values: body.values, headers: response.headers, lastKey: body.lastKey,
      count: body.rows.count, fullCount: fullCount(asking: size), cursor: cursor,
      first: request.first(paging), canGoBack: request.previousName != nil,
      takesJSON: request.takesJSON, url: response.url,
      base: request.url, isForeign: response.isForeign, maxLinkBytes: loader.limits.maxCursorBytes)
    facts.total = facts.value(total)?.count
    facts.maxRows = request.maxRows
    facts.sameOrigin = request.sameOrigin
    facts.trustsShortPages = trustsShortPages
    facts.quotesKeys = quotesKeys
    if cursor?.place != nil, request.laterStart(paging) == nil {
      facts.countBefore = memory.use { $0.step(at: cursor)?.count }
    }
    return facts
  }

  /// Whether the key of the last row is sent as a JSON text, as the request has another value: `orderBy="$key"`.
  private var quotesKeys: Bool {
    rows.path.isOfMembers && paging.keyPath == "key"
      && request.url.parameters.contains { $0.value.count > 1 && $0.value.isInQuotes }
  }

  private func cursors(
    _ facts: PageFacts, in response: HTTPResponse
  ) throws -> (next: PageCursor?, previous: PageCursor?) {
    var (next, previous) = try paging.cursors(facts)
    next = counted(next, on: facts) ?? next
    if case .custom(let paging) = paging {
      let json = JSONResponse(
        url: response.url, headers: response.headers, body: try response.json(loader.limits))
      next = try facts.cursor(by: paging, in: json)
    }
    try next?.check(limit: loader.limits.maxCursorBytes)
    try previous?.check(limit: loader.limits.maxCursorBytes)
    return (next, previous)
  }

  /// Notes what is known of the end of the list, if no page follows this one. An empty page that leads to itself is the
  /// last one.
  private func end(
    _ reading: inout PageReading<Item>, by facts: PageFacts, in body: PageBody<Item>
  ) {
    let isItself = facts.count == 0 && facts.isOfThisPage(reading.page.next)
    if isItself { reading.page.next = nil }
    guard reading.page.next == nil || body.isAbsent else { return }
    let outline = body.reader.outline(rows: rows.path)
    if body.isAbsent, let members = outline.members, !members.isEmpty,
      !keys.contains(where: { members[$0] != nil })
    {
      reading.loss = reading.loss ?? "a page is none: it has \(outline.brief)"
    }
    guard reading.page.next == nil else { return }
    let signs = AnswerSigns(outline.leaves)
    reading.page.ending = Ending(
      isItself ? .itself : paging.sign(of: facts, signs), doubt: paging.doubt(of: facts, signs))
  }

  /// The first keys of the places where a page has its rows and names the next one.
  private var keys: [String] {
    ([rows.path] + paging.paths + [total?.path].compactMap { $0 }).compactMap { path in
      if case .key(let key) = path.components.first { key } else { nil }
    }
  }

  /// The number of rows in a full page when a feed asks for `size`; nil if it is unknown.
  func fullCount(asking size: Int) -> Int? {
    request.sizeName == nil && request.rangeUnit == nil
      ? request.pageSize : memory.use { $0.fullCount(asking: size) }
  }
}

extension PageCursor {
  /// Throws if the cursor has more than `limit` bytes. The feed stores it and sends it back.
  fileprivate func check(limit: Int) throws(HTTPProblem) {
    switch self {
    case .token(let text), .link(let text), .foreignLink(let text):
      if text.utf8.count > limit { throw .request(.longLink(size: text.utf8.count, limit: limit)) }
    case .json(let value):
      if value.size > limit { throw .request(.longLink(size: value.size, limit: limit)) }
    case .number, .offset: break
    }
  }
}
