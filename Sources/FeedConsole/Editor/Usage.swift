/// The pattern of a command's arguments, as the command table has it: `[ID] [items=N] [last]`.
///
/// Brackets hold what may be left out, `|` stands between alternatives.
struct Usage {
  /// The parts that stand beside each other. Alternatives with spaces around `|` are one part.
  let elements: [String]

  init(_ pattern: String) {
    // Brackets, or alternatives up to a bracket, or a word.
    let part = #/\[[^\]]*\]|[^\[ ][^\[]* \| [^\[]*[^\[ ]|[^ ]+/#
    elements = pattern.matches(of: part).map { String($0.output) }
  }

  /// What may come next after `words`: for each possibility its word in the pattern, and the words
  /// typed since its place.
  func choices(after words: [String]) -> [(choice: String, rest: [String])] {
    var result: [(String, [String])] = []
    for (index, element) in elements.enumerated() {
      let isOptional = element.hasPrefix("[")
      let rest = Array(words.dropFirst(index))
      for alternative in Self.alternatives(of: element) {
        if let name = alternative.assignedName {
          // A named value may come anywhere, once.
          if !words.contains(where: { $0.hasPrefix(name) }) { result.append((name, [])) }
        } else {
          result += Self.choice(in: alternative, after: rest, isFirst: index >= words.count)
        }
      }
      if index >= words.count, !isOptional { break }
    }
    return result
  }

  /// The alternatives that stand for themselves: `on` and `off`.
  var literals: [String] {
    elements.flatMap(Self.alternatives).filter { $0.first?.isLowercase == true }
  }

  /// The words of one alternative that may come next: `effect`, and behind it `WORDS`.
  private static func choice(
    in alternative: String, after rest: [String], isFirst: Bool
  ) -> [(String, [String])] {
    let words = alternative.split(separator: " ").map(String.init)
    guard let first = words.first else { return [] }
    if isFirst { return [(first, rest)] }
    // These kinds are several words long; VALUE depends on the word before it.
    if ["CONDITION", "ACTION", "OPTIONS"].contains(first) { return [(first, rest)] }
    let typed = zip(words, rest).prefix { $0 == $1 }.count
    return typed > 0 && typed == rest.count && typed < words.count ? [(words[typed], [])] : []
  }

  private static func alternatives(of element: String) -> [String] {
    element.filter { $0 != "[" && $0 != "]" }.split(separator: "|")
      .map { $0.split(separator: " ").joined(separator: " ") }
  }
}

extension String {
  /// `items=` of `items=N`; nil if the word has no name.
  fileprivate var assignedName: String? {
    firstIndex(of: "=").map { String(self[...$0]) }
  }
}
