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
      let rest = Array(words.dropFirst(index))
      for alternative in Self.alternatives(of: element) {
        let (first, typed) = (alternative[0], zip(alternative, rest).prefix { $0 == $1 }.count)
        if let end = first.firstIndex(of: "=") {
          // A named value may come anywhere, once.
          let name = String(first[...end])
          if !words.contains(where: { $0.hasPrefix(name) }) { result.append((name, [])) }
        } else if index >= words.count || ["CONDITION", "ACTION", "OPTIONS"].contains(first) {
          // These kinds are several words long.
          result.append((first, rest))
        } else if typed > 0, typed == rest.count, typed < alternative.count {
          // `effect`, and behind it `WORDS`.
          result.append((alternative[typed], []))
        }
      }
      if index >= words.count, !element.hasPrefix("[") { break }
    }
    return result
  }

  /// The alternatives that stand for themselves: `on` and `off`.
  var literals: [String] {
    elements.flatMap(Self.alternatives).map { $0[0] }.filter { $0.first?.isLowercase == true }
  }

  /// The words of each alternative.
  private static func alternatives(of element: String) -> [[String]] {
    element.split { "[]|".contains($0) }.map { $0.split(separator: " ").map(String.init) }
      .filter { !$0.isEmpty }
  }
}
