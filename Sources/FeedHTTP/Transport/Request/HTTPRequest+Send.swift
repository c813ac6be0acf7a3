import FeedEffects
public import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Requests that are sent by hand, without a source.

extension HTTPRequest {
  /// Requests a page and returns the body of the response, undecoded.
  ///
  /// Use it to look at a server by hand. ``PagingStyle/detect(_:url:headers:given:)`` takes the
  /// body of the first page.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first page.
  ///   - size: The number of rows to ask for.
  ///   - loader: Sends the request.
  /// - Returns: The whole body as JSON.
  /// - Throws: A `FeedFailure` if there is no response, its status is not a success, its body is
  ///   not JSON or it has GraphQL errors; `CancellationError` if the task was cancelled.
  public func json(
    for cursor: PageCursor? = nil, size: Int, loader: HTTPLoader = .shared
  ) async throws -> JSONValue {
    try await self.answer(for: cursor, size: size, loader: loader).body
  }

  /// Requests a page and returns the response with its header fields.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first page.
  ///   - size: The number of rows to ask for.
  ///   - loader: Sends the request.
  /// - Returns: The URL, the header fields and the body of the response.
  /// - Throws: A `FeedFailure` if there is no response, its status is not a success, its body is
  ///   not JSON or it has GraphQL errors; `CancellationError` if the task was cancelled.
  public func answer(
    for cursor: PageCursor? = nil, size: Int, loader: HTTPLoader = .shared
  ) async throws -> JSONResponse {
    try await load(
      Place(cursor: cursor), size: size, with: loader,
      readingOn: ReadingQueue(on: loader.readingThreads)
    ) { response, _ in try json(in: response, limits: loader.limits) }
  }

  /// Reads the body of a response as JSON.
  package func json(
    in response: HTTPResponse, limits: HTTPLimits = HTTPLimits()
  ) throws(FeedFailure) -> JSONResponse {
    do {
      let body = try response.json(limits)
      if graphQL != nil { try HTTPProblem.check { body[$0] } }
      return JSONResponse(url: response.url, headers: response.headers, body: body)
    } catch {
      throw FeedFailure(error, in: response)
    }
  }
}

extension HTTPRequest {
  /// Returns the request for a page as a `curl` command for a POSIX shell.
  ///
  /// ```swift
  /// try HTTPRequest.get(url).curl(for: .number(2), size: 20)
  /// // curl -sSg 'https://example.org/people?page=2' -H 'Accept: application/json'
  /// ```
  ///
  /// The command contains the header fields with their credentials.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first page.
  ///   - size: The number of rows to ask for.
  /// - Returns: One line. All values are quoted.
  /// - Throws: A failure with the code `refused`, as ``urlRequest(for:size:)`` does.
  public func curl(for cursor: PageCursor? = nil, size: Int) throws(FeedFailure) -> String {
    try curl(for: cursor, size: size, headersIn: nil)
  }

  /// The same command without credentials: secrets in the URL are masked, and the file with this name
  /// has the values of ``headers``.
  package func curl(
    for cursor: PageCursor?, size: Int, headersIn file: String?
  ) throws(FeedFailure) -> String {
    let request = try urlRequest(for: cursor, size: size)
    let url = request.url?.absoluteString ?? ""
    var words = ["curl", "-sSg", (file == nil ? url : url.maskingSecrets).quotedForShell]
    // Another server gets none of them, and would by the file.
    let isSent = headers.contains { request.value(forHTTPHeaderField: $0.key) == $0.value }
    if let file, isSent { words += ["-H", "@\(file)".quotedForShell] }
    let hidden = file == nil ? [] : Set(headers.keys.map { $0.lowercased() })
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key })
    where !hidden.contains(name.lowercased()) {
      words += ["-H", "\(name): \(value)".quotedForShell]
    }
    if let body = request.httpBody {
      words += ["--data-raw", String(decoding: body, as: UTF8.self).quotedForShell]
    }
    return words.joined(separator: " ")
  }
}

extension HTTPResponse {
  /// Throws if the status is not a success.
  package func check() throws(FeedFailure) {
    if let problem = HTTPProblem(statusOf: self) { throw FeedFailure(problem, in: self) }
  }
}
