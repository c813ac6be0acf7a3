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
  private var merged: MergedStates<M>?
  private var level: [Held<M.State>] = []
  private var nextLevel: [Held<M.State>] = []

  private(set) var result: Exploration<M>

  init(_ explorer: Explorer<M>) {
    model = explorer.model
    maxStates = explorer.maxStates
    maxDepth = explorer.maxDepth
    merged = explorer.comparesStates ? MergedStates(in: model) : nil
    result = Exploration(laws: explorer.laws)
    laws = LawBook(explorer.laws + [.ignoring(in: explorer.model)])
    graphs = laws.liveness.map { _ in LivenessGraph() }
    beyond = laws.liveness.map { _ in FingerprintTable() }
  }

  /// Searches level by level.
  ///
  /// - Parameters:
  ///   - batch: How many states are expanded before what they lead to is added.
  ///   - perform: Calls a closure with each number below the first argument, on any threads.
  ///   - isStopped: Whether to stop, asked on these threads. A batch that was stopped does not count.
  ///   - progress: Called before a batch is added.
  mutating func run(
    batch: Int = 1,
    perform: (Int, (Int) -> Void) -> Void = { count, work in
      for index in 0..<count { work(index) }
    }, isStopped: @escaping () -> Bool = { false }, progress: () -> Void = {}
  ) {
    let start = model.start
    if visit(start, model.fingerprint(of: start), from: 0, choice: 0) == nil { return finish() }
    var first = 0
    while result.counterexample == nil, !nextLevel.isEmpty {
      if result.depth == maxDepth {
        result.bound = .depth(maxDepth)
        break
      }
      level = nextLevel
      nextLevel = []
      for start in stride(from: 0, to: level.count, by: batch) where result.counterexample == nil {
        let states = level[start..<min(start + batch, level.count)]
        let ways = ways(from: states, perform: perform, isStopped: isStopped)
        if isStopped() { return finish(expanded: first + start) }
        progress()
        for (index, ways) in zip(states.indices, ways) where result.counterexample == nil {
          add(ways, from: level[index], number: first + index)
        }
      }
      first += level.count
      if !nextLevel.isEmpty { result.depth += 1 }
    }
    finish(expanded: first)
  }

  /// Adds the ways that lead on from a state, in their order.
  ///
  /// - Parameters:
  ///   - found: The ways.
  ///   - held: The state.
  ///   - index: The number of the state.
  private mutating func add(_ found: [Way], from held: Held<M.State>, number index: Int) {
    let ways = laws.liveness.map { $0.ways?(held.state) }
    for (choice, way) in found.enumerated() {
      result.transitions += 1
      if let law = way.brokenByStep { return report(law, at: index, then: choice) }
      let after = way.transition.after
      let reached = way.fingerprint.map { visit(after, $0, from: index, choice: choice) } ?? index
      if result.counterexample != nil { return }
      for law in graphs.indices where ways[law]?.contains(way.transition.step) != false {
        graphs[law].addEdge(index, to: reached ?? follow(law, from: after))
      }
    }
  }

  /// Checks a state if it is new.
  ///
  /// - Returns: The number of the state; nil if `maxStates` states were visited already.
  private mutating func visit(
    _ state: M.State, _ fingerprint: UInt64, from parent: Int, choice: Int
  ) -> Int? {
    if let index = table.index(of: fingerprint) {
      merged?.compare(state, withNumber: index)
      return index
    }
    if table.count >= maxStates {
      result.bound = .states(maxStates)
      return nil
    }
    let index = table.count
    table.append(fingerprint)
    parents.append(UInt32(parent))
    choices.append(UInt16(choice))
    let held = Held(state)
    merged?.keep(held)
    nextLevel.append(held)
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
    result.leftOut = merged?.fields ?? []
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

// MARK: - Ways

extension BreadthFirstSearch {
  /// A step from a state, carried out, with what can be told of it without the other states.
  private struct Way {
    let transition: ModelTransition<M>

    /// The law that the step breaks.
    var brokenByStep: Law<M>?

    /// The fingerprint of the state after the step; nil if nothing has changed.
    var fingerprint: UInt64?
  }

  /// Carries out every step of each of the states, unless the search is stopped.
  private func ways(
    from states: ArraySlice<Held<M.State>>, perform: (Int, (Int) -> Void) -> Void,
    isStopped: @escaping () -> Bool
  ) -> [[Way]] {
    [[Way]](unsafeUninitializedCapacity: states.count) { buffer, count in
      let first = buffer.baseAddress
      perform(states.count) { index in
        let ways = isStopped() ? [] : ways(from: states[states.startIndex + index])
        first.map { $0 + index }?.initialize(to: ways)
      }
      count = states.count
    }
  }

  /// Carries out every step of a state, up to one that breaks a law.
  private func ways(from held: Held<M.State>) -> [Way] {
    var ways: [Way] = []
    for step in model.steps(at: held.state) where ways.last?.brokenByStep == nil {
      let transition = ModelTransition(step, at: held, in: model)
      var way = Way(transition: transition)
      if model.isUnchanged(transition) {
        way.brokenByStep = laws.broken(byUnchanged: transition)
      } else {
        way.brokenByStep = laws.broken(by: transition)
        way.fingerprint = model.fingerprint(of: transition.after)
      }
      ways.append(way)
    }
    return ways
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
