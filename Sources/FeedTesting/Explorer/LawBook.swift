/// The laws of a world, sorted by what they are about.
struct LawBook<W: World> {
  typealias OfMoments = @Sendable (W.Moment) -> Bool
  typealias OfSteps = @Sendable (Step<W>) -> Bool

  /// A law about finishing.
  struct Finishing {
    let law: Law<W>
    let ways: (@Sendable (W.Moment) -> [W.Move])?
    let isFinished: OfMoments
  }

  private(set) var sometimes: [(law: Law<W>, holds: OfMoments)] = []
  private(set) var finishing: [Finishing] = []

  // The hot ones: laws and checks lie side by side, since tuples of them are slow to take apart.
  private var momentLaws: [Law<W>] = []
  private var momentChecks: [OfMoments] = []
  private var stepLaws: [Law<W>] = []
  private var stepChecks: [OfSteps] = []

  init(_ laws: [Law<W>]) {
    for law in laws {
      switch law.kind {
      case .always(let holds):
        momentLaws.append(law)
        momentChecks.append(holds)
      case .onEveryStep(let holds):
        stepLaws.append(law)
        stepChecks.append(holds)
      case .sometimes(let holds): sometimes.append((law, holds))
      case .canStillFinish(let ways, let isFinished):
        finishing.append(Finishing(law: law, ways: ways, isFinished: isFinished))
      }
    }
  }

  /// The first law that a moment breaks.
  func broken(at moment: W.Moment) -> Law<W>? {
    momentChecks.firstIndex { !$0(moment) }.map { momentLaws[$0] }
  }

  /// The first law that a step breaks.
  func broken(by step: Step<W>) -> Law<W>? {
    stepChecks.firstIndex { !$0(step) }.map { stepLaws[$0] }
  }
}
