/// Something that has to hold in a model, with a name and a sentence that says it.
///
/// ```swift
/// Law.invariant("small", "The count stays below ten.") { $0.state < 10 }
/// ```
public struct Law<W: Model>: Sendable {
  enum Kind: Sendable {
    case invariant(@Sendable (W.State) -> Bool)
    case actionProperty(@Sendable (ModelTransition<W>) -> Bool)
    case changeProperty(@Sendable (ModelTransition<W>) -> Bool)
    case reachable(@Sendable (W.State) -> Bool)
    case liveness(
      ways: (@Sendable (W.State) -> [W.Step])?, isFinished: @Sendable (W.State) -> Bool)
  }

  /// The short name by which it is reported.
  public let name: String

  /// What it says, in one sentence.
  public let sentence: String

  /// The rule of the machine's documents that it guards; nil where there is no such rule.
  public let rule: Rule?

  let kind: Kind

  /// What it is asked of, in two or three words.
  package var scope: String {
    switch kind {
    case .invariant: "every state"
    case .actionProperty: "every step"
    case .changeProperty: "every change"
    case .reachable: "some state"
    case .liveness: "every way out"
    }
  }

  /// The law for a model that has nothing of what it is about: it holds there, unasked.
  package var vacuous: Law {
    let kind: Kind =
      switch kind {
      case .invariant: .invariant { _ in true }
      case .actionProperty: .actionProperty { _ in true }
      case .changeProperty: .changeProperty { _ in true }
      case .reachable, .liveness: kind
      }
    return Law(name: name, sentence: sentence, rule: rule, kind: kind)
  }

  /// A law of every state that can be reached.
  public static func invariant(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (W.State) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .invariant(holds))
  }

  /// A law of every step that can be made.
  public static func actionProperty(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (ModelTransition<W>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .actionProperty(holds))
  }

  /// A law of every step that does not leave everything as it was.
  ///
  /// Most steps do, and a law that then holds need not be asked. Which those are a model's
  /// `isUnchanged` says; where it does not, the law is asked on every step.
  public static func changeProperty(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (ModelTransition<W>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .changeProperty(holds))
  }

  /// Something that has to be reached, or the exploration has proved less than it seems.
  public static func reachable(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (W.State) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .reachable(holds))
  }

  /// A law that from every state an end can be reached.
  ///
  /// - Parameters:
  ///   - rule: The rule that it guards.
  ///   - ways: The steps that count, of those that the state has; nil: all of them. With at most
  ///     one for each state the law says that this very way leads to the end; with several, that
  ///     one of them does.
  ///   - isFinished: What an end is.
  public static func liveness(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    by ways: (@Sendable (W.State) -> [W.Step])? = nil,
    _ isFinished: @escaping @Sendable (W.State) -> Bool
  ) -> Law {
    Law(
      name: name, sentence: sentence, rule: rule,
      kind: .liveness(ways: ways, isFinished: isFinished))
  }
}

extension Array {
  /// The names of what was to be reached sometimes and is not among `reached`.
  func unreached<W>(_ reached: Set<String>) -> [String] where Element == Law<W> {
    compactMap { law in
      if case .reachable = law.kind, !reached.contains(law.name) { law.name } else { nil }
    }
  }
}
