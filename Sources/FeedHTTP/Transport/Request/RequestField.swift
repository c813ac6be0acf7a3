import FeedEffects
import FeedReducer
import Foundation

/// Where a request has a value: the cursor, or the number of rows.
enum RequestField: Hashable {
  /// A parameter of the URL.
  case parameter(String)

  /// A variable of the GraphQL query.
  case variable(String)

  /// The value at a path of the body.
  case body(JSONPath)

  /// A header field.
  case header(String)

  /// The part of the URL's path that follows the part with this name.
  case segment(after: String)
}

extension HTTPRequest {
  /// The place that a name such as ``pageName`` stands for.
  func field(_ name: String) -> RequestField {
    if graphQL != nil { return .variable(name) }
    return RequestField(name: name, isInBody: body != nil && url.parameter(name) == nil)
  }

  /// The value that the request for the first page has in a place; nil if it has none.
  func value(of name: String) -> JSONValue? {
    switch field(name) {
    case .parameter(let name): url.parameter(name).map { .string($0) }
    case .variable(let name): graphQL?.variables[name]
    case .body(let path): body?[path]
    case .header(let name): headers[name].map { .string($0) }
    case .segment(let name): url.segment(after: name).map { .string($0) }
    }
  }

  /// Whether cursors go to the server as JSON, with their types.
  var takesJSON: Bool {
    switch field(pageName) {
    case .variable, .body: true
    case .parameter, .header, .segment: false
    }
  }
}

extension RequestField {
  /// The place that a name stands for, in a request without GraphQL.
  init(name: String, isInBody: Bool) {
    if let field = name.suffix(after: "header:") {
      self = .header(field)
    } else if let segment = name.suffix(after: "path:") {
      self = .segment(after: segment)
    } else {
      self = isInBody ? .body(JSONPath(name)) : .parameter(name)
    }
  }

  /// Whether an answer may choose this place for a page or its size. Any other one only a person gives.
  ///
  /// A header field can frame a request, route, authenticate or condition it: `Content-Length`, `Host`, `Cookie`,
  /// `If-Match`. So one that an answer chooses has to be named for paging, and for nothing else. A part of the path
  /// leads to another resource. The name of a parameter may be anything: a link chooses it, too.
  var mayBeFound: Bool {
    switch self {
    case .parameter, .variable, .body: true
    case .segment: false
    case .header(let name): name.isNamedForPaging
    }
  }

  /// Whether a query may have the value here. A parameter may come several times.
  func takes(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (_, .number(let number)): number.isFinite
    case (.variable, _), (.body, _): true
    case (.parameter, .array(let elements)): elements.allSatisfy(isPlain)
    default: isPlain(value)
    }
  }

  private func isPlain(_ value: JSONValue) -> Bool {
    if case .number(let number) = value { number.isFinite } else { value.parameter != nil }
  }
}

extension String {
  /// Whether the text can be a part of a path. Libraries and servers take `.` and `..` for other
  /// places, and many also where the slashes or the dots are encoded.
  var isPathPart: Bool {
    utf8.split(omittingEmptySubsequences: false) { "/\\".utf8.contains($0) }
      .allSatisfy { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }
}

extension JSONValue {
  /// The value as that of a parameter; nil if it is a list or an object.
  var parameter: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .null: ""
    case .array, .object: nil
    }
  }

  /// Returns the value with another one at `path`, whose objects are created where they are missing.
  ///
  /// - Returns: nil if the path leads into a text, a number or the like, or to an element that is not there.
  func setting(_ path: JSONPath, to value: JSONValue) -> JSONValue? {
    setting(path.components[...], to: value)
  }

  private func setting(
    _ steps: ArraySlice<JSONPath.Component>, to value: JSONValue
  ) -> JSONValue? {
    let rest = steps.dropFirst()
    switch (steps.first, self) {
    case (nil, _):
      return value
    case (.key(let key), .null):
      return JSONValue.null.setting(rest, to: value).map { .object([key: $0]) }
    case (.key(let key), .object(var members)):
      guard let member = (members[key] ?? .null).setting(rest, to: value) else { return nil }
      members[key] = member
      return .object(members)
    case (.index(let index), .array(var elements)) where elements.indices.contains(index):
      guard let element = elements[index].setting(rest, to: value) else { return nil }
      elements[index] = element
      return .array(elements)
    default:
      return nil
    }
  }
}

extension URL {
  /// The parts of the path between slashes, encoded as they are; the first one is empty.
  private var segments: [Substring] {
    path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The part of the path that follows the part `name`, decoded; nil if there is none.
  func segment(after name: String) -> String? {
    let segments = segments.map { $0.removingPercentEncoding ?? String($0) }
    guard let index = segments.lastIndex(of: name), index + 1 < segments.count else { return nil }
    return segments[index + 1]
  }

  /// Returns the URL with each value as the part of the path that follows the part of its name. If
  /// no part has a name, both are added at the end.
  ///
  /// All names are those of this URL: no value can take the place of a name.
  func setting(segments values: [(name: String, value: String)]) -> URL? {
    guard !values.isEmpty else { return self }
    var segments = segments
    let names = segments.map { $0.removingPercentEncoding ?? String($0) }
    var added: [Substring] = []
    var isEndSet = names.last?.isEmpty == false
    for (name, value) in values {
      let part = QueryEncoding.encoded(value)[...]
      guard let place = names.lastIndex(of: name).map({ $0 + 1 }) else {
        added += [QueryEncoding.encoded(name)[...], part]
        continue
      }
      if place >= names.count - 1 { isEndSet = true }
      if place < names.count { segments[place] = part } else { added.insert(part, at: 0) }
    }
    if !added.isEmpty, !isEndSet { segments.removeLast() }
    segments += (segments.isEmpty ? [""] : []) + added
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    parts.percentEncodedPath = segments.joined(separator: "/")
    parts.fragment = nil
    return parts.url
  }
}

extension String {
  /// Whether the name of a header field is one for paging, such as `X-Page-Token`.
  fileprivate var isNamedForPaging: Bool {
    let words = lowercased().split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    let isPaging = words.contains { word in
      ["next", "after", "start", "offset", "position"].contains(word)
        || [
          "cursor", "page", "paging", "pagination", "continuation", "marker", "bookmark", "scroll",
        ]
        .contains(where: word.contains)
    }
    return isPlain && isPaging && !words.contains { Self.wordsOfOtherFields.contains(String($0)) }
      && !words.contains {
        $0.hasPrefix("auth") || $0.hasPrefix("cookie") || $0.hasPrefix("forward")
      }
  }

  /// Words in the names of fields that say how a request is framed, where it goes, who asks, and on which condition.
  private static let wordsOfOtherFields: Set = [
    "accept", "access", "api", "client", "connection", "content", "credential", "credentials",
    "csrf", "encoding", "expect", "host", "http", "if", "key", "length", "match", "method",
    "origin",
    "original", "override", "proxy", "range", "real", "referer", "referrer", "rewrite", "sec",
    "secret", "session", "te", "trailer", "transfer", "upgrade", "uri", "url", "user", "via",
    "xsrf",
  ]

  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) && utf8.count > prefix.utf8.count ? String(dropFirst(prefix.count)) : nil
  }
}
