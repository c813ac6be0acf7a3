import FeedEffects

/// The rows that a source gave, page after page, for each of the latest cursors.
final class PageTrails: Sendable {
  /// The hash values of ids, in the order in which they were given. Hash values stay in the process.
  private final class Trail {
    var hashes: [Int]

    init(_ hashes: [Int]) {
      self.hashes = hashes
    }
  }

  /// The rows before a cursor: the first `count` of the trail.
  private struct Tip {
    let cursor: PageCursor
    let trail: Trail
    let count: Int
    let total: Int?

    /// Whether these are all rows before the cursor.
    let isWhole: Bool
  }

  /// The latest tips, in the order of time. A feed asks for the page behind its last one; more than one is
  /// for further feeds, and for a feed that goes back in time.
  private let tips = Locked<[Tip]>([])

  /// How many rows before a cursor are compared with each page. More of them only after a movement.
  private static let nearby = 4_096

  /// Notes the rows of the page behind a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first one.
  ///   - next: The cursor behind the page.
  func note(_ ids: [some Hashable], total: Int?, behind cursor: PageCursor?, next: PageCursor) {
    let hashes = ids.map(\.hashValue)
    tips.use { tips in
      let tip = tips.last { $0.cursor == cursor }
      let trail: Trail
      if let tip, tip.count == tip.trail.hashes.count {
        trail = tip.trail
        trail.hashes += hashes
      } else {
        trail = Trail((tip.map { Array($0.trail.hashes.prefix($0.count)) } ?? []) + hashes)
      }
      tips.removeAll { $0.cursor == next }
      let isWhole = cursor == nil || tip?.isWhole == true
      tips.append(
        Tip(
          cursor: next, trail: trail, count: trail.hashes.count, total: total, isWhole: isWhole))
      if tips.count > 16 { tips.removeFirst() }
    }
  }

  /// Whether the rows before the cursor are known.
  func knows(_ cursor: PageCursor) -> Bool {
    tips.use { tips in tips.contains { $0.cursor == cursor } }
  }

  /// Whether one of these ids came shortly before the cursor.
  func hasNearby(_ ids: some Sequence<some Hashable>, at cursor: PageCursor) -> Bool {
    let hashes = Set(ids.map(\.hashValue))
    return tips.use { tips in
      guard let tip = tips.last(where: { $0.cursor == cursor }) else { return false }
      return tip.trail.hashes[..<tip.count].suffix(Self.nearby).contains { hashes.contains($0) }
    }
  }

  /// How many rows came before the page of this number or offset; nil if it is unknown.
  func count(at place: Int) -> Int? {
    tips.use { tips in tips.last { $0.cursor.place == place && $0.isWhole }?.count }
  }

  /// The total that came with the page before the cursor; nil if it is unknown.
  func total(at cursor: PageCursor) -> Int? {
    tips.use { tips in tips.last { $0.cursor == cursor }?.total }
  }

  /// How many known rows follow each known row before the cursor, by the hash value of its id.
  ///
  /// - Complexity: O(*n*) in the rows before the cursor.
  func followers(at cursor: PageCursor) -> [Int: Int] {
    tips.use { tips in
      guard let tip = tips.last(where: { $0.cursor == cursor }) else { return [:] }
      let hashes = tip.trail.hashes[..<tip.count]
      return Dictionary(hashes.enumerated().map { ($1, tip.count - 1 - $0) }) { min($0, $1) }
    }
  }
}
