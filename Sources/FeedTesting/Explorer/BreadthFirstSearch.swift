import FeedReducer

/// A breadth-first search in progress.
///
/// States are numbered in the order in which they are found. A path is not stored: each state keeps
/// the number of its parent and the index of the step that led from there.
struct BreadthFirstSearch<M: Model> {
  private let model: M
  private let maxStates: Int
  private let maxDepth: Int
  private let laws: LawBook<M>
  private var graphs: [LivenessGraph]

  /// For each liveness law, the states on its paths beyond the bound.
  ///
  /// Their numbers continue those of the visited states.
  private var beyond: [FingerprintTable]

  private var table = FingerprintTable()
  private var parents: [UInt32] = []
  private var choices: [UInt16] = []
  private var level: [Held<M.State>] = []
  private var nextLevel: [Held<M.State>] = []

  private(set) var result: Exploration<M>

  init(_ explorer: Explorer<M>) {
    model = explorer.model
    maxStates = explorer.maxStates
    maxDepth = explorer.maxDepth
    result = Exploration(laws: explorer.laws)
    laws = LawBook(explorer.laws + [.ignoring(in: explorer.model)])
    graphs = laws.liveness.map { _ in LivenessGraph() }
    beyond = laws.liveness.map { _ in FingerprintTable() }
  }

  mutating func run() {
    if visit(model.start, from: 0, choice: 0) == nil { return finish() }
    var first = 0
    while result.counterexample == nil, !nextLevel.isEmpty {
      if result.depth == maxDepth {
        result.bound = .depth(maxDepth)
        break
      }
      level = nextLevel
      nextLevel = []
      for (offset, state) in level.enumerated() {
        expand(state, number: first + offset)
        if result.counterexample != nil { break }
      }
      first += level.count
      if !nextLevel.isEmpty { result.depth += 1 }
    }
    finish(expanded: first)
  }

  /// Carries out every step of a state.
  ///
  /// - Parameters:
  ///   - held: The state.
  ///   - index: The number of the state.
  private mutating func expand(_ held: Held<M.State>, number index: Int) {
    let ways = laws.liveness.map { $0.ways?(held.state) }
    for (choice, step) in model.steps(at: held.state).enumerated() {
      result.transitions += 1
      let transition = ModelTransition(step, at: held, in: model)
      let isUnchanged = model.isUnchanged(transition)
      let law = isUnchanged ? laws.broken(byUnchanged: transition) : laws.broken(by: transition)
      if let law { return report(law, at: index, then: choice) }
      let reached = isUnchanged ? index : visit(transition.after, from: index, choice: choice)
      if result.counterexample != nil { return }
      for law in graphs.indices where ways[law]?.contains(step) != false {
        graphs[law].addEdge(index, to: reached ?? follow(law, from: transition.after))
      }
    }
  }

  /// Checks a state if it is new.
  ///
  /// - Returns: The number of the state; nil if `maxStates` states were visited already.
  private mutating func visit(_ state: M.State, from parent: Int, choice: Int) -> Int? {
    let fingerprint = model.fingerprint(of: state)
    if let index = table.index(of: fingerprint) { return index }
    if table.count >= maxStates {
      result.bound = .states(maxStates)
      return nil
    }
    let index = table.count
    table.append(fingerprint)
    parents.append(UInt32(parent))
    choices.append(UInt16(choice))
    nextLevel.append(Held(state))
    result.states = table.count
    if let law = laws.broken(at: state) {
      report(law, at: index)
      return index
    }
    for (law, holds) in laws.reachable where result.reached[law.name] == nil && holds(state) {
      result.reached[law.name] = path(to: index).count
    }
    for law in graphs.indices {
      graphs[law].append(isFinished: laws.liveness[law].isFinished(state))
    }
    return index
  }

  /// Decides the liveness laws.
  ///
  /// - Parameter expanded: The number of states whose steps were carried out.
  private mutating func finish(expanded: Int = 0) {
    for (law, graph) in zip(laws.liveness, graphs) where result.counterexample == nil {
      let verdict = graph.verdict(unexpanded: expanded..<table.count)
      result.undecided = max(result.undecided, verdict.undecided)
      guard let stuck = verdict.stuck else { continue }
      let steps = steps(along: path(to: stuck))
      var state = model.start
      for step in steps { _ = model.make(step, at: &state) }
      let onwards = model.path(of: law, from: state).steps
      result.counterexample = Counterexample(law.law, steps: steps, onwards: onwards, in: model)
    }
  }
}

// MARK: - Beyond the bound

extension BreadthFirstSearch {
  /// Follows a law's path from a state beyond the bound to a known or finished state.
  ///
  /// It takes one step for each state where a search would take all. So a law with a single path is
  /// decided in spite of the bound.
  ///
  /// - Parameter law: The index of the law among the liveness laws.
  /// - Returns: The number of the state; nil if the law names no path.
  private mutating func follow(_ law: Int, from start: M.State) -> Int? {
    guard let ways = laws.liveness[law].ways else { return nil }
    var state = start
    let first = number(of: state, law: law)
    var (index, isNew) = first
    while isNew, !laws.liveness[law].isFinished(state) {
      let steps = ways(state)
      if steps.count > 1 { graphs[law].addEdge(index, to: nil) }
      guard steps.count == 1 else { break }
      _ = model.make(steps[0], at: &state)
      let next = number(of: state, law: law)
      graphs[law].addEdge(index, to: next.index)
      (index, isNew) = next
    }
    return first.index
  }

  /// Returns the number of a state that may be beyond the bound, and whether the number is new.
  private mutating func number(of state: M.State, law: Int) -> (index: Int, isNew: Bool) {
    let fingerprint = model.fingerprint(of: state)
    if let index = table.index(of: fingerprint) { return (index, false) }
    if let index = beyond[law].index(of: fingerprint) { return (table.count + index, false) }
    beyond[law].append(fingerprint)
    graphs[law].append(isFinished: laws.liveness[law].isFinished(state))
    return (table.count + beyond[law].count - 1, true)
  }
}

// MARK: - Paths

extension BreadthFirstSearch {
  private mutating func report(_ law: Law<M>, at index: Int, then choice: Int? = nil) {
    var choices = path(to: index)
    if let choice { choices.append(choice) }
    result.counterexample = Counterexample(law, steps: steps(along: choices), in: model)
  }

  /// The index of each step on the path from the initial state to the state `index`.
  private func path(to index: Int) -> [Int] {
    var path: [Int] = []
    var state = index
    while state > 0 {
      path.append(Int(choices[state]))
      state = Int(parents[state])
    }
    return path.reversed()
  }

  private func steps(along path: [Int]) -> [M.Step] {
    var state = model.start
    return path.map { choice in
      let step = model.steps(at: state)[choice]
      _ = model.make(step, at: &state)
      return step
    }
  }
}
