/// The steps of a session as a tree: each has one step before it, and may have several after it.
///
/// A branch is the way from the first step to a step with none after it. One of them is current.
struct History {
  /// A way through the history to a last step.
  struct Branch: Equatable {
    /// The number that commands use, from 1, in the order in which branches began.
    let number: Int

    /// The step after which it left the branch that was current then; nil for the first branch.
    let fork: Int?

    /// The last step, as an index of `nodes`.
    fileprivate(set) var last: Int
  }

  fileprivate struct Node {
    let entry: Entry

    /// The index of the step before; -1 for the first step.
    let parent: Int
  }

  private var nodes: [Node]

  /// The steps of the current branch, as indices of `nodes`.
  private var path: [Int]

  /// All branches, in the order of their numbers.
  private(set) var branches: [Branch]

  /// The number of the current branch.
  private(set) var branch = 1

  /// How many steps all branches have.
  var count: Int { nodes.count }

  init(first: Entry) {
    nodes = [Node(entry: first, parent: -1)]
    path = [0]
    branches = [Branch(number: 1, fork: nil, last: 0)]
  }

  /// Adds a step after the one at `position` of the current branch. If others follow there, or if it `forks`,
  /// it begins a branch, which becomes the current one.
  ///
  /// - Complexity: O(1); where a branch begins, O(*n*) in the steps that it leaves behind.
  mutating func add(_ entry: Entry, after position: Int, forks: Bool = false) {
    if forks || position < path.count - 1 {
      path.removeLast(path.count - 1 - position)
      branch = branches.count + 1
      branches.append(Branch(number: branch, fork: position, last: 0))
    }
    nodes.append(Node(entry: entry, parent: path[position]))
    path.append(nodes.count - 1)
    branches[branch - 1].last = nodes.count - 1
  }

  /// Forgets the steps after `position` of the current branch. They must be the ones that were made last.
  mutating func forget(after position: Int) {
    let count = path.count - 1 - position
    path.removeLast(count)
    nodes.removeLast(count)
    branches[branch - 1].last = path[position]
  }

  /// Makes the branch with this number the current one.
  ///
  /// - Complexity: O(*n*) in its steps.
  mutating func select(_ number: Int) {
    branch = number
    path = path(to: branches[number - 1].last)
  }

  /// The steps of the branch with this number.
  func entries(of number: Int) -> Entries {
    Entries(nodes: nodes, path: path(to: branches[number - 1].last))
  }

  /// The last step of the branch with this number.
  ///
  /// - Complexity: O(1).
  func lastEntry(of number: Int) -> Entry { nodes[branches[number - 1].last].entry }

  /// Each step of each branch but the first, after the step before it.
  var steps: [(before: Entry, entry: Entry)] {
    nodes.dropFirst().map { (nodes[$0.parent].entry, $0.entry) }
  }

  private func path(to last: Int) -> [Int] {
    var path: [Int] = []
    var index = last
    while index >= 0 {
      path.append(index)
      index = nodes[index].parent
    }
    return path.reversed()
  }

  /// The steps of the current branch.
  var entries: Entries { Entries(nodes: nodes, path: path) }

  /// The steps of a branch, in order.
  struct Entries: RandomAccessCollection {
    fileprivate let nodes: [Node]
    fileprivate let path: [Int]

    var startIndex: Int { 0 }
    var endIndex: Int { path.count }

    subscript(position: Int) -> Entry { nodes[path[position]].entry }
  }
}
