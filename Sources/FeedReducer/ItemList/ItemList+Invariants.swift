extension ItemList {
  /// Traps in debug builds where the list contradicts itself. Every change ends with it.
  ///
  /// Checks what is O(1) and the rows at both ends; tests call ``isConsistent`` for all of it.
  func checkInvariants() {
    assert(places.count == rows.count, "every row has one place")
    assert(rows.first.map { index(id: $0.id) == 0 } ?? true, "the first row knows its place")
    assert(
      rows.last.map { index(id: $0.id) == rows.count - 1 } ?? true, "the last row knows its place")
  }

  /// Whether every row is found at its index by its id.
  ///
  /// - Complexity: O(*n*).
  package var isConsistent: Bool {
    places.count == rows.count
      && rows.indices.allSatisfy { index(id: rows[$0].id) == $0 }
  }
}
