extension FieldDifference {
  /// The path of the field; "state" for the whole value.
  var name: String { path.isEmpty ? "state" : path }

  /// The text for a failure: the first value was expected, the second came.
  ///
  /// - Parameters:
  ///   - stated: The paths of the fields that the test changes. A value at another path is marked
  ///     "as before"; nil marks none.
  ///   - changed: The paths of the fields that the machine changed, for the second value.
  func expectation(stated: [String]? = nil, changed: [String]? = nil) -> String {
    if isSameCount { return left + insideText { $0.expectation() } }
    return "expected \(left)\(asBefore(stated)), came \(right)\(asBefore(changed))"
      + insideText { $0.expectation() }
  }

  /// The change from the first value to the second.
  var change: String {
    (isSameCount ? left : "\(left) → \(right)") + insideText { $0.change }
  }

  /// Whether this is about two lists with equally many elements.
  private var isSameCount: Bool { left == right && !inside.isEmpty }

  private func asBefore(_ paths: [String]?) -> String {
    paths.map { $0.contains { Self.isPath(path, touching: $0) } } ?? true ? "" : " as before"
  }

  private func insideText(_ text: (FieldDifference) -> String) -> String {
    guard let first = inside.first else { return "" }
    return "; the first difference is \(first.path): \(text(first))"
  }
}
