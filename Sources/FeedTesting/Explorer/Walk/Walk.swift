import FeedReducer

/// Makes random moves in a model, checks every law after each, and shrinks what it finds.
///
/// ```swift
/// let trail = Walk(model, laws: model.laws, seed: 7).run()
/// print(trail)  // seed 7, 400 steps
/// trail.failure  // nil
/// ```
///
/// An ``Explorer`` visits all of a small model; a walk gets far in a large one. When a law is
/// broken, moves are left out until no single one can be spared, so what is reported is short
/// however long the walk was. The same model, laws, seed and number of steps always give the same
/// result.
///
/// A law about finishing is checked at the end of the walk, where one way leads on from each
/// state: it is followed. Where several do, or none are named, only an explorer can tell.
public struct Walk<W: Model> {
  /// The model to walk in.
  public var model: W

  /// What has to hold.
  public var laws: [Law<W>]

  /// What decides which moves are made.
  public var seed: UInt64

  /// How many moves are made at most.
  public var steps: Int

  /// Creates a walk. It ends early only where a state has no moves.
  public init(_ model: W, laws: [Law<W>], seed: UInt64, steps: Int = 400) {
    self.model = model
    self.laws = laws
    self.seed = seed
    self.steps = steps
  }

  /// Walks until a law is broken or all steps are made.
  ///
  /// - Complexity: A call of `make` and of every law for each step. A broken law costs as much
  ///   again for each shorter way that is tried, O(*n* log *n*) of them in the usual case.
  public func run() -> Trail<W> {
    let book = LawBook(laws)
    var generator = SplitMix64(seed: seed)
    var play = Play(model, book)
    var trail = Trail(laws: laws, seed: seed)
    trail.note(play, book)
    while play.broken == nil, play.steps.count < steps,
      let step = model.draw(at: play.state, using: &generator)
    {
      play.make(step)
      trail.note(play, book)
    }
    if play.broken == nil { play.finish() }
    if let law = play.broken {
      trail.counterexample = Shrinking(model, law).counterexample(from: play.steps)
    }
    return trail
  }
}
