/// The states of a search and the ways on between them, for finding those that lead nowhere.
struct OnwardGraph {
  private var isFinished: [Bool] = []
  private var from: [UInt32] = []
  private var to: [UInt32] = []

  /// The states with a way on to a state that there was no room for.
  private var cut: [UInt32] = []

  /// Adds the next state.
  mutating func append(isFinished: Bool) {
    self.isFinished.append(isFinished)
  }

  /// Adds a way on; to nil where what it leads to was left out.
  mutating func addEdge(_ start: Int, to end: Int?) {
    guard let end else { return cut.append(UInt32(start)) }
    if end == start { return }
    from.append(UInt32(start))
    to.append(UInt32(end))
  }

  /// Returns the first state from which no finished one is reachable, and how many are undecided.
  ///
  /// - Parameter unexpanded: The states whose moves were not looked at. What they can reach is not
  ///   known, so a state that can only reach those is undecided.
  func verdict(unexpanded: Range<Int>) -> (stuck: Int?, undecided: Int) {
    let ways = waysBack()
    let finishing = reach(from: isFinished.indices.filter { isFinished[$0] }, ways)
    let open = reach(from: unexpanded + cut.map(Int.init), ways)
    let rest = finishing.indices.filter { !finishing[$0] }
    return (rest.first { !open[$0] }, rest.count { open[$0] })
  }

  /// The starts of the ways that lead to each state, sorted by where they lead.
  private func waysBack() -> (first: [Int], starts: [UInt32]) {
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

  /// Which states have a way to one of `goals`.
  private func reach(from goals: [Int], _ ways: (first: [Int], starts: [UInt32])) -> [Bool] {
    var isReached = Array(repeating: false, count: isFinished.count)
    for goal in goals { isReached[goal] = true }
    var queue = goals
    while let index = queue.popLast() {
      for edge in ways.first[index]..<ways.first[index + 1] {
        let start = Int(ways.starts[edge])
        if isReached[start] { continue }
        isReached[start] = true
        queue.append(start)
      }
    }
    return isReached
  }
}
