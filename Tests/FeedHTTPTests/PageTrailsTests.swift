import TestWatch
import Testing

@testable import FeedHTTP

@Suite("Rows before a cursor", .watched)
struct PageTrailsTests {
  private static let cursors = (1...3).map { PageCursor.number($0) }

  @Test func rowsOfAnotherReadingAreNotBeforeACursor() {
    let trails = PageTrails()
    let (second, third, other) = (Self.cursors[0], Self.cursors[1], Self.cursors[2])
    trails.note([1, 2], total: nil, behind: nil, next: second)
    trails.note([3, 4], total: nil, behind: second, next: third)
    // Another feed on the source, or the same one once more, reads the page: its rows are others now.
    trails.note([5, 6], total: nil, behind: second, next: other)
    #expect(trails.hasNearby([1], at: other) && trails.hasNearby([6], at: other))
    #expect(!trails.hasNearby([3], at: other), "that row would be taken for a known one")
    #expect(trails.followers(at: other).count == 4)
    #expect(trails.followers(at: third).count == 4 && !trails.hasNearby([5], at: third))
  }
}
