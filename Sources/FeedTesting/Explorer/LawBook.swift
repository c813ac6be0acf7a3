/// The laws of a model, grouped by kind.
struct LawBook<W: Model> {
  typealias OfStates = @Sendable (W.State) -> Bool

  /// A liveness law.
  struct Finishing {
    let law: Law<W>
    let ways: (@Sendable (W.State) -> [W.Step])?
    let isFinished: OfStates
  }

  private(set) var reachable: [(law: Law<W>, holds: OfStates)] = []
  private(set) var finishing: [Finishing] = []

  // Each closure calls the next law. A loop over an array would retain and release every closure,
  // which costs more than most laws do.
  private let laws: [Law<W>]
  private var brokenByState: @Sendable (W.State) -> Int? = { _ in nil }
  private var brokenByStep: @Sendable (ModelTransition<W>) -> Int? = { _ in nil }
  private var brokenByUnchanged: @Sendable (ModelTransition<W>) -> Int? = { _ in nil }

  init(_ laws: [Law<W>]) {
    self.laws = laws
    for law in laws {
      switch law.kind {
      case .reachable(let holds): reachable.append((law, holds))
      case .liveness(let ways, let isFinished):
        finishing.append(Finishing(law: law, ways: ways, isFinished: isFinished))
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
  func broken(at state: W.State) -> Law<W>? {
    brokenByState(state).map { laws[$0] }
  }

  /// The first law that a step breaks, in the order of the laws.
  func broken(by transition: ModelTransition<W>) -> Law<W>? {
    brokenByStep(transition).map { laws[$0] }
  }

  /// The first law that a step without a change breaks. Change properties are skipped.
  func broken(byUnchanged transition: ModelTransition<W>) -> Law<W>? {
    brokenByUnchanged(transition).map { laws[$0] }
  }
}
