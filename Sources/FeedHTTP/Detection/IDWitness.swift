import FeedEffects

/// Finds out whether the guessed id of rows is none: two rows that share it differ in another field that is
/// made to be an id, or in anything where the id is a weak guess.
///
/// It sees each row that is read, also those that a source takes for rows that moved.
final class IDWitness: Sendable {
  /// A row as it is compared: the hash values of its other ids, and that of the row.
  private struct Seen {
    let ids: [Int?]
    let value: Int
  }

  private struct Memory {
    /// The rows, by the hash value of the id. Hash values stay in the process.
    var known: [Int: Seen] = [:]

    /// The other ids that differ wherever two rows share the id.
    var better: [Int]

    /// How many rows came again, and how many of them were another one.
    var repeated = 0
    var changed = 0

    /// What the rows are that share their id with an earlier one.
    var conflicts: Set<[Int?]> = []
  }

  private let others: [JSONPath]
  private let isWeak: Bool

  /// Whether a row is its own id: two that are the same can't be told apart.
  private let isOfValues: Bool
  private let memory: Locked<Memory>

  /// How many rows are remembered. Where ids repeat they do so soon.
  private static let limit = 10_000

  /// - Parameters:
  ///   - others: The paths of other fields that may be the id.
  ///   - isWeak: Whether rows that share the id may well be two.
  ///   - isOfValues: Whether a row is its own id.
  init(others: [JSONPath], isWeak: Bool, isOfValues: Bool) {
    self.others = others
    self.isWeak = isWeak
    self.isOfValues = isOfValues
    // Behind the other ids stands the whole row.
    memory = Locked(Memory(better: Array(0..<(others.count + (isWeak ? 1 : 0)))))
  }

  /// Forgets all rows, where the list is read again: they may have changed meanwhile.
  func forget() {
    memory.use { memory in
      memory.known = [:]
      memory.conflicts = []
      (memory.repeated, memory.changed) = (0, 0)
    }
  }

  /// Notes a row.
  func note(_ row: JSONValue, id: String) {
    let key = id.hashValue
    memory.use { memory in
      guard let known = memory.known[key] else {
        if memory.known.count < Self.limit { memory.known[key] = seen(row) }
        return
      }
      let again = seen(row)
      memory.repeated += 1
      if known.value != again.value { memory.changed += 1 }
      let differing = memory.better.filter {
        known.ids[$0] != nil && again.ids[$0] != nil && known.ids[$0] != again.ids[$0]
      }
      if !differing.isEmpty, memory.conflicts.insert(again.ids).inserted {
        memory.better = differing
      }
    }
  }

  private func seen(_ row: JSONValue) -> Seen {
    let value = row.hashValue
    return Seen(
      ids: others.map { row[$0]?.id?.hashValue } + (isWeak ? [value] : []), value: value)
  }

  /// How many rows have the id of another one, and the path of a better id, if there is one; nil if none has.
  var conflict: (rows: Int, better: JSONPath?)? {
    memory.use { memory in
      guard !memory.conflicts.isEmpty, let better = memory.better.first else { return nil }
      return (memory.conflicts.count, others.indices.contains(better) ? others[better] : nil)
    }
  }

  /// How many rows that came again were another one, where these are too many for rows that have changed; nil if they are
  /// few.
  var changedRows: Int? {
    memory.use { memory in
      memory.changed > 2 && memory.changed * 20 > memory.known.count ? memory.changed : nil
    }
  }

  /// How many rows came again that are their own ids, so that two of them may be meant; nil if there are none.
  var repeatedValues: Int? {
    isOfValues ? memory.use { $0.repeated > 0 ? $0.repeated : nil } : nil
  }
}
