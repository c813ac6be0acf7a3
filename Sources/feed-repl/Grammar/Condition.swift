import FeedEffects
import FeedHTTP
import FeedReducer

/// A condition over the fields of a session: comparisons joined by `and` and `or`.
///
/// `and` binds closer than `or`.
///
/// ```swift
/// items == 20 and append == idle or error contains 503
/// ```
struct Condition {
  /// The condition as it was written.
  let text: String

  /// The comparisons: one of these lists must hold in full.
  let alternatives: [[Comparison]]

  /// Whether it holds at `entry`.
  func holds(at entry: Entry) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(at: entry) } }
  }

  /// What is true instead, for the comparisons that do not hold: `items is 10`.
  func actual(at entry: Entry) -> String {
    var seen: Set<String> = []
    return alternatives.joined()
      .filter { !$0.holds(at: entry) && seen.insert($0.field.name).inserted }
      .map { "\($0.field.name) is \($0.field.value(entry))" }
      .joined(separator: " and ")
  }
}

/// A field compared with a value.
struct Comparison: Sendable {
  /// What is compared.
  let field: Field

  /// How.
  let relation: Relation

  /// With what, as it was written.
  let value: String

  /// How a field can stand to a value.
  enum Relation: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
    case contains
  }

  /// Whether it holds at `entry`.
  func holds(at entry: Entry) -> Bool {
    let actual = field.value(entry)
    switch relation {
    case .equal: return actual.matches(value)
    case .notEqual: return !actual.matches(value)
    case .contains: return actual.contains(value)
    case .less, .more, .atMost, .atLeast:
      guard let left = actual.number, let right = Double(value) else { return false }
      return relation.holds(left, right)
    }
  }
}

extension Comparison.Relation {
  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .less: left < right
    case .more: left > right
    case .atMost: left <= right
    case .atLeast: left >= right
    case .equal: left == right
    case .notEqual: left != right
    case .contains: false
    }
  }
}

extension FieldValue {
  /// Whether this is what `text` says: the value in full, or the name it begins with.
  fileprivate func matches(_ text: String) -> Bool {
    if let number, let wanted = Double(text) { return number == wanted }
    if case .name(let name, let detail) = self, text == name || text == detail { return true }
    return description == text
  }

  /// Whether `text` is part of the value; for rows, the id of one or part of its title.
  fileprivate func contains(_ text: String) -> Bool {
    guard case .rows(let rows) = self else { return description.contains(text) }
    return rows.contains { $0.id == text || ($0.title ?? "").contains(text) }
  }
}
