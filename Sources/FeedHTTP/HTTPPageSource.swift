public import FeedEffects
public import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Pages of a JSON API over HTTP.
///
/// It is made of parts: how a page is asked for, where the rows are, and how the next page is
/// found.
///
/// ```swift
/// HTTPPageSource<Person>(
///   .get(url), rows: .list(at: "results"), paging: .nextURL(at: "next"), total: "total_records")
///
/// HTTPPageSource<Issue>(
///   .graphql(url, query: query, variables: ["fullPath": "a/b"], cursor: "cursor"),
///   rows: .list(at: "data.project.issues.nodes"),
///   paging: .relay(at: "data.project.issues.pageInfo"))
/// ```
///
/// Whatever goes wrong is thrown as a `FeedFailure` that says what was met, where, and what to do.
public struct HTTPPageSource<Item: Identifiable & Equatable & Sendable>: PageSource
where Item.ID: Sendable {
  /// How the server is asked for a page.
  public let request: HTTPRequest

  /// How the rows are read.
  public let rows: HTTPRows<Item>

  /// How the next page is found.
  public let paging: Paging

  /// Where the number of all rows is, if the answer has it.
  public let total: AnswerField?

  private let loader: HTTPLoader
  private let semaphore: PrioritySemaphore
  private let decoder: JSONDecoder

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - request: How the server is asked for a page.
  ///   - rows: How the rows are read from an answer.
  ///   - paging: How the next page is found.
  ///   - total: Where the number of all rows is. Paging by number and total knows it already.
  ///   - loader: What sends the requests.
  ///   - decoder: What decodes the rows. If it converts keys, the paths are those of converted
  ///     keys.
  public init(
    _ request: HTTPRequest, rows: HTTPRows<Item>, paging: Paging, total: AnswerField? = nil,
    loader: HTTPLoader = .shared, decoder: JSONDecoder = JSONDecoder()
  ) {
    self.request = request
    self.rows = rows
    self.paging = paging
    self.total = total ?? paging.total
    self.loader = loader
    semaphore = PrioritySemaphore(limit: loader.limits.maxConcurrentRequests)
    self.decoder = decoder
  }

  /// Asks the server for a page and reads it.
  ///
  /// - Throws: A `FeedFailure`, or `CancellationError` when the task was cancelled.
  public func page(
    for request: Feed<Item, PageCursor>.Request
  ) async throws -> Feed<Item, PageCursor>.Page {
    let cursor = request.position.cursor
    let isBefore = if case .before = request.position { true } else { false }
    let place = HTTPRequest.Place(cursor: cursor, isBefore: isBefore)
    let answer = try await semaphore.run(isUrgent: request.kind == .refresh) {
      try await self.request.answer(for: place, size: request.size, loader)
    }
    return try page(for: request, in: answer)
  }

  /// Reads the page that `request` asked for from the answer to it.
  package func page(
    for request: Feed<Item, PageCursor>.Request, in answer: HTTPResponse
  ) throws(FeedFailure) -> Feed<Item, PageCursor>.Page {
    do {
      return try page(answer, request.position.cursor, request.size)
    } catch {
      throw FeedFailure(error, in: answer)
    }
  }

  private func page(
    _ answer: HTTPResponse, _ cursor: PageCursor?, _ size: Int
  ) throws(HTTPProblem) -> Feed<Item, PageCursor>.Page {
    let plan = PageBody<Item>.Plan(
      rows: rows, paths: paging.paths + [total?.path].compactMap { $0 }, keyPath: paging.keyPath,
      graphQL: request.graphQL)
    let body = try answer.read(plan, with: decoder)
    if let skipped = body.rows.skipped { rows.tellSkipped?(skipped) }
    let facts = PageFacts(
      values: body.values, headers: answer.headers, lastKey: body.lastKey,
      count: body.rows.count, fullCount: request.expectedCount(asking: size), cursor: cursor,
      first: request.first(paging), canGoBack: request.previousName != nil, url: answer.url)
    let (next, previous) = try paging.cursors(facts)
    try next?.check(limit: loader.limits.maxCursorBytes)
    try previous?.check(limit: loader.limits.maxCursorBytes)
    return Feed<Item, PageCursor>.Page(
      items: body.rows.items, next: next, previous: previous,
      total: facts.value(total)?.wholeNumber)
  }
}

extension PageCursor {
  /// Throws if the text of a server has more than `limit` bytes: it is kept, and sent back.
  fileprivate func check(limit: Int) throws(HTTPProblem) {
    switch self {
    case .token(let text), .link(let text):
      if text.utf8.count > limit { throw .request(.longLink(size: text.utf8.count, limit: limit)) }
    case .number, .offset: break
    }
  }
}

extension HTTPRequest {
  /// Asks the server for a page and returns the answer as it is.
  ///
  /// The first answer is what ``PagingStyle/detect(_:url:rows:id:)`` looks at.
  ///
  /// - Parameters:
  ///   - cursor: What names the page; nil for the first page.
  ///   - size: How many rows are wanted.
  ///   - loader: What sends the request.
  /// - Throws: A `FeedFailure`, or `CancellationError` when the task was cancelled.
  public func json(
    for cursor: PageCursor? = nil, size: Int, loader: HTTPLoader = .shared
  ) async throws -> JSONValue {
    try await self.answer(for: cursor, size: size, loader: loader).body
  }

  /// Asks the server for a page and returns the answer with its header fields.
  ///
  /// - Parameters:
  ///   - cursor: What names the page; nil for the first page.
  ///   - size: How many rows are wanted.
  ///   - loader: What sends the request.
  /// - Throws: A `FeedFailure`, or `CancellationError` when the task was cancelled.
  public func answer(
    for cursor: PageCursor? = nil, size: Int, loader: HTTPLoader = .shared
  ) async throws -> JSONResponse {
    try json(in: await answer(for: Place(cursor: cursor), size: size, loader))
  }

  /// Reads an answer as it is.
  package func json(in answer: HTTPResponse) throws(FeedFailure) -> JSONResponse {
    do {
      let body = try answer.json()
      if graphQL != nil { try HTTPProblem.check(body["errors"]) }
      return JSONResponse(url: answer.url, headers: answer.headers, body: body)
    } catch {
      throw FeedFailure(error, in: answer)
    }
  }

  func answer(
    for place: Place, size: Int, _ loader: HTTPLoader
  ) async throws -> HTTPResponse {
    let request = try urlRequest(for: place, size: size)
    return try await loader.page(request, within: policy(), at: request.url ?? url)
  }
}
