import FeedEffects
import FeedReducer
import Foundation

/// What is wrong with a response as a whole.
enum ResponseProblem: Equatable {
  /// The response began in time but did not end within `limit`.
  case tooSlow(limit: Duration)

  /// The response came in time, but reading it did not end within the limit of both.
  case tooSlowToRead(limit: Duration)

  /// The body has more than `limit` bytes.
  case tooLarge(limit: Int)

  /// The body came in more than `limit` pieces of fewer than 4 bytes.
  case tinyPieces(limit: Int)

  /// The header, a line of it, or what follows the body is too long.
  case longHeader

  /// There is more behind the end of a compressed body, such as another member of gzip.
  case moreThanCompressed

  /// The status is not a success. `words` is what the server says about it, `scheme` the one by which it
  /// wants credentials.
  case status(code: Int, words: String?, retryAfter: Duration?, scheme: String? = nil)

  /// The server redirects, but to no page: `mailto:`, or what is no URL.
  case unusableRedirect(status: Int, location: String)
}

extension HTTPProblem {
  /// The response as a whole is not a page.
  static func response(_ problem: ResponseProblem) -> Self { Self(cause: problem) }
}

extension ResponseProblem: HTTPProblem.Cause {
  var code: FeedFailure.Code {
    switch self {
    case .tooSlow, .tooSlowToRead: .timeout
    case .tooLarge, .tinyPieces, .longHeader, .unusableRedirect: .refused
    case .moreThanCompressed: .decoding
    case .status: .http
    }
  }

  var isRetryable: Bool {
    switch self {
    case .tooSlow, .tooSlowToRead: true
    // A server may report a rate limit as 403 with a reset time, as GitHub does.
    case .status(let code, let words, let retryAfter, _):
      [408, 425, 429, 500, 502, 503, 504].contains(code)
        || code == 403 && retryAfter != nil || [400, 403].contains(code) && words?.isOfRate == true
    case .tooLarge, .tinyPieces, .longHeader, .moreThanCompressed, .unusableRedirect: false
    }
  }

  var status: Int? {
    switch self {
    case .status(let code, _, _, _), .unusableRedirect(let code, _): code
    default: nil
    }
  }

  var retryAfter: Duration? {
    if case .status(_, _, let duration, _) = self { duration } else { nil }
  }

  func subject(at url: URL) -> String? {
    if case .status(401, _, _, let scheme) = self { return scheme }
    if case .status(403, _, _, let scheme) = self { return scheme }
    return nil
  }

  func parts(at url: URL) -> (what: String, remedy: String) {
    let (place, server) = (url.inSentence, url.authority)
    return switch self {
    case .tooSlow(let limit):
      ("\(server) did not finish its answer within \(limit.inSentence)", "try again")
    case .tooSlowToRead(let limit):
      (
        "The answer of \(server) could not be read within \(limit.inSentence)",
        "try again, or ask for smaller pages"
      )
    case .tooLarge(let limit):
      ("\(place) sent more than \(limit) bytes and was cut off", Self.smallerPages)
    case .tinyPieces(let limit):
      (
        "\(place) sent its body in more than \(limit) pieces of fewer than 4 bytes and was cut off",
        "check the server"
      )
    case .longHeader:
      (
        "\(place) sent a header of more than 256 kB, or with a line of more than 100 kB",
        "check the server"
      )
    case .moreThanCompressed:
      (
        "\(place) sent more behind the end of a compressed body, such as another member of gzip, "
          + "which is not read",
        "ask for a body without compression by the header field Accept-Encoding: identity"
      )
    case .status(let code, let words, let retryAfter, let scheme):
      status(at: place, code: code, words: words, retryAfter: retryAfter, scheme: scheme)
    case .unusableRedirect(let status, let location):
      (
        "\(place) answered \(status) and redirects to \(location.asForeignLink.spoken(120)), which is not "
          + "the address of a web server",
        "check the address"
      )
    }
  }

  private func status(
    at place: String, code: Int, words: String?, retryAfter: Duration?, scheme: String?
  ) -> (what: String, remedy: String) {
    let phrase = Self.phrases[code].map { " " + $0 } ?? ""
    let saying = words.map { ", saying \($0.spoken(120))" } ?? ""
    let remedy =
      switch code {
      case _ where isRetryable:
        retryAfter.map { "try again in \($0.inSentence)" } ?? "try again later"
      case 401, 403:
        "check the credentials" + (scheme.map { " (the server wants the scheme \($0))" } ?? "")
      case 400..<500 where code != 404 && code != 410: "check the request"
      default: "check the address"
      }
    return ("\(place) answered \(code)\(phrase)\(saying)", remedy)
  }

  private static let smallerPages = "ask for smaller pages or raise the limit"

  private static let phrases = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 415: "Unsupported Media Type", 422: "Unprocessable Content", 425: "Too Early",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension HTTPProblem {
  /// Creates the problem of a response whose status is not a success; nil for others.
  init?(statusOf response: HTTPResponse) {
    if 200..<300 ~= response.status { return nil }
    self = .response(
      .status(
        code: response.status, words: Self.words(in: response),
        retryAfter: RetryAfter.duration(response), scheme: Self.scheme(in: response)))
  }

  /// The scheme by which the server wants credentials, from `WWW-Authenticate` (RFC 9110, section 11.6.1);
  /// nil if it names none. Registered ones are of letters and hyphens; an option begins with one.
  private static func scheme(in response: HTTPResponse) -> String? {
    let name = response.headers["www-authenticate"]?.prefix { $0 != " " && $0 != "," } ?? ""
    return name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]{0,19}/) == nil ? nil : String(name)
  }

  /// The server's description of an error, from JSON or plain text; nil if there is none.
  private static func words(in response: HTTPResponse) -> String? {
    if response.contentType?.lowercased().hasPrefix("text/plain") == true {
      let text = String(decoding: response.body.prefix(400), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }
    // A description comes early. What breaks off here is no longer looked for.
    let reader = JSONReader([UInt8](response.body.prefix(64 << 10)).streamSafe)
    let places: [JSONPath] = [
      "message", "detail", "error", "error.message", "error.reason", "errors.0.message", "title",
      "status_message", "error_message", "errorMessage", "msg", "description",
    ]
    return places.lazy.compactMap { reader.found(at: $0)?.text }.first
  }
}
