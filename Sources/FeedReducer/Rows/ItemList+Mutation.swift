extension ItemList {
  /// Adds a page at the end. A row whose id is there keeps its place and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*p* log *n*) in the rows of the page, amortised; O(√*n*) more where a copy is
  ///   kept.
  @discardableResult
  public mutating func append(contentsOf page: some Sequence<Element>) -> Int {
    add(Array(page), isAtStart: false)
  }

  /// Adds a page at the start. A row whose id is there keeps its place and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*p* log *n*) in the rows of the page, amortised, and O(√*n*).
  @discardableResult
  public mutating func prepend(contentsOf page: some Sequence<Element>) -> Int {
    add(Array(page), isAtStart: true)
  }

  /// Puts a new row in front of the row at `index`, or at the end if that is `endIndex`.
  ///
  /// - Returns: Whether it was put in; false, with nothing changed, if its id is there.
  /// - Complexity: O(log *n*) amortised, and O(√*n*).
  @discardableResult
  public mutating func insert(_ row: Element, at index: Int) -> Bool {
    precondition(index >= 0 && index <= rows.count, "index out of range")
    if contains(id: row.id) { return false }
    rows.insert(row, at: index)
    note([HashEntry(hash: Self.hash(of: row.id), place: rows.place(of: index))])
    didChange()
    return true
  }

  /// Puts a new value in the place of the row with the same id.
  ///
  /// - Returns: The old value; nil, with nothing changed, if no row has the id.
  /// - Complexity: O(log *n*); O(√*n*) where a copy is kept.
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
  /// - Complexity: O(log *n*) amortised; O(√*n*) where a copy is kept.
  @discardableResult
  public mutating func replace(id: Element.ID, with row: Element) -> Element? {
    if row.id == id { return update(row) }
    guard let index = index(id: id), !contains(id: row.id) else { return nil }
    let old = rows[index]
    rows[index] = row
    note([HashEntry(hash: Self.hash(of: row.id), place: rows.place(of: index))])
    didChange()
    return old
  }

  /// Removes the row with this id.
  ///
  /// - Returns: The row; nil, with nothing changed, if no row has the id.
  /// - Complexity: O(log *n* + √*n*).
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let index = index(id: id) else { return nil }
    let old = rows.remove(at: index)
    didChange()
    return old
  }

  /// Removes the first `count` rows.
  ///
  /// - Complexity: O(*k*) in the rows removed, and O(√*n*).
  public mutating func removeFirst(_ count: Int) {
    rows.removeFirst(count)
    didChange()
  }

  /// Removes the last `count` rows.
  ///
  /// - Complexity: O(*k*) in the rows removed; O(√*n*) where a copy is kept.
  public mutating func removeLast(_ count: Int) {
    rows.removeLast(count)
    didChange()
  }

  /// Puts a page in place of all rows.
  ///
  /// - Complexity: O(*p*) in the rows of the page, and what freeing the old rows takes.
  public mutating func replaceAll(with page: some Sequence<Element>) {
    show(ItemList(page))
  }

  /// Puts a page in the place of the rows of `range`.
  ///
  /// A row of the page whose id a row outside the range has updates that one.
  ///
  /// - Complexity: O(*k* + *p* log *n*) in the rows replaced and put in their place, and O(√*n*);
  ///   O((*k* + *p*) √*n*) where rows lie on both sides of the range.
  public mutating func replace(_ range: Range<Int>, with page: some Sequence<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= rows.count, "range out of range")
    if range.lowerBound == 0 {
      removeFirst(range.count)
      prepend(contentsOf: page)
    } else if range.upperBound == count {
      removeLast(range.count)
      append(contentsOf: page)
    } else {
      for index in range.reversed() { rows.remove(at: index) }
      didChange()
      var index = range.lowerBound
      for row in page where update(row) == nil {
        insert(row, at: index)
        index += 1
      }
    }
  }

  /// Becomes a copy of `other`, as a change of this list.
  mutating func show(_ other: ItemList) {
    let revision = Swift.max(revision, other.revision)
    self = other
    self.revision = revision
    didChange()
  }
}

