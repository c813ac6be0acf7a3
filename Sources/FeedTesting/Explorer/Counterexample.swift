/// How a law is broken: the steps that lead there, and the script that repeats them.
public struct Counterexample<W: Model> {
  /// The law that is broken.
  public let law: Law<W>

  /// The moves from the start to the broken law.
  public let steps: [W.Step]

  /// The script: one line for each step, after the lines that the model puts in front.
  public let script: [String]
}

extension Counterexample {
  /// Plays the steps in `model` and writes down their lines.
  ///
  /// - Parameter onwards: Moves that follow but lead nowhere.
  init(_ law: Law<W>, _ steps: [W.Step], onwards: [W.Step] = [], in model: W) {
    self.law = law
    self.steps = steps
    var state = model.start
    func play(_ steps: [W.Step]) -> [String] {
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
  /// The law, the rule that it guards, the number of steps and the script.
  public var description: String {
    let length = steps.count == 1 ? "1 step" : "\(steps.count) steps"
    let rule = law.rule.map { "guards \($0)\n" } ?? ""
    return "broken after \(length): \(law.name)\n\(law.sentence)\n\(rule)"
      + script.map { "  \($0)\n" }.joined()
  }
}
