import FeedReducer

/// A part of a list that is replaced.
struct Splice<Element> {
  /// The index of the first element that goes or comes.
  let at: Int

  /// How many elements go.
  let removed: Int

  /// The elements that come.
  let added: [Element]
}

extension Splice: Codable where Element: Codable {}

extension Splice where Element: Equatable {
  /// What turns a list into another one: what stands between their common beginning and their common end.
  static func between(_ old: [Element], and new: [Element]) -> [Splice] {
    let most = min(old.count, new.count)
    let start = (0..<most).first { old[$0] != new[$0] } ?? most
    let end = (0..<most - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
    let rest = end ?? most - start
    let splice = Splice(
      at: start, removed: old.count - start - rest, added: Array(new[start..<new.count - rest]))
    return splice.removed == 0 && splice.added.isEmpty ? [] : [splice]
  }
}

extension ChunkList {
  /// Replaces parts of the list, one after the other.
  ///
  /// - Throws: A `SnapshotProblem` if a part is not in the list.
  mutating func apply(_ splices: [Splice<Element>]) throws {
    for splice in splices {
      guard 0...count ~= splice.at, 0...count - splice.at ~= splice.removed else {
        throw SnapshotProblem.unfit(reason: "a change is of no part of its \(count) elements")
      }
      let same = Swift.min(splice.removed, splice.added.count)
      for offset in 0..<same { self[splice.at + offset] = splice.added[offset] }
      let (next, added) = (splice.at + same, Array(splice.added[same...]))
      for _ in same..<splice.removed { remove(at: next) }
      if next == count {
        append(contentsOf: added)
      } else if next == 0 {
        prepend(contentsOf: added)
      } else {
        for (offset, element) in added.enumerated() { insert(element, at: next + offset) }
      }
    }
  }
}
