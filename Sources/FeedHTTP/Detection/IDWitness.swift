import FeedEffects

/// Finds out whether the guessed id of rows is none: two rows that share it differ in another field that is
/// made to be an id.
///
/// It sees each row that is read, also those that a source takes for rows that moved.
final class IDWitness: Sendable {
  private struct Memory {
    /// The hash values of the other ids, by that of the id. Hash values stay in the process.
    var known: [Int: [Int?]] = [:]

    /// The other ids that differ wherever two rows share the id.
    var better: [Int]

    /// What the rows are that share their id with an earlier one.
    var conflicts: Set<[Int?]> = []
  }

  private let others: [JSONPath]
  private let memory: Locked<Memory>

  /// How many rows are remembered. Where ids repeat they do so soon.
  private static let limit = 10_000

  /// - Parameter others: The paths of other fields that may be the id.
  init(others: [JSONPath]) {
    self.others = others
    memory = Locked(Memory(better: Array(others.indices)))
  }

  /// Notes a row.
  func note(_ row: JSONValue, id: String) {
    guard !others.isEmpty else { return }
    let ids = others.map { row[$0]?.id?.hashValue }
    memory.use { memory in
      guard let known = memory.known[id.hashValue] else {
        if memory.known.count < Self.limit { memory.known[id.hashValue] = ids }
        return
      }
      let differing = memory.better.filter {
        known[$0] != nil && ids[$0] != nil && known[$0] != ids[$0]
      }
      if !differing.isEmpty, memory.conflicts.insert(ids).inserted { memory.better = differing }
    }
  }

  /// How many rows have the id of another one, and the path of a better id; nil if none has.
  var conflict: (rows: Int, better: JSONPath)? {
    memory.use { memory in
      memory.conflicts.isEmpty
        ? nil : memory.better.first.map { (memory.conflicts.count, others[$0]) }
    }
  }
}
