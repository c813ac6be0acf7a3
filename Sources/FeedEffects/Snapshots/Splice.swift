import FeedReducer

/// A part of a list that is replaced. It is not empty.
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
  /// Replaces parts of the list. The index of each is that in the list as the ones before left it.
  ///
  /// A forged file could have many parts, and keep the program busy. So only parts as the store writes them are
  /// accepted: each begins behind the one before, with elements between them that stay.
  ///
  /// - Throws: A `SnapshotProblem` if a part is not in the list, is empty, or is not behind the one before.
  /// - Complexity: O(*n*), and O(*k*) for *k* elements at one of the ends.
  mutating func apply(_ splices: [Splice<Element>]) throws {
    let inside = try checked(splices)
    // To replace one costs about as much as to copy so many.
    if inside > 0, inside > count / 256 { return self = ChunkList(copy(with: splices)) }
    for splice in splices { replace(splice) }
  }

  /// Checks parts, and returns how many elements of them neither begin nor end the list.
  private func checked(_ splices: [Splice<Element>]) throws -> Int {
    var (count, end, inside) = (count, -1, 0)
    for splice in splices {
      guard 0...count ~= splice.at, 0...count - splice.at ~= splice.removed else {
        throw SnapshotProblem.unfit(reason: "a change is of no part of its \(count) elements")
      }
      guard splice.at > end, splice.removed > 0 || !splice.added.isEmpty else {
        throw SnapshotProblem.unfit(reason: "a change has a part that is empty or out of order")
      }
      if splice.at > 0, splice.at + splice.removed < count {
        inside += splice.removed + splice.added.count
      }
      count += splice.added.count - splice.removed
      end = splice.at + splice.added.count
    }
    return inside
  }

  /// The list after all parts, made in one walk.
  private func copy(with splices: [Splice<Element>]) -> [Element] {
    let old = Array(self)
    var new: [Element] = []
    new.reserveCapacity(splices.reduce(count) { $0 + $1.added.count - $1.removed })
    var next = 0
    for splice in splices {
      let kept = splice.at - new.count
      new += old[next..<next + kept]
      new += splice.added
      next += kept + splice.removed
    }
    return new + old[next...]
  }

  /// Replaces one part in place.
  private mutating func replace(_ splice: Splice<Element>) {
    if splice.at + splice.removed == count {
      removeLast(splice.removed)
      append(contentsOf: splice.added)
    } else if splice.at == 0 {
      removeFirst(splice.removed)
      prepend(contentsOf: splice.added)
    } else {
      let same = Swift.min(splice.removed, splice.added.count)
      for offset in 0..<same { self[splice.at + offset] = splice.added[offset] }
      let next = splice.at + same
      for _ in same..<splice.removed { remove(at: next) }
      for (offset, element) in splice.added[same...].enumerated() {
        insert(element, at: next + offset)
      }
    }
  }
}
