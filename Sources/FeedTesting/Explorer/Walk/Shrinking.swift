/// Leaves out moves for as long as the rest breaks the same law: delta debugging.
struct Shrinking<W: Model> {
  private let model: W
  private let law: Law<W>
  private let laws: LawBook<W>

  init(_ model: W, _ law: Law<W>) {
    self.model = model
    self.law = law
    laws = LawBook([law])
  }

  /// The counterexample with the fewest of `moves`, which break the law.
  func counterexample(from steps: [W.Step]) -> Counterexample<W> {
    let steps = shrink(steps)
    var play = Play(model, laws)
    play.make(steps)
    return Counterexample(law, steps, onwards: play.onwards, in: model)
  }

  /// Leaves out chunks of half of the steps, then of a quarter and so on down to single ones; the
  /// last round is repeated until no single move can be spared.
  private func shrink(_ steps: [W.Step]) -> [W.Step] {
    var steps = breaking(steps) ?? steps
    var size = max(1, steps.count / 2)
    while size > 0 {
      let count = steps.count
      steps = leaveOut(chunksOf: size, from: steps)
      if size > 1 || steps.count == count { size /= 2 }
    }
    return steps
  }

  private func leaveOut(chunksOf size: Int, from steps: [W.Step]) -> [W.Step] {
    var steps = steps
    var start = 0
    while start < steps.count {
      var rest = steps
      rest.removeSubrange(start..<min(start + size, steps.count))
      if let shorter = breaking(rest) { steps = shorter } else { start += size }
    }
    return steps
  }

  /// Those of `moves` that are made until they break the law; nil if they do not.
  private func breaking(_ steps: [W.Step]) -> [W.Step]? {
    var play = Play(model, laws)
    play.make(steps)
    return play.broken == nil ? nil : play.steps
  }
}
