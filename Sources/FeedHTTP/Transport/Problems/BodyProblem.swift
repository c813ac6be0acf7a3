import FeedEffects
public import FeedReducer
import Foundation

/// Why a body is no answer: it is not JSON, too much of it, or tells of an error.
enum BodyProblem: Equatable {
  /// The body is empty.
  case empty

  /// The status is 204, No Content, for a page that the one before names.
  case noContent

  /// The body is not JSON.
  case notJSON(contentType: String?, beginning: String)

  /// The body breaks off.
  case cutShort(ending: String)

  /// The body is JSON with a syntax error; `offset` is its place in bytes.
  case brokenJSON(reason: String, offset: Int)

  /// The body has bytes that are not UTF-8; `before` is the text in front of them.
  case notUnicode(before: String)

  /// Arrays and objects are nested too deeply.
  case tooDeep(limit: Int)

  /// A page has too many rows.
  case tooManyRows(limit: Int)

  /// A row, or all that is read undecoded, has too many values.
  case tooManyValues(limit: Int)

  /// The status is a success, but the body tells of an error; `retryAfter` is how long the server wants to be left
  /// alone.
  case errorInBody(message: String, retryAfter: Duration? = nil, isRetryable: Bool = false)

  /// A GraphQL server answered with errors; `mayPass` tells whether they are about the rate of requests.
  case graphQL(message: String, mayPass: Bool = false)
}

extension FeedFailure.Code {
  /// A GraphQL server answered with errors in place of rows.
  public static let graphQL = Self(rawValue: "graphQL")
}

extension HTTPProblem {
  /// The body is no answer.
  static func body(_ problem: BodyProblem) -> Self { Self(cause: problem) }
}

extension BodyProblem: HTTPProblem.Cause {
  var code: FeedFailure.Code {
    switch self {
    case .errorInBody: .http
    case .graphQL: .graphQL
    default: .decoding
    }
  }

  var isRetryable: Bool {
    switch self {
    case .empty, .noContent, .cutShort: true
    case .errorInBody(_, _, let isRetryable), .graphQL(_, let isRetryable): isRetryable
    default: false
    }
  }

  var status: Int? { self == .noContent ? 204 : nil }

  var retryAfter: Duration? {
    if case .errorInBody(_, let duration, _) = self { duration } else { nil }
  }

  func parts(at url: URL) -> (what: String, remedy: String) {
    ("\(url.inSentence) \(what)", remedy)
  }

  private var what: String {
    switch self {
    case .empty: "sent an empty body where JSON was expected"
    case .noContent:
      "answered 204 No Content for a page to which the one before leads, so rows may be missing"
    case .notJSON(let type, let beginning):
      "sent \(type.map { $0.isPlainType ? $0 : $0.spoken(60) } ?? "something") where JSON was expected, beginning "
        + beginning.quoted(40)
    case .cutShort(let ending): "sent JSON that breaks off after \(ending.quoted(40))"
    case .brokenJSON(let reason, let offset):
      "sent JSON that is invalid at byte \(offset): \(reason.shown(120))"
    case .notUnicode(let before): "sent bytes that are not UTF-8 after \(before.quoted(40))"
    case .tooDeep(let limit): "sent JSON with more than \(limit) nested arrays and objects"
    case .tooManyRows(let limit): "sent a page of more than \(limit) rows"
    case .tooManyValues(let limit):
      "sent more than \(limit) values in a row or in what is read undecoded"
    case .errorInBody(let message, _, _), .graphQL(let message, _):
      "answered with the error \(message.spoken(200))"
    }
  }

  private var remedy: String {
    switch self {
    case .empty: "try again or check the address"
    case .noContent: "try again, or check the server and the proxies before it"
    case .notJSON, .tooDeep: "check the address"
    case .cutShort: "try again"
    case .brokenJSON: "check the server"
    case .notUnicode: "check the server's encoding"
    case .tooManyRows, .tooManyValues: "ask for smaller pages or raise the limit"
    case .errorInBody(_, let retryAfter, isRetryable: true):
      retryAfter.map { "try again in \($0.inSentence)" } ?? "try again later"
    case .errorInBody: "check the request"
    case .graphQL(_, mayPass: true): "try again later"
    case .graphQL: "check the query"
    }
  }
}

extension String {
  /// Whether the type of a body is written as one, so that it shows without quotation marks.
  fileprivate var isPlainType: Bool {
    let type = /[A-Za-z0-9.+-]+\/[A-Za-z0-9.+-]+(; ?charset=[A-Za-z0-9-]+)?/
    return wholeMatch(of: type) != nil && count <= 60
  }
}

extension HTTPProblem {
  /// Creates the problem of a body that is not JSON, or is too much of it.
  ///
  /// - Parameters:
  ///   - answer: The response.
  ///   - fault: What is wrong.
  ///   - reader: The reader that found it.
  ///   - limits: The limits of depth and size.
  init(
    notReadable answer: HTTPResponse, fault: JSONReader.Fault, in reader: JSONReader,
    limits: HTTPLimits
  ) {
    let beginning = String(decoding: answer.body.prefix(200), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let isJSON = answer.contentType?.lowercased().contains("json") ?? true
    switch fault.cause {
    case .depth:
      self = .body(.tooDeep(limit: limits.maxNestingDepth))
    case .size:
      self = .body(.tooManyValues(limit: limits.maxValues))
    case .syntax where answer.body.allSatisfy(\.isBlank):
      self = .body(.empty)
    case .syntax where !isJSON || beginning.hasPrefix("<"):
      self = .body(.notJSON(contentType: answer.contentType, beginning: beginning))
    case .syntax where fault.offset >= reader.bytes.count:
      self = .body(.cutShort(ending: answer.ending))
    case .syntax(let reason):
      let offset = [UInt8](answer.body).offset(ofStreamSafe: fault.offset)
      self = .body(.brokenJSON(reason: reason, offset: offset))
    }
  }

  /// Creates the problem of a body that is not UTF-8.
  init(notUnicode answer: HTTPResponse) {
    // A character that was cut is no wrong character.
    let end = answer.body.suffix(4).lastIndex { $0 >= 0xC0 } ?? answer.body.endIndex
    let isCut = answer.body[end...].dropFirst().allSatisfy { 0x80..<0xC0 ~= $0 }
    if isCut, answer.body[..<end].isUTF8 {
      self = .body(.cutShort(ending: answer.ending))
      return
    }
    let before = String(decoding: answer.body, as: UTF8.self).unicodeScalars
      .prefix { $0 != "\u{FFFD}" }
    self = .body(.notUnicode(before: String(String.UnicodeScalarView(before.suffix(20)))))
  }
}

extension HTTPResponse {
  /// The last characters of the body.
  fileprivate var ending: String {
    let text = String(decoding: body.suffix(200), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return String(String.UnicodeScalarView(text.unicodeScalars.suffix(20)))
  }
}

extension HTTPProblem {
  /// Throws if a GraphQL response has errors.
  ///
  /// - Parameter value: Returns the value at `errors`, or at a path in it.
  static func check(_ value: (JSONPath) -> JSONValue?) throws(HTTPProblem) {
    switch value("errors") {
    case nil, .null, .array([]): return
    case .some(let errors):
      let message = value("errors.0.message")?.text ?? errors.brief
      let places: [JSONPath] = ["errors.0.type", "errors.0.extensions.code"]
      let words = [message] + places.compactMap { value($0)?.text }
      throw .body(.graphQL(message: message, mayPass: words.contains(where: \.isOfRate)))
    }
  }
}
