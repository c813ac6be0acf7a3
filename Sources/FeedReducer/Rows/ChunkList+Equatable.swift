// How two `ChunkList`s are compared: chunks that they share are skipped.
extension ChunkList: Equatable where Element: Equatable {
  /// Whether both lists hold equal elements in the same order.
  ///
  /// - Complexity: O(1) for unchanged copies; otherwise O(√*n*) and the elements that are not shared.
  @usableFromInline package static func == (lhs: ChunkList, rhs: ChunkList) -> Bool {
    if lhs.count != rhs.count { return false }
    if lhs.isEmpty || lhs.segments.isSame(as: rhs.segments) { return true }
    if let mine = lhs.onlyChunk, let theirs = rhs.onlyChunk { return mine == theirs }
    let gaps = lhs.gaps(since: rhs)
    if gaps.contains(where: { $0.old != $0.new }) { return lhs.elementsEqual(rhs) }
    return gaps.allSatisfy { lhs[$0.new].elementsEqual(rhs[$0.old]) }
  }
}

// MARK: - What two lists share

extension ChunkList {
  /// A part that two lists do not share: the elements between two shared chunks.
  struct Gap {
    /// The indices in the older list.
    var old: Range<Int>

    /// The indices in the newer list.
    var new: Range<Int>
  }

  /// The parts that this list does not share with an older one, in order.
  ///
  /// Copies of a list number their chunks alike, so only chunks with the same number can be shared.
  ///
  /// - Complexity: O(√*n*) for copies that differ in one place.
  func gaps(since older: ChunkList) -> [Gap] {
    var gaps = GapList()
    let keys = [segments.first, older.segments.first, segments.last, older.segments.last]
      .compactMap { $0?.key }
    for key in (keys.min() ?? 0)...(keys.max() ?? 0) {
      let (mine, theirs) = (segment(key), older.segment(key))
      if let mine, let theirs, mine.number == theirs.number, mine.chunks.isSame(as: theirs.chunks) {
        gaps.close(old: theirs.end, new: mine.end)
      } else {
        gaps.add(old: theirs, new: mine)
      }
    }
    return gaps.gaps
  }

  private struct GapList {
    private(set) var gaps: [Gap] = []
    private var isOpen = false
    private var (old, new) = (0, 0)

    /// Ends the open gap in front of a shared chunk or segment; `old` and `new` are where that ends.
    mutating func close(old: Int, new: Int) {
      isOpen = false
      (self.old, self.new) = (old, new)
    }

    /// Adds the chunks that two segments with the same key do not share.
    mutating func add(old: Segment?, new: Segment?) {
      guard let one = old?.numbers ?? new?.numbers else { return }
      let other = new?.numbers ?? one
      let first = Swift.min(one.lowerBound, other.lowerBound)
      for number in first..<Swift.max(one.upperBound, other.upperBound) {
        let (theirs, mine) = (old?.chunk(number), new?.chunk(number))
        let oldEnd = theirs?.indices.upperBound ?? self.old
        let newEnd = mine?.indices.upperBound ?? self.new
        if let theirs, let mine, mine.elements.isSame(as: theirs.elements) {
          close(old: oldEnd, new: newEnd)
        } else {
          add(old: oldEnd, new: newEnd)
        }
      }
    }

    /// Adds the elements up to these indices to the open gap.
    private mutating func add(old: Int, new: Int) {
      if isOpen, let last = gaps.indices.last {
        gaps[last].old = gaps[last].old.lowerBound..<old
        gaps[last].new = gaps[last].new.lowerBound..<new
      } else if old > self.old || new > self.new {
        gaps.append(Gap(old: self.old..<old, new: self.new..<new))
        isOpen = true
      }
      (self.old, self.new) = (old, new)
    }
  }

  /// The segment with the chunks whose numbers begin with `key`.
  private func segment(_ key: Int) -> Segment? {
    guard let first = segments.first, segments.indices.contains(key - first.key) else { return nil }
    return segments[key - first.key]
  }
}

extension ChunkList.Segment {
  fileprivate var numbers: Range<Int> { Int(number)..<Int(number) + chunks.count }

  /// The chunk with a number, and the indices of its elements in the list.
  fileprivate func chunk(_ number: Int) -> (elements: [Element], indices: Range<Int>)? {
    guard numbers.contains(number) else { return nil }
    let chunk = chunks[number - numbers.lowerBound]
    let first = start + Int(chunk.start)
    return (chunk.elements, first..<first + chunk.elements.count)
  }
}

extension Array {
  /// Whether both arrays are the same storage.
  fileprivate func isSame(as other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in
        other.withUnsafeBufferPointer { theirs in mine.baseAddress == theirs.baseAddress }
      }
  }
}
