import FeedEffects

/// A place in a response: a path in its body, or one of its header fields.
///
/// ```swift
/// let total: AnswerField = "meta.total"
/// let count: AnswerField = .header("X-Total-Count")
/// ```
@nonexhaustive
public enum AnswerField: Hashable, Sendable {
  /// The value at a path in the body.
  case body(JSONPath)

  /// The value of the header field with this name. Case does not matter. Of `Content-Range` it is the
  /// number of all rows: 95 for `items 0-19/95`.
  case header(String)
}

extension AnswerField {
  /// The path in the body; nil for a header field.
  package var path: JSONPath? {
    if case .body(let path) = self { path } else { nil }
  }
}

extension AnswerField: ExpressibleByStringLiteral {
  /// Creates a place in the body. The literal is a ``JSONPath``.
  public init(stringLiteral text: String) {
    self = .body(JSONPath(text))
  }
}

extension AnswerField: CustomStringConvertible {
  /// The path or the header field, for messages: `.meta.total`, `header X-Total-Count`.
  public var description: String {
    switch self {
    case .body(let path): path.shown
    case .header(let name): "header \(name.asShellWord)"
    }
  }
}
