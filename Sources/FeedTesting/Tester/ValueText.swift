/// Formats values as Swift source, with long lists and texts shortened.
package struct ValueText {
  /// The text of some values in source that compiles; nil for one that is shown, and may be shortened.
  private let special: ((Any) -> String?)?

  /// Writes source that compiles where the parts of a value are the parameters of its initializer.
  ///
  /// - Parameter special: The text of a value for which that is not so; nil for the others.
  package init(special: @escaping (Any) -> String?) { self.special = special }

  private init() { special = nil }

  /// The maximum length of a value in a line, in characters.
  static let limit = 100

  /// The maximum number of shown elements of a list.
  private static let shownElements = 4

  /// Returns `value` as Swift source, cut after `limit` characters.
  static func of(_ value: Any, limit: Int = limit) -> String {
    cut(ValueText().whole(value), from: 0, limit: limit)
  }

  /// Returns two values as Swift source, cut so that the first difference is visible.
  static func pair(_ left: Any, and right: Any) -> (String, String) {
    let (one, other) = (ValueText().whole(left), ValueText().whole(right))
    let shared = zip(one, other).prefix { $0 == $1 }.count
    // A part of the common text stays, to show where in the value the difference is.
    let start = shared < limit * 3 / 4 || one == other ? 0 : shared - limit / 4
    return (cut(one, from: start, limit: limit), cut(other, from: start, limit: limit))
  }

  private static func cut(_ text: String, from start: Int, limit: Int) -> String {
    let rest = (start > 0 ? "…" : "") + text.dropFirst(start)
    return rest.count > limit ? rest.prefix(limit - 1) + "…" : rest
  }

  /// Whether a value is a struct with a description of its own.
  static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible && Mirror(reflecting: value).displayStyle == .struct
  }

  /// Returns `value` as Swift source.
  package func whole(_ value: Any) -> String {
    if let shown = value as? any ShownOtherwise { return whole(shown.shown) }
    if let text = special?(value) { return text }
    if value is any StringProtocol || value is Character { return String(reflecting: value) }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children
    switch mirror.displayStyle {
    case .optional: return parts.first.map { whole($0.value) } ?? "nil"
    case .enum: return enumCase(value, payload: parts.first)
    case .collection: return "[" + list(parts.map { whole($0.value) }) + "]"
    case .set: return "[" + list(parts.map { whole($0.value) }.sorted()) + "]"
    case .dictionary: return dictionary(parts)
    case .tuple: return "(" + labelled(parts) + ")"
    case .struct where !Self.describesItself(value):
      return (special == nil ? "\(type(of: value))(" : ".init(") + labelled(parts) + ")"
    default: return "\(value)"
    }
  }

  private func enumCase(_ value: Any, payload: Mirror.Child?) -> String {
    guard let payload, let name = payload.label else {
      let name = "\(value)"
      // A description with spaces is a sentence, not the name of the case.
      return name.contains(" ") ? name : "." + name
    }
    let text = whole(payload.value)
    let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
    return "." + name + (isTuple ? text : "(\(text))")
  }

  private func dictionary(_ parts: Mirror.Children) -> String {
    let pairs = parts.map { pair in
      Mirror(reflecting: pair.value).children.map { whole($0.value) }.joined(separator: ": ")
    }
    return pairs.isEmpty ? "[:]" : "[" + list(pairs.sorted()) + "]"
  }

  private func list(_ elements: [String]) -> String {
    guard special == nil, elements.count > Self.shownElements, let last = elements.last else {
      return elements.joined(separator: ", ")
    }
    let first = elements.prefix(Self.shownElements - 1)
    let middle = "… \(elements.count - Self.shownElements) more …"
    return (first + [middle, last]).joined(separator: ", ")
  }

  private func labelled(_ parts: Mirror.Children) -> String {
    parts.map { part in
      // The elements of a tuple without labels have labels such as ".0".
      let label = part.label.map { $0.hasPrefix(".") ? "" : "\($0): " } ?? ""
      return label + whole(part.value)
    }.joined(separator: ", ")
  }
}

/// A value that the tester shows and compares as another one, because its parts are private.
protocol ShownOtherwise {
  /// The value that replaces it.
  var shown: Any { get }
}
