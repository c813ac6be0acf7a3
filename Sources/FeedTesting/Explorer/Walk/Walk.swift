import FeedReducer

/// Takes random steps in a model and shortens the path to a broken law.
///
/// It checks the laws after each step, and that ignored actions leave the machine's state as it
/// was. In a state without steps it goes back to the initial state, until its steps are used up.
/// Use it for a model that is too large for an ``Explorer``. A walk proves nothing, but it reaches
/// deep states. Run it with many seeds.
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
/// When a law is broken, the walk takes the steps since its last restart and leaves out steps until
/// every single one is needed. So the counterexample is short, however long the walk was. The same
/// model, laws, seed and number of steps always give the same result.
///
/// A liveness law is checked at the end of the walk and in each state without steps, if it names a
/// path with `by:`. If the path forks, or the law names none, only an explorer can decide the law.
public struct Walk<M: Model> {
  /// The model to walk in.
  public var model: M

  /// The laws to check.
  public var laws: [Law<M>]

  /// The seed of the random steps.
  public var seed: UInt64

  /// The maximum number of steps, with those after each restart.
  public var steps: Int

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - model: The model to walk in.
  ///   - laws: The laws to check.
  ///   - seed: The seed of the random steps. Each seed gives another walk.
  ///   - steps: The maximum number of steps, with those after each restart. The walk ends earlier
  ///     only if a law is broken or the initial state has no steps.
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
    while run.broken == nil, trail.steps < steps {
      if let step = model.draw(at: run.state, using: &generator) {
        run.make(step)
        trail.steps += 1
      } else {
        if run.steps.isEmpty { break }
        run.finish()
        if run.broken != nil { break }
        run = ModelRun(model, laws: book)
        trail.restarts += 1
      }
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
  /// The laws that the walk was given. ``counterexample`` may have the law of every machine.
  public let laws: [Law<M>]

  /// The seed of the random steps.
  public let seed: UInt64

  /// The number of steps of the walk, before the counterexample was shortened.
  ///
  /// The steps after each restart are counted too.
  public fileprivate(set) var steps = 0

  /// How often the walk went back to the initial state, because a state had no steps.
  public fileprivate(set) var restarts = 0

  /// A path to a broken law from which no single step can be left out; nil if none is broken.
  public internal(set) var counterexample: Counterexample<M>?

  /// The number of steps after which each `reachable` law first held, by the law's name.
  public private(set) var reached: [String: Int] = [:]

  init(laws: [Law<M>], seed: UInt64) {
    self.laws = laws
    self.seed = seed
  }

  /// Records the `reachable` laws that hold in the present state.
  mutating func record(_ run: ModelRun<M>, laws: LawBook<M>) {
    for (law, holds) in laws.reachable where reached[law.name] == nil && holds(run.state) {
      reached[law.name] = steps
    }
  }
}

extension Trail {
  /// The names of the `reachable` laws that held in no state of this walk.
  ///
  /// This is no failure: a single walk is not expected to reach everything. For several walks use
  /// `unreached()` of a sequence of trails.
  public var unreached: [String] {
    laws.unreached(Set(reached.keys))
  }

  /// A message about the broken law, with the seed; nil if no law is broken.
  ///
  /// It does not mention ``unreached`` laws: they are no failure of a single walk.
  public var failure: String? {
    counterexample.map {
      "seed \(seed) breaks a law after \(steps.counted("step")), in short:\n\($0)"
    }
  }
}

extension Trail: CustomStringConvertible {
  /// The seed, the numbers of steps and restarts and what was not reached, then the failure.
  public var description: String {
    var lines = ["seed \(seed), \(steps.counted("step"))"]
    if restarts > 0 { lines[0] += ", \(restarts.counted("restart"))" }
    if !unreached.isEmpty {
      lines.append("not reached on this walk: \(unreached.joined(separator: ", "))")
    }
    if let failure { lines.append(failure) }
    return lines.joined(separator: "\n")
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
