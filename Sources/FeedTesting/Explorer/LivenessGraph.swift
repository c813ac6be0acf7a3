/// The states of a search and the edges that count for one liveness law.
struct LivenessGraph {
  private var isFinished: [Bool] = []
  private var from: [UInt32] = []
  private var to: [UInt32] = []

  /// The states with an edge to a state that was not visited.
  private var cut: [UInt32] = []

  /// Adds the next state.
  mutating func append(isFinished: Bool) {
    self.isFinished.append(isFinished)
  }

  /// Adds an edge from one state to another.
  ///
  /// - Parameter end: The state that the edge leads to; nil if that state was not visited.
  mutating func addEdge(_ start: Int, to end: Int?) {
    guard let end else { return cut.append(UInt32(start)) }
    if end == start { return }
    from.append(UInt32(start))
    to.append(UInt32(end))
  }

  /// Returns the first visited state that reaches no finished state, and the number of undecided ones.
  ///
  /// States beyond the bound are not decided: of those the search knows one path at most.
  ///
  /// - Parameter unexpanded: The states whose steps were not carried out. A state that reaches no
  ///   finished state but one of these is undecided.
  /// - Complexity: O(*n*) in the number of states and edges.
  func verdict(unexpanded: Range<Int>) -> (stuck: Int?, undecided: Int) {
    let backward = backwardEdges()
    let finishing = reach(from: isFinished.indices.filter { isFinished[$0] }, by: backward)
    let open = reach(from: unexpanded + cut.map(Int.init), by: backward)
    let rest = finishing.indices.filter { !finishing[$0] }
    let stuck = rest.first { $0 < unexpanded.upperBound && !open[$0] }
    return (stuck, rest.count { open[$0] })
  }

  /// The start of every edge, sorted by its end: the starts for state `i` begin at `first[i]`.
  private func backwardEdges() -> (first: [Int], starts: [UInt32]) {
    var first = Array(repeating: 0, count: isFinished.count + 1)
    for end in to { first[Int(end) + 1] += 1 }
    for index in isFinished.indices { first[index + 1] += first[index] }
    var free = first
    var starts = Array(repeating: UInt32(0), count: to.count)
    for (edge, end) in to.enumerated() {
      starts[free[Int(end)]] = from[edge]
      free[Int(end)] += 1
    }
    return (first, starts)
  }

  /// Returns for each state whether one of `goals` is reachable from it.
  private func reach(from goals: [Int], by edges: (first: [Int], starts: [UInt32])) -> [Bool] {
    var isReached = Array(repeating: false, count: isFinished.count)
    for goal in goals { isReached[goal] = true }
    var queue = goals
    while let index = queue.popLast() {
      for edge in edges.first[index]..<edges.first[index + 1] {
        let start = Int(edges.starts[edge])
        if isReached[start] { continue }
        isReached[start] = true
        queue.append(start)
      }
    }
    return isReached
  }
}
