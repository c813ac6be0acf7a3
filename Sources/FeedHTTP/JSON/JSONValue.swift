import FeedEffects

/// Any JSON value.
///
/// The cases cover all of JSON, so no case will be added.
///
/// ```swift
/// let variables: JSONValue = ["fullPath": "a/b", "first": 20, "open": true, "label": .null]
/// variables["first"]  // .integer(20)
/// ```
public enum JSONValue: Hashable, Sendable {
  /// `null`, which differs from a value that is missing.
  case null

  /// `true` or `false`.
  case bool(Bool)

  /// A number without a fraction that fits an `Int`.
  case integer(Int)

  /// Any other number.
  case number(Double)

  /// A string, with its escape sequences resolved.
  case string(String)

  /// An array. Its elements may have different types.
  case array([JSONValue])

  /// An object. The order of its members is not kept.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Encodes the value as JSON.
  ///
  /// - Throws: The encoder's error for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// Decodes any JSON.
  ///
  /// It tries one type after the other. A failed attempt costs more than a successful one, the more the
  /// deeper the value is, so lists and objects come first.
  ///
  /// - Throws: A `DecodingError` if a number fits neither `Int` nor `Double`.
  public init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .array(values)
      return
    }
    let container = try decoder.singleValueContainer()
    if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      // A dictionary keeps the keys as they are; a container would convert them if the decoder does.
      self = .object(try container.decode([String: JSONValue].self))
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Any key.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}

// There is no `ExpressibleByNilLiteral`: where a `JSONValue?` is expected, `nil` could mean
// either no value or `null`.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a whole number.
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(floatLiteral value: Double) {
    self = .number(value)
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string. The text is not parsed: `"7"` stays a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array, whose elements may themselves be literals: `[1, "a", .null]`.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object. If two members have the same key, the last one counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}

extension JSONValue {
  /// The value at `path`; nil if there is none.
  ///
  /// If the path has an `[]`, it is an array with one value for each element that has one. With a `{}` the elements
  /// are the members of an object, in the order of their keys.
  ///
  /// ```swift
  /// let body: JSONValue = ["results": [["id": 7]]]
  /// body["results.0.id"]  // 7
  /// body["results[].id"]  // [7]
  /// ```
  ///
  /// - Complexity: O(*n*) in the steps of the path and the elements that an `[]` visits.
  public subscript(path: JSONPath) -> JSONValue? {
    value(at: path.components[...])
  }

  private func value(at steps: ArraySlice<JSONPath.Component>) -> JSONValue? {
    switch (steps.first, self) {
    case (nil, _):
      self
    case (.key(let key), .object(let members)):
      members[key]?.value(at: steps.dropFirst())
    case (.key(let key), .array(let elements)):
      Int(key).flatMap { elements.element(at: $0) }?.value(at: steps.dropFirst())
    case (.index(let index), .array(let elements)):
      elements.element(at: index)?.value(at: steps.dropFirst())
    case (.each, .array(let elements)):
      .array(elements.compactMap { $0.value(at: steps.dropFirst()) })
    case (.members, .object(let members)):
      .array(members.entries.compactMap { $0.value(at: steps.dropFirst()) })
    default:
      nil
    }
  }

  /// The whole number, or that in a string: 7 for `"7"`. Nil for other values.
  var wholeNumber: Int? {
    switch self {
    case .integer(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// The whole number if it can be a count; nil if it is negative.
  var count: Int? { wholeNumber.flatMap { $0 < 0 ? nil : $0 } }

  /// The string; nil for other values.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The members of an object; nil for other values.
  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of an array; nil for other values.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Whether the value is a whole number beyond those that an `Int` has.
  var isLongNumber: Bool {
    if case .number(let number) = self {
      abs(number) >= 9.2e18 && number == number.rounded()
    } else {
      false
    }
  }

  /// The value as the id of a row: a string that is not empty, or a whole number. Otherwise nil.
  var id: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    default: nil
    }
  }
}

extension [String: JSONValue] {
  /// Each member as an object with its key and its value, in the order of the keys.
  var entries: [JSONValue] {
    sorted { $0.key < $1.key }.map { .object(["key": .string($0.key), "value": $0.value]) }
  }
}

extension [JSONValue] {
  fileprivate func element(at index: Int) -> JSONValue? {
    indices.contains(index) ? self[index] : nil
  }
}

/// A row without a type of its own: an id, a title and the JSON. For tools.
public struct JSONRow: Identifiable, Hashable, Sendable, Codable {
  /// The id. A number in the response becomes its digits.
  public var id: ID

  /// A text to show; nil if the row has none.
  public var title: String?

  /// The whole row.
  public var value: JSONValue

  /// Creates a row, for a test or a source of your own.
  public init(id: ID, title: String? = nil, value: JSONValue = .null) {
    self.id = id
    self.title = title
    self.value = value
  }
}

extension JSONRow {
  /// The id of a row. Ids are equal if their bytes are.
  ///
  /// Strings are equal if they look alike: `é` may be one scalar or two. Servers compare bytes, and a row
  /// whose id only looks like that of another would take its place.
  public struct ID: RawRepresentable, Sendable, Codable {
    /// The id as the server sent it.
    public let rawValue: String

    /// Creates an id.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension JSONRow.ID: Hashable {
  /// Compares the bytes of two ids.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func == (a: Self, b: Self) -> Bool {
    a.rawValue.utf8.elementsEqual(b.rawValue.utf8)
  }

  /// Hashes the bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = rawValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSONRow.ID: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Creates an id from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The id as the server sent it.
  public var description: String { rawValue }
}

extension JSONValue {
  /// The value in a few words, for messages: `"text"`, `7`, `a list of 3`, `an object with …`.
  package var brief: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): text.quoted(40)
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
    case .object(let members):
      members.isEmpty
        ? "an empty object"
        : "an object with the \(members.count == 1 ? "key" : "keys") "
          + members.keys.sorted().map { $0.shown(40) }.listed
    }
  }
}
