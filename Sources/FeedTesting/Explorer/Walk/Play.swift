/// Moves made one after the other from the start of a world, until a law is broken.
struct Play<W: World> {
  private let world: W
  private let laws: LawBook<W>

  private(set) var moment: W.Moment
  private(set) var moves: [W.Move] = []
  private(set) var broken: Law<W>?

  /// The moves of a way on that does not lead to the end.
  private(set) var onwards: [W.Move] = []

  init(_ world: W, _ laws: LawBook<W>) {
    self.world = world
    self.laws = laws
    moment = world.start
    broken = laws.broken(at: moment)
  }

  /// Makes a move and checks the laws.
  mutating func make(_ move: W.Move) {
    let step = Step(move, at: moment, in: world)
    moves.append(move)
    moment = step.after
    broken = laws.broken(by: step) ?? laws.broken(at: moment)
  }

  /// Makes those of `moves` that there are when their turn comes, and then follows the ways on.
  mutating func make(_ moves: [W.Move]) {
    for move in moves where broken == nil && world.has(move, at: moment) { make(move) }
    if broken == nil { finish() }
  }

  /// Follows the ways on, and notes the first that does not lead to the end.
  mutating func finish() {
    for law in laws.finishing where law.ways != nil {
      let way = world.wayOn(from: moment, law)
      if way.isFinished || way.isForked { continue }
      broken = law.law
      onwards = way.moves
      return
    }
  }
}
