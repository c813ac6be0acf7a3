// How a `ChunkList` changes.
extension ChunkList {
  /// Adds elements at the end.
  ///
  /// - Complexity: O(*p*) in the elements added, and O(√*n*) if a copy is kept.
  package mutating func append(contentsOf new: [Element]) {
    if segments.isEmpty, !new.isEmpty, new.count <= Self.chunkSize {
      // The page becomes a chunk, so that a history that keeps the page has its rows once.
      let chunk = Chunk(elements: new, start: 0)
      segments = [Segment(chunks: [chunk], start: 0, count: Int32(new.count), number: 0)]
      return didChange()
    }
    var taken = 0
    while taken < new.count {
      let end = Swift.min(taken + roomAtEnd(), new.count)
      segments[segments.count - 1].append(new[taken..<end])
      taken = end
    }
    didChange()
  }

  /// Adds elements at the start.
  ///
  /// - Complexity: O(*p*) in the elements added, and O(√*n*).
  package mutating func prepend(contentsOf new: [Element]) {
    if segments.isEmpty { return append(contentsOf: new) }
    var left = new.count
    while left > 0 {
      let start = Swift.max(left - roomAtStart(), 0)
      segments[0].chunks[0].elements.insert(contentsOf: new[start..<left], at: 0)
      segments[0].chunks[0].firstSlot -= Int32(left - start)
      left = start
      renumber()
    }
  }

  /// Inserts an element in front of the one at `index`, or at the end.
  ///
  /// - Complexity: O(√*n*).
  package mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "index out of range")
    if index == count { return append(contentsOf: [element]) }
    if index == 0 { return prepend(contentsOf: [element]) }
    let at = locate(index)
    segments[at.segment].chunks[at.chunk].elements.insert(element, at: at.offset)
    shift(after: at, by: 1)
  }

  /// Removes the element at `index`.
  ///
  /// - Complexity: O(√*n*).
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    let element = self[index]
    if index == 0 {
      removeFirst(1)
    } else if index == count - 1 {
      removeLast(1)
    } else {
      let at = locate(index)
      segments[at.segment].chunks[at.chunk].elements.remove(at: at.offset)
      shift(after: at, by: -1)
    }
    return element
  }

  /// Removes the first `removed` elements.
  ///
  /// - Complexity: O(*k*) in the elements removed, and O(√*n*).
  package mutating func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= count, "count out of range")
    if removed == 0 { return }
    if removed == count { return self = ChunkList() }
    let at = locate(removed)
    segments.removeFirst(at.segment)
    segments[0].chunks.removeFirst(at.chunk)
    segments[0].number += Int32(at.chunk)
    segments[0].chunks[0].elements.removeFirst(at.offset)
    let firstSlot = Int(segments[0].chunks[0].firstSlot) + at.offset
    segments[0].chunks[0].firstSlot = Int32(Swift.min(firstSlot, Self.chunkSize - 1))
    renumber()
  }

  /// Removes the last `removed` elements.
  ///
  /// - Complexity: O(*k*) in the elements removed, and O(√*n*) if a copy is kept.
  package mutating func removeLast(_ removed: Int) {
    precondition(removed >= 0 && removed <= count, "count out of range")
    if removed == 0 { return }
    if removed == count { return self = ChunkList() }
    let end = count - removed
    let at = locate(end - 1)
    segments.removeLast(segments.count - 1 - at.segment)
    let chunks = segments[at.segment].chunks.count
    segments[at.segment].chunks.removeLast(chunks - 1 - at.chunk)
    let elements = segments[at.segment].chunks[at.chunk].elements.count
    segments[at.segment].chunks[at.chunk].elements.removeLast(elements - 1 - at.offset)
    segments[at.segment].count = Int32(end - segments[at.segment].start)
    didChange()
  }
}

extension ChunkList.Segment {
  /// Adds elements to the last chunk.
  fileprivate mutating func append(_ elements: ArraySlice<Element>) {
    chunks[chunks.count - 1].elements.append(contentsOf: elements)
    count += Int32(elements.count)
  }
}

// MARK: - Room

extension ChunkList {
  /// Makes sure that elements can be appended to the last chunk, and returns how many.
  private mutating func roomAtEnd() -> Int {
    guard let last = segments.last, let chunk = last.chunks.last else {
      segments.append(Segment(chunks: [Chunk(start: 0)], start: 0, number: 0))
      return Self.chunkSize
    }
    let room = Self.chunkSize - Int(chunk.firstSlot) - chunk.elements.count
    if room > 0 { return room }
    var fresh = Chunk(start: 0)
    fresh.elements.reserveCapacity(Self.chunkSize)
    let next = last.number + Int32(last.chunks.count)
    if next & (1 << Self.segmentBits - 1) == 0 {
      segments.append(Segment(chunks: [fresh], start: last.end, number: next))
    } else {
      fresh.start = last.count
      segments[segments.count - 1].chunks.append(fresh)
    }
    return Self.chunkSize
  }

  /// Makes sure that elements can be prepended to the first chunk, and returns how many.
  private mutating func roomAtStart() -> Int {
    let room = Int(segments[0].chunks[0].firstSlot)
    if room > 0 { return room }
    let fresh = Chunk(start: 0, firstSlot: Int32(Self.chunkSize))
    let number = segments[0].number
    if number & (1 << Self.segmentBits - 1) == 0 {
      segments.insert(Segment(chunks: [fresh], start: 0, number: number - 1), at: 0)
    } else {
      segments[0].chunks.insert(fresh, at: 0)
      segments[0].number -= 1
    }
    return Self.chunkSize
  }

  /// Adds `distance` to the start of every chunk and segment behind the chunk at `at`.
  private mutating func shift(after at: Location, by distance: Int) {
    for chunk in segments[at.segment].chunks.indices.dropFirst(at.chunk + 1) {
      segments[at.segment].chunks[chunk].start += Int32(distance)
    }
    segments[at.segment].count += Int32(distance)
    for segment in segments.indices.dropFirst(at.segment + 1) {
      segments[segment].start += distance
    }
    didChange()
  }

  /// Recomputes the starts of the chunks in the first segment, and of all segments.
  private mutating func renumber() {
    var start: Int32 = 0
    for chunk in segments[0].chunks.indices {
      segments[0].chunks[chunk].start = start
      start += Int32(segments[0].chunks[chunk].elements.count)
    }
    segments[0].start = 0
    segments[0].count = start
    for segment in segments.indices.dropFirst() {
      segments[segment].start = segments[segment - 1].end
    }
    didChange()
  }
}
