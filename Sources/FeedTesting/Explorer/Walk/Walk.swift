import FeedReducer

/// Makes random moves in a world, checks every law after each, and shrinks what it finds.
///
/// ```swift
/// let trail = Walk(world, laws: world.laws, seed: 7).run()
/// print(trail)  // seed 7, 400 steps
/// trail.failure  // nil
/// ```
///
/// An ``Explorer`` visits all of a small world; a walk gets far in a large one. When a law is
/// broken, moves are left out until no single one can be spared, so what is reported is short
/// however long the walk was. The same world, laws, seed and number of steps always give the same
/// result.
///
/// A law about finishing is checked at the end of the walk, where one way leads on from each
/// moment: it is followed. Where several do, or none are named, only an explorer can tell.
public struct Walk<W: World> {
  /// The world to walk in.
  public var world: W

  /// What has to hold.
  public var laws: [Law<W>]

  /// What decides which moves are made.
  public var seed: UInt64

  /// How many moves are made at most.
  public var steps: Int

  /// Creates a walk. It ends early only where a moment has no moves.
  public init(_ world: W, laws: [Law<W>], seed: UInt64, steps: Int = 400) {
    self.world = world
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
    var play = Play(world, book)
    var trail = Trail(laws: laws, seed: seed)
    trail.note(play, book)
    while play.broken == nil, play.moves.count < steps,
      let move = world.draw(at: play.moment, using: &generator)
    {
      play.make(move)
      trail.note(play, book)
    }
    if play.broken == nil { play.finish() }
    if let law = play.broken {
      trail.counterexample = Shrinking(world, law).counterexample(from: play.moves)
    }
    return trail
  }
}
