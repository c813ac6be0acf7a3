/// The result of a ``Walk``.
public struct Trail<W: Model> {
  /// The laws that were checked.
  public let laws: [Law<W>]

  /// The seed of the random steps.
  public let seed: UInt64

  /// The number of steps of the walk, before the counterexample was shortened.
  public private(set) var steps = 0

  /// A path to a broken law from which no single step can be left out; nil if none is broken.
  public internal(set) var counterexample: Counterexample<W>?

  /// The number of steps after which each `reachable` law first held, by the law's name.
  public private(set) var reached: [String: Int] = [:]

  init(laws: [Law<W>], seed: UInt64) {
    self.laws = laws
    self.seed = seed
  }

  /// Records the number of steps and the `reachable` laws that hold in the present state.
  mutating func record(_ play: Play<W>, laws: LawBook<W>) {
    steps = play.steps.count
    for (law, holds) in laws.reachable where reached[law.name] == nil && holds(play.state) {
      reached[law.name] = steps
    }
  }
}

extension Trail {
  /// A message about the broken law, with the seed; nil if no law is broken.
  ///
  /// It does not mention unreached laws: a single walk is not expected to reach everything. Use
  /// `unreached()` of several trails.
  public var failure: String? {
    counterexample.map {
      "seed \(seed) breaks a law after \(steps.grouped) steps, in short:\n\($0)"
    }
  }
}

extension Trail: CustomStringConvertible {
  /// The seed and the number of steps, then the failure if there is one.
  public var description: String {
    "seed \(seed), \(steps.grouped) steps" + (failure.map { "\n\($0)" } ?? "")
  }
}

extension Sequence {
  /// Returns the names of the `reachable` laws that held on none of these walks.
  ///
  /// All walks must have been made with the same laws.
  public func unreached<W>() -> [String] where Element == Trail<W> {
    var laws: [Law<W>] = []
    var reached: Set<String> = []
    for trail in self {
      laws = trail.laws
      reached.formUnion(trail.reached.keys)
    }
    return laws.unreached(reached)
  }
}
