extension ItemList {
  /// Adds a page at the end. A row whose id is there keeps its place and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*p*) in the rows of the page, amortised.
  @discardableResult
  public mutating func append(contentsOf page: some Sequence<Element>) -> Int {
    let before = rows.count
    var isChanged = false
    for row in page {
      isChanged = true
      if let index = index(id: row.id) {
        rows[index] = row
      } else {
        places[row.id] = origin + rows.count
        rows.append(row)
      }
    }
    if isChanged { didChange() }
    return rows.count - before
  }

  /// Adds a page at the start. A row whose id is there keeps its place and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func prepend(contentsOf page: some Sequence<Element>) -> Int {
    var fresh = ItemList()
    for row in page {
      if update(row) == nil { fresh.append(contentsOf: CollectionOfOne(row)) }
    }
    origin -= fresh.count
    for (offset, row) in fresh.rows.enumerated() { places[row.id] = origin + offset }
    if fresh.isEmpty { return 0 }
    rows.insert(contentsOf: fresh.rows, at: 0)
    didChange()
    return fresh.count
  }

  /// Puts a new row in front of the row at `index`, or at the end if that is `endIndex`.
  ///
  /// - Returns: Whether it was put in; false, with nothing changed, if its id is there.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func insert(_ row: Element, at index: Int) -> Bool {
    precondition(index >= 0 && index <= rows.count, "index out of range")
    if contains(id: row.id) { return false }
    rows.insert(row, at: index)
    number(from: index)
    didChange()
    return true
  }

  /// Puts a new value in the place of the row with the same id.
  ///
  /// - Returns: The old value; nil, with nothing changed, if no row has the id.
  /// - Complexity: O(1) where the storage is not shared.
  @discardableResult
  public mutating func update(_ row: Element) -> Element? {
    guard let index = index(id: row.id) else { return nil }
    let old = rows[index]
    rows[index] = row
    didChange()
    return old
  }

  /// Puts `row` in the place of the row with the id `id`, whose id may be another.
  ///
  /// - Returns: The old row; nil, with nothing changed, if no row has the id or if the new row's
  ///   id is that of a third row.
  /// - Complexity: O(1) where the storage is not shared.
  @discardableResult
  public mutating func replace(id: Element.ID, with row: Element) -> Element? {
    if row.id == id { return update(row) }
    guard let index = index(id: id), !contains(id: row.id) else { return nil }
    let old = rows[index]
    rows[index] = row
    places[id] = nil
    places[row.id] = origin + index
    didChange()
    return old
  }

  /// Removes the row with this id.
  ///
  /// - Returns: The row; nil, with nothing changed, if no row has the id.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let index = index(id: id) else { return nil }
    places[id] = nil
    let old = rows.remove(at: index)
    number(from: index)
    didChange()
    return old
  }

  /// Removes the first `count` rows.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeFirst(_ count: Int) {
    precondition(count >= 0 && count <= rows.count, "count out of range")
    for row in rows.prefix(count) { places[row.id] = nil }
    rows.removeFirst(count)
    origin += count
    didChange()
  }

  /// Removes the last `count` rows.
  ///
  /// - Complexity: O(*k*) in the rows removed.
  public mutating func removeLast(_ count: Int) {
    precondition(count >= 0 && count <= rows.count, "count out of range")
    for row in rows.suffix(count) { places[row.id] = nil }
    rows.removeLast(count)
    didChange()
  }

  /// Puts a page in place of all rows.
  ///
  /// - Complexity: O(*p*) in the rows of the page, and what freeing the old rows takes.
  public mutating func replaceAll(with page: some Sequence<Element>) {
    let revision = revision
    self = ItemList(page)
    self.revision = revision
    didChange()
  }

  /// Puts a page in the place of the rows of `range`.
  ///
  /// A row of the page whose id a row outside the range has updates that one.
  ///
  /// - Complexity: O(*n*).
  public mutating func replace(_ range: Range<Int>, with page: some Sequence<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= rows.count, "range out of range")
    for row in rows[range] { places[row.id] = nil }
    rows.removeSubrange(range)
    number(from: range.lowerBound)
    var fresh = ItemList()
    for row in page {
      if update(row) == nil { fresh.append(contentsOf: CollectionOfOne(row)) }
    }
    rows.insert(contentsOf: fresh.rows, at: range.lowerBound)
    number(from: range.lowerBound)
    didChange()
  }

  /// Becomes a copy of `other`, as a change of this list.
  mutating func show(_ other: ItemList) {
    let revision = Swift.max(revision, other.revision)
    self = other
    self.revision = revision
    didChange()
  }

  /// Writes down the places of the rows from `index` on.
  private mutating func number(from index: Int) {
    for place in index..<rows.count { places[rows[place].id] = origin + place }
  }

  /// Ends every change.
  private mutating func didChange() {
    revision &+= 1
    checkInvariants()
  }
}
