import FeedEffects
import Foundation

/// Everything that a page source reads from a body, in one pass of the decoder.
struct PageBody<Item: Sendable>: DecodableWithConfiguration {
  /// What to read from the body.
  struct Plan {
    var rows: HTTPRows<Item>
    var paths: [JSONPath]
    var keyPath: JSONPath?
    var graphQL: HTTPRequest.GraphQL?

    var badRows: BadRowPolicy {
      if rows.onSkipped != nil { return .skip }
      return graphQL?.acceptsPartialData == true ? .skipNull : .refuse
    }
  }

  var rows: ReadRows<Item>

  /// The values at the paths of the plan. Paths without a value are missing.
  var values: [JSONPath: JSONValue] = [:]

  /// The value at the key path in the last row, for `Paging.keyset`.
  var lastKey: JSONValue?

  init(from decoder: any Decoder, configuration plan: Plan) throws {
    if let query = plan.graphQL, !query.acceptsPartialData {
      try HTTPProblem.check(decoder)
    }
    for path in plan.paths { values[path] = try decoder.value(at: path) }
    do {
      rows = try plan.rows.read(decoder, plan.badRows)
    } catch {
      // If the rows can't be read, the errors in the body explain more.
      if plan.graphQL != nil { try HTTPProblem.check(decoder) }
      throw error
    }
    guard let keyPath = plan.keyPath, rows.count > 0 else { return }
    let (list, element) = plan.rows.path.listAndElement
    let row = list.appending(.index(rows.count - 1)).appending(element)
    lastKey = try decoder.value(at: row.appending(keyPath))
  }
}

extension JSONPath {
  /// Creates the path for a decoder's coding path.
  fileprivate init(_ codingPath: [any CodingKey]) {
    components = codingPath.map { key in
      key.intValue.map { .index($0) } ?? .key(key.stringValue)
    }
  }
}

extension HTTPResponse {
  /// Decodes the parts of the body that `plan` names.
  func read<Item>(
    _ plan: PageBody<Item>.Plan, with decoder: JSONDecoder
  ) throws(HTTPProblem) -> PageBody<Item> {
    do {
      return try decoder.decode(PageBody<Item>.self, from: body, configuration: plan)
    } catch {
      throw HTTPProblem(reading: self, error)
    }
  }

  fileprivate var isUTF8: Bool { String(data: body, encoding: .utf8) != nil }

  /// Whether the body is one JSON value.
  fileprivate var isJSON: Bool {
    guard isUTF8 else { return false }
    var reader = JSONReader([UInt8](body))
    return (try? reader.check()) != nil
  }

  /// Reads the whole body.
  func json() throws(HTTPProblem) -> JSONValue {
    guard isUTF8 else { throw HTTPProblem(notReadable: self) }
    var reader = JSONReader([UInt8](body))
    do throws(JSONReader.Fault) {
      return try reader.document()
    } catch {
      throw HTTPProblem(notReadable: self)
    }
  }
}

extension HTTPProblem {
  /// Throws if a GraphQL response has errors.
  static func check(_ errors: JSONValue?) throws(HTTPProblem) {
    switch errors {
    case nil, .null, .array([]): return
    case .some(let errors):
      throw .response(.graphQL(message: errors["0.message"]?.text ?? errors.brief))
    }
  }

  /// Throws if a GraphQL response has errors.
  static func check(_ body: any Decoder) throws {
    guard let errors = try body.value(at: "errors") else { return }
    if let message = try body.value(at: "errors.0.message")?.text {
      throw HTTPProblem.response(.graphQL(message: message))
    }
    try check(errors)
  }

  /// Creates the problem of a body whose decoding threw `error`.
  ///
  /// It reads the body once more up to the place of the error, to quote what is there.
  fileprivate init(reading answer: HTTPResponse, _ error: any Error) {
    if let problem = error as? HTTPProblem {
      self = problem
    } else if answer.isJSON {
      self.init(unfit: JSONReader([UInt8](answer.body)), error)
    } else {
      self.init(notReadable: answer)
    }
  }

  private init(unfit body: JSONReader, _ error: any Error) {
    switch error {
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      self.init(unfit: body, at: context, expected: Self.name(of: type))
    case DecodingError.keyNotFound(let key, let context):
      self.init(unfit: body, at: context, expected: "the key \(key.stringValue)")
    case DecodingError.dataCorrupted(let context):
      let place = JSONPath(context.codingPath)
      var reason = context.debugDescription
      if reason.hasSuffix(".") { reason.removeLast() }
      self = .content(.unreadable(place: "\(place)", reason: reason, found: body.found(at: place)))
    default:
      self = .content(.unreadable(place: ".", reason: "\(error)", found: nil))
    }
  }

  private init(unfit body: JSONReader, at context: DecodingError.Context, expected: String) {
    let place = JSONPath(context.codingPath)
    self = .content(
      .unfit(place: "\(place)", expected: expected, found: body.found(at: place), remedy: .rowType))
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

  fileprivate init(notReadable answer: HTTPResponse) {
    let text = String(decoding: answer.body, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let isJSON = answer.contentType?.lowercased().contains("json") ?? true
    if text.isEmpty {
      self = .response(.empty)
    } else if !isJSON || text.hasPrefix("<") {
      self = .response(.notJSON(contentType: answer.contentType, beginning: text))
    } else if !answer.isUTF8 {
      self = .response(.notUnicode(before: String(text.prefix { $0 != "\u{FFFD}" }.suffix(20))))
    } else if Self.isOpen(text) {
      self = .response(.cutShort(ending: String(text.suffix(20))))
    } else {
      self = .response(.brokenJSON(beginning: text))
    }
  }

  /// Whether an array, an object or a string is still open at the end of `json`.
  private static func isOpen(_ json: String) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in json.utf8 {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: #"\"#)
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      }
    }
    return isInText || depth > 0
  }
}
