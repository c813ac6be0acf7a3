import Dispatch

/// Visits every reachable state of a model, breadth-first, and checks every law.
///
/// This is explicit-state model checking. Use it for a model that is small enough to be visited
/// completely, up to some million states. For a larger model use ``Walk``. The machine and the
/// model of this example are shown at ``ActionModel`` and ``Model``:
///
/// ```swift
/// let result = Explorer(
///   DoorModel(),
///   laws: [
///     .invariant("timed", says: "An open door has a timer.") { $0.isOpen == ($0.timers > 0) },
///     .reachable("opens", says: "The door can be opened.") { $0.isOpen },
///     .liveness("closes", says: "The door can always be closed.") { !$0.isOpen },
///   ]
/// ).run()
/// print(result)  // 2 states, 3 transitions, depth 1, everything visited
/// result.failure  // nil
/// ```
///
/// Besides the given laws it checks that ignored actions leave the machine's state as it was.
///
/// **Counterexamples.** The search is breadth-first, so the first counterexample is a shortest one.
/// The same model and laws always give the same result.
///
/// **Memory.** Only the states of the current and the next level are kept whole. For each visited
/// state the explorer keeps its fingerprint of 64 bits and the step that led to it, about 25 to 50
/// bytes. A liveness law needs one more byte for each state and eight for each transition.
///
/// **Limits.** States with equal fingerprints count as one; ``Exploration/collisionOdds`` says how
/// likely an error is. Nothing is proved about states beyond `maxStates` and `maxDepth`. Liveness
/// means that an end stays reachable, not that every run gets there.
public struct Explorer<M: Model> {
  /// The model to explore.
  public var model: M

  /// The laws to check, in this order: if a step breaks several, the first one is reported.
  public var laws: [Law<M>]

  /// The maximum number of states to visit.
  public var maxStates: Int

  /// The maximum number of steps from the initial state to a visited state.
  public var maxDepth: Int

  /// Whether states that count as one are compared: by default in debug builds.
  ///
  /// A fingerprint that forgets a part of the state makes one state of many, and most of them are never
  /// visited. ``Exploration/leftOut`` names the parts. Of the first thousand states each is compared with a
  /// few others.
  public var comparesStates = Self.isDebug

  private static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Creates an explorer. If a bound stops it, the result's ``Exploration/bound`` says so.
  ///
  /// - Parameters:
  ///   - model: The model to explore.
  ///   - laws: The laws to check.
  ///   - maxStates: The maximum number of states to visit, at most `UInt32.max - 1`.
  ///   - maxDepth: The maximum number of steps from the initial state to a visited state.
  public init(
    _ model: M, laws: [Law<M>], maxStates: Int = 1_000_000, maxDepth: Int = .max
  ) {
    self.model = model
    self.laws = laws
    self.maxStates = min(maxStates, Int(UInt32.max) - 1)
    self.maxDepth = maxDepth
  }

  /// Explores until all states are visited, a law is broken or a bound is reached.
  ///
  /// It runs on the calling thread.
  ///
  /// - Returns: The numbers of the search, and the counterexample if a law is broken.
  /// - Complexity: One call of `make` and of each law for each transition.
  public func run() -> Exploration<M> {
    var search = BreadthFirstSearch(self)
    search.run()
    return search.result
  }
}

extension Explorer where M.State: Sendable, M.Step: Sendable {
  /// Explores on all cores, with the same result as ``run()``.
  ///
  /// - Parameters:
  ///   - isStopped: Whether to stop with what was visited so far, which is no ``Exploration/bound``. It is
  ///     called on any thread.
  ///   - progress: Called again and again, on the calling thread.
  package func runInParallel(
    isStopped: @escaping @Sendable () -> Bool = { false }, progress: () -> Void = {}
  ) -> Exploration<M> {
    var search = BreadthFirstSearch(self)
    search.run(
      batch: 64, perform: performOnAllCores(count:_:), isStopped: isStopped, progress: progress)
    return search.result
  }
}

/// Calls `work` with each number below `count`, on all cores. Calls must not write to the same place.
///
/// It is not generic, so that the compiler specializes the search that calls it.
private func performOnAllCores(count: Int, _ work: (Int) -> Void) {
  withoutActuallyEscaping(work) { work in
    nonisolated(unsafe) let work = work
    DispatchQueue.concurrentPerform(iterations: count) { work($0) }
  }
}
