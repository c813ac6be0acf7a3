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
  /// - Throws: A `FeedFailure` when there is no answer or its status is not a success;
  ///   `CancellationError` when the task was cancelled.
  func answer(to request: URLRequest, at url: URL) async throws -> HTTPAnswer {
    let (body, response): (Data, URLResponse)
    do {
      (body, response) = try await data(for: request, delegate: RedirectGuard())
    } catch {
      if Task.isCancelled || (error as? URLError)?.code == .cancelled { throw CancellationError() }
      throw FeedFailure(HTTPProblem(error), at: url)
    }
    guard let response = response as? HTTPURLResponse else {
      throw FeedFailure(.broken(reason: "the answer is not HTTP"), at: url)
    }
    let problem = HTTPProblem(response, body)
    if let problem { throw FeedFailure(problem, at: url) }
    return HTTPAnswer(
      url: response.url ?? url, contentType: response.value(forHTTPHeaderField: "Content-Type"),
      body: body)
  }
}

/// Follows a redirect only on the same server, since headers travel along with it.
private final class RedirectGuard: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let target = request.url.flatMap(Origin.init)
    let isSame = target != nil && target == response.url.flatMap(Origin.init)
    completionHandler(isSame ? request : nil)
  }
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
    if 300..<400 ~= code, let link = response.value(forHTTPHeaderField: "Location"),
      let target = URL(link: link, on: response.url), let url = response.url,
      Origin(target) != Origin(url)
    {
      self = .foreignRedirect(link: link)
      return
    }
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
