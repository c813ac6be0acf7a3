extension ItemList where Element: Equatable {
  /// The difference between two versions of a list, in the shape that list views and models want.
  ///
  /// To turn the old list into the new one: remove the rows at `removals` and at the `from` of `moves`,
  /// insert the rows at `insertions` and at the `to` of `moves`, each at its index in the new list, and
  /// reload the rows at `updates`.
  public struct Difference: Equatable, Sendable {
    /// A row that is in both lists, but in another order.
    public struct Move: Equatable, Sendable {
      /// The index of the row in the old list.
      public let from: Int

      /// The index of the row in the new list.
      public let to: Int
    }

    /// The indices in the old list of the rows that the new one lacks, ascending.
    public internal(set) var removals: [Int] = []

    /// The indices in the new list of the rows that the old one lacks, ascending.
    public internal(set) var insertions: [Int] = []

    /// The rows that moved, by ascending index in the new list.
    public internal(set) var moves: [Move] = []

    /// The indices in the new list of the rows whose value changed, ascending.
    public internal(set) var updates: [Int] = []

    /// Whether the lists have equal rows in the same order.
    public var isEmpty: Bool {
      removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }
  }

  /// Returns the difference from an older copy of the list.
  ///
  /// ```swift
  /// let old = list
  /// list.append(contentsOf: page)
  /// list.difference(from: old).insertions  // the indices of the page's new rows
  /// ```
  ///
  /// The number of moves is as small as possible. Chunks that both copies share are skipped.
  ///
  /// - Complexity: O(√*n* + *k* log *n*) in the *k* rows of the chunks that the copies do not
  ///   share: all rows, if neither list is a copy of the other.
  public func difference(from older: ItemList) -> Difference {
    var difference = Difference()
    for gap in rows.gaps(since: older.rows) {
      for index in gap.old where !contains(id: older[index].id) {
        difference.removals.append(index)
      }
      let survivors = gap.new.map { (new: $0, old: older.index(id: self[$0].id)) }
      difference.note(survivors, in: gap.old)
      for case (let new, let old?) in survivors where self[new] != older[old] {
        difference.updates.append(new)
      }
    }
    return difference
  }
}

extension ItemList.Difference {
  /// Notes which rows of a gap were inserted, and which moved there.
  fileprivate mutating func note(_ rows: [(new: Int, old: Int?)], in gap: Range<Int>) {
    let stay = rows.compactMap { $0.old }.filter { gap.contains($0) }.longestIncreasingSubsequence
    var staying = stay[...]
    for row in rows {
      if let old = row.old {
        if old == staying.first {
          staying.removeFirst()
        } else {
          moves.append(Move(from: old, to: row.new))
        }
      } else {
        insertions.append(row.new)
      }
    }
  }
}

extension [Int] {
  /// A longest increasing subsequence of the numbers, which are all different.
  ///
  /// - Complexity: O(*n* log *n*).
  fileprivate var longestIncreasingSubsequence: [Int] {
    // For each length, the index of the smallest last number of a subsequence of that length.
    var ends: [Int] = []
    var previous = self
    for (index, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(self[index])
      index = previous[index]
    }
    return rise.reversed()
  }
}
