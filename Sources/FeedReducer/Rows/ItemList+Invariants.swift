extension ItemList {
  /// Traps in debug builds if the list contradicts itself. Every change ends with it.
  ///
  /// It checks the first and the last row; tests call ``isConsistent``, which checks all.
  func checkInvariants() {
    assert(rows.first.map { index(id: $0.id) == 0 } ?? true, "the first row is found by its id")
    assert(
      rows.last.map { index(id: $0.id) == rows.count - 1 } ?? true,
      "the last row is found by its id")
    assert(
      hashIndex.count >= rows.count || (hashIndex.isEmpty && rows.count <= Self.shortCount),
      "every row of a list that is not short has an entry")
    assert(hashIndex.count <= 2 * rows.count + Self.maxStaleEntries, "few entries are stale")
  }

  /// Whether every row is found at its index by its id.
  ///
  /// - Complexity: O(*n* log *n*).
  package var isConsistent: Bool {
    rows.isConsistent && rows.indices.allSatisfy { index(id: rows[$0].id) == $0 }
  }
}
