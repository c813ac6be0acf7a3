import FeedEffects
import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a server answered.
package struct HTTPResponse {
  /// What comes before the body.
  struct Head: Sendable {
    /// Where the answer came from.
    var url: URL

    /// The status: 200 and so on.
    var status: Int

    /// The header fields, by their names in lower case.
    var headers: [String: String]
  }

  /// What came before the body.
  var head: Head

  /// The body's bytes.
  var body: Data

  /// Where the answer came from in the end.
  var url: URL { head.url }

  /// The status: 200 and so on.
  var status: Int { head.status }

  /// The header fields, by their names in lower case.
  var headers: [String: String] { head.headers }

  /// The type of the body, if the server named it.
  var contentType: String? { headers["content-type"] }

  /// How the body begins, in one line; nil if it is empty.
  var excerpt: String? {
    let words = String(decoding: body.prefix(1_000), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ").shown(200)
  }
}

extension HTTPResponse {
  package init(url: URL, status: Int, headers: [String: String], body: Data) {
    self.init(head: Head(url: url, status: status, headers: headers), body: body)
  }
}

extension HTTPResponse.Head {
  /// Takes what matters of a response; nil if it is not one of HTTP.
  init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
    self.url = url
    status = response.statusCode
    headers = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers[name.lowercased(), default: ""] +=
        headers[name.lowercased()] == nil
        ? value : ", " + value
    }
  }
}

extension HTTPLoader {
  /// Sends `request` and returns the answer if its status is a success.
  ///
  /// - Throws: A `FeedFailure` when there is no answer or its status is not a success;
  ///   `CancellationError` when the task was cancelled.
  func page(_ request: URLRequest, within policy: OriginPolicy, at url: URL) async throws
    -> HTTPResponse
  {
    let answer: HTTPResponse
    do {
      answer = try await self.response(to: request, within: policy)
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw FeedFailure(HTTPProblem(error), at: url)
    }
    try answer.check(depth: limits.maxNestingDepth)
    return answer
  }
}

extension HTTPProblem {
  /// Finds the cause of an error that a transfer ended with.
  init(_ error: any Error) {
    switch error {
    case let problem as HTTPProblem: self = problem
    case let error as URLError: self = .connection(ConnectionProblem(error))
    default: self = .connection(.broken(reason: "\(error)"))
    }
  }

  /// Names what is wrong with an answer as a whole, or is nil if its status is a success.
  init?(status answer: HTTPResponse, depth: Int) {
    let isTooDeep = JSONDepth.exceeds(depth, in: answer.body)
    if 200..<300 ~= answer.status {
      guard isTooDeep else { return nil }
      self = .response(.tooDeep(limit: depth))
      return
    }
    self = .response(
      .status(
        code: answer.status, words: isTooDeep ? nil : Self.words(in: answer),
        retryAfter: RetryAfter.duration(answer)))
  }

  /// What a server says about an error: in one of the usual places of JSON, or in plain text.
  private static func words(in answer: HTTPResponse) -> String? {
    if answer.contentType?.lowercased().hasPrefix("text/plain") == true {
      let text = String(decoding: answer.body.prefix(400), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }
    let json = try? JSONDecoder().decode(JSONValue.self, from: answer.body)
    let places: [JSONPath] = [
      "message", "detail", "error", "error.message", "errors.0.message", "title",
    ]
    return places.lazy.compactMap { json?[$0]?.text }.first
  }
}

/// What a server answered, as JSON.
public struct JSONResponse: Sendable {
  /// Where the answer came from in the end.
  public var url: URL

  /// The header fields, by their names in lower case.
  public var headers: [String: String]

  /// The body.
  public var body: JSONValue

  /// Creates an answer.
  public init(url: URL, headers: [String: String] = [:], body: JSONValue) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}
