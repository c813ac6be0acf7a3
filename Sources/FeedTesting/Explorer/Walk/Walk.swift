import FeedReducer

/// Takes random steps in a model and shortens the path to a broken law.
///
/// It checks the laws after each step, and that ignored actions leave the machine's state as it was.
/// Use it for a model that is too large for an ``Explorer``. A
/// walk proves nothing, but it reaches deep states. Run it with many seeds.
///
/// ```swift
/// let laws: [Law<DoorModel>] = [
///   .invariant("timed", says: "An open door has a timer.") { $0.isOpen == ($0.timers > 0) }
/// ]
/// let trail = Walk(DoorModel(), laws: laws, seed: 7).run()
/// print(trail)  // seed 7, 400 steps
/// trail.failure  // nil
/// ```
///
/// When a law is broken, the walk leaves out steps until every single one is needed. So the
/// counterexample is short, however long the walk was. The same model, laws, seed and number of
/// steps always give the same result.
///
/// A liveness law is checked at the end of the walk, if it names a path with `by:`. If the path
/// forks, or the law names none, only an explorer can decide the law.
public struct Walk<M: Model> {
  /// The model to walk in.
  public var model: M

  /// The laws to check.
  public var laws: [Law<M>]

  /// The seed of the random steps.
  public var seed: UInt64

  /// The maximum number of steps.
  public var steps: Int

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - model: The model to walk in.
  ///   - laws: The laws to check.
  ///   - seed: The seed of the random steps. Each seed gives another walk.
  ///   - steps: The maximum number of steps. The walk ends earlier in a state without steps.
  public init(_ model: M, laws: [Law<M>], seed: UInt64, steps: Int = 400) {
    self.model = model
    self.laws = laws
    self.seed = seed
    self.steps = steps
  }

  /// Walks until a law is broken or all steps are done.
  ///
  /// It runs on the calling thread.
  ///
  /// - Returns: The number of steps, and the shortened counterexample if a law is broken.
  /// - Complexity: One call of `make` and of each law for each step. To shorten a counterexample of
  ///   *n* steps it repeats the walk in part, usually O(*n*) times and at most O(*n*²) times.
  public func run() -> Trail<M> {
    let book = LawBook(laws + [.ignoring(in: model)])
    var generator = SplitMix64(seed: seed)
    var run = ModelRun(model, laws: book)
    var trail = Trail(laws: laws, seed: seed)
    trail.record(run, laws: book)
    while run.broken == nil, run.steps.count < steps,
      let step = model.draw(at: run.state, using: &generator)
    {
      run.make(step)
      trail.record(run, laws: book)
    }
    if run.broken == nil { run.finish() }
    if let law = run.broken {
      trail.counterexample = Shrinking(law, in: model).counterexample(from: run.steps)
    }
    return trail
  }
}

/// The result of a ``Walk``.
public struct Trail<M: Model> {
  /// The laws that were checked.
  public let laws: [Law<M>]

  /// The seed of the random steps.
  public let seed: UInt64

  /// The number of steps of the walk, before the counterexample was shortened.
  public private(set) var steps = 0

  /// A path to a broken law from which no single step can be left out; nil if none is broken.
  public internal(set) var counterexample: Counterexample<M>?

  /// The number of steps after which each `reachable` law first held, by the law's name.
  public private(set) var reached: [String: Int] = [:]

  init(laws: [Law<M>], seed: UInt64) {
    self.laws = laws
    self.seed = seed
  }

  /// Records the number of steps and the `reachable` laws that hold in the present state.
  mutating func record(_ run: ModelRun<M>, laws: LawBook<M>) {
    steps = run.steps.count
    for (law, holds) in laws.reachable where reached[law.name] == nil && holds(run.state) {
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
  public func unreached<M>() -> [String] where Element == Trail<M> {
    var laws: [Law<M>] = []
    var reached: Set<String> = []
    for trail in self {
      laws = trail.laws
      reached.formUnion(trail.reached.keys)
    }
    return laws.unreached(reached)
  }
}
