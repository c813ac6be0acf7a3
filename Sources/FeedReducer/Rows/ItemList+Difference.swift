extension ItemList where Element: Equatable {
  /// What makes one list of another, in the shape that list views and list models want.
  ///
  /// To get the new list from the old one, remove the rows at `removals` and at the `from` of
  /// `moves`, put in those at `insertions` and at the `to` of `moves`, each at its index in the
  /// new list, and show those at `updates` anew.
  public struct Difference: Equatable, Sendable {
    /// A row that is in both lists but not in the same order among the rows around it.
    public struct Move: Equatable, Sendable {
      /// The index of the row in the old list.
      public let from: Int

      /// The index of the row in the new list.
      public let to: Int
    }

    /// The indices in the old list of the rows that the new one does not have, rising.
    public internal(set) var removals: [Int] = []

    /// The indices in the new list of the rows that the old one does not have, rising.
    public internal(set) var insertions: [Int] = []

    /// The rows that moved, by their rising indices in the new list.
    public internal(set) var moves: [Move] = []

    /// The indices in the new list of the rows that have another value, rising.
    public internal(set) var updates: [Int] = []

    /// Whether the lists have equal rows in the same order.
    public var isEmpty: Bool {
      removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }
  }

  /// Returns what has changed since an older copy of the list.
  ///
  /// ```swift
  /// let old = list
  /// list.append(contentsOf: page)
  /// list.difference(from: old).insertions  // the indices of the page's new rows
  /// ```
  ///
  /// As few rows move as can be. What both copies share is not looked at.
  ///
  /// - Complexity: O(√*n* + *k* log *n*) in the *k* rows of the chunks that the copies do not
  ///   share, and that may be all of them where the lists do not come from each other.
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
  /// Notes which rows of a gap came, and which moved there from elsewhere or within it.
  fileprivate mutating func note(_ rows: [(new: Int, old: Int?)], in gap: Range<Int>) {
    let stay = rows.compactMap { $0.old }.filter { gap.contains($0) }.longestRise
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
  /// The longest part of the numbers, all different, that rises, some left out in between.
  ///
  /// - Complexity: O(*n* log *n*).
  fileprivate var longestRise: [Int] {
    // For each length, where the part of that length ends that ends lowest.
    var ends: [Int] = []
    var previous = self
    for (place, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var rise: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      rise.append(self[place])
      place = previous[place]
    }
    return rise.reversed()
  }
}
