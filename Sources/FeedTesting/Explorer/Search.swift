import FeedReducer

/// A breadth-first search under way.
struct Search<W: World> {
  private let world: W
  private let maxStates: Int
  private let maxDepth: Int
  private let laws: LawBook<W>
  private var graphs: [OnwardGraph]

  /// For each law about finishing, what lies on its ways beyond the bound: numbered on from the
  /// visited moments.
  private var beyond: [FingerprintTable]

  private var table = FingerprintTable()
  private var parents: [UInt32] = []
  private var choices: [UInt16] = []
  private var level: [Held<W.Moment>] = []
  private var nextLevel: [Held<W.Moment>] = []

  private(set) var result: Exploration<W>

  init(_ explorer: Explorer<W>) {
    world = explorer.world
    maxStates = explorer.maxStates
    maxDepth = explorer.maxDepth
    result = Exploration(laws: explorer.laws)
    laws = LawBook(explorer.laws)
    graphs = laws.finishing.map { _ in OnwardGraph() }
    beyond = laws.finishing.map { _ in FingerprintTable() }
  }

  mutating func run() {
    if visit(world.start, from: 0, choice: 0) == nil { return finish() }
    var first = 0
    while result.counterexample == nil, !nextLevel.isEmpty {
      if result.depth == maxDepth {
        result.bound = .depth(maxDepth)
        break
      }
      level = nextLevel
      nextLevel = []
      for (offset, moment) in level.enumerated() {
        expand(moment, first + offset)
        if result.counterexample != nil { break }
      }
      first += level.count
      if !nextLevel.isEmpty { result.depth += 1 }
    }
    finish(expanded: first)
  }

  /// Makes every move that `moment` has.
  private mutating func expand(_ held: Held<W.Moment>, _ index: Int) {
    let ways = laws.finishing.map { $0.ways?(held.moment) }
    for (choice, move) in world.moves(at: held.moment).enumerated() {
      result.transitions += 1
      let step = Step(move, at: held, in: world)
      let isUnchanged = world.isUnchanged(step)
      let law = isUnchanged ? laws.broken(byUnchanged: step) : laws.broken(by: step)
      if let law { return report(law, index, then: choice) }
      let reached = isUnchanged ? index : visit(step.after, from: index, choice: choice)
      if result.counterexample != nil { return }
      for place in graphs.indices where ways[place]?.contains(move) != false {
        graphs[place].addEdge(index, to: reached ?? follow(from: step.after, place))
      }
    }
  }

  /// Looks at a moment if it is new, and returns its index; nil where there is no more room.
  private mutating func visit(_ moment: W.Moment, from parent: Int, choice: Int) -> Int? {
    let fingerprint = world.fingerprint(of: moment)
    if let index = table.index(of: fingerprint) { return index }
    if table.count >= maxStates {
      result.bound = .states(maxStates)
      return nil
    }
    let index = table.count
    table.append(fingerprint)
    parents.append(UInt32(parent))
    choices.append(UInt16(choice))
    nextLevel.append(Held(moment))
    result.states = table.count
    if let law = laws.broken(at: moment) {
      report(law, index, then: nil)
      return index
    }
    for (law, holds) in laws.sometimes where result.reached[law.name] == nil && holds(moment) {
      result.reached[law.name] = path(to: index).count
    }
    for place in graphs.indices {
      graphs[place].append(isFinished: laws.finishing[place].isFinished(moment))
    }
    return index
  }

  /// Decides the laws about finishing.
  private mutating func finish(expanded: Int = 0) {
    for (place, graph) in graphs.enumerated() where result.counterexample == nil {
      let law = laws.finishing[place]
      let verdict = graph.verdict(unexpanded: expanded..<table.count)
      result.undecided = max(result.undecided, verdict.undecided)
      guard let stuck = verdict.stuck else { continue }
      let moves = moves(along: path(to: stuck))
      var moment = world.start
      for move in moves { _ = world.make(move, at: &moment) }
      let onwards = world.wayOn(from: moment, law).moves
      result.counterexample = Counterexample(law.law, moves, onwards: onwards, in: world)
    }
  }
}

// MARK: - Beyond the bound

extension Search {
  /// Follows a law's way from a moment for which there was no room to one that is known or the end.
  ///
  /// It is one move a moment where every move would be many, so it decides what the bound left open.
  ///
  /// - Returns: The number of the moment; nil where the law does not say which way.
  private mutating func follow(from start: W.Moment, _ place: Int) -> Int? {
    guard let ways = laws.finishing[place].ways else { return nil }
    var moment = start
    let first = number(of: moment, place)
    var (index, isNew) = first
    while isNew, !laws.finishing[place].isFinished(moment) {
      let moves = ways(moment)
      if moves.count > 1 { graphs[place].addEdge(index, to: nil) }
      guard moves.count == 1 else { break }
      _ = world.make(moves[0], at: &moment)
      let next = number(of: moment, place)
      graphs[place].addEdge(index, to: next.index)
      (index, isNew) = next
    }
    return first.index
  }

  /// The number of a moment that may lie beyond the bound; a new one if it has none.
  private mutating func number(of moment: W.Moment, _ place: Int) -> (index: Int, isNew: Bool) {
    let fingerprint = world.fingerprint(of: moment)
    if let index = table.index(of: fingerprint) { return (index, false) }
    if let index = beyond[place].index(of: fingerprint) { return (table.count + index, false) }
    beyond[place].append(fingerprint)
    graphs[place].append(isFinished: laws.finishing[place].isFinished(moment))
    return (table.count + beyond[place].count - 1, true)
  }
}

// MARK: - Ways

extension Search {
  private mutating func report(_ law: Law<W>, _ index: Int, then choice: Int?) {
    var choices = path(to: index)
    if let choice { choices.append(choice) }
    result.counterexample = Counterexample(law, moves(along: choices), in: world)
  }

  /// Which move was taken at each moment on the way to `index`.
  private func path(to index: Int) -> [Int] {
    var path: [Int] = []
    var place = index
    while place > 0 {
      path.append(Int(choices[place]))
      place = Int(parents[place])
    }
    return path.reversed()
  }

  private func moves(along path: [Int]) -> [W.Move] {
    var moment = world.start
    return path.map { choice in
      let move = world.moves(at: moment)[choice]
      _ = world.make(move, at: &moment)
      return move
    }
  }
}
