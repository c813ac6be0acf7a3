import FeedEffects

// Errors that come with the status of a success.

extension HTTPProblem {
  /// Throws if a body without rows tells of an error.
  static func checkForError(in body: JSONReader) throws(HTTPProblem) {
    if let problem = HTTPProblem(errorIn: body.found(at:)) { throw problem }
  }

  /// Creates the problem of a body that tells of an error; nil if it does not.
  ///
  /// Only a body without rows is looked at: `error` may be a field of anything else.
  ///
  /// - Parameter value: Returns the value at a path in the body.
  init?(errorIn value: (JSONPath) -> JSONValue?) {
    guard let message = Self.message(value) else { return nil }
    self = .response(.errorInBody(message: message))
  }

  private static func message(_ value: (JSONPath) -> JSONValue?) -> String? {
    for key in ["error", "errors", "fault", "exception"] {
      let path = JSONPath(key)
      guard let error = value(path), error.isError else { continue }
      return error.message ?? message(beside: value) ?? error.brief
    }
    let verdicts: [JSONPath] = ["status", "result", "stat", "success", "ok"]
    guard let path = verdicts.first(where: { value($0)?.isFailure == true }) else { return nil }
    return message(beside: value) ?? "\(path) is \(value(path)?.brief ?? "")"
  }

  private static func message(beside value: (JSONPath) -> JSONValue?) -> String? {
    let paths: [JSONPath] = [
      "message", "msg", "error_message", "errorMessage", "detail", "reason", "description",
      "data.message",
    ]
    for path in paths {
      if let text = value(path)?.text, !text.isEmpty { return text }
    }
    return nil
  }
}

extension JSONValue {
  /// Whether the value of a member that is named for an error tells of one.
  fileprivate var isError: Bool {
    switch self {
    case .null, .bool(false), .string(""), .integer(0), .array([]): false
    case .object(let members): !members.isEmpty
    default: true
    }
  }

  /// Whether the value of a member that is named for the outcome tells of a failure.
  fileprivate var isFailure: Bool {
    switch self {
    case .bool(let isSuccess): !isSuccess
    case .string(let text):
      ["fail", "failed", "failure", "error", "nok"].contains(text.lowercased())
    default: false
    }
  }

  /// The text of an error; nil if it has none.
  fileprivate var message: String? {
    if let text { return text }
    let paths: [JSONPath] = [
      "message", "info", "detail", "description", "reason", "msg", "error", "type", "code",
    ]
    let error = elements?.first ?? self
    return error.text ?? paths.lazy.compactMap { error[$0]?.text }.first { !$0.isEmpty }
  }
}
