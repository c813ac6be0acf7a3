extension ChunkList {
  /// Traps in debug builds if the list contradicts itself.
  func checkInvariants() {
    assert(violation == nil, violation ?? "")
  }

  /// The invariant that does not hold, or nil.
  ///
  /// - Complexity: O(√*n*): it checks the chunks of the first and the last segment only.
  private var violation: String? {
    guard let first = segments.first, let last = segments.last else {
      return count == 0 ? nil : "an empty list counts elements"
    }
    if last.end != count { return "the list counts other elements than it has" }
    if first.start != 0 { return "the first segment does not start the list" }
    if first.chunks.first?.elements.isEmpty != false { return "the first chunk is empty" }
    if last.chunks.last?.elements.isEmpty != false { return "the last chunk is empty" }
    return violation(of: first, end: segments.count > 1 ? segments[1].start : first.end)
      ?? violation(of: last, end: last.end)
  }

  private func violation(of segment: Segment, end: Int) -> String? {
    var start = 0
    for chunk in segment.chunks {
      if Int(chunk.start) != start { return "a chunk does not start where the one before ends" }
      if chunk.firstSlot < 0 || chunk.firstSlot >= Self.chunkSize {
        return "a chunk's first slot is none of its slots"
      }
      start += chunk.elements.count
    }
    if segment.count != start { return "a segment counts other elements than it has" }
    return segment.end == end ? nil : "a segment does not end where the next starts"
  }

  /// Whether every element is found at its index.
  ///
  /// - Complexity: O(*n*).
  package var isConsistent: Bool {
    var index = 0
    var key = segments.first?.key ?? 0
    for (number, segment) in segments.enumerated() {
      if segment.start != index || segment.key != key { return false }
      if number > 0, segment.number != Int32(key << Self.segmentBits) { return false }
      for (chunk, content) in segment.chunks.enumerated() {
        for offset in content.elements.indices {
          let at = locate(index)
          if at.segment != number || at.chunk != chunk || at.offset != offset { return false }
          index += 1
        }
      }
      key += 1
      if segment.end != index { return false }
    }
    return index == count
  }
}
