import FeedEffects
public import FeedReducer
import Foundation

// The failures that HTTP page sources throw, with their texts.
extension FeedFailure {
  /// Creates a failure from a problem at `url`.
  init(_ problem: HTTPProblem, at url: URL) {
    self.init(
      problem.code, message: url.hidingSecrets(in: problem.sentence(url)), url: url.withoutSecrets,
      status: problem.status,
      isRetryable: problem.isRetryable, retryAfter: problem.retryAfter)
  }

  /// Creates a failure from a problem of a response.
  init(_ problem: HTTPProblem, in response: HTTPResponse) {
    self.init(problem, at: response.url)
    excerpt = response.excerpt.map(response.url.hidingSecrets)
  }
}

extension FeedFailure.Code {
  /// A GraphQL server answered with errors in place of rows.
  public static let graphQL = Self(rawValue: "graphQL")

  /// The server ignores the parameter for the page: the second page has the rows of the first one.
  public static let ignoredParameter = Self(rawValue: "ignoredParameter")

  /// A response does not tell a part of a ``PagingStyle`` that has to be given then.
  public static let incompleteStyle = Self(rawValue: "incompleteStyle")
}

extension HTTPProblem {
  fileprivate var code: FeedFailure.Code {
    switch self {
    case .request, .response(.tooLarge), .response(.tinyPieces), .response(.longHeader),
      .response(.unusableRedirect):
      .refused
    case .connection(let problem): problem.code
    case .response(.tooSlow), .response(.tooSlowToRead): .timeout
    case .response(.status), .response(.errorInBody): .http
    case .response(.graphQL): .graphQL
    case .content(.unknownPart): .incompleteStyle
    case .content(.ignoredParameter): .ignoredParameter
    case .response(.empty), .response(.notJSON), .response(.cutShort), .response(.brokenJSON),
      .response(.notUnicode), .response(.moreThanCompressed), .response(.tooDeep),
      .response(.tooManyValues), .response(.tooManyRows), .content:
      .decoding
    }
  }

  fileprivate var isRetryable: Bool {
    switch self {
    case .request, .content: false
    case .connection(let problem): problem.isRetryable
    case .response(let problem): problem.isRetryable
    }
  }

  fileprivate var status: Int? {
    switch self {
    case .response(.status(let code, _, _, _)), .response(.unusableRedirect(let code, _)): code
    default: nil
    }
  }

  fileprivate var retryAfter: Duration? {
    switch self {
    case .response(.status(_, _, let duration, _)), .response(.errorInBody(_, let duration, _)):
      duration
    default: nil
    }
  }

  fileprivate func sentence(_ url: URL) -> String {
    // The failure has the whole URL.
    let place = url.withoutSecrets.shown(1_000)
    let (what, remedy) =
      switch self {
      case .request(let problem): problem.parts(at: place)
      case .connection(let problem): problem.parts(at: url)
      case .response(let problem): problem.parts(at: place, of: url.authority)
      case .content(let problem): problem.parts(at: place)
      }
    return "\(what); \(remedy)."
  }
}

extension HTTPProblem.Response {
  fileprivate var isRetryable: Bool {
    switch self {
    case .tooSlow, .tooSlowToRead, .empty, .cutShort: true
    // A server may report a rate limit as 403 with a reset time, as GitHub does.
    case .status(let code, let words, let retryAfter, _):
      [408, 425, 429, 500, 502, 503, 504].contains(code)
        || code == 403 && (retryAfter != nil || words?.isOfRate == true)
    case .tooLarge, .tinyPieces, .longHeader, .moreThanCompressed, .unusableRedirect, .notJSON,
      .brokenJSON, .notUnicode, .tooDeep, .tooManyValues, .tooManyRows, .graphQL:
      false
    case .errorInBody(_, _, let isRetryable): isRetryable
    }
  }

