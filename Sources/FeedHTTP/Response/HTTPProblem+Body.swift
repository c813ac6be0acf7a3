import FeedEffects
import Foundation

// What is wrong with a body.

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
      self = .response(.tooDeep(limit: limits.maxNestingDepth))
    case .size:
      self = .response(.tooManyValues(limit: limits.maxValues))
    case .syntax where answer.body.allSatisfy(\.isBlank):
      self = .response(.empty)
    case .syntax where !isJSON || beginning.hasPrefix("<"):
      self = .response(.notJSON(contentType: answer.contentType, beginning: beginning))
    case .syntax where fault.offset >= reader.bytes.count:
      self = .response(.cutShort(ending: answer.ending))
    case .syntax(let reason):
      let offset = [UInt8](answer.body).offset(ofStreamSafe: fault.offset)
      self = .response(.brokenJSON(reason: reason, offset: offset))
    }
  }

  /// Creates the problem of a body that is not UTF-8.
  init(notUnicode answer: HTTPResponse) {
    // A character that was cut is no wrong character.
    let end = answer.body.suffix(4).lastIndex { $0 >= 0xC0 } ?? answer.body.endIndex
    let isCut = answer.body[end...].dropFirst().allSatisfy { 0x80..<0xC0 ~= $0 }
    if isCut, answer.body[..<end].isUTF8 {
      self = .response(.cutShort(ending: answer.ending))
      return
    }
    let before = String(decoding: answer.body, as: UTF8.self).unicodeScalars
      .prefix { $0 != "\u{FFFD}" }
    self = .response(.notUnicode(before: String(String.UnicodeScalarView(before.suffix(20)))))
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

// MARK: - Rows

/// Why a row of `HTTPRows.raw` has no id: there is none at the path, or it is too long.
struct NoID: Error {
  let path: JSONPath
}

extension HTTPProblem {
  /// Creates the problem of a row that can't be decoded.
  ///
  /// - Parameters:
  ///   - error: What the decoder threw, for a list with this row only.
  ///   - row: The bytes of the row; those of its element if there is no row.
  ///   - place: The path of the row.
  init(_ error: any Error, inRow row: JSONReader, at place: JSONPath) {
    switch error {
    case is NoRow:
      self = .content(
        .unfit(
          place: "\(place)", expected: "a row", found: row.found(at: ""), remedy: .rowType))
    case let error as NoID:
      self.init(noIDAt: error.path, inRow: row, at: place)
    case let fault as JSONReader.Fault:
      self = .content(.unreadable(place: "\(place)", reason: fault.message, found: nil))
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      self.init(context, inRow: row, at: place, expected: Self.name(of: type))
    case DecodingError.keyNotFound(let key, let context):
      self.init(context, inRow: row, at: place, expected: "the key \(key.stringValue)")
    case DecodingError.dataCorrupted(let context):
      let path = JSONPath(inRow: context)
      var reason = context.debugDescription
      if reason.hasSuffix(".") { reason.removeLast() }
      self = .content(
        .unreadable(
          place: "\(place.appending(path))", reason: reason, found: row.found(at: path)))
    default:
      self = .content(
        .unreadable(place: "\(place)", reason: "\(error)", found: row.found(at: "")))
    }
  }

  private init(
    _ context: DecodingError.Context, inRow row: JSONReader, at place: JSONPath, expected: String
  ) {
    let path = JSONPath(inRow: context)
    self = .content(
      .unfit(
        place: "\(place.appending(path))", expected: expected, found: row.found(at: path),
        remedy: .rowType))
  }

  private init(noIDAt path: JSONPath, inRow row: JSONReader, at place: JSONPath) {
    if let found = row.found(at: path) {
      let expected = found.id == nil ? "an id" : "an id of at most \(JSONRow.maxIDBytes) bytes"
      self = .content(
        .unfit(
          place: "\(place.appending(path))", expected: expected, found: found, remedy: .idPath))
    } else {
      self = .content(
        .unfit(
          place: "\(place)", expected: "an id at \(path)", found: row.found(at: ""),
          remedy: .idPath))
    }
  }

  /// The name of a Swift type in terms of JSON.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a value of type \(type)"
    }
  }
}

extension JSONPath {
  /// Creates the path within a row for the place of an error in a list with this row only.
  fileprivate init(inRow context: DecodingError.Context) {
    components = context.codingPath.dropFirst().map { key in
      key.intValue.map { .index($0) } ?? .key(key.stringValue)
    }
  }
}

// MARK: - GraphQL

extension HTTPProblem {
  /// Throws if a GraphQL response has errors.
  ///
  /// - Parameter value: Returns the value at `errors`, or at `errors.0.message`.
  static func check(_ value: (JSONPath) -> JSONValue?) throws(HTTPProblem) {
    switch value("errors") {
    case nil, .null, .array([]): return
    case .some(let errors):
      let message = value("errors.0.message")?.text ?? errors.brief
      throw .response(.graphQL(message: message))
    }
  }
}
