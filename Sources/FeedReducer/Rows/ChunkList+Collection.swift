// A `ChunkList` as a collection, and how it finds an element by index or slot.
extension ChunkList: RandomAccessCollection {
  /// The index of the first element: 0.
  @inlinable package var startIndex: Int { 0 }

  /// One more than the index of the last element.
  @inlinable package var endIndex: Int { count }

  /// How many elements there are.
  ///
  /// - Complexity: O(1).
  @inlinable package var count: Int { Int(elementCount) }

  /// Whether there are no elements.
  @inlinable package var isEmpty: Bool { elementCount == 0 }

  /// The element at `index`.
  ///
  /// - Complexity: O(1); O(log *n*) after many removals from the middle.
  @inlinable package subscript(index: Int) -> Element {
    // Inlined wherever it is called, which makes a read a quarter faster; the rest is elsewhere, so that this stays short.
    @inline(__always) get {
      // The usual case: all chunks are full, so that the index tells segment and chunk.
      let segment = index >> Self.bits
      if segment >= 0, segment < segments.count {
        let offset = index - segments[segment].start
        let chunk = offset >> Self.chunkBits
        if chunk >= 0, chunk < segments[segment].chunks.count {
          let offset = offset - Int(segments[segment].chunks[chunk].start)
          if offset >= 0, offset < segments[segment].chunks[chunk].elements.count {
            return segments[segment].chunks[chunk].elements[offset]
          }
        }
      }
      return elementAfterSearch(at: index)
    }
    set {
      let at = locate(index)
      segments[at.segment].chunks[at.chunk].elements[at.offset] = newValue
    }
  }

  /// The element at `index` of a list whose chunks are not all full.
  @inlinable @inline(never) func elementAfterSearch(at index: Int) -> Element {
    let at = locate(index)
    return segments[at.segment].chunks[at.chunk].elements[at.offset]
  }

  /// The elements of a list that has no more than one chunk; nil for others.
  @inlinable var onlyChunk: [Element]? {
    if segments.isEmpty { return [] }
    return segments.count == 1 && segments[0].chunks.count == 1
      ? segments[0].chunks[0].elements : nil
  }

  /// Returns an iterator over the elements.
  @inlinable package func makeIterator() -> Iterator { Iterator(self) }

  /// Iterates over the elements, chunk by chunk.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline let segments: [Segment]
    @usableFromInline var segment = 0
    @usableFromInline var chunk = 0

    /// The elements of the present chunk.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var offset = 0

    @inlinable init(_ list: ChunkList) {
      segments = list.segments
    }

    /// Returns the next element, or nil at the end.
    @inlinable package mutating func next() -> Element? {
      while offset == elements.count {
        if !findChunk() { return nil }
      }
      defer { offset += 1 }
      return elements[offset]
    }

    /// Goes on to the next chunk; false if there is none.
    @inlinable mutating func findChunk() -> Bool {
      while segment < segments.count {
        if chunk < segments[segment].chunks.count {
          elements = segments[segment].chunks[chunk].elements
          offset = 0
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
  /// Where an element is: the segment, the chunk in it, and the offset in the chunk.
  @usableFromInline struct Location {
    @usableFromInline let segment, chunk, offset: Int

    @inlinable init(segment: Int, chunk: Int, offset: Int) {
      self.segment = segment
      self.chunk = chunk
      self.offset = offset
    }
  }

  /// Finds the element at `index`.
  @inlinable func locate(_ index: Int) -> Location {
    precondition(index >= 0 && index < count, "index out of range")
    let segment = segments.lastIndex(near: index >> Self.bits) { $0.start <= index }
    let rest = index - segments[segment].start
    let chunk = segments[segment].chunks.lastIndex(near: rest >> Self.chunkBits) {
      $0.start <= rest
    }
    let offset = rest - Int(segments[segment].chunks[chunk].start)
    return Location(segment: segment, chunk: chunk, offset: offset)
  }

  /// The index of the matching element at `slot`, or else elsewhere in the chunk of that slot.
  @inlinable func index(near slot: Int, where matches: (Element) -> Bool) -> Int? {
    if segments.isEmpty { return nil }
    let number = slot >> Self.chunkBits
    let segment = number >> Self.segmentBits - segments[0].key
    if segment < 0 || segment >= segments.count { return nil }
    return segments[segment].index(near: slot, where: matches)
  }

  /// The slot that the next element at the end would get.
  var nextSlot: Int {
    guard let segment = segments.last, let chunk = segment.chunks.last else { return 0 }
    let number = Int(segment.number) + segment.chunks.count - 1
    let end = Swift.min(Int(chunk.firstSlot) + chunk.elements.count, Self.chunkSize)
    return number << Self.chunkBits + end
  }

  /// The slot that the next element at the start would get.
  var previousSlot: Int {
    guard let segment = segments.first, let chunk = segment.chunks.first else { return 0 }
    return Int(segment.number) << Self.chunkBits + Int(chunk.firstSlot) - 1
  }

  /// The slot of the element at `index`.
  func slot(of index: Int) -> Int {
    let at = locate(index)
    let inChunk = Int(segments[at.segment].chunks[at.chunk].firstSlot) + at.offset
    return (Int(segments[at.segment].number) + at.chunk) << Self.chunkBits
      + Swift.min(inChunk, Self.chunkSize - 1)
  }
}

extension ChunkList.Segment {
  /// One more than the index in the list of the last element.
  @inlinable var end: Int { start + Int(count) }

  /// The upper bits of the chunks' numbers, which are the same for all of them.
  @inlinable var key: Int { Int(number) >> ChunkList<Element>.segmentBits }

  /// The index in the list of the matching element at `slot`, or else elsewhere in its chunk.
  @inlinable func index(near slot: Int, where matches: (Element) -> Bool) -> Int? {
    let chunkIndex = slot >> ChunkList<Element>.chunkBits - Int(number)
    if chunkIndex < 0 || chunkIndex >= chunks.count { return nil }
    let chunk = chunks[chunkIndex]
    let offset = slot & (ChunkList<Element>.chunkSize - 1) - Int(chunk.firstSlot)
    let index = start + Int(chunk.start)
    let elements = chunk.elements
    if offset >= 0, offset < elements.count, matches(elements[offset]) { return index + offset }
    return elements.firstIndex(where: matches).map { index + $0 }
  }
}

extension Array {
  /// The index of the last element for which `holds` is true. It must be true for the first, and for
  /// all elements before one for which it is.
  ///
  /// - Complexity: O(1) if the result is next to `guess`, otherwise O(log *n*).
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
