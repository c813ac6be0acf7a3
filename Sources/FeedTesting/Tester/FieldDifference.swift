/// A field in which two values differ, with the text of both.
struct FieldDifference: Equatable {
  /// The names of the properties down to the field, joined by dots; empty for the whole value.
  let path: String

  /// The field's text in the first value.
  let left: String

  /// The field's text in the second value.
  let right: String

  /// For a list, the differences inside the first element that differs; empty otherwise.
  var inside: [FieldDifference] = []
}

extension FieldDifference {
  /// Returns the fields in which two values differ, in the order of their declaration.
  ///
  /// A short field is shown whole. A long one is split into the parts that differ.
  static func between(_ left: Any, and right: Any) -> [FieldDifference] {
    let (left, right) = (unwrapped(left), unwrapped(right))
    let style = Mirror(reflecting: left).displayStyle
    let hasParts = style == .struct || style == .collection
    let parts = hasParts && !isEqual(left, to: right) ? parts(left, and: right, at: "") : []
    return parts.isEmpty ? nested(left, and: right, at: "") : parts
  }

  /// Whether two paths name the same field, or one names a part of the other.
  static func isPath(_ path: String, touching other: String) -> Bool {
    let (short, long) = path.count < other.count ? (path, other) : (other, path)
    guard long.hasPrefix(short) else { return false }
    return long.count == short.count || [".", "["].contains(long.dropFirst(short.count).prefix(1))
  }

  /// A field is shown whole if neither text is longer, in characters.
  private static let shortLength = 60

  /// Returns the differences of two values at `path`; a short value is shown whole.
  static func nested(
    _ left: Any, and right: Any, at path: String
  ) -> [FieldDifference] {
    let (left, right) = (unwrapped(left), unwrapped(right))
    if isEqual(left, to: right) { return [] }
    let texts = (ValueText.of(left, limit: .max), ValueText.of(right, limit: .max))
    let isShort = max(texts.0.count, texts.1.count) <= shortLength
    // A struct with a description is split only if both descriptions are the same.
    if texts.0 != texts.1, isShort || ValueText.describesItself(left) {
      return [leaf(left, and: right, at: path)]
    }
    let parts = parts(left, and: right, at: path)
    return parts.isEmpty ? [leaf(left, and: right, at: path)] : parts
  }

  /// The differences between the parts of two values; none if they have no comparable parts.
  private static func parts(_ left: Any, and right: Any, at path: String) -> [FieldDifference] {
    let (one, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard type(of: left) == type(of: right) else { return [] }
    switch one.displayStyle {
    case .collection: return list(Array(one.children), and: Array(other.children), at: path)
    case .dictionary: return dictionary(one, and: other, at: path)
    case .struct, .tuple, .enum: return children(one, and: other, at: path)
    default: return []
    }
  }

  private static func children(
    _ left: Mirror, and right: Mirror, at path: String
  ) -> [FieldDifference] {
    guard left.children.map(\.label) == right.children.map(\.label) else { return [] }
    return zip(left.children, right.children).flatMap { one, other in
      nested(one.value, and: other.value, at: path.joined(one.label ?? ""))
    }
  }

  private static func list(
    _ left: [Mirror.Child], and right: [Mirror.Child], at path: String
  ) -> [FieldDifference] {
    let first = (0..<max(left.count, right.count)).first { index in
      guard left.indices.contains(index), right.indices.contains(index) else { return true }
      return !isEqual(left[index].value, to: right[index].value)
    }
    guard let first else { return [] }
    func value(in list: [Mirror.Child]) -> Any? {
      list.indices.contains(first) ? list[first].value : nil
    }
    let inside = element(value(in: left), and: value(in: right), at: "[\(first)]")
    return [
      FieldDifference(
        path: path, left: left.count.counted("element"), right: right.count.counted("element"),
        inside: inside)
    ]
  }

  private static func dictionary(
    _ left: Mirror, and right: Mirror, at path: String
  ) -> [FieldDifference] {
    func values(_ mirror: Mirror) -> [String: Any] {
      let pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children) }
      return Dictionary(
        pairs.map { (ValueText.of($0[0].value), $0[1].value) }, uniquingKeysWith: { $1 })
    }
    let (one, other) = (values(left), values(right))
    return Set(one.keys).union(other.keys).sorted().flatMap { key in
      element(one[key], and: other[key], at: path + "[\(key)]")
    }
  }

  /// The differences between two elements, of which one may be missing.
  private static func element(
    _ left: Any?, and right: Any?, at path: String
  ) -> [FieldDifference] {
    if let left, let right { return nested(left, and: right, at: path) }
    func text(_ value: Any?) -> String { value.map { ValueText.of($0) } ?? "none" }
    return [FieldDifference(path: path, left: text(left), right: text(right))]
  }

  private static func leaf(_ left: Any, and right: Any, at path: String) -> FieldDifference {
    let texts = ValueText.pair(left, and: right)
    let note = texts.0 == texts.1 ? ", which differs though it reads the same" : ""
    return FieldDifference(path: path, left: texts.0, right: texts.1 + note)
  }

  /// The value without its optionals, or the one that ``ShownOtherwise`` shows in its place.
  static func unwrapped(_ value: Any) -> Any {
    if let value = value as? any ShownOtherwise { return unwrapped(value.shown) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let wrapped = mirror.children.first else {
      return value
    }
    return unwrapped(wrapped.value)
  }

  /// Whether two values are equal; where they aren't `Equatable`, whether their parts or texts are.
  static func isEqual(_ left: Any, to right: Any) -> Bool {
    if let left = left as? any Equatable { return left.equals(right) }
    // Tuples, such as the payload of a case, aren't `Equatable`, but their parts may be.
    let (one, other) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
    if one.isEmpty || one.count != other.count {
      return ValueText.of(left, limit: .max) == ValueText.of(right, limit: .max)
    }
    return zip(one, other).allSatisfy { isEqual($0.value, to: $1.value) }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    (other as? Self) == self
  }
}

extension String {
  /// Appends the name of a part to a path. An empty name changes nothing.
  func joined(_ name: String) -> String {
    isEmpty ? name : name.isEmpty ? self : "\(self).\(name)"
  }
}

// MARK: - Text

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
