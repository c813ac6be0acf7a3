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
/// To renew credentials that expire, put a `RenewingSource` around it, with `Credentials` that a sink shares.
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
  let decoder: JSONDecoder

  /// What to do about rows that move while the feed is read.
  public let healing: PageHealing

  /// Called when rows have moved, on any thread.
  let onDrift: (@Sendable (PageDrift) -> Void)?

  /// Whether a number of all rows that did not come speaks against an end.
  var judgesTotal = true

  /// Whether a page that is shorter than others is the last one, where nothing else tells the end. If not, it is the
  /// one that has no rows.
  var trustsShortPages = true

  let memory = Locked(ListMemory<Item>())
  var budget: RequestBudget

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

  /// The same list, filtered by a query: a text that a user types, or the values of a struct with filters.
  ///
  /// ```swift
  /// let repositories = HTTPPageSource<Repository>(
  ///   .get(URL(string: "https://api.github.com/search/repositories")!, size: "per_page"),
  ///   rows: .list(at: "items"), paging: .shortPage, total: "total_count")
  /// let store = SearchStore { repositories.asking(for: ["q": $0]) }
  /// ```
  ///
  /// The names are those of places in the request, as ``HTTPRequest/asking(for:)`` has them.
  ///
  /// All sources that are made from one share its limit of requests that run at the same time, its connections, and
  /// the queue that reads the pages; the first page of a query goes before later pages of others. Each remembers its
  /// own list: what heals one that moves, and the first page with its `ETag` or date. So who returns to a query gets
  /// its rows without a transfer if the server says 304.
  ///
  /// - Parameter values: The values by the names of their places; nil leaves a place as it is. A query that can't be
  ///   sent is the failure of each page.
  public func asking(for values: [String: (any QueryValue)?]) -> HTTPPageSource {
    HTTPPageSource(request.asking(for: values), like: self)
  }

  private init(_ request: HTTPRequest, like other: Self) {
    self.request = request
    judgesTotal = other.judgesTotal
    trustsShortPages = other.trustsShortPages
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
        if request.position == .start { budget.reset() }
        let reading = try await loadOnce(request)
        if request.position == .start {
          try await checkThatNextIsNamed(by: reading, for: request)
        }
        return marked(reading, for: request)
      }
      if healing != .off, let row = cursor.row {
        return marked(try await healedPage(behind: row, at: cursor, for: request), for: request)
      }
      let reading = try await loadOnce(request)
      try await checkThatFirstIsOther(than: reading, at: cursor, like: request)
      return marked(reading, for: request)
    }
  }

  /// Loads a page. One without rows that names itself is asked for twice more: some servers say so while they search.
  private func loadOnce(
    _ request: Feed<Item, PageCursor>.Request
  ) async throws -> PageReading<Item> {
    var reading = try await load(request)
    for _ in 0..<2 where reading.page.ending?.sign == .itself {
      guard budget.spend() else { break }
      reading = try await load(request)
    }
    if reading.page.ending?.sign == .itself { reading.page.ending?.isChecked = true }
    return reading
  }

  func load(
    _ request: Feed<Item, PageCursor>.Request
  ) async throws -> PageReading<Item> {
    let isBefore = if case .before = request.position { true } else { false }
    let place = HTTPRequest.Place(
      cursor: linked(request.position.cursor) ?? request.position.cursor, isBefore: isBefore)
    do {
      if request.position == .start { return try await firstPage(for: request) }
      return try await self.request.load(place, size: request.size, with: loader, readingOn: queue)
      { try read(request, in: $0, checkpoint: $1) }
    } catch let failure as FeedFailure where isBehindLast(place.cursor, by: failure.status) {
      return PageReading(page: .init(items: [], next: nil, ending: Ending(.noPage)))
    } catch let failure as FeedFailure where failure.isOfLostCursor(request.position.cursor) {
      throw failure.asLostCursor
    }
  }

  /// Loads the first page; a refresh does so only if it is another one than the last time.
  private func firstPage(
    for request: Feed<Item, PageCursor>.Request
  ) async throws -> PageReading<Item> {
    let asked = try self.request.urlRequest(size: request.size)
    let url = asked.httpMethod == "GET" ? asked.url : nil
    let known = request.kind == .refresh ? memory.use { $0.kept(for: url) } : nil
    var conditional = self.request
    if let condition = known?.condition, !self.request.headers.keys.contains(where: \.isCondition) {
      conditional.headers[condition.name] = condition.value
    }
    do {
      return try await conditional.load(
        HTTPRequest.Place(), size: request.size, with: loader, readingOn: queue
      ) { response, checkpoint in
        let reading = try read(request, in: response, checkpoint: checkpoint)
        memory.use { $0.kept = KeptPage(reading, of: response, for: url) }
        return reading
      }
    } catch let failure as FeedFailure where failure.status == 304 {
      guard let known else { throw failure }
      return known.reading
    }
  }

  /// Whether a status says that a page is behind the last one: 416 for a range of rows, 404 or 416 for a number. A source
  /// that heals looks at the page before.
  private func isBehindLast(_ cursor: PageCursor?, by status: Int?) -> Bool {
    guard cursor?.isComputed == true else { return false }
    return status == 416 && request.rangeUnit != nil
      || [404, 416].contains(status) && (healing == .off || memory.use { $0.lostPlace != nil })
        && paging.isByNumber
  }

  /// Reads the page that `request` asked for from the response.
  ///
  /// - Throws: A `FeedFailure` if the response is no page; what `checkpoint` throws.
  package func page(
    for request: Feed<Item, PageCursor>.Request, in response: HTTPResponse,
    checkpoint: () throws -> Void = {}
  ) throws -> Feed<Item, PageCursor>.Page {
    try read(request, in: response, checkpoint: checkpoint).page
  }
}
