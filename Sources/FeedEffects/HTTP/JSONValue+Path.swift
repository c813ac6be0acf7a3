extension JSONValue {
  /// The value at `path`, or nil if there is none.
  ///
  /// ```swift
  /// let body: JSONValue = ["results": [["id": 7]]]
  /// body["results.0.id"]  // 7
  /// body["results[].id"]  // [7]
  /// ```
  ///
  /// - Complexity: O(*n*) in the steps of the path and the elements that an `[]` passes.
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
    default:
      nil
    }
  }

  /// The number, also if it came as a text, or nil.
  var wholeNumber: Int? {
    switch self {
    case .integer(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// The text, or nil.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The members of an object, or nil.
  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of a list, or nil.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The value as the id of a row, or nil: a text that is not empty, or a whole number.
  var id: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    default: nil
    }
  }
}

extension [JSONValue] {
  fileprivate func element(at index: Int) -> JSONValue? {
    indices.contains(index) ? self[index] : nil
  }
}
