import FeedEffects
import Foundation

/// The cursor of an HTTP page source, for any style of paging.
///
/// An ``HTTPPageSource`` creates its cursors from responses. Create one yourself to request a page
/// by hand, as with ``HTTPRequest/curl(for:size:)``.
@nonexhaustive
public enum PageCursor: Hashable, Sendable {
  /// The page with this number. A source that heals looks for the rows behind the one with the id `after`.
  case number(Int, after: String? = nil)

  /// The page that begins with the row at this index. A source that heals looks for the rows behind the one
  /// with the id `after`.
  case offset(Int, after: String? = nil)

  /// The page that this token names: opaque text from the server, or a value of the last row.
  case token(String)

  /// The page that a JSON value names. The members of an object are parameters of the URL; in a body or a
  /// GraphQL query it is one value, a list as well.
  case json(JSONValue)

  /// The page at this URL.
  ///
  /// A source makes the link of a response absolute and leaves out its user name and password.
  case link(String)

  /// The page at this URL, to which a page of another origin than the request's led.
  ///
  /// It is requested without credentials, headers and cookies, even at the request's own origin: the
  /// other one chose the URL.
  case foreignLink(String)
}

extension PageCursor {
  /// The number or offset; nil if the cursor has none.
  package var place: Int? {
    switch self {
    case .number(let number, _): number
    case .offset(let offset, _): offset
    case .token, .json, .link, .foreignLink: nil
    }
  }

  /// The id of the row before; nil if it is unknown.
  var row: String? {
    switch self {
    case .number(_, let row), .offset(_, let row): row
    case .token, .json, .link, .foreignLink: nil
    }
  }

  var isOffset: Bool { if case .offset = self { true } else { false } }

  /// A number or an offset, as this cursor is.
  func at(_ place: Int) -> PageCursor {
    isOffset ? .offset(place) : .number(place)
  }

  /// The cursor with the id of the row before, if it is a number or an offset.
  func after(_ row: String) -> PageCursor {
    switch self {
    case .number(let number, _): .number(number, after: row)
    case .offset(let offset, _): .offset(offset, after: row)
    case .token, .json, .link, .foreignLink: self
    }
  }

  /// Whether the source itself computed the cursor. Its page may be one behind the last, without rows.
  var isComputed: Bool {
    switch self {
    case .number, .offset: true
    case .token, .json, .link, .foreignLink: false
    }
  }
}

extension PageCursor: CustomStringConvertible {
  /// `page 2`, `offset 40`, the token, `a=1, b=2`, or the URL with secrets masked.
  public var description: String {
    switch self {
    case .number(let number, _): "page \(number)"
    case .offset(let offset, _): "offset \(offset)"
    case .token(let token): token
    case .json(let value): value.inLine
    case .link(let url), .foreignLink(let url): url.maskingSecrets
    }
  }
}

extension PageCursor: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case number, offset, token, json, link, foreignLink
    case row = "after"
  }

  /// Encoders with this key in their user information mask the secrets in links. Such a link leads nowhere;
  /// it is for people.
  package static let masksSecrets = CodingUserInfoKey(rawValue: "FeedHTTP.masksSecrets")

  /// Encodes an object with the case as its key: `{"number":2}`, `{"offset":20,"after":"19"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(row, forKey: .row)
    let isMasked = Self.masksSecrets.map { encoder.userInfo[$0] != nil } == true
    switch self {
    case .number(let number, _): try container.encode(number, forKey: .number)
    case .offset(let offset, _): try container.encode(offset, forKey: .offset)
    case .token(let token): try container.encode(token, forKey: .token)
    case .json(let value): try container.encode(value, forKey: .json)
    case .link(let url):
      try container.encode(isMasked ? url.maskingSecrets : url, forKey: .link)
    case .foreignLink(let url):
      try container.encode(isMasked ? url.maskingSecrets : url, forKey: .foreignLink)
    }
  }

  /// Decodes an object with one of the keys `number`, `offset`, `token`, `json`, `link` and
  /// `foreignLink`.
  ///
  /// - Throws: A `DecodingError` if there is no such key or its value has another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let row = try container.decodeIfPresent(String.self, forKey: .row)
    switch container.allKeys.first(where: { $0 != .row }) {
    case .number: self = .number(try container.decode(Int.self, forKey: .number), after: row)
    case .offset: self = .offset(try container.decode(Int.self, forKey: .offset), after: row)
    case .token: self = .token(try container.decode(String.self, forKey: .token))
    case .json: self = .json(try container.decode(JSONValue.self, forKey: .json))
    case .link: self = .link(try container.decode(String.self, forKey: .link))
    case .foreignLink:
      self = .foreignLink(try container.decode(String.self, forKey: .foreignLink))
    case nil, .row:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "Expected one of the keys number, offset, token, json, link, foreignLink."))
    }
  }
}

extension JSONValue {
  /// The value in one line: `a=1, b=2` for an object of plain values, else JSON.
  fileprivate var inLine: String {
    if let members, !members.isEmpty, members.values.allSatisfy({ $0.parameter != nil }) {
      return members.sorted { $0.key < $1.key }.map { "\($0)=\($1.parameter ?? "")" }
        .joined(separator: ", ")
    }
    return parameter ?? json
  }

  /// The value as JSON, its keys in order.
  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// The size of the value in bytes, as an estimate without white space.
  var size: Int {
    switch self {
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.size + 1 }
    case .object(let members): members.reduce(2) { $0 + $1.key.utf8.count + $1.value.size + 4 }
    case .null, .bool, .integer, .number: 8
    }
  }
}
