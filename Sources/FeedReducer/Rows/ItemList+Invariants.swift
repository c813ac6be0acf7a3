extension ItemList {
  /// Traps in debug builds where the list contradicts itself. Every change ends with it.
  ///
  /// Looks at the rows at both ends; tests call ``isConsistent`` for all of them.
  func checkInvariants() {
    assert(rows.first.map { index(id: $0.id) == 0 } ?? true, "the first row is found by its id")
    assert(
      rows.last.map { index(id: $0.id) == rows.count - 1 } ?? true,
      "the last row is found by its id")
    assert(
      places.count >= rows.count || (places.isEmpty && rows.count <= Self.shortCount),
      "every row of a list that is not short has an entry")
    assert(places.count <= 2 * rows.count + Self.spareEntries, "few entries are left over")
  }

  /// Whether every row is found at its index by its id.
  ///
  /// - Complexity: O(*n* log *n*).
  package var isConsistent: Bool {
    rows.isConsistent && rows.indices.allSatisfy { index(id: rows[$0].id) == $0 }
  }
}
