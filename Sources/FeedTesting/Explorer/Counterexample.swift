/// A path to a broken law, with a script that repeats it.
public struct Counterexample<M: Model> {
  /// The broken law.
  public let law: Law<M>

  /// The steps from the initial state to the broken law.
  public let steps: [M.Step]

  /// One line for each step, after the model's ``Model/preamble``.
  ///
  /// For a liveness law a comment line follows, and then the steps of the law that do not end.
  public let script: [String]
}

extension Counterexample {
  /// Repeats the steps in `model` and collects their lines.
  ///
  /// - Parameter onwards: For a liveness law, the steps that follow but reach no finished state.
  init(_ law: Law<M>, steps: [M.Step], onwards: [M.Step] = [], in model: M) {
    self.law = law
    self.steps = steps
    var state = model.start
    func play(_ steps: [M.Step]) -> [String] {
      steps.map { step in
        defer { _ = model.make(step, at: &state) }
        return model.line(for: step, at: state)
      }
    }
    var lines = model.preamble + play(steps)
    if case .liveness = law.kind {
      lines.append("# from here on the end is out of reach:")
      lines += play(onwards)
    }
    script = lines
  }
}

extension Counterexample: CustomStringConvertible {
  /// The law, the rule that it checks, the number of steps and the script.
  public var description: String {
    let rule = law.rule.map { "guards \($0)\n" } ?? ""
    return "broken after \(steps.count.counted("step")): \(law.name)\n\(law.sentence)\n\(rule)"
      + script.map { "  \($0)\n" }.joined()
  }
}
