import FeedEffects
import Foundation

/// All that is read from the body of an answer, in one pass of the decoder.
struct PageBody<Item: Sendable>: DecodableWithConfiguration {
  /// What is to be read.
  struct Plan {
    var rows: HTTPRows<Item>
    var paths: [JSONPath]
    var keyPath: JSONPath?
    var graphQL: HTTPRequest.GraphQL?

    var badRows: BadRowPolicy {
      if rows.tellSkipped != nil { return .skip }
      return graphQL?.acceptsPartialData == true ? .skipNull : .refuse
    }
  }

  /// The rows.
  var rows: ReadRows<Item>

  /// The values at the plan's paths, where there are any.
  var values: [JSONPath: JSONValue] = [:]

  /// The value that a keyset takes from the last row.
  var lastKey: JSONValue?

  init(from decoder: any Decoder, configuration plan: Plan) throws {
    if let query = plan.graphQL, !query.acceptsPartialData {
      try HTTPProblem.check(decoder.value(at: "errors"))
    }
    for path in plan.paths { values[path] = try decoder.value(at: path) }
    do {
      rows = try plan.rows.read(decoder, plan.badRows)
    } catch {
      // Where nothing could be read the server's own words tell more.
      if plan.graphQL != nil { try HTTPProblem.check(decoder.value(at: "errors")) }
      throw error
    }
    guard let keyPath = plan.keyPath, rows.count > 0 else { return }
    let (list, element) = plan.rows.path.listAndElement
    let row = list.appending(.index(rows.count - 1)).appending(element)
    lastKey = try decoder.value(at: row.appending(keyPath))
  }
}

extension JSONPath {
  /// Creates the path of a place that a decoder names.
  fileprivate init(_ codingPath: [any CodingKey]) {
    components = codingPath.map { key in
      key.intValue.map { .index($0) } ?? .key(key.stringValue)
    }
  }
}

extension HTTPResponse {
  /// Reads the body.
  ///
  /// - Throws: An `HTTPProblem`.
  func read<Item>(
    _ plan: PageBody<Item>.Plan, with decoder: JSONDecoder
  ) throws(HTTPProblem) -> PageBody<Item> {
    do {
      return try decoder.decode(PageBody<Item>.self, from: body, configuration: plan)
    } catch {
      throw HTTPProblem(reading: self, error)
    }
  }

  /// Reads the body as it is.
  ///
  /// - Throws: An `HTTPProblem`.
  func json() throws(HTTPProblem) -> JSONValue {
    do {
      return try JSONDecoder().decode(JSONValue.self, from: body)
    } catch {
      throw HTTPProblem(reading: self, error)
    }
  }
}

extension HTTPProblem {
  /// Throws if a GraphQL server says that something is wrong.
  static func check(_ errors: JSONValue?) throws(HTTPProblem) {
    switch errors {
    case nil, .null, .array([]): return
    case .some(let errors):
      throw .response(.graphQL(message: errors["0.message"]?.text ?? errors.brief))
    }
  }

  /// Names what is wrong with the body of `answer`, which `error` came of.
  ///
  /// The body is read once more to say what was found, which costs nothing while all is well.
  fileprivate init(reading answer: HTTPResponse, _ error: any Error) {
    if let problem = error as? HTTPProblem {
      self = problem
    } else if let body = try? JSONDecoder().decode(JSONValue.self, from: answer.body) {
      self.init(unfit: body, error)
    } else {
      self.init(notReadable: answer)
    }
  }

  private init(unfit body: JSONValue, _ error: any Error) {
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
      self = .content(.unreadable(place: "\(place)", reason: reason, found: body[place]))
    default:
      self = .content(.unreadable(place: ".", reason: "\(error)", found: nil))
    }
  }

  private init(unfit body: JSONValue, at context: DecodingError.Context, expected: String) {
    let place = JSONPath(context.codingPath)
    self = .content(
      .unfit(place: "\(place)", expected: expected, found: body[place], remedy: .rowType))
  }

  /// What a type is in JSON.
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

  private init(notReadable answer: HTTPResponse) {
    let text = String(decoding: answer.body, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let isJSON = answer.contentType?.lowercased().contains("json") ?? true
    if text.isEmpty {
      self = .response(.empty)
    } else if !isJSON || text.hasPrefix("<") {
      self = .response(.notJSON(contentType: answer.contentType, beginning: text))
    } else if Self.isNotUnicode(answer.body) {
      self = .response(.notUnicode(before: String(text.prefix { $0 != "\u{FFFD}" }.suffix(20))))
    } else if Self.isOpen(text) {
      self = .response(.cutShort(ending: String(text.suffix(20))))
    } else {
      self = .response(.brokenJSON(beginning: text))
    }
  }

  /// Whether the bytes are text in neither UTF-8 nor, with zeros in between, a wider encoding.
  private static func isNotUnicode(_ body: Data) -> Bool {
    !body.contains(0) && String(data: body, encoding: .utf8) == nil
  }

  /// Whether a list, an object or a text in `json` is not closed at its end.
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
