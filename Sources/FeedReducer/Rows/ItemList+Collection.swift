// An `ItemList` as a collection, and how it finds a row by its id.
extension ItemList: RandomAccessCollection {
  /// The index of the first row: 0.
  @inlinable public var startIndex: Int { 0 }

  /// One more than the index of the last row.
  @inlinable public var endIndex: Int { rows.count }

  /// How many rows there are.
  @inlinable public var count: Int { rows.count }

  /// Whether there are no rows.
  @inlinable public var isEmpty: Bool { rows.isEmpty }

  /// The row at `index`.
  ///
  /// - Complexity: O(1); O(log *n*) where many rows were removed from between others.
  @inlinable public subscript(index: Int) -> Element {
    @inline(__always) get { rows[index] }
  }

  /// Returns an iterator over the rows.
  @inlinable public func makeIterator() -> Iterator { Iterator(rows: rows.makeIterator()) }

  /// Iterates over the rows, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rows: ChunkList<Element>.Iterator

    @inlinable init(rows: ChunkList<Element>.Iterator) {
      self.rows = rows
    }

    /// Returns the next row, or nil at the end.
    @inlinable public mutating func next() -> Element? { rows.next() }
  }
}

extension ItemList {
  /// Whether a row has this id.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func contains(id: Element.ID) -> Bool {
    index(id: id) != nil
  }

  /// The index of the row with this id, or nil.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func index(id: Element.ID) -> Int? {
    if !hashIndex.isEmpty { return index(id: id, hash: Self.hash(of: id)) }
    // A short list has no index, since a scan is as fast. It may be in two chunks.
    return rows.onlyChunk.map { $0.firstIndex { $0.id == id } } ?? rows.firstIndex { $0.id == id }
  }

  /// The index of the row with this id, which is likely to be `guess` or next to it; nil if there is none.
  ///
  /// - Complexity: O(1) if it is there, else O(log *n*).
  @inlinable public func index(id: Element.ID, near guess: Int) -> Int? {
    if isRow(guess, id: id) { return guess }
    if isRow(guess + 1, id: id) { return guess + 1 }
    if isRow(guess - 1, id: id) { return guess - 1 }
    return index(id: id)
  }

  /// Whether there is a row at this index, and it has this id.
  @inlinable func isRow(_ index: Int, id: Element.ID) -> Bool {
    index >= 0 && index < count && self[index].id == id
  }

  /// The row with this id, or nil.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(id id: Element.ID) -> Element? {
    index(id: id).map { rows[$0] }
  }

  /// The index of the row with this id and its hash, or nil.
  @inlinable func index(id: Element.ID, hash: UInt32) -> Int? {
    var candidates = hashIndex.slots(of: hash)
    while let slot = candidates.next() {
      if let index = rows.index(near: slot, where: { $0.id == id }) { return index }
    }
    return nil
  }

  /// The indices of the rows with the ids of a page, in the page's order.
  ///
  /// - Complexity: O(*p* log *n*). Of a page that is new, as most are, all ids are looked up at once: one by one they
  ///   would wait for memory three times as long.
  func indices(ofRowsIn page: [Element]) -> [Int] {
    if !hashIndex.isEmpty, !hashIndex.contains(anyOf: Self.entries(of: page)) { return [] }
    var indices: [Int] = []
    for row in page {
      if let index = index(id: row.id) { indices.append(index) }
    }
    return indices
  }

  /// The hashes of the ids of a page, with the indices of its rows.
  static func entries(of page: [Element]) -> [HashEntry] {
    var entries: [HashEntry] = []
    entries.reserveCapacity(page.count)
    for index in 0..<page.count {
      entries.append(HashEntry(hash: hash(of: page[index].id), slot: index))
    }
    return entries
  }

  /// The hash of an id as the index stores it.
  @inlinable static func hash(of id: Element.ID) -> UInt32 {
    HashEntry.hash(id.hashValue)
  }
}
