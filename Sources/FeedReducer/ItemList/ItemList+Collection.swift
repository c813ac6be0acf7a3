extension ItemList: RandomAccessCollection {
  /// The index of the first row: 0.
  public var startIndex: Int { 0 }

  /// One more than the index of the last row.
  public var endIndex: Int { rows.count }

  /// The row at `index`.
  ///
  /// - Complexity: O(1).
  public subscript(index: Int) -> Element { rows[index] }
}

extension ItemList {
  /// Whether a row has this id.
  ///
  /// - Complexity: O(1).
  public func contains(id: Element.ID) -> Bool {
    places[id] != nil
  }

  /// The index of the row with this id, or nil.
  ///
  /// - Complexity: O(1).
  public func index(id: Element.ID) -> Int? {
    places[id].map { $0 - origin }
  }

  /// The row with this id, or nil.
  ///
  /// - Complexity: O(1).
  public subscript(id id: Element.ID) -> Element? {
    index(id: id).map { rows[$0] }
  }
}
