/// What a ``Walk`` found.
public struct Trail<W: Model> {
  /// The laws that were checked.
  public let laws: [Law<W>]

  /// The seed that decided the steps.
  public let seed: UInt64

  /// How many moves were made, before any were left out.
  public private(set) var steps = 0

  /// How a law is broken, if one is. No single move of it can be spared.
  public internal(set) var counterexample: Counterexample<W>?

  /// After how many moves each `sometimes` was first reached, by name.
  public private(set) var reached: [String: Int] = [:]

  init(laws: [Law<W>], seed: UInt64) {
    self.laws = laws
    self.seed = seed
  }

  /// Notes how far the walk is.
  mutating func note(_ play: Play<W>, _ book: LawBook<W>) {
    steps = play.steps.count
    for (law, holds) in book.reachable where reached[law.name] == nil && holds(play.state) {
      reached[law.name] = steps
    }
  }
}

extension Trail {
  /// What is wrong, in words for people, with the seed; nil if every law held.
  public var failure: String? {
    counterexample.map {
      "seed \(seed) breaks a law after \(steps.grouped) steps, in short:\n\($0)"
    }
  }
}

extension Trail: CustomStringConvertible {
  /// The seed and the number of steps, then what is wrong if something is.
  public var description: String {
    "seed \(seed), \(steps.grouped) steps" + (failure.map { "\n\($0)" } ?? "")
  }
}

extension Sequence {
  /// The names of what was to be reached sometimes and never was, on none of these walks.
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
