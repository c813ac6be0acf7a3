/// Visits every state of a model, nearest first, and checks every law in each.
///
/// ```swift
/// let result = Explorer(model, laws: laws).run()
/// print(result)  // cursor: 9,120 states, 81,244 transitions, depth 14, everything visited
/// result.failure  // nil
/// ```
///
/// The search is breadth-first, so the first counterexample is a shortest one. A state that was
/// seen before is told by its fingerprint of 64 bits; only the states at the edge of the search
/// are kept whole, of the others the fingerprint and the way that led there (about twenty bytes).
/// Two states with one fingerprint would be taken for the same; the result says how likely that
/// is. The same model and laws always give the same result.
public struct Explorer<W: Model> {
  /// The model to explore.
  public var model: W

  /// What has to hold.
  public var laws: [Law<W>]

  /// How many states are visited at most.
  public var maxStates: Int

  /// How many moves lie between the start and a visited state at most.
  public var maxDepth: Int

  /// Creates an explorer. It stops at the bounds and says that it did.
  public init(
    _ model: W, laws: [Law<W>], maxStates: Int = 1_000_000, maxDepth: Int = .max
  ) {
    self.model = model
    self.laws = laws
    self.maxStates = min(maxStates, Int(UInt32.max) - 1)
    self.maxDepth = maxDepth
  }

  /// Explores the model until everything is visited, a law is broken or a bound is hit.
  ///
  /// - Complexity: A call of `make` and of every law for each transition.
  public func run() -> Exploration<W> {
    var search = Search(self)
    search.run()
    return search.result
  }
}
