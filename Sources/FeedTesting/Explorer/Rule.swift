/// A rule in the documentation of a machine. A ``Law`` may refer to the rule that it checks.
///
/// ```swift
/// let law = Law<DoorModel>.invariant(
///   "timed", says: "An open door has a timer.", rule: Rule(3, says: "The door closes by itself.")
/// ) { $0.isOpen == ($0.timers > 0) }
/// ```
public struct Rule: Hashable, Sendable {
  /// The number of the rule in the documentation.
  public let number: Int

  /// The first sentence of the rule.
  public let sentence: String

  /// Creates a reference to a rule.
  ///
  /// - Parameters:
  ///   - number: The number of the rule in the documentation.
  ///   - sentence: The first sentence of the rule.
  public init(_ number: Int, says sentence: String) {
    self.number = number
    self.sentence = sentence
  }
}

extension Rule: CustomStringConvertible {
  /// The number and the sentence, as counterexamples show them.
  public var description: String { "rule \(number): \(sentence)" }
}
