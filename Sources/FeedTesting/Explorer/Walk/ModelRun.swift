/// A run of a model, step by step from the initial state, until a law is broken.
struct ModelRun<M: Model> {
  private let model: M
  private let laws: LawBook<M>

  private(set) var state: M.State
  private(set) var steps: [M.Step] = []
  private(set) var broken: Law<M>?

  /// For a broken liveness law, the steps that follow but reach no finished state.
  private(set) var onwards: [M.Step] = []

  init(_ model: M, laws: LawBook<M>) {
    self.model = model
    self.laws = laws
    state = model.start
    broken = laws.broken(at: state)
  }

  /// Carries out a step and checks the laws.
  mutating func make(_ step: M.Step) {
    let transition = ModelTransition(step, at: state, in: model)
    steps.append(step)
    state = transition.after
    broken = laws.broken(by: transition) ?? laws.broken(at: state)
  }

  /// Carries out those of `steps` that are possible when their turn comes, then checks liveness.
  mutating func make(_ steps: [M.Step]) {
    for step in steps where broken == nil && model.has(step, at: state) { make(step) }
    if broken == nil { finish() }
  }

  /// Checks the liveness laws that name a path; the first whose path does not finish is broken.
  mutating func finish() {
    for law in laws.liveness where law.ways != nil {
      let path = model.path(of: law, from: state)
      if path.isFinished || path.isForked { continue }
      broken = law.law
      onwards = path.steps
      return
    }
  }
}
