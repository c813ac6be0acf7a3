/// A run of a model, step by step from the initial state, until a law is broken.
struct Play<W: Model> {
  private let model: W
  private let laws: LawBook<W>

  private(set) var state: W.State
  private(set) var steps: [W.Step] = []
  private(set) var broken: Law<W>?

  /// For a broken liveness law, the steps that follow but reach no finished state.
  private(set) var onwards: [W.Step] = []

  init(_ model: W, laws: LawBook<W>) {
    self.model = model
    self.laws = laws
    state = model.start
    broken = laws.broken(at: state)
  }

  /// Carries out a step and checks the laws.
  mutating func make(_ step: W.Step) {
    let transition = ModelTransition(step, at: state, in: model)
    steps.append(step)
    state = transition.after
    broken = laws.broken(by: transition) ?? laws.broken(at: state)
  }

  /// Carries out those of `steps` that are possible when their turn comes, then checks liveness.
  mutating func make(_ steps: [W.Step]) {
    for step in steps where broken == nil && model.has(step, at: state) { make(step) }
    if broken == nil { finish() }
  }

  /// Checks the liveness laws that name a path; the first whose path does not finish is broken.
  mutating func finish() {
    for law in laws.finishing where law.ways != nil {
      let way = model.wayOn(from: state, law)
      if way.isFinished || way.isForked { continue }
      broken = law.law
      onwards = way.steps
      return
    }
  }
}
