public import FeedReducer
import Foundation

// All that the HTTP sources say to people when something fails, in one place.
extension FeedFailure {
  /// Makes a failure of what was met at `url`.
  init(_ problem: HTTPProblem, at url: URL) {
    self.init(
      problem.code, problem.sentence(url), url: url.withoutSecrets, status: problem.status,
      isRetryable: problem.isRetryable, retryAfter: problem.retryAfter)
  }

  /// Makes a failure of what is wrong with an answer.
  init(_ problem: HTTPProblem, in answer: HTTPAnswer) {
    self.init(problem, at: answer.url)
    excerpt = answer.excerpt
  }
}

extension FeedFailure {
  /// Makes a failure of what a URL session threw in somebody else's source.
  init(_ error: URLError) {
    let problem = HTTPProblem(error)
    guard let url = error.failingURL else {
      self.init(
        problem.code, "The server could not be asked (\(error.localizedDescription)); try again.",
        isRetryable: problem.isRetryable)
      return
    }
    self.init(problem, at: url)
  }
}

extension FeedFailure.Code {
  /// A GraphQL server answered with errors in place of rows.
  public static let graphQL = Self(rawValue: "graphQL")
}

extension HTTPProblem {
  fileprivate var code: FeedFailure.Code {
    switch self {
    case .notWebAddress, .foreignLink, .foreignRedirect, .longLink, .unfitCursor, .unfitVariables:
      .refused
    case .offline: .offline
    case .timeout, .tooSlow: .timeout
    case .tooLarge: .refused
    case .unknownHost, .noConnection, .notSecure, .broken: .unreachable
    case .endlessRedirect, .status: .http
    case .graphQL: .graphQL
    case .empty, .notJSON, .cutShort, .brokenJSON, .noList, .unfit, .unreadable,
      .notUnicode, .tooDeep, .noListAnywhere, .noIDAnywhere:
      .decoding
    }
  }

  fileprivate var isRetryable: Bool {
    switch self {
    case .offline, .timeout, .tooSlow, .unknownHost, .noConnection, .broken, .empty, .cutShort:
      true
    // A limit on requests may be told by 403, as GitHub does, and is over at a time it tells.
    case .status(let code, _, let retryAfter):
      [408, 425, 429, 500, 502, 503, 504].contains(code) || (code == 403 && retryAfter != nil)
    default: false
    }
  }

  fileprivate var status: Int? {
    if case .status(let code, _, _) = self { code } else { nil }
  }

  fileprivate var retryAfter: Duration? {
    if case .status(_, _, let duration) = self { duration } else { nil }
  }

  fileprivate func sentence(_ url: URL) -> String {
    let (what, remedy) = parts(url)
    return "\(what); \(remedy)."
  }

  /// What was met and where, and what to do about it.
  private func parts(_ url: URL) -> (what: String, remedy: String) {
    let place = url.withoutSecrets
    return switch self {
    case .notWebAddress:
      ("\(place) is not the address of a web server", "give an http or https URL with a host")
    case .foreignLink(let link):
      (
        "\(place) links to a page on another server, \(link.asForeignLink), which is not followed",
        "allow it by name if it is to be trusted"
      )
    case .foreignRedirect(let link):
      (
        "\(place) redirects to another server, \(link.asForeignLink), which is not followed",
        "allow it by name if it is to be trusted"
      )
    case .longLink(let size, let limit):
      (
        "\(place) names a page by \(size) bytes where \(limit) are allowed",
        "raise the limit if the server means it"
      )
    case .unfitCursor(let cursor):
      (
        "The request to \(place) has no place for the cursor \(cursor.shown(60))",
        "use the paging that the cursor came from"
      )
    case .unfitVariables:
      ("The variables for \(place) are not JSON", "use finite numbers")
    case .status(let code, let words, let retryAfter):
      status(place, code, words, retryAfter)
    case .offline, .timeout, .tooSlow, .tooLarge, .unknownHost, .noConnection, .notSecure,
      .endlessRedirect, .broken:
      way(url)
    default:
      answer(place)
    }
  }

  private func way(_ url: URL) -> (what: String, remedy: String) {
    let server = url.authority
    return switch self {
    case .offline:
      ("The device is offline and cannot reach \(server)", "try again when it is online")
    case .timeout:
      ("\(server) did not answer in time", "try again")
    case .tooSlow(let limit):
      ("\(server) did not finish its answer within \(limit.inSentence)", "try again")
    case .tooLarge(let limit):
      (
        "\(url.withoutSecrets) sent more than \(limit) bytes and was cut off",
        "ask for smaller pages or raise the limit"
      )
    case .unknownHost:
      ("The host \(server) is not known", "check the address and the connection")
    case .noConnection:
      ("\(server) accepts no connection", "check the address and that the server runs")
    case .notSecure(let reason):
      (
        "No secure connection to \(server) came about (\(reason.shown(120)))",
        "check the address and the server's certificate"
      )
    case .endlessRedirect:
      (
        "\(url.withoutSecrets) redirects again and again",
        "check the address, and whether it ends with a slash"
      )
    case .broken(let reason):
      ("The connection to \(server) broke (\(reason.shown(120)))", "try again")
    default:
      ("\(server) could not be asked", "try again")
    }
  }

