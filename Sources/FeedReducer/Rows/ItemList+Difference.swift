// What has changed since an older version of a list, in the two shapes that list views and models want.
extension ItemList where Element: Equatable {
  /// The difference between two versions of a list, as batch updates of a list view want it.
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

  /// A part of a list that is replaced: rows go, and others come in their place.
  public struct Splice: Equatable, Sendable {
    /// The index of the first row that goes or comes.
    public let index: Int

    /// How many rows go.
    public internal(set) var removed: Int

    /// How many rows come: those of the new list from `index` on.
    public internal(set) var inserted: Int
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
    for change in changes(from: older) {
      switch change.kind {
      case .leaves(let old):
        if !contains(id: older[old].id) { difference.removals.append(old) }
      case .arrives(let new, nil): difference.insertions.append(new)
      case .arrives(let new, let old?):
        difference.moves.append(Difference.Move(from: old, to: new))
        if self[new] != older[old] { difference.updates.append(new) }
      case .isUpdated(let new): difference.updates.append(new)
      }
    }
    return difference
  }

  /// Returns what turns an older copy of the list into this one, as list models want it that are told of
  /// consecutive changes.
  ///
  /// They are in the order of the list, and each is right for the list as the ones before left it. A page at the
  /// end is one splice. A row that moved leaves and arrives; one that changed is replaced.
  ///
  /// ```swift
  /// var rows = Array(old)
  /// for splice in list.splices(from: old) {
  ///   let added = list[splice.index..<splice.index + splice.inserted]
  ///   rows.replaceSubrange(splice.index..<splice.index + splice.removed, with: added)
  /// }
  /// rows == Array(list)  // true
  /// ```
  ///
  /// - Complexity: As ``difference(from:)``.
  public func splices(from older: ItemList) -> [Splice] {
    var splices: [Splice] = []
    for change in changes(from: older) {
      let (removed, inserted) = change.rows
      if let last = splices.indices.last,
        splices[last].index + splices[last].inserted == change.index
      {
        splices[last].removed += removed
        splices[last].inserted += inserted
      } else {
        splices.append(Splice(index: change.index, removed: removed, inserted: inserted))
      }
    }
    return splices
  }
}

// MARK: - The walk over what two lists do not share

/// What happened to a row. (It names no type of row, so that programs have this code once.)
private struct RowChange {
  enum Kind {
    /// The row with this index in the old list is no longer there.
    case leaves(Int)

    /// A row is at this index in the new list; `from` is its index in the old list if it was elsewhere there.
    case arrives(Int, from: Int?)

    /// The row at this index in the new list has another value, and its place.
    case isUpdated(Int)
  }

  let kind: Kind

  /// Where it happens in a list that has the changes before.
  let index: Int

  /// How many rows go, and how many come.
  var rows: (removed: Int, inserted: Int) {
    switch kind {
    case .leaves: (1, 0)
    case .arrives: (0, 1)
    case .isUpdated: (1, 1)
    }
  }
}

/// A row of the new list in a part that the lists do not share.
private struct RowOrigin {
  /// Its index in the old list, if it is there.
  let index: Int?

  /// Whether it has another value there.
  let isUpdated: Bool
}

extension ItemList where Element: Equatable {
  /// What happened to each row that changed, in the order of the list.
  private func changes(from older: ItemList) -> [RowChange] {
    var changes: [RowChange] = []
    for gap in rows.gaps(since: older.rows) {
      // Looked for here first, since rows mostly follow the one that they followed before.
      var next = gap.old.lowerBound
      let origins = gap.new.map { index in
        let row = self[index]
        guard let origin = older.index(id: row.id, near: next) else {
          return RowOrigin(index: nil, isUpdated: false)
        }
        next = origin + 1
        return RowOrigin(index: origin, isUpdated: row != older[origin])
      }
      changes.add(origins, of: gap.new, since: gap.old)
    }
    return changes
  }
}

extension [RowChange] {
  /// Adds the changes that put the rows at `new` in place of those at `old`.
  fileprivate mutating func add(_ origins: [RowOrigin], of new: Range<Int>, since old: Range<Int>) {
    reserveCapacity(count + origins.count)
    var known: [Int] = []
    for origin in origins {
      if let index = origin.index, old.contains(index) { known.append(index) }
    }
    let staying = known.longestIncreasingSubsequence
    var (next, stayed) = (old.lowerBound, 0)
    for (index, origin) in zip(new, origins) {
      guard let from = origin.index, stayed < staying.count, from == staying[stayed] else {
        append(RowChange(kind: .arrives(index, from: origin.index), index: index))
        continue
      }
      stayed += 1
      while next < from {
        append(RowChange(kind: .leaves(next), index: index))
        next += 1
      }
      next += 1
      if origin.isUpdated { append(RowChange(kind: .isUpdated(index), index: index)) }
    }
    for old in next..<old.upperBound {
      append(RowChange(kind: .leaves(old), index: new.upperBound))
    }
  }
}

extension [Int] {
  /// A longest increasing subsequence of the numbers, which are all different.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestIncreasingSubsequence: [Int] {
    // For each length, the index of the smallest last number of a subsequence of that length.
    var ends: [Int] = []
    var previous = self
    for (index, number) in enumerated() {
      var (low, high) = (0, ends.count)
      // The end is tried first, since rows mostly keep their order.
      if let last = ends.last, self[last] < number { low = high }
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
