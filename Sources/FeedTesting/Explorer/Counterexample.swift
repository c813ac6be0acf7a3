/// A path to a broken law, with a script that repeats it.
///
/// Its description has the script and, as comments between its lines, what is known of the states:
/// the first state whole, and after each step what changed in it. ``Model/fields(of:)`` says what
/// of a state is shown. This is the door of ``Model`` if it forgets to start its timer:
///
/// ```text
/// broken after 1 step: closes
/// The door can always be closed.
///   # at first:
///   #   isOpen  false
///   #   timers  0
///   push
///   #   isOpen  false → true
///   # from here on the end is out of reach:
///   #   isOpen  true
///   #   timers  0
/// ```
public struct Counterexample<M: Model> {
  /// The broken law.
  ///
  /// It is one of the given laws, or the law of every machine that an ignored action leaves its
  /// state as it was.
  public let law: Law<M>

  /// The steps from the initial state to the broken law.
  public let steps: [M.Step]

  /// One line for each step, after the model's ``Model/preamble``.
  ///
  /// For a liveness law a comment line follows, and then the steps of the law that do not end.
  public let script: [String]

  /// For a liveness law, the steps that follow but reach no finished state.
  private let onwards: [M.Step]

  private let model: M
}

extension Counterexample {
  /// Repeats the steps in `model` and collects their lines.
  ///
  /// - Parameter onwards: For a liveness law, the steps that follow but reach no finished state.
  init(_ law: Law<M>, steps: [M.Step], onwards: [M.Step] = [], in model: M) {
    self.law = law
    self.steps = steps
    self.onwards = onwards
    self.model = model
    var state = model.start
    func play(_ steps: [M.Step]) -> [String] {
      steps.map { step in
        defer { _ = model.make(step, at: &state) }
        return model.line(for: step, at: state)
      }
    }
    var lines = model.preamble + play(steps)
    if case .liveness = law.kind {
      lines.append(Self.outOfReach)
      lines += play(onwards)
    }
    script = lines
  }

  private static var outOfReach: String { "# from here on the end is out of reach:" }
}

extension Counterexample: CustomStringConvertible {
  /// The law, the rule that it checks, the number of steps, and the script with the states.
  ///
  /// The lines about states are comments, so that the rest is still the script.
  ///
  /// - Complexity: It makes all steps again, and compares the fields before and after each.
  public var description: String {
    let rule = law.rule.map { "guards \($0)\n" } ?? ""
    return "broken after \(steps.count.counted("step")): \(law.name)\n\(law.sentence)\n\(rule)"
      + told.map { "  \($0)\n" }.joined()
  }

  /// The lines of the script, with the states between them as comments.
  private var told: [String] {
    var play = CommentedPlay(model)
    play.lines = model.preamble + ["# at first:"]
    play.showState()
    play.make(steps)
    if case .liveness = law.kind {
      play.lines.append(Self.outOfReach)
      play.showState()
      play.make(onwards)
    }
    return play.lines
  }
}
