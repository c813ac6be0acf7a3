/// A property that must hold in a model, with a name and a sentence.
///
/// | law | holds if |
/// | --- | --- |
/// | ``invariant(_:says:rule:holds:)`` | every reachable state has the property |
/// | ``actionProperty(_:says:rule:holds:)`` | every step has it |
/// | ``changeProperty(_:says:rule:holds:)`` | every step that changes something has it |
/// | ``reachable(_:says:rule:holds:)`` | at least one state has it |
/// | ``liveness(_:says:rule:by:isFinished:)`` | a finished state is reachable from every state |
///
/// ```swift
/// let law = Law<DoorModel>.invariant("timed", says: "An open door has a timer.") { state in
///   state.isOpen == (state.timers > 0)
/// }
/// ```
///
/// One law needs no code, since it holds for every machine: an ignored action leaves the machine's
/// state exactly as it was. An ``Explorer`` and a ``Walk`` check it after the laws that they are
/// given; see ``Model/machineState(of:)``.
///
/// The closures must be pure. They are called on the thread that runs the ``Explorer`` or ``Walk``.
public struct Law<M: Model>: Sendable {
  enum Kind: Sendable {
    case invariant(@Sendable (M.State) -> Bool)
    case actionProperty(@Sendable (ModelTransition<M>) -> Bool)
    case changeProperty(@Sendable (ModelTransition<M>) -> Bool)
    case reachable(@Sendable (M.State) -> Bool)
    case liveness(
      ways: (@Sendable (M.State) -> [M.Step])?, isFinished: @Sendable (M.State) -> Bool)
  }

  /// A short name for reports, unique among the laws of a model.
  public let name: String

  /// The property in one sentence.
  public let sentence: String

  /// The documented rule that the law checks, if there is one.
  public let rule: Rule?

  let kind: Kind

  /// The states or steps that the law is about, in two words or three: for the table of laws.
  package var scope: String {
    switch kind {
    case .invariant: "every state"
    case .actionProperty: "every step"
    case .changeProperty: "every change"
    case .reachable: "some state"
    case .liveness: "from every state"
    }
  }

  /// An invariant: a property of every reachable state.
  ///
  /// - Parameters:
  ///   - name: A short name for reports.
  ///   - sentence: The property in one sentence.
  ///   - rule: The documented rule that the law checks.
  ///   - holds: Whether a state has the property.
  public static func invariant(
    _ name: String, says sentence: String, rule: Rule? = nil,
    holds: @escaping @Sendable (M.State) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .invariant(holds))
  }

  /// An action property: a property of every step from a reachable state.
  ///
  /// - Parameters:
  ///   - name: A short name for reports.
  ///   - sentence: The property in one sentence.
  ///   - rule: The documented rule that the law checks.
  ///   - holds: Whether a step has the property.
  public static func actionProperty(
    _ name: String, says sentence: String, rule: Rule? = nil,
    holds: @escaping @Sendable (ModelTransition<M>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .actionProperty(holds))
  }

  /// An action property that every step without a change has anyway.
  ///
  /// An ``Explorer`` saves time with it: it skips the steps that ``Model/isUnchanged(_:)``
  /// recognizes, which are most. Other steps without a change are checked, and a ``Walk`` checks
  /// every step.
  ///
  /// - Parameters:
  ///   - name: A short name for reports.
  ///   - sentence: The property in one sentence.
  ///   - rule: The documented rule that the law checks.
  ///   - holds: Whether a step has the property.
  public static func changeProperty(
    _ name: String, says sentence: String, rule: Rule? = nil,
    holds: @escaping @Sendable (ModelTransition<M>) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .changeProperty(holds))
  }

  /// A property that at least one reachable state must have.
  ///
  /// It guards against a model that proves too little: an invariant about failures is worthless if
  /// the model never fails. ``Exploration/failure`` lists what was never reached; for walks,
  /// `unreached()` of several ``Trail`` values does.
  ///
  /// - Parameters:
  ///   - name: A short name for reports.
  ///   - sentence: The property in one sentence.
  ///   - rule: The documented rule that the law checks.
  ///   - holds: Whether a state has the property.
  public static func reachable(
    _ name: String, says sentence: String, rule: Rule? = nil,
    holds: @escaping @Sendable (M.State) -> Bool
  ) -> Law {
    Law(name: name, sentence: sentence, rule: rule, kind: .reachable(holds))
  }

  /// A liveness property: from every reachable state, a finished state is reachable.
  ///
  /// - Parameters:
  ///   - name: A short name for reports.
  ///   - sentence: The property in one sentence.
  ///   - rule: The documented rule that the law checks.
  ///   - ways: Returns the steps of a state that count; nil if all steps count. If it returns at
  ///     most one step for each state, that path must lead to a finished state. If it returns
  ///     several, one of the paths must. A ``Walk`` checks only laws with `ways`.
  ///   - isFinished: Whether a state is finished.
  public static func liveness(
    _ name: String, says sentence: String, rule: Rule? = nil,
    by ways: (@Sendable (M.State) -> [M.Step])? = nil,
    isFinished: @escaping @Sendable (M.State) -> Bool
  ) -> Law {
    Law(
      name: name, sentence: sentence, rule: rule,
      kind: .liveness(ways: ways, isFinished: isFinished))
  }
}

extension Law {
  /// The law of every machine that an ignored action changes nothing.
  static func ignoring(in model: M) -> Law {
    .changeProperty(
      "ignoring changes nothing",
      says: "An ignored action leaves the machine's state exactly as it was."
    ) { transition in
      if !transition.isRefused || transition.hasSameBytes { return true }
      guard let before = model.machineState(of: transition.before),
        let after = model.machineState(of: transition.after)
      else { return true }
      return before == after
    }
  }
}

extension Array {
  /// The names of the reachability laws that are not in `reached`.
  func unreached<M>(_ reached: Set<String>) -> [String] where Element == Law<M> {
    compactMap { law in
      if case .reachable = law.kind, !reached.contains(law.name) { law.name } else { nil }
    }
  }
}

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
