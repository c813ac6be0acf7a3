import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a server answered, if its status is a success.
struct HTTPAnswer {
  /// Where the answer came from in the end.
  var url: URL

  /// The type of the body, if the server named it.
  var contentType: String?

  /// The body's bytes.
  var body: Data
}

extension URLSession {
  /// Sends `request` and returns the answer.
  ///
  /// The session follows redirects, and on Linux its delegate is not asked about them; so an
  /// answer from another server can only be refused once it is there.
  ///
  /// - Throws: A `FeedFailure` when there is no answer or its status is not a success;
  ///   `CancellationError` when the task was cancelled.
  func answer(to request: URLRequest, at url: URL) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    let (body, response): (Data, URLResponse)
    do {
      (body, response) = try await answered(request)
    } catch {
      if Task.isCancelled || error is CancellationError
        || (error as? URLError)?.code == .cancelled
      {
        throw CancellationError()
      }
      throw FeedFailure(HTTPProblem(error), at: url)
    }
    guard let response = response as? HTTPURLResponse else {
      throw FeedFailure(.broken(reason: "the answer is not HTTP"), at: url)
    }
    let end = response.url ?? url
    if Origin(end) != Origin(url) {
      throw FeedFailure(.foreignRedirect(link: end.withoutUserInfo), at: url)
    }
    if let problem = HTTPProblem(response, body) { throw FeedFailure(problem, at: end) }
    return HTTPAnswer(
      url: end, contentType: response.value(forHTTPHeaderField: "Content-Type"), body: body)
  }
}

extension URLSession {
  #if canImport(FoundationNetworking)
    /// Sends `request`; when the task is cancelled the answer is no longer waited for.
    ///
    /// The request itself goes on until it is answered or its time is over. To cancel a request
    /// of this Foundation while its answer comes in ends the process ("not in the registry"), or
    /// neither the answer nor the cancel is ever reported.
    private func answered(_ request: URLRequest) async throws -> (Data, URLResponse) {
      let (answers, continuation) = AsyncThrowingStream.makeStream(
        of: (Data, URLResponse).self, bufferingPolicy: .bufferingOldest(1))
      let task = dataTask(with: request) { body, response, error in
        if let body, let response { continuation.yield((body, response)) }
        continuation.finish(throwing: error)
      }
      task.resume()
      for try await answer in answers { return answer }
      throw CancellationError()
    }
  #else
    private func answered(_ request: URLRequest) async throws -> (Data, URLResponse) {
      try await data(for: request)
    }
  #endif
}

extension HTTPProblem {
  /// Names the cause of an error that a URL session threw.
  ///
  /// On Linux many have the code -1, and only the underlying error tells what it was.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .broken(reason: "\(error)")
      return
    }
    let underlying = error.errorUserInfo[NSUnderlyingErrorKey] as? NSError
    let reason = underlying?.localizedDescription ?? error.localizedDescription
    switch error.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
    case .timedOut: self = .timeout
    case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
    case .cannotConnectToHost: self = .noConnection
    case .httpTooManyRedirects: self = .endlessRedirect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .notSecure(reason: reason)
    default: self = .broken(reason: reason)
    }
  }

  /// Names what is wrong with an answer as a whole, or is nil if its status is a success.
  init?(_ response: HTTPURLResponse, _ body: Data) {
    let code = response.statusCode
    if 200..<300 ~= code { return nil }
    self = .status(
      code: code, words: Self.words(in: body),
      retryAfter: RetryAfter.duration(
        response.value(forHTTPHeaderField: "Retry-After"),
        date: response.value(forHTTPHeaderField: "Date")))
  }

  /// What a server says about an error, if it says so in one of the usual places.
  private static func words(in body: Data) -> String? {
    guard let json = try? JSONDecoder().decode(JSONValue.self, from: body) else { return nil }
    let places: [JSONPath] = [
      "message", "detail", "error", "error.message", "errors.0.message", "title",
    ]
    return places.lazy.compactMap { json[$0]?.text }.first
  }
}
