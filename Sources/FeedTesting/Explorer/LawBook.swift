/// The laws of a model, sorted by what they are about.
struct LawBook<W: Model> {
  typealias OfMoments = @Sendable (W.State) -> Bool

  /// A law about finishing.
  struct Finishing {
    let law: Law<W>
    let ways: (@Sendable (W.State) -> [W.Step])?
    let isFinished: OfMoments
  }

  private(set) var reachable: [(law: Law<W>, holds: OfMoments)] = []
  private(set) var finishing: [Finishing] = []

  // The hot ones are chained, each calling the next: taken one by one out of an array, each would
  // be retained and released, which costs more than most laws do.
  private let laws: [Law<W>]
  private var brokenByMoment: @Sendable (W.State) -> Int? = { _ in nil }
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

  /// Puts a law in front of those that are asked of every state or step.
  private mutating func chain(_ index: Int) {
    switch laws[index].kind {
    case .invariant(let holds):
      brokenByMoment = { [next = brokenByMoment] in holds($0) ? next($0) : index }
    case .actionProperty(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
      brokenByUnchanged = { [next = brokenByUnchanged] in holds($0) ? next($0) : index }
    case .changeProperty(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
    default: break
    }
  }

  /// The first law that a state breaks.
  func broken(at state: W.State) -> Law<W>? {
    brokenByMoment(state).map { laws[$0] }
  }

  /// The first law that a step breaks.
  func broken(by transition: ModelTransition<W>) -> Law<W>? {
    brokenByStep(transition).map { laws[$0] }
  }

  /// The first law that a step breaks which has left everything as it was.
  func broken(byUnchanged transition: ModelTransition<W>) -> Law<W>? {
    brokenByUnchanged(transition).map { laws[$0] }
  }
}
