extension ChunkList: RandomAccessCollection {
  /// The index of the first element: 0.
  @inlinable public var startIndex: Int { 0 }

  /// One more than the index of the last element.
  @inlinable public var endIndex: Int { count }

  /// How many elements there are.
  ///
  /// - Complexity: O(1).
  @inlinable public var count: Int { Int(elementCount) }

  /// Whether there are no elements.
  @inlinable public var isEmpty: Bool { elementCount == 0 }

  /// The element at `index`.
  ///
  /// - Complexity: O(1); O(log *n*) where many elements were removed from between others.
  @inlinable public internal(set) subscript(index: Int) -> Element {
    get {
      // Where chunks are full, as they are unless elements went from between others.
      let segment = index >> Self.bits
      if segment >= 0, segment < segments.count {
        let offset = index - segments[segment].start
        let chunk = offset >> Self.chunkBits
        if chunk >= 0, chunk < segments[segment].chunks.count {
          let slot = offset - Int(segments[segment].chunks[chunk].start)
          if slot >= 0, slot < segments[segment].chunks[chunk].elements.count {
            return segments[segment].chunks[chunk].elements[slot]
          }
        }
      }
      let at = locate(index)
      return segments[at.segment].chunks[at.chunk].elements[at.slot]
    }
    set {
      let at = locate(index)
      segments[at.segment].chunks[at.chunk].elements[at.slot] = newValue
    }
  }

  /// The elements of a list that has no more than one chunk; nil for others.
  @inlinable var onlyChunk: [Element]? {
    if segments.isEmpty { return [] }
    return segments.count == 1 && segments[0].chunks.count == 1
      ? segments[0].chunks[0].elements : nil
  }

  /// Returns an iterator over the elements.
  @inlinable public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through the elements, a chunk at a time.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let segments: [Segment]
    @usableFromInline var segment = 0
    @usableFromInline var chunk = 0

    /// The elements of the chunk, and which of them is next.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var slot = 0

    @inlinable init(_ list: ChunkList) {
      segments = list.segments
    }

    /// Returns the next element, or nil at the end.
    @inlinable public mutating func next() -> Element? {
      while slot == elements.count {
        if !findChunk() { return nil }
      }
      defer { slot += 1 }
      return elements[slot]
    }

    /// Goes on to the next chunk; false if there is none.
    @inlinable mutating func findChunk() -> Bool {
      while segment < segments.count {
        if chunk < segments[segment].chunks.count {
          elements = segments[segment].chunks[chunk].elements
          slot = 0
          chunk += 1
          return true
        }
        segment += 1
        chunk = 0
      }
      return false
    }
  }
}

// MARK: - Where an element is

extension ChunkList {
  /// Where an element lies.
  @usableFromInline struct Location {
    @usableFromInline let segment, chunk, slot: Int

    @inlinable init(segment: Int, chunk: Int, slot: Int) {
      self.segment = segment
      self.chunk = chunk
      self.slot = slot
    }
  }

  /// Where the element at `index` lies.
  @inlinable func locate(_ index: Int) -> Location {
    precondition(index >= 0 && index < count, "index out of range")
    let segment = segments.lastIndex(near: index >> Self.bits) { $0.start <= index }
    let offset = index - segments[segment].start
    let chunk = segments[segment].chunks.lastIndex(near: offset >> Self.chunkBits) {
      $0.start <= offset
    }
    let slot = offset - Int(segments[segment].chunks[chunk].start)
    return Location(segment: segment, chunk: chunk, slot: slot)
  }

  /// The index of the element that lies at `place` or else in the same chunk and `matches`.
  @inlinable func index(near place: Int, where matches: (Element) -> Bool) -> Int? {
    if segments.isEmpty { return nil }
    let number = place >> Self.chunkBits
    let segment = number >> Self.segmentBits - segments[0].key
    if segment < 0 || segment >= segments.count { return nil }
    return segments[segment].index(near: place, where: matches)
  }

  /// The place of the first element that would be added at the end.
  var placeOfNext: Int {
    guard let segment = segments.last, let chunk = segment.chunks.last else { return 0 }
    let number = Int(segment.number) + segment.chunks.count - 1
    let slot = Swift.min(Int(chunk.firstSlot) + chunk.elements.count, Self.chunkSize)
    return number << Self.chunkBits + slot
  }

  /// The place of the last element that would be added at the start.
  var placeOfPrevious: Int {
    guard let segment = segments.first, let chunk = segment.chunks.first else { return 0 }
    return Int(segment.number) << Self.chunkBits + Int(chunk.firstSlot) - 1
  }

  /// The place of the element at `index`.
  func place(of index: Int) -> Int {
    let at = locate(index)
    let slot = Int(segments[at.segment].chunks[at.chunk].firstSlot) + at.slot
    return (Int(segments[at.segment].number) + at.chunk) << Self.chunkBits
      + Swift.min(slot, Self.chunkSize - 1)
  }
}

extension ChunkList.Segment {
  /// One more than the index in the list of the last element.
  @inlinable var end: Int { start + Int(count) }

  /// What the numbers of the chunks have in common.
  @inlinable var key: Int { Int(number) >> ChunkList<Element>.segmentBits }

  /// The index in the list of the element at `place` or else in the same chunk that `matches`.
  @inlinable func index(near place: Int, where matches: (Element) -> Bool) -> Int? {
    let offset = place >> ChunkList<Element>.chunkBits - Int(number)
    if offset < 0 || offset >= chunks.count { return nil }
    let chunk = chunks[offset]
    let slot = place & (ChunkList<Element>.chunkSize - 1) - Int(chunk.firstSlot)
    let index = start + Int(chunk.start)
    let elements = chunk.elements
    if slot >= 0, slot < elements.count, matches(elements[slot]) { return index + slot }
    return elements.firstIndex(where: matches).map { index + $0 }
  }
}

extension Array {
  /// The index of the last element for which `holds`, as it does for all those before it and for
  /// the first.
  ///
  /// - Complexity: O(1) where it is next to `guess`, otherwise O(log *n*).
  @inlinable func lastIndex(near guess: Int, where holds: (Element) -> Bool) -> Int {
    var low = Swift.min(guess, count - 1)
    if !holds(self[low]) { low -= 1 } else if low + 1 < count, holds(self[low + 1]) { low += 1 }
    if holds(self[low]), low + 1 == count || !holds(self[low + 1]) { return low }
    var high = count
    low = 0
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
