/// Leaves out moves for as long as the rest breaks the same law: delta debugging.
struct Shrinking<W: World> {
  private let world: W
  private let law: Law<W>
  private let laws: LawBook<W>

  init(_ world: W, _ law: Law<W>) {
    self.world = world
    self.law = law
    laws = LawBook([law])
  }

  /// The counterexample with the fewest of `moves`, which break the law.
  func counterexample(from moves: [W.Move]) -> Counterexample<W> {
    let moves = shrink(moves)
    var play = Play(world, laws)
    play.make(moves)
    return Counterexample(law, moves, onwards: play.onwards, in: world)
  }

  /// Leaves out chunks of half of the moves, then of a quarter and so on down to single ones; the
  /// last round is repeated until no single move can be spared.
  private func shrink(_ moves: [W.Move]) -> [W.Move] {
    var moves = breaking(moves) ?? moves
    var size = max(1, moves.count / 2)
    while size > 0 {
      let count = moves.count
      moves = leaveOut(chunksOf: size, from: moves)
      if size > 1 || moves.count == count { size /= 2 }
    }
    return moves
  }

  private func leaveOut(chunksOf size: Int, from moves: [W.Move]) -> [W.Move] {
    var moves = moves
    var start = 0
    while start < moves.count {
      var rest = moves
      rest.removeSubrange(start..<min(start + size, moves.count))
      if let shorter = breaking(rest) { moves = shorter } else { start += size }
    }
    return moves
  }

  /// Those of `moves` that are made until they break the law; nil if they do not.
  private func breaking(_ moves: [W.Move]) -> [W.Move]? {
    var play = Play(world, laws)
    play.make(moves)
    return play.broken == nil ? nil : play.moves
  }
}
