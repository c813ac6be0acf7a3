/// The laws of a model, grouped by kind.
struct LawBook<M: Model> {
  typealias OfStates = @Sendable (M.State) -> Bool

  /// A liveness law.
  struct Liveness {
    let law: Law<M>
    let ways: (@Sendable (M.State) -> [M.Step])?
    let isFinished: OfStates
  }

  private(set) var reachable: [(law: Law<M>, holds: OfStates)] = []
  private(set) var liveness: [Liveness] = []

  // Each closure calls the next law. A loop over an array would retain and release every closure,
  // which costs more than most laws do.
  private let laws: [Law<M>]
  private var brokenByState: @Sendable (M.State) -> Int? = { _ in nil }
  private var brokenByStep: @Sendable (ModelTransition<M>) -> Int? = { _ in nil }
  private var brokenByUnchanged: @Sendable (ModelTransition<M>) -> Int? = { _ in nil }

  init(_ laws: [Law<M>]) {
    self.laws = laws
    for law in laws {
      switch law.kind {
      case .reachable(let holds): reachable.append((law, holds))
      case .liveness(let ways, let isFinished):
        liveness.append(Liveness(law: law, ways: ways, isFinished: isFinished))
      default: break
      }
    }
    for index in laws.indices.reversed() { chain(index) }
  }

  /// Puts an invariant or an action property at the start of its chain.
  private mutating func chain(_ index: Int) {
    switch laws[index].kind {
    case .invariant(let holds):
      brokenByState = { [next = brokenByState] in holds($0) ? next($0) : index }
    case .actionProperty(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
      brokenByUnchanged = { [next = brokenByUnchanged] in holds($0) ? next($0) : index }
    case .changeProperty(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
    default: break
    }
  }

  /// The first law that a state breaks, in the order of the laws.
  func broken(at state: M.State) -> Law<M>? {
    brokenByState(state).map { laws[$0] }
  }

  /// The first law that a step breaks, in the order of the laws.
  func broken(by transition: ModelTransition<M>) -> Law<M>? {
    brokenByStep(transition).map { laws[$0] }
  }

  /// The first law that a step without a change breaks. Change properties are skipped.
  func broken(byUnchanged transition: ModelTransition<M>) -> Law<M>? {
    brokenByUnchanged(transition).map { laws[$0] }
  }
}

/// The path that a liveness law names from a state, followed as far as it is clear.
struct LivenessPath<M: Model> {
  /// The steps of the path.
  var steps: [M.Step] = []

  /// Whether the path reaches a finished state.
  var isFinished = false

  /// Whether the law names several steps at the end of the path, so that only a search can decide.
  var isForked = false
}

extension Model {
  /// Follows a law's path until a finished state, a fork, a dead end or a repeated state.
  func path(of law: LawBook<Self>.Liveness, from start: State) -> LivenessPath<Self> {
    var state = start
    var seen = FingerprintTable()
    var path = LivenessPath<Self>()
    while !law.isFinished(state) {
      let fingerprint = fingerprint(of: state)
      let steps = law.ways?(state) ?? []
      path.isForked = steps.count > 1
      guard seen.index(of: fingerprint) == nil, steps.count == 1 else { return path }
      let step = steps[0]
      seen.append(fingerprint)
      _ = make(step, at: &state)
      path.steps.append(step)
    }
    path.isFinished = true
    return path
  }
}
