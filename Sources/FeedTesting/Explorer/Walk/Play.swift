/// Moves made one after the other from the start of a model, until a law is broken.
struct Play<W: Model> {
  private let model: W
  private let laws: LawBook<W>

  private(set) var state: W.State
  private(set) var steps: [W.Step] = []
  private(set) var broken: Law<W>?

  /// The moves of a way on that does not lead to the end.
  private(set) var onwards: [W.Step] = []

  init(_ model: W, _ laws: LawBook<W>) {
    self.model = model
    self.laws = laws
    state = model.start
    broken = laws.broken(at: state)
  }

  /// Makes a step and checks the laws.
  mutating func make(_ step: W.Step) {
    let transition = ModelTransition(step, at: state, in: model)
    steps.append(step)
    state = transition.after
    broken = laws.broken(by: transition) ?? laws.broken(at: state)
  }

  /// Makes those of `moves` that there are when their turn comes, and then follows the ways on.
  mutating func make(_ steps: [W.Step]) {
    for step in steps where broken == nil && model.has(step, at: state) { make(step) }
    if broken == nil { finish() }
  }

  /// Follows the ways on, and notes the first that does not lead to the end.
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