  /// What is wrong with the response, and what to do about it.
  fileprivate func parts(at place: String, of server: String) -> (what: String, remedy: String) {
    switch self {
    case .tooSlow(let limit):
      ("\(server) did not finish its answer within \(limit.inSentence)", "try again")
    case .tooLarge(let limit):
      (
        "\(place) sent more than \(limit) bytes and was cut off",
        "ask for smaller pages or raise the limit"
      )
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
        "\(place) answered \(status) and redirects to \"\(location.asForeignLink)\", which is not "
          + "the address of a web server",
        "check the address"
      )
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
    case .brokenJSON(let reason, let offset):
      (
        "\(place) sent JSON that is invalid at byte \(offset): \(reason.shown(120))",
        "check the server"
      )
    case .notUnicode(let before):
      (
        "\(place) sent bytes that are not UTF-8 after \(before.quoted(40))",
        "check the server's encoding"
      )
    case .tooDeep(let limit):
      (
        "\(place) sent JSON with more than \(limit) nested arrays and objects",
        "check the address"
      )
    case .tooSlowToRead(let limit):
      (
        "The answer of \(server) could not be read within \(limit.inSentence)",
        "try again, or ask for smaller pages"
      )
    case .tooManyRows(let limit):
      (
        "\(place) sent a page of more than \(limit) rows",
        "ask for smaller pages or raise the limit"
      )
    case .tooManyValues(let limit):
      (
        "\(place) sent more than \(limit) values in a row or in what is read undecoded",
        "ask for smaller pages or raise the limit"
      )
    case .errorInBody(let message, let retryAfter, let isRetryable):
      (
        "\(place) answered with the error \(message.quoted(200))",
        isRetryable
          ? retryAfter.map { "try again in \($0.inSentence)" } ?? "try again later"
          : "check the request"
      )
    case .graphQL(let message):
      ("\(place) answered with the error \(message.quoted(200))", "check the query")
    }
  }

  private func status(
    at place: String, code: Int, words: String?, retryAfter: Duration?, scheme: String?
  ) -> (what: String, remedy: String) {
    let phrase = Self.phrases[code].map { " " + $0 } ?? ""
    let saying = words.map { ", saying \($0.quoted(120))" } ?? ""
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

  private static let phrases = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 415: "Unsupported Media Type", 422: "Unprocessable Content", 425: "Too Early",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension HTTPProblem.Content {
  /// What the body lacks, and what to do about it.
  fileprivate func parts(at url: String) -> (what: String, remedy: String) {
    switch self {
    case .noList(let path, let end, let found):
      (
        "\(url) has no list of rows at \(path.shown): \(end.inSentence) is "
          + (found?.brief ?? "too large to describe"),
        "give the path of the rows"
      )
    case .unfit(let place, let expected, let found, let remedy):
      (
        "\(url) sent what does not fit at \(place.shown(200)): expected \(expected)"
          + (found.map { ", found \($0.brief)" } ?? ""),
        remedy.text
      )
    case .unreadable(let place, let reason, let found):
      (
        "\(url) sent what cannot be read at \(place.shown(200)): \(reason.shown(200))"
          + (found.map { ", found \($0.brief)" } ?? ""),
        HTTPProblem.Remedy.rowType.text
      )
    case .missingNext(let place, let sign, let there, let isLink):
      (
        "\(url) names no next page at \(place.shown(200))"
          + (sign.map { ", although \($0.shown(200))" } ?? "")
          + (there.map { "; it has something like that at \($0.shown)" } ?? ""),
        (isLink ? HTTPProblem.Remedy.nextPath : .tokenPath).text
      )
    case .ignoredParameter(let name, let cursor, isVariable: true):
      (
        "\(url) sent its first page again for \(cursor.shown(60)): the query does not use $\(name.shown(60))",
        "ask for the rows with after: $\(name.shown(60)), or give the name of the variable"
      )
    case .ignoredParameter(let name, let cursor, isVariable: false):
      (
        "\(url) sent its first page again for \(cursor.shown(60)): the server ignores "
          + "\(name.quoted(60))",
        "give the name of the parameter for the page"
      )
    case .lostPlace(let row, let requests):
      (
        "\(url) moved while it was read: the row \(row.quoted(60)), with which the page before ended, was not "
          + "found again by \(requests) requests",
        "read the list from its start"
      )
    case .tiedKey(let path):
      (
        "The rows of a whole page of \(url) have the same value at \(path.shown), by which the pages go on, so the "
          + "next page begins with them again",
        "ask for larger pages"
      )
    case .twoLists(let paths):
      (
        "\(url) has lists at \(paths.map(\.shown).listed), and nothing tells which one has the rows",
        "give the path of the rows"
      )
    case .noListAnywhere(let body, let lists):
      (
        "\(url) has no list of rows: the body is \(body.brief)"
          + (lists.isEmpty ? "" : ", with lists of other things at \(lists.map(\.shown).listed)"),
        "give the path of the rows"
      )
    case .unknownPart(let kind, let part):
      (
        "\(url) does not tell \(part.text), which paging by \(kind.rawValue) needs",
        "give it by hand"
      )
    case .noIDAnywhere(let rows, let first):
      (
        "The rows of \(url) at \(rows.shown) have no id that tells them apart: the first is "
          + first.brief,
        "give the path of the id"
      )
    }
  }
}

extension HTTPProblem.Part {
  fileprivate var text: String {
    switch self {
    case .next: "where the next page is named"
    case .pageName: "the parameter that names the page"
    case .total: "where the number of all rows is"
    }
  }
}

extension HTTPProblem.Remedy {
  fileprivate var text: String {
    switch self {
    case .rowType: "make the row's type fit the answer, or skip such rows with skippingBadRows"
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
  var shown: String { description.shown(200) }
}

extension HTTPResponse {
  /// Throws if the status is not a success.
  package func check() throws(FeedFailure) {
    if let problem = HTTPProblem(statusOf: self) { throw FeedFailure(problem, in: self) }
  }
}