  private func status(
    _ place: String, _ code: Int, _ words: String?, _ retryAfter: Duration?
  ) -> (what: String, remedy: String) {
    let phrase = Self.phrases[code].map { " " + $0 } ?? ""
    let saying = words.map { ", saying \($0.quoted(120))" } ?? ""
    let remedy =
      switch code {
      case _ where isRetryable:
        retryAfter.map { "try again in \($0.inSentence)" } ?? "try again later"
      case 401, 403: "check the credentials"
      case 400..<500 where code != 404 && code != 410: "check the request"
      default: "check the address"
      }
    return ("\(place) answered \(code)\(phrase)\(saying)", remedy)
  }

  private func answer(_ place: String) -> (what: String, remedy: String) {
    switch self {
    case .empty:
      ("\(place) sent an empty body where JSON was expected", "try again or check the address")
    case .notJSON(let type, let beginning):
      (
        "\(place) sent \(type?.shown(60) ?? "something") where JSON was expected, beginning "
          + beginning.quoted(40),
        "check the address"
      )
    case .cutShort(let ending):
      ("\(place) sent JSON that breaks off after \(ending.quoted(40))", "try again")
    case .brokenJSON(let beginning):
      (
        "\(place) sent JSON with a fault in it, beginning \(beginning.quoted(40))",
        "check the server"
      )
    case .notUnicode(let before):
      (
        "\(place) sent bytes that are no text after \(before.quoted(40))",
        "check the server's encoding"
      )
    case .tooDeep(let limit):
      (
        "\(place) sent JSON with more than \(limit) lists and objects in each other",
        "check the address"
      )
    case .graphQL(let message):
      ("\(place) answered with the error \(message.quoted(200))", "check the query")
    default:
      content(place)
    }
  }

  private func content(_ place: String) -> (what: String, remedy: String) {
    switch self {
    case .noList(let path, let end, let found):
      (
        "\(place) has no list of rows at \(path.shown): \(end.inSentence) is \(found.brief)",
        "give the path of the rows"
      )
    case .unfit(let spot, let expected, let found, let remedy):
      (
        "\(place) sent what does not fit at \(spot.shown(200)): expected \(expected)"
          + (found.map { ", found \($0.brief)" } ?? ""),
        remedy.text
      )
    case .unreadable(let spot, let reason, let found):
      (
        "\(place) sent what cannot be read at \(spot.shown(200)): \(reason.shown(200))"
          + (found.map { ", found \($0.brief)" } ?? ""),
        HTTPProblem.Remedy.rowType.text
      )
    case .noListAnywhere(let body, let lists):
      (
        "\(place) has no list of rows: the body is \(body.brief)"
          + (lists.isEmpty ? "" : ", with lists of other things at \(lists.map(\.shown).listed)"),
        "give the path of the rows"
      )
    case .noIDAnywhere(let rows, let first):
      (
        "The rows of \(place) at \(rows.shown) have no id that tells them apart: the first is "
          + first.brief,
        "give the path of the id"
      )
    default:
      ("\(place) sent an answer that cannot be read", "check the address")
    }
  }

  private static let phrases = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 415: "Unsupported Media Type", 422: "Unprocessable Content", 425: "Too Early",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension HTTPProblem.Remedy {
  fileprivate var text: String {
    switch self {
    case .rowType: "make the row's type fit the answer"
    case .idPath: "give the path of the id"
    case .nextPath: "give the path of the next page's URL"
    case .tokenPath: "give the path of what names the next page"
    case .pageInfo: "ask for pageInfo { hasNextPage endCursor } in the query and give its path"
    }
  }
}

extension JSONPath {
  fileprivate var inSentence: String { components.isEmpty ? "the body" : shown }

  /// The path for people: its keys may be those of a server.
  fileprivate var shown: String { description.shown(200) }
}

extension HTTPAnswer {
  /// Throws if the status is not a success or the body is too deep to be read.
  package func check(depth: Int) throws(FeedFailure) {
    if let problem = HTTPProblem(status: self, depth: depth) {
      throw FeedFailure(problem, in: self)
    }
  }
}
