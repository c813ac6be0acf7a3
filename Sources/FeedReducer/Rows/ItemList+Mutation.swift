// How an `ItemList` changes: pages at both ends, single rows, and the index of ids.
extension ItemList {
  /// Adds a page at the end. A row whose id is there keeps its index and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*p* log *n*) in the rows of the page, amortised; O(√*n*) more where a copy is
  ///   kept.
  @discardableResult
  public mutating func append(contentsOf page: some Sequence<Element>) -> Int {
    add(Array(page), isAtStart: false)
  }

  /// Adds a page at the start. A row whose id is there keeps its index and takes the new value.
  ///
  /// - Returns: How many rows were added.
  /// - Complexity: O(*p* log *n*) in the rows of the page, amortised, and O(√*n*).
  @discardableResult
  public mutating func prepend(contentsOf page: some Sequence<Element>) -> Int {
    add(Array(page), isAtStart: true)
  }

  /// Inserts a row in front of the row at `index`, or at the end if that is `endIndex`.
  ///
  /// - Precondition: `index` is from 0 to `count`.
  /// - Returns: Whether it was inserted; false, with nothing changed, if a row has its id.
  /// - Complexity: O(log *n*) amortised, and O(√*n*).
  @discardableResult
  public mutating func insert(_ row: Element, at index: Int) -> Bool {
    precondition(index >= 0 && index <= rows.count, "index out of range")
    if contains(id: row.id) { return false }
    rows.insert(row, at: index)
    addToIndex([HashEntry(hash: Self.hash(of: row.id), slot: rows.slot(of: index))])
    didChange()
    return true
  }

  /// Replaces the row that has the same id.
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

  /// Replaces the row with the id `id` by `row`, whose id may differ.
  ///
  /// - Returns: The old row; nil, with nothing changed, if no row has the id, or another row has the
  ///   new row's id.
  /// - Complexity: O(log *n*) amortised; O(√*n*) where a copy is kept.
  @discardableResult
  public mutating func replace(id: Element.ID, with row: Element) -> Element? {
    if row.id == id { return update(row) }
    guard let index = index(id: id), !contains(id: row.id) else { return nil }
    let old = rows[index]
    rows[index] = row
    addToIndex([HashEntry(hash: Self.hash(of: row.id), slot: rows.slot(of: index))])
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

  /// Replaces all rows by a page.
  ///
  /// - Complexity: O(*p*) in the rows of the page, and the time to free the old rows.
  package mutating func replaceAll(with page: some Sequence<Element>) {
    let page = ItemList(page)
    // From empty to empty is no change.
    if !isEmpty || !page.isEmpty { show(page) }
  }

  /// Replaces the rows of `range` by a page.
  ///
  /// A row of the page updates a row outside the range that has its id.
  ///
  /// - Precondition: `range` is within the list.
  /// - Complexity: O(*k* + *p* log *n*) in the rows removed and inserted, and O(√*n*);
  ///   O((*k* + *p*) √*n*) if there are rows on both sides of the range.
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

  /// Becomes a copy of `other`, with a newer revision, so that who compares revisions sees the change.
  mutating func show(_ other: ItemList) {
    let revision = Swift.max(revision, other.revision)
    self = other
    self.revision = revision
    didChange()
  }
}

extension ItemList {
  /// Lists up to this length have no index, since scanning them is as fast.
  static var shortCount: Int { 16 }

  /// How many stale entries the index may have beyond one for each row: else a short list that changes often would
  /// build its index again and again.
  static var maxStaleEntries: Int { 128 }

  /// Adds the rows of a page that are new, and updates those that are known.
  ///
  /// For each row it only hashes the id and looks into the index: usually no row of a page is known,
  /// and unspecialised generic code is slow.
  private mutating func add(_ page: [Element], isAtStart: Bool) -> Int {
    if page.isEmpty { return 0 }
    var page = page
    var hashes = Self.entries(of: page)
    HashEntry.sort(&hashes)
    if !isEmpty, hashIndex.isEmpty || hashIndex.contains(anyOf: hashes) {
      page.removeAll { update($0) != nil }
      if page.count < hashes.count { return add(page, isAtStart: isAtStart) }
    }
    // Only then is the page touched, so that it stays that of its owner and is not copied.
    let mayRepeat = (1..<hashes.count).contains { hashes[$0].hash == hashes[$0 - 1].hash }
    if mayRepeat, Self.mergeDuplicates(in: &page, hashes: hashes) {
      return add(page, isAtStart: isAtStart)
    }
    let slot = isAtStart && !isEmpty ? rows.previousSlot + 1 - page.count : rows.nextSlot
    if isAtStart { rows.prepend(contentsOf: page) } else { rows.append(contentsOf: page) }
    for index in hashes.indices {
      hashes[index] = HashEntry(hash: hashes[index].hash, slot: slot + hashes[index].slot)
    }
    addToIndex(hashes)
    didChange()
    return page.count
  }

  /// Merges rows with the same id: the first index and the last value stay.
  ///
  /// - Parameter hashes: The hashes of the rows' ids with the indices of the rows, sorted.
  /// - Returns: Whether there were any.
  /// - Complexity: O(*n*), however often an id is repeated: a row is compared with the first row of
  ///   each id that has its hash.
  private static func mergeDuplicates(
    in rows: inout [Element], hashes: [HashEntry]
  ) -> Bool {
    var isRepeated: [Bool] = []
    var firsts: [Int] = []
    for index in hashes.indices.dropFirst() {
      if hashes[index].hash != hashes[index - 1].hash {
        if !firsts.isEmpty { firsts.removeAll(keepingCapacity: true) }
        continue
      }
      if firsts.isEmpty { firsts.append(hashes[index - 1].slot) }
      let slot = hashes[index].slot
      guard let first = firsts.first(where: { rows[$0].id == rows[slot].id }) else {
        firsts.append(slot)
        continue
      }
      rows[first] = rows[slot]
      if isRepeated.isEmpty { isRepeated = Array(repeating: false, count: rows.count) }
      isRepeated[slot] = true
    }
    if isRepeated.isEmpty { return false }
    var index = -1
    rows.removeAll { _ in
      index += 1
      return isRepeated[index]
    }
    return true
  }

  /// Adds entries to the index; those of all rows when the list is no longer short.
  private mutating func addToIndex(_ entries: [HashEntry]) {
    if hashIndex.isEmpty, rows.count <= Self.shortCount { return }
    let isAll = !hashIndex.isEmpty || rows.count == entries.count
    hashIndex.insert(isAll ? entries : allEntries())
  }

  /// The entries of all rows.
  private func allEntries() -> [HashEntry] {
    var entries: [HashEntry] = []
    for index in 0..<rows.count { entries.append(entry(at: index)) }
    return entries
  }

  private func entry(at index: Int) -> HashEntry {
    HashEntry(hash: Self.hash(of: rows[index].id), slot: rows.slot(of: index))
  }

  /// Ends every change.
  private mutating func didChange() {
    revision &+= 1
    if rows.isEmpty { hashIndex = HashIndex() }
    if hashIndex.count > 2 * rows.count + Self.maxStaleEntries { dropStaleEntries() }
    checkInvariants()
  }

  /// Rebuilds the chunks and the index, without stale entries.
  private mutating func dropStaleEntries() {
    let fresh = ItemList(self)
    (rows, hashIndex) = (fresh.rows, fresh.hashIndex)
  }
}
