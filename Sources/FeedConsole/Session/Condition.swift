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

  /// Parses a condition from the words after `keyword`: comparisons of three words, and a word
  /// between two.
  init(_ words: [Word], after keyword: Word) throws(Failure) {
    let parts = words.flatMap(\.splitAtOperators)
    var alternatives: [[Comparison]] = [[]]
    for start in stride(from: 0, through: parts.count, by: 4) {
      let last = start > 0 ? parts[start - 1] : keyword
      guard start == 0 || ["and", "or"].contains(last.text) else {
        throw Failure(
          "unexpected \(quoted(last.text)); join comparisons by 'and' or 'or', quote values of several words",
          at: last)
      }
      if start > 0, last.text == "or" { alternatives.append([]) }
      let comparison = try Comparison(parts.dropFirst(start).prefix(3), after: last)
      alternatives[alternatives.count - 1].append(comparison)
    }
    self.alternatives = alternatives
    text = words.map(\.text).joined(separator: " ")
    source = words.map(\.source).joined(separator: " ")
  }

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

    /// All operators, separated by spaces.
    static var list: String { allCases.map(\.rawValue).joined(separator: " ") }
  }

  /// Parses a comparison from up to three words. A failure about a missing one points at the last.
  fileprivate init(_ words: ArraySlice<Word>, after last: Word) throws(Failure) {
    var words = words
    guard let name = words.popFirst() else {
      throw Failure(
        "a condition is missing after \(quoted(last.text)); write one like: items == 20", at: last)
    }
    field = try Field.named(by: name)
    guard let sign = words.popFirst() else {
      throw Failure(
        "an operator is missing after \(quoted(name.text)); use one of \(Relation.list)", at: name)
    }
    guard let relation = Relation(rawValue: sign.text) else {
      throw Failure("\(quoted(sign.text)) is no operator; use one of \(Relation.list)", at: sign)
    }
    guard let value = words.popFirst() else {
      throw Failure(
        "a value is missing after \(quoted(sign.text)); write one like: items == 20", at: sign)
    }
    (self.relation, self.value) = (relation, value.text)
    guard hasOrder else {
      throw Failure(
        "\(name.text) has no order, so \(quoted(sign.text)) can't compare it; use == or !=",
        at: sign)
    }
    if let wanted {
      throw Failure(
        "\(name.text) is never \(quoted(value.text)); compare it with \(wanted)", at: value)
    }
  }

  /// Whether the relation is defined for the field. Flags and names have no order.
  private var hasOrder: Bool {
    [.equal, .notEqual, .contains].contains(relation) || [.number, .text].contains(field.kind)
  }

  /// The kind of value to compare with, if the field can never have this one; else nil.
  private var wanted: String? {
    if relation == .contains || value == "none" { return nil }
    switch field.kind {
    case .number: return Double(value) == nil ? "a number" : nil
    case .flag: return Bool(value) == nil ? "true or false" : nil
    case .name(let names):
      let isName = names.contains { value == $0 || value.hasPrefix("\($0) ") }
      return isName ? nil : names.joined(separator: ", ")
    case .text: return nil
    }
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

extension Word {
  /// The word, split before and after its operators: `items>=20` becomes three words.
  fileprivate var splitAtOperators: [Word] {
    let plain = String(decoding: text.utf8.prefix(literalStart ?? .max), as: UTF8.self)
    let operators = plain.matches(of: #/[=!<>]=|[<>=]/#.matchingSemantics(.unicodeScalar))
    let cuts = operators.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
      .map { plain[..<$0].utf8.count }
    let ends = [0] + cuts + [text.utf8.count]
    return zip(ends, ends.dropFirst()).compactMap { start, stop in
      guard start < stop || text.isEmpty else { return nil }
      return Word(
        text: String(decoding: text.utf8.prefix(stop).dropFirst(start), as: UTF8.self),
        offset: offset + start,
        literalStart: literalStart.flatMap { stop > $0 ? max(0, $0 - start) : nil })
    }
  }
}
