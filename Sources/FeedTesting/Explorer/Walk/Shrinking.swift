/// Shortens a run that breaks a law: delta debugging.
package struct Shrinking<M: Model> {
  private let model: M
  private let law: Law<M>
  private let laws: LawBook<M>

  /// Creates what shortens runs that break `law`.
  package init(_ law: Law<M>, in model: M) {
    self.model = model
    self.law = law
    laws = LawBook([law])
  }

  /// Returns a counterexample from which no single step can be left out.
  ///
  /// - Parameter steps: A run that breaks the law.
  package func counterexample(from steps: [M.Step]) -> Counterexample<M> {
    let steps = shrink(steps)
    var run = ModelRun(model, laws: laws)
    run.make(steps)
    return Counterexample(law, steps: steps, onwards: run.onwards, in: model)
  }

  /// Tries to leave out each half of the steps, then each quarter and so on down to single steps.
  ///
  /// The last round repeats until every single step is needed.
  private func shrink(_ steps: [M.Step]) -> [M.Step] {
    var steps = breaking(steps) ?? steps
    var size = max(1, steps.count / 2)
    while size > 0 {
      let count = steps.count
      steps = leaveOut(chunksOf: size, from: steps)
      if size > 1 || steps.count == count { size /= 2 }
    }
    return steps
  }

  private func leaveOut(chunksOf size: Int, from steps: [M.Step]) -> [M.Step] {
    var steps = steps
    var start = 0
    while start < steps.count {
      var rest = steps
      rest.removeSubrange(start..<min(start + size, steps.count))
      if let shorter = breaking(rest) { steps = shorter } else { start += size }
    }
    return steps
  }

  /// The possible ones of `steps` up to the broken law; nil if they do not break it.
  private func breaking(_ steps: [M.Step]) -> [M.Step]? {
    var run = ModelRun(model, laws: laws)
    run.make(steps)
    return run.broken == nil ? nil : run.steps
  }
}
