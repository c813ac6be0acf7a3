extension Condition {
  /// Parses a condition from the words after `keyword`.
  init(_ words: [Word], after keyword: Word) throws(Failure) {
    guard let first = words.first else {
      throw Failure(.missingCondition(after: keyword.text), at: keyword)
    }
    var reader = ConditionReader(words: words.flatMap(\.splitAtOperators), end: first)
    alternatives = try reader.alternatives()
    text = words.map(\.text).joined(separator: " ")
    source = words.map(\.source).joined(separator: " ")
  }
}

/// Parses comparisons joined by `and` and `or`.
private struct ConditionReader {
  let words: [Word]
  var index = 0

  /// The last word read. A failure about a missing word points at it.
  var end: Word

  init(words: [Word], end: Word) {
    self.words = words
    self.end = end
  }

  mutating func alternatives() throws(Failure) -> [[Comparison]] {
    var alternatives = [[try comparison()]]
    while let word = next() {
      switch word.text {
      case "and": alternatives[alternatives.count - 1].append(try comparison())
      case "or": alternatives.append([try comparison()])
      default:
        throw Failure(
          "unexpected \(quoted(word.text)); join comparisons by 'and' or 'or', quote values of several words",
          at: word)
      }
    }
    return alternatives
  }

  private mutating func next() -> Word? {
    guard index < words.count else { return nil }
    end = words[index]
    index += 1
    return end
  }

  private mutating func comparison() throws(Failure) -> Comparison {
    guard let name = next() else { throw Failure(.missingCondition(after: end.text), at: end) }
    let field = try Field.named(by: name)
    guard let sign = next() else { throw Failure(.missingOperator(after: name.text), at: end) }
    guard let relation = Comparison.Relation(rawValue: sign.text) else {
      throw Failure(.unknownOperator(sign.text), at: sign)
    }
    guard let value = next() else {
      throw Failure(
        "a value is missing after \(quoted(sign.text)); write one like: items == 20", at: end)
    }
    let comparison = Comparison(field: field, relation: relation, value: value.text)
    guard comparison.hasOrder else {
      throw Failure(
        "\(name.text) has no order, so \(quoted(sign.text)) can't compare it; use == or !=",
        at: sign)
    }
    if let wanted = comparison.wanted {
      throw Failure(
        "\(name.text) is never \(quoted(value.text)); compare it with \(wanted)", at: value)
    }
    return comparison
  }
}

extension Comparison {
  /// Whether the relation is defined for the field. Flags and names have no order.
  fileprivate var hasOrder: Bool {
    switch (field.kind, relation) {
    case (.number, _), (.text, _), (_, .equal), (_, .notEqual), (_, .contains): true
    case (.flag, _), (.name, _): false
    }
  }

  /// The kind of value to compare with, if the field can never have this one; else nil.
  fileprivate var wanted: String? {
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
}

extension Word {
  /// The word, split before and after its operators: `items>=20` becomes three words.
  fileprivate var splitAtOperators: [Word] {
    let bytes = Array(text.utf8)
    let end = literalStart ?? bytes.count
    var cuts = [0]
    var index = 0
    while index < end {
      let length = Self.operatorLength(bytes[index..<end])
      if length > 0 { cuts += [index, index + length] }
      index += max(1, length)
    }
    cuts.append(bytes.count)
    return zip(cuts, cuts.dropFirst()).compactMap { start, stop in
      guard start < stop || bytes.isEmpty else { return nil }
      return Word(
        text: String(decoding: bytes[start..<stop], as: UTF8.self), offset: offset + start,
        literalStart: literalStart.flatMap { stop > $0 ? max(0, $0 - start) : nil })
    }
  }

  private static func operatorLength(_ bytes: ArraySlice<UInt8>) -> Int {
    for sign in ["==", "!=", "<=", ">=", "<", ">", "="] where bytes.starts(with: sign.utf8) {
      return sign.utf8.count
    }
    return 0
  }
}
