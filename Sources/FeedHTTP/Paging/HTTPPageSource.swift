public import FeedEffects
public import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A page source for JSON APIs over HTTP, REST or GraphQL.
///
/// Use it when a server sends a list of rows as JSON, page by page. You describe three things: the
/// request for a page (``HTTPRequest``), the path of the rows (``HTTPRows``), and how a response
/// names the next page (``Paging``). If you don't know how a server pages, ask ``PagingStyle``.
///
/// ```swift
/// import FeedEffects
/// import FeedHTTP
/// import Foundation
///
/// nonisolated struct Person: Identifiable, Equatable, Decodable {
///   let uid: String
///   let name: String
///   var id: String { uid }
/// }
///
/// // Responses look like {"results": [{"uid": "1", "name": "Luke"}, …],
/// //   "next": "https://swapi.tech/api/people?page=2&limit=20", "total_records": 82}
/// let people = HTTPPageSource<Person>(
///   .get(URL(string: "https://swapi.tech/api/people")!, size: "limit"),
///   rows: .list(at: "results"), paging: .nextURL(at: "next"), total: "total_records")
///
/// let store = FeedStore(source: people)
/// ```
///
/// The rows are decoded off the store's actor, so a row type is `nonisolated` in a module that is
/// isolated to the main actor by default.
///
/// **Failures.** Everything that goes wrong is thrown as a `FeedFailure`: no connection, a status
/// other than a success, a body that is not JSON, a row that does not fit its type. Its message
/// names the place and a remedy. A page is read as a whole: one bad row refuses it, unless
/// ``HTTPRows/skippingBadRows(_:)`` skips such rows.
///
/// **Redirects and links.** They are followed to the origin of the request's URL and to
/// ``HTTPRequest/otherOrigins``, never from https to http. Other origins get no credentials.
///
/// **Limits.** ``HTTPLimits`` bounds the time and the size of a response, the length of a cursor
/// and the number of requests that run at the same time (4). Of those that wait, a refresh goes
/// first.
///
/// A refresh sends the `ETag` or the date of the first page, if the server gave one. With status 304 the
/// page is the one that came before, and nothing is decoded.
///
/// It does not cache other pages, repeat failed requests, or read other formats than JSON. Caching is up
/// to the `URLSessionConfiguration` of the ``HTTPLoader``, repetition to the feed's `RetryPolicy`.
/// To renew credentials that expire, put a `RenewingSource` around it.
public struct HTTPPageSource<Item: Identifiable & Equatable & Sendable>: PageSource
where Item.ID: Sendable {
  /// The request for a page.
  public let request: HTTPRequest

  /// The path and the decoding of the rows.
  public let rows: HTTPRows<Item>

  /// How a response names the next page.
  public let paging: Paging

  /// Where a response has the number of all rows; nil if it has none.
  public let total: AnswerField?

  let loader: HTTPLoader
  let semaphore: PrioritySemaphore
  private let decoder: JSONDecoder

  /// What to do about rows that move while the feed is read.
  public let healing: PageHealing

  /// Called when rows have moved, on any thread.
  let onDrift: (@Sendable (PageDrift) -> Void)?

  /// Whether a number of all rows that did not come speaks against an end.
  var judgesTotal = true

  /// Whether a page that is shorter than others is the last one, where nothing else tells the end. If not, it is the
  /// one that has no rows.
  var trustsShortPages = true

  let history = PageHistory<Item>()
  var budget: RequestBudget
  let trails = PageTrails()
  private let kept = KeptPage<Item>()

  let queue: ReadingQueue

  /// Creates a source. No request is sent yet.
  ///
  /// - Parameters:
  ///   - request: The request for a page.
  ///   - rows: The path and the decoding of the rows.
  ///   - paging: How a response names the next page.
  ///   - total: Where a response has the number of all rows; nil for the place that `paging` names,
  ///     if it names one.
  ///   - healing: What to do about rows that move while the feed is read, with page numbers and offsets.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests. Several sources may share one.
  ///   - decoder: Decodes the rows, off the store's actor. All paths consist of the server's keys, also
  ///     if it converts keys.
  public init(
    _ request: HTTPRequest, rows: HTTPRows<Item>, paging: Paging, total: AnswerField? = nil,
    healing: PageHealing = .automatic, onDrift: (@Sendable (PageDrift) -> Void)? = nil,
    loader: HTTPLoader = .shared, decoder: JSONDecoder = JSONDecoder()
  ) {
    self.request = request
    self.rows = rows
    self.paging = paging
    self.total = total ?? paging.total
    self.healing = healing
    self.onDrift = onDrift
    self.loader = loader
    semaphore = PrioritySemaphore(limit: loader.limits.maxConcurrentRequests)
    queue = ReadingQueue(on: loader.readingThreads)
    self.decoder = decoder
    budget = RequestBudget()
  }

  /// Creates a source of another list of the same server. It shares the limit of requests, the
  /// connections and the queue with `other`, and remembers pages for itself.
  package init(_ request: HTTPRequest, like other: Self) {
    self.request = request
    rows = other.rows
    paging = other.paging
    total = other.total
    healing = other.healing
    onDrift = other.onDrift
    loader = other.loader
    semaphore = other.semaphore
    queue = other.queue
    decoder = other.decoder
    budget = RequestBudget()
  }

  /// Loads a page.
  ///
  /// - Parameter request: The position of the page, and the number of rows.
  /// - Returns: The rows, the cursors of the adjacent pages, and the number of all rows.
  /// - Throws: A `FeedFailure` if the request was not sent, there was no response, or the response
  ///   is not a page; `CancellationError` if the task was cancelled.
  public func page(
    for request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    try await semaphore.run(isUrgent: request.kind == .refresh) {
      guard case .after(let cursor) = request.position else {
        if request.position == .start { beginList() }
        let page = try await loadOnce(request)
        if request.position == .start { try await checkThatNextIsNamed(by: page, for: request) }
        return marked(page, for: request)
      }
      if healing != .off, let row = cursor.row {
        return marked(try await healedPage(behind: row, at: cursor, for: request), for: request)
      }
      let page = try await loadOnce(request)
      try await checkThatFirstIsOther(than: page, at: cursor, like: request)
      return marked(page, for: request)
    }
  }

  /// Notes the rows of a page, and marks the cursor behind it with the last one, for a source that heals.
  func marked(
    _ page: Feed<Item, PageCursor>.Page, for request: Feed<Item, PageCursor>.Request
  ) -> Feed<Item, PageCursor>.Page {
    if case .before = request.position { return page }
    var page = page
    let cursor = request.position.cursor
    let row = page.items.last.map { "\($0.id)" } ?? cursor?.row
    if healing != .off, page.next?.place != nil, let next = row.flatMap({ page.next?.after($0) }) {
      page.next = next
      trails.note(
        page.items.map(\.id), total: page.total ?? history.pageCount(at: cursor?.place),
        behind: cursor, next: next)
    }
    if request.position == .start { history.note(firstPage: page) }
    if !page.items.isEmpty { budget.notePage() }
    guard let before = cursor?.place.flatMap(trails.count) ?? history.count(before: cursor) else {
      return page
    }
    let count = before + page.items.count
    // Some servers name a next page behind the last row, too.
    if page.items.isEmpty, page.next != nil, let total = page.total, count >= total {
      (page.next, page.ending) = (nil, Ending(.total))
    }
    history.latestTotal = page.total
    if let next = page.next {
      history.note(count: count, before: next)
    } else if judgesTotal, page.ending?.doubt == nil {
      var ending = page.ending ?? Ending(.emptyPage)
      ending.doubt =
        paging.doubt(of: history.latestTotal, count: count, isFirst: cursor == nil)
        ?? doubtOfPages(before: page, at: cursor)
      page.ending = ending
    }
    return page
  }

  /// What the number of all pages says against an end at a page without rows; nil if it says nothing.
  private func doubtOfPages(
    before page: Feed<Item, PageCursor>.Page, at cursor: PageCursor?
  ) -> String? {
    guard case .pageCount = paging, page.items.isEmpty, let count = history.latestPageCount else {
      return nil
    }
    let first = request.first(paging)
    let pages = (cursor?.place ?? first) - min(first, 1)
    return pages < count ? "the server counts \(count) pages, and \(pages) came" : nil
  }

  /// Forgets what the pages have told, as the list is read from its start.
  func beginList() {
    history.beginList()
    budget.reset()
  }

  /// Loads a page. One without rows that names itself is asked for twice more: some servers say so while they search.
  private func loadOnce(
    _ request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    var page = try await load(request)
    for _ in 0..<2 where page.ending?.sign == .itself {
      guard budget.spend() else { break }
      page = try await load(request)
    }
    if page.ending?.sign == .itself { page.ending?.isChecked = true }
    return page
  }

  func load(
    _ request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    let isBefore = if case .before = request.position { true } else { false }
    let place = HTTPRequest.Place(
      cursor: linked(request.position.cursor) ?? request.position.cursor, isBefore: isBefore)
    do {
      if request.position == .start { return try await firstPage(for: request) }
      return try await self.request.load(place, size: request.size, with: loader, readingOn: queue)
      { try page(for: request, in: $0, checkpoint: $1) }
    } catch let failure as FeedFailure where failure.status == 416 && isBehindLast(place.cursor) {
      return .init(items: [], next: nil, ending: Ending(.noPage))
    } catch let failure as FeedFailure where failure.isOfLostCursor(request.position.cursor) {
      throw failure.asLostCursor
    }
  }

  /// Loads the first page; a refresh does so only if it is another one than the last time.
  private func firstPage(
    for request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    let asked = try self.request.urlRequest(size: request.size)
    let url = asked.httpMethod == "GET" ? asked.url : nil
    let known = request.kind == .refresh ? kept.page(for: url) : nil
    var conditional = self.request
    if let condition = known?.condition, !self.request.headers.keys.contains(where: \.isCondition) {
      conditional.headers[condition.name] = condition.value
    }
    do {
      return try await conditional.load(
        HTTPRequest.Place(), size: request.size, with: loader, readingOn: queue
      ) { response, checkpoint in
        let page = try page(for: request, in: response, checkpoint: checkpoint)
        kept.keep(page, of: response, for: url)
        return page
      }
    } catch let failure as FeedFailure where failure.status == 304 {
      guard let known else { throw failure }
      return known.page
    }
  }

  /// Whether a range that begins here may be behind the last row. A server has the status 416 for that.
  private func isBehindLast(_ cursor: PageCursor?) -> Bool {
    request.rangeUnit != nil && cursor?.isComputed == true
  }

  /// Reads the page that `request` asked for from the response.
  ///
  /// - Throws: A `FeedFailure` if the response is no page; what `checkpoint` throws.
  package func page(
    for request: Feed<Item, PageCursor>.Request, in response: HTTPResponse,
    checkpoint: () throws -> Void = {}
  ) throws -> Feed<Item, PageCursor>.Page {
    // No Content (RFC 9110, section 15.3.5) is what some servers say of an empty page.
    if response.status == 204 { return .init(items: [], next: nil, ending: Ending(.emptyPage)) }
    do {
      let plan = PageBody<Item>.Plan(
        rows: rows, paths: paging.paths + [total?.path].compactMap { $0 }, keyPath: paging.keyPath,
        graphQL: self.request.graphQL, isDeep: self.request.takesJSON,
        earlier: history.verdict,
        mayBeBehindLast: request.position != .start)
      let body = try response.read(
        plan, with: decoder, limits: loader.limits, checkpoint: checkpoint)
      return try page(
        of: body, in: response, cursor: request.position.cursor, size: request.size)
    } catch let problem as HTTPProblem {
      throw FeedFailure(problem, in: response)
    }
  }

  private func page(
    of body: PageBody<Item>, in response: HTTPResponse, cursor: PageCursor?, size: Int
  ) throws -> Feed<Item, PageCursor>.Page {
    if let skipped = body.rows.skipped { rows.onSkipped?(skipped) }
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
    facts.countBefore = cursor?.place.flatMap(trails.count)
    var (next, previous) = try paging.cursors(facts)
    next = counted(next, on: facts) ?? next
    if case .custom(let paging) = paging {
      let json = JSONResponse(
        url: response.url, headers: response.headers, body: try response.json(loader.limits))
      next = try facts.cursor(by: paging, in: json)
    }
    if case .pageCount(let field) = paging, let count = facts.value(field)?.count {
      history.note(pageCount: count, at: cursor?.place)
    }
    if cursor == nil {
      history.lacksNext = next == nil && paging.nextPath.map { facts.values[$0] == nil } == true
      if history.lacksNext, body.rows.count > 0 {
        try paging.checkThatNothingIsNearly(in: response, limits: loader.limits)
      }
    }
    try next?.check(limit: loader.limits.maxCursorBytes)
    try previous?.check(limit: loader.limits.maxCursorBytes)
    history.note(count: body.rows.count, asking: size)
    if body.rows.count > 0 { history.verdict = body.verdict }
    noteLosses(of: body, at: cursor, next: next)
    let ending = ending(of: facts, next: &next, in: response, isAbsent: body.isAbsent)
    return Feed<Item, PageCursor>.Page(
      items: body.rows.items, next: next, previous: previous,
      total: facts.total, ending: ending)
  }

  /// Notes what a page says, or shows, for which the list is not whole.
  private func noteLosses(of body: PageBody<Item>, at cursor: PageCursor?, next: PageCursor?) {
    if request.graphQL == nil, body.rows.count > 0, let part = body.verdict.missingPart {
      history.note(loss: "the server says of its answer that a part is missing: \(part)")
    }
    guard let path = paging.keyPath else { return }
    if history.isBehindTie(body.rows.items, at: cursor) {
      history.note(
        loss: "rows have the same value at \(path.shown), by which the pages go on, "
          + "and those between two pages are skipped")
    }
    let isTied = body.rows.count > 1 && body.lastKey == body.otherKeys.before
    history.note(tieBefore: isTied ? next : nil, of: body.rows.items)
    history.isOfOneKey = body.rows.count > 1 && body.lastKey == body.otherKeys.first
  }

  /// What is known of the end of the list, if no page follows this one; nil if one does. An empty page that leads to
  /// itself is the last one.
  private func ending(
    of facts: PageFacts, next: inout PageCursor?, in response: HTTPResponse, isAbsent: Bool
  ) -> Ending? {
    let isItself = facts.count == 0 && facts.isOfThisPage(next)
    if isItself { next = nil }
    guard next == nil || isAbsent else { return nil }
    let outline = (try? response.reader(loader.limits))?.outline() ?? .null
    if isAbsent, let members = outline.members, !members.isEmpty,
      !keys.contains(where: { members[$0] != nil })
    {
      history.note(loss: "a page is none: it has \(outline.brief)")
    }
    guard next == nil else { return nil }
    let signs = AnswerSigns(outline.leaves)
    var doubt = history.loss ?? signs.more.map { "\($0.path.shown) is \($0.value.brief)" }
    if doubt == nil, paging.isByPage, let next = signs.nextNumber, next.number == facts.number + 1 {
      doubt = "\(next.path.shown) is \(next.value.brief)"
    }
    return Ending(isItself ? .itself : paging.sign(of: facts, signs), doubt: doubt)
  }

  /// The first keys of the places where a page has its rows and names the next one.
  private var keys: [String] {
    ([rows.path] + paging.paths + [total?.path].compactMap { $0 }).compactMap { path in
      if case .key(let key) = path.components.first { key } else { nil }
    }
  }
}

extension HTTPPageSource {
  /// The number of rows in a full page when a feed asks for `size`; nil if it is unknown.
  func fullCount(asking size: Int) -> Int? {
    request.sizeName == nil && request.rangeUnit == nil
      ? request.pageSize : history.fullCount(asking: size)
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
