extension FieldDifference {
  /// The name of the field; a value that has no fields is the state.
  var name: String { path.isEmpty ? "state" : path }

  /// The first value as what is expected and the second as what came.
  ///
  /// - Parameters:
  ///   - stated: The paths of the fields that the test changes; nil if that is not to be told.
  ///   - changed: The paths of the fields that the machine changed.
  func expectation(stated: [String]? = nil, changed: [String]? = nil) -> String {
    if isSameCount { return left + insideText { $0.expectation() } }
    return "expected \(left)\(asBefore(stated)), came \(right)\(asBefore(changed))"
      + insideText { $0.expectation() }
  }

  /// The change from the first value to the second.
  var change: String {
    (isSameCount ? left : "\(left) → \(right)") + insideText { $0.change }
  }

  /// Whether two lists have the same number of elements.
  private var isSameCount: Bool { left == right && !inside.isEmpty }

  private func asBefore(_ paths: [String]?) -> String {
    paths.map { $0.contains { Self.touch(path, $0) } } ?? true ? "" : " as before"
  }

  private func insideText(_ text: (FieldDifference) -> String) -> String {
    guard let first = inside.first else { return "" }
    return "; the first difference is \(first.path): \(text(first))"
  }
}
