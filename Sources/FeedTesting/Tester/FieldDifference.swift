/// A field in which two values differ.
struct FieldDifference: Equatable {
  /// The names that lead to the field, joined by dots; empty for the value itself.
  let path: String

  /// The field in the first value.
  let left: String

  /// The field in the second value.
  let right: String

  /// Where two lists differ first; nil for what is no list.
  var inside: [FieldDifference] = []
}

extension FieldDifference {
  /// Returns the fields in which two values differ, in the order in which they are declared.
  ///
  /// A field that is short is shown whole, a long one by what differs in it.
  static func all(_ left: Any, _ right: Any) -> [FieldDifference] {
    let (left, right) = (unwrapped(left), unwrapped(right))
    let style = Mirror(reflecting: left).displayStyle
    let hasParts = style == .struct || style == .collection
    let parts = hasParts && !areEqual(left, right) ? parts(left, right, at: "") : []
    return parts.isEmpty ? nested(left, right, at: "") : parts
  }

  /// Whether a path leads to the same field as another, to a part of it, or to what it is part of.
  static func touch(_ path: String, _ other: String) -> Bool {
    let (short, long) = path.count < other.count ? (path, other) : (other, path)
    guard long.hasPrefix(short) else { return false }
    return long.count == short.count || [".", "["].contains(long.dropFirst(short.count).prefix(1))
  }

  /// How long both texts of a field may be to be shown whole.
  private static let shortLength = 60

  private static func nested(
    _ left: Any, _ right: Any, at path: String
  ) -> [FieldDifference] {
    let (left, right) = (unwrapped(left), unwrapped(right))
    if areEqual(left, right) { return [] }
    let texts = (ValueText.of(left, limit: .max), ValueText.of(right, limit: .max))
    let isShort = max(texts.0.count, texts.1.count) <= shortLength
    // A struct that describes itself is taken apart only if what it says does not tell.
    if texts.0 != texts.1, isShort || ValueText.describesItself(left) {
      return [leaf(left, right, at: path)]
    }
    let parts = parts(left, right, at: path)
    return parts.isEmpty ? [leaf(left, right, at: path)] : parts
  }

  /// The differences of what two values consist of; none where they have no parts to compare.
  private static func parts(_ left: Any, _ right: Any, at path: String) -> [FieldDifference] {
    let (one, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard type(of: left) == type(of: right) else { return [] }
    switch one.displayStyle {
    case .collection: return list(Array(one.children), Array(other.children), at: path)
    case .dictionary: return dictionary(one, other, at: path)
    case .struct, .tuple, .enum: return children(one, other, at: path)
    default: return []
    }
  }

  private static func children(
    _ left: Mirror, _ right: Mirror, at path: String
  ) -> [FieldDifference] {
    guard left.children.map(\.label) == right.children.map(\.label) else { return [] }
    return zip(left.children, right.children).flatMap { one, other in
      nested(one.value, other.value, at: path.joined(one.label ?? ""))
    }
  }

  private static func list(
    _ left: [Mirror.Child], _ right: [Mirror.Child], at path: String
  ) -> [FieldDifference] {
    let first = (0..<max(left.count, right.count)).first { index in
      guard left.indices.contains(index), right.indices.contains(index) else { return true }
      return !areEqual(left[index].value, right[index].value)
    }
    guard let first else { return [] }
    func count(_ list: [Mirror.Child]) -> String {
      list.count == 1 ? "1 element" : "\(list.count) elements"
    }
    func value(in list: [Mirror.Child]) -> Any? {
      list.indices.contains(first) ? list[first].value : nil
    }
    let inside = element(value(in: left), value(in: right), at: "[\(first)]")
    return [FieldDifference(path: path, left: count(left), right: count(right), inside: inside)]
  }

  private static func dictionary(
    _ left: Mirror, _ right: Mirror, at path: String
  ) -> [FieldDifference] {
    func values(_ mirror: Mirror) -> [String: Any] {
      let pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children) }
      return Dictionary(
        pairs.map { (ValueText.of($0[0].value), $0[1].value) }, uniquingKeysWith: { $1 })
    }
    let (one, other) = (values(left), values(right))
    return Set(one.keys).union(other.keys).sorted().flatMap { key in
      element(one[key], other[key], at: path + "[\(key)]")
    }
  }

  /// The difference of two elements, of which one may not be there.
  private static func element(
    _ left: Any?, _ right: Any?, at path: String
  ) -> [FieldDifference] {
    if let left, let right { return nested(left, right, at: path) }
    func text(_ value: Any?) -> String { value.map { ValueText.of($0) } ?? "none" }
    return [FieldDifference(path: path, left: text(left), right: text(right))]
  }

  private static func leaf(_ left: Any, _ right: Any, at path: String) -> FieldDifference {
    let texts = ValueText.pair(left, right)
    let note = texts.0 == texts.1 ? ", which differs though it reads the same" : ""
    return FieldDifference(path: path, left: texts.0, right: texts.1 + note)
  }

  /// The value inside optionals, and what is shown in place of one that is shown otherwise.
  private static func unwrapped(_ value: Any) -> Any {
    if let value = value as? any ShownOtherwise { return unwrapped(value.shown) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let wrapped = mirror.children.first else {
      return value
    }
    return unwrapped(wrapped.value)
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return left.equals(right) }
    // Tuples, such as what belongs to a case, are no Equatable but their parts are.
    let (one, other) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
    if one.isEmpty || one.count != other.count {
      return ValueText.of(left, limit: .max) == ValueText.of(right, limit: .max)
    }
    return zip(one, other).allSatisfy { areEqual($0.value, $1.value) }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    (other as? Self) == self
  }
}

extension String {
  /// The path that leads on to the part `name`; the parts of a list have no dot in front.
  fileprivate func joined(_ name: String) -> String {
    isEmpty ? name : name.isEmpty ? self : "\(self).\(name)"
  }
}
