/// The laws of a world, sorted by what they are about.
struct LawBook<W: World> {
  typealias OfMoments = @Sendable (W.Moment) -> Bool

  /// A law about finishing.
  struct Finishing {
    let law: Law<W>
    let ways: (@Sendable (W.Moment) -> [W.Move])?
    let isFinished: OfMoments
  }

  private(set) var sometimes: [(law: Law<W>, holds: OfMoments)] = []
  private(set) var finishing: [Finishing] = []

  // The hot ones are chained, each calling the next: taken one by one out of an array, each would
  // be retained and released, which costs more than most laws do.
  private let laws: [Law<W>]
  private var brokenByMoment: @Sendable (W.Moment) -> Int? = { _ in nil }
  private var brokenByStep: @Sendable (Step<W>) -> Int? = { _ in nil }
  private var brokenByUnchanged: @Sendable (Step<W>) -> Int? = { _ in nil }

  init(_ laws: [Law<W>]) {
    self.laws = laws
    for law in laws {
      switch law.kind {
      case .sometimes(let holds): sometimes.append((law, holds))
      case .canStillFinish(let ways, let isFinished):
        finishing.append(Finishing(law: law, ways: ways, isFinished: isFinished))
      default: break
      }
    }
    for index in laws.indices.reversed() { chain(index) }
  }

  /// Puts a law in front of those that are asked of every moment or step.
  private mutating func chain(_ index: Int) {
    switch laws[index].kind {
    case .always(let holds):
      brokenByMoment = { [next = brokenByMoment] in holds($0) ? next($0) : index }
    case .onEveryStep(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
      brokenByUnchanged = { [next = brokenByUnchanged] in holds($0) ? next($0) : index }
    case .onEveryChange(let holds):
      brokenByStep = { [next = brokenByStep] in holds($0) ? next($0) : index }
    default: break
    }
  }

  /// The first law that a moment breaks.
  func broken(at moment: W.Moment) -> Law<W>? {
    brokenByMoment(moment).map { laws[$0] }
  }

  /// The first law that a step breaks.
  func broken(by step: Step<W>) -> Law<W>? {
    brokenByStep(step).map { laws[$0] }
  }

  /// The first law that a step breaks which has left everything as it was.
  func broken(byUnchanged step: Step<W>) -> Law<W>? {
    brokenByUnchanged(step).map { laws[$0] }
  }
}
