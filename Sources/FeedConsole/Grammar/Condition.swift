import FeedHTTP

/// A condition on the fields of a session: comparisons joined by `and` and `or`.
///
/// `and` binds tighter than `or`.
///
/// ```swift
/// items == 20 and append == idle or error contains 503
/// ```
struct Condition {
  /// The words as typed, separated by single spaces.
  let text: String

  /// The condition as it can be typed again.
  let source: String

  /// The operands of `or`. The condition holds if all comparisons of one list hold.
  let alternatives: [[Comparison]]

  func holds(at entry: Entry) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(at: entry) } }
  }

  /// The comparisons that don't hold, as text: for `a and b` only the one that fails.
  func failing(at entry: Entry) -> String {
    alternatives.map { comparisons in
      comparisons.filter { !$0.holds(at: entry) }
        .map { "\($0.field.name) \($0.relation.rawValue) \($0.value.asWord)" }
        .joined(separator: " and ")
    }.joined(separator: " or ")
  }

  /// The actual values for the comparisons that don't hold: `items is 10`.
  func actual(at entry: Entry) -> String {
    var seen: Set<String> = []
    return alternatives.joined()
      .filter { !$0.holds(at: entry) && seen.insert($0.field.name).inserted }
      .map { "\($0.field.name) is \($0.field.value(entry))" }
      .joined(separator: " and ")
  }
}

/// A comparison of a field with a value.
struct Comparison: Sendable {
  let field: Field

  let relation: Relation

  /// The right operand, as typed.
  let value: String

  /// The operators. The raw values are their symbols.
  enum Relation: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
    case contains
  }

  func holds(at entry: Entry) -> Bool {
    let actual = field.value(entry)
    return switch relation {
    case .equal: actual.matches(value)
    case .notEqual: !actual.matches(value)
    case .contains: actual.contains(value)
    case .less: actual.compares(with: value, by: <)
    case .more: actual.compares(with: value, by: >)
    case .atMost: actual.compares(with: value, by: <=)
    case .atLeast: actual.compares(with: value, by: >=)
    }
  }
}

extension FieldValue {
  /// Whether the value equals `text`: as a number, as a whole, or by its name or detail alone.
  fileprivate func matches(_ text: String) -> Bool {
    if let number, let wanted = Double(text) { return number == wanted }
    if case .name(let name, let detail) = self, text == name || text == detail { return true }
    return description == text
  }

  /// Whether both are numbers and `order` holds for them.
  fileprivate func compares(with text: String, by order: (Double, Double) -> Bool) -> Bool {
    guard let number, let other = Double(text) else { return false }
    return order(number, other)
  }

  /// Whether the value contains `text`. Rows contain the id of a row and any part of its title.
  fileprivate func contains(_ text: String) -> Bool {
    guard case .rows(let rows) = self else { return description.contains(text) }
    return rows.contains { $0.id.rawValue == text || ($0.title ?? "").contains(text) }
  }
}