extension ItemList {
  /// Up to how many rows need no index: to look at them all is as fast.
  static var shortCount: Int { 16 }

  /// How many entries may be left over beside one for each row.
  static var spareEntries: Int { 128 }

  /// Adds the rows of a page that are not there, and updates those that are.
  ///
  /// What is done for each row is kept to its hash and a look into the index: pages of which no
  /// row is known are the rule, and here the compiler does not know what rows are.
  private mutating func add(_ page: [Element], isAtStart: Bool) -> Int {
    if page.isEmpty { return 0 }
    var page = page
    var hashes: [HashEntry] = []
    hashes.reserveCapacity(page.count)
    for index in 0..<page.count {
      hashes.append(HashEntry(hash: Self.hash(of: page[index].id), place: index))
    }
    HashEntry.sort(&hashes)
    if !isEmpty, places.isEmpty || places.contains(anyOf: hashes) {
      page.removeAll { update($0) != nil }
      if page.count < hashes.count { return add(page, isAtStart: isAtStart) }
    }
    if Self.merge(&page, hashes) { return add(page, isAtStart: isAtStart) }
    let place = isAtStart && !isEmpty ? rows.placeOfPrevious + 1 - page.count : rows.placeOfNext
    if isAtStart { rows.prepend(contentsOf: page) } else { rows.append(contentsOf: page) }
    for index in hashes.indices {
      hashes[index] = HashEntry(hash: hashes[index].hash, place: place + hashes[index].place)
    }
    note(hashes)
    didChange()
    return page.count
  }

  /// Leaves of several rows with one id the first place and the last value.
  ///
  /// - Parameter hashes: The hashes of the rows' ids and the indices of the rows, sorted.
  /// - Returns: Whether there were any.
  private static func merge(_ rows: inout [Element], _ hashes: [HashEntry]) -> Bool {
    var isRepeated: [Bool] = []
    for index in hashes.indices.dropFirst() where hashes[index].hash == hashes[index - 1].hash {
      let row = rows[hashes[index].place]
      var first: Int?
      var other = index - 1
      while other >= 0, hashes[other].hash == hashes[index].hash {
        if rows[hashes[other].place].id == row.id { first = hashes[other].place }
        other -= 1
      }
      guard let first else { continue }
      rows[first] = row
      if isRepeated.isEmpty { isRepeated = Array(repeating: false, count: rows.count) }
      isRepeated[hashes[index].place] = true
    }
    if isRepeated.isEmpty { return false }
    var index = -1
    rows.removeAll { _ in
      index += 1
      return isRepeated[index]
    }
    return true
  }

  /// Puts entries into the index, those of all rows when the list is no longer short.
  private mutating func note(_ entries: [HashEntry]) {
    if places.isEmpty, rows.count <= Self.shortCount { return }
    let isAll = !places.isEmpty || rows.count == entries.count
    places.insert(isAll ? entries : allEntries())
  }

  /// The entries of all rows.
  private func allEntries() -> [HashEntry] {
    var entries: [HashEntry] = []
    for index in 0..<rows.count { entries.append(entry(at: index)) }
    return entries
  }

  private func entry(at index: Int) -> HashEntry {
    HashEntry(hash: Self.hash(of: rows[index].id), place: rows.place(of: index))
  }

  /// Ends every change.
  private mutating func didChange() {
    revision &+= 1
    if rows.isEmpty { places = HashIndex() }
    if places.count > 2 * rows.count + Self.spareEntries { forgetLeftovers() }
    checkInvariants()
  }

  /// Numbers the rows' places and makes the index anew, without entries that are left over.
  private mutating func forgetLeftovers() {
    let fresh = ItemList(self)
    (rows, places) = (fresh.rows, fresh.places)
  }
}
