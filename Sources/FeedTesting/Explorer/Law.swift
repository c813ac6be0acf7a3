/// Something that has to hold in a world, with a name and a sentence that says it.
///
/// ```swift
/// Law.always("small", "The count stays below ten.") { $0.state < 10 }
/// ```
public struct Law<W: World>: Sendable {
  enum Kind: Sendable {
    case always(@Sendable (W.Moment) -> Bool)
    case onEveryStep(@Sendable (Step<W>) -> Bool)
    case onEveryChange(@Sendable (Step<W>) -> Bool)
    case sometimes(@Sendable (W.Moment) -> Bool)
    case canStillFinish(
      ways: (@Sendable (W.Moment) -> [W.Move])?, isFinished: @Sendable (W.Moment) -> Bool)
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
    case .always: "every state"
    case .onEveryStep: "every step"
    case .onEveryChange: "every change"
    case .sometimes: "some state"
    case .canStillFinish: "every way out"
    }
  }

  /// The law for a world that has nothing of what it is about: it holds there, unasked.
  package var vacuous: Law {
    let kind: Kind =
      switch kind {
      case .always: .always { _ in true }
      case .onEveryStep: .onEveryStep { _ in true }
      case .onEveryChange: .onEveryChange { _ in true }
      case .sometimes, .canStillFinish: kind
      }
    return Law(name: name, sentence: sentence, rule: rule, kind: kind)
  }

  /// A law of every moment that can be reached.
  public static func always(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (W.Moment) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .always(holds))
  }

  /// A law of every step that can be made.
  public static func onEveryStep(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (Step<W>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .onEveryStep(holds))
  }

  /// A law of every step that does not leave everything as it was.
  ///
  /// Most steps do, and a law that then holds need not be asked. Which those are a world's
  /// `isUnchanged` says; where it does not, the law is asked on every step.
  public static func onEveryChange(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (Step<W>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .onEveryChange(holds))
  }

  /// Something that has to be reached, or the exploration has proved less than it seems.
  public static func sometimes(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    _ holds: @escaping @Sendable (W.Moment) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .sometimes(holds))
  }

  /// A law that from every moment an end can be reached.
  ///
  /// - Parameters:
  ///   - rule: The rule that it guards.
  ///   - ways: The moves that count, of those that the moment has; nil: all of them. With at most
  ///     one for each moment the law says that this very way leads to the end; with several, that
  ///     one of them does.
  ///   - isFinished: What an end is.
  public static func canStillFinish(
    _ name: String, _ sentence: String, rule: Rule? = nil,
    by ways: (@Sendable (W.Moment) -> [W.Move])? = nil,
    _ isFinished: @escaping @Sendable (W.Moment) -> Bool
  ) -> Law {
    Law(
      name: name, sentence: sentence, rule: rule,
      kind: .canStillFinish(ways: ways, isFinished: isFinished))
  }
}

extension Array {
  /// The names of what was to be reached sometimes and is not among `reached`.
  func unreached<W>(_ reached: Set<String>) -> [String] where Element == Law<W> {
    compactMap { law in
      if case .sometimes = law.kind, !reached.contains(law.name) { law.name } else { nil }
    }
  }
}
