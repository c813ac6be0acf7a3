/// A place in an answer: in its body, or one of its header fields.
///
/// ```swift
/// let total: AnswerField = "meta.total"
/// let count: AnswerField = .header("X-Total-Count")
/// ```
public enum AnswerField: Hashable, Sendable {
  /// The value at a path in the body.
  case body(JSONPath)

  /// The value of the header field with this name, in any case.
  case header(String)
}

extension AnswerField {
  /// The path, if the place is in the body.
  var path: JSONPath? {
    if case .body(let path) = self { path } else { nil }
  }
}

extension AnswerField: ExpressibleByStringLiteral {
  /// Creates the place at the path that the literal describes.
  public init(stringLiteral text: String) {
    self = .body(JSONPath(text))
  }
}

extension AnswerField: CustomStringConvertible {
  /// `.meta.total`, or `header X-Total-Count`.
  public var description: String {
    switch self {
    case .body(let path): path.description
    case .header(let name): "header \(name)"
    }
  }
}
