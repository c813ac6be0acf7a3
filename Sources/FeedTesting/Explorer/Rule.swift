/// A rule that a machine's documents state, by its number there.
///
/// ```swift
/// Law.invariant("small", "The count stays below ten.", rule: Rule(3, "It is small.")) { $0 < 10 }
/// ```
public struct Rule: Hashable, Sendable {
  /// Its number in the documents.
  public let number: Int

  /// Its first sentence.
  public let sentence: String

  /// Creates a rule.
  public init(_ number: Int, _ sentence: String) {
    self.number = number
    self.sentence = sentence
  }
}

extension Rule: CustomStringConvertible {
  /// The number and the sentence.
  public var description: String { "rule \(number): \(sentence)" }
}
