/// How a law is broken: the moves that lead there, and the script that repeats them.
public struct Counterexample<W: World> {
  /// The law that is broken.
  public let law: Law<W>

  /// The moves from the start to the broken law.
  public let moves: [W.Move]

  /// The script: one line for each move, after the lines that the world puts in front.
  public let script: [String]
}

extension Counterexample {
  /// Plays the moves in `world` and writes down their lines.
  ///
  /// - Parameter onwards: Moves that follow but lead nowhere.
  init(_ law: Law<W>, _ moves: [W.Move], onwards: [W.Move] = [], in world: W) {
    self.law = law
    self.moves = moves
    var moment = world.start
    func play(_ moves: [W.Move]) -> [String] {
      moves.map { move in
        defer { _ = world.make(move, at: &moment) }
        return world.line(for: move, at: moment)
      }
    }
    var lines = world.preamble + play(moves)
    if case .canStillFinish = law.kind {
      lines.append("# from here on the end is out of reach:")
      lines += play(onwards)
    }
    script = lines
  }
}

extension Counterexample: CustomStringConvertible {
  /// The law, the rule that it guards, the number of steps and the script.
  public var description: String {
    let steps = moves.count == 1 ? "1 step" : "\(moves.count) steps"
    let rule = law.rule.map { "guards \($0)\n" } ?? ""
    return "broken after \(steps): \(law.name)\n\(law.sentence)\n\(rule)"
      + script.map { "  \($0)\n" }.joined()
  }
}
