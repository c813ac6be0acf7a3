import FeedReducer
import TestWatch
import Testing

@testable import FeedHTTP

@Suite("What a source remembers of its list", .watched)
struct ListMemoryTests {
  private struct Row: Identifiable, Equatable {
    let id: Int
  }

  private var memory = ListMemory<Row>()

  /// Reads a page with these rows.
  private mutating func read(
    _ ids: [Int], at cursor: PageCursor?, to next: PageCursor?, total: Int? = nil,
    loss: String? = nil
  ) {
    var reading = PageReading<Row>(
      page: .init(items: ids.map(Row.init), next: next, total: total))
    reading.loss = loss
    let step = memory.step(from: cursor, over: reading)
    memory.note(step, to: next, from: cursor, tracing: ids)
  }

  @Test mutating func rowsOfAnotherReadingAreNotBeforeACursor() {
    let (second, third, other) = (PageCursor.number(1), PageCursor.number(2), PageCursor.number(3))
    read([1, 2], at: nil, to: second)
    read([3, 4], at: second, to: third)
    // Another feed on the source, or the same one once more, reads the page: its rows are others now.
    read([5, 6], at: second, to: other)
    #expect(memory.hasNearby([1], at: other) && memory.hasNearby([6], at: other))
    #expect(!memory.hasNearby([3], at: other), "that row would be taken for a known one")
    #expect(memory.followers(at: other).count == 4)
    #expect(memory.followers(at: third).count == 4 && !memory.hasNearby([5], at: third))
  }

  @Test mutating func whatPagesHaveToldGoesOnFromPageToPage() {
    read([1, 2], at: nil, to: .token("b"), total: 5, loss: "one of two shards failed")
    read([3, 4], at: .token("b"), to: .token("c"))
    let step = memory.step(at: .token("c"))
    #expect(step?.count == 4 && step?.total == 5 && step?.loss == "one of two shards failed")
    // The list is read again, and what was lost is there.
    read([1, 2], at: nil, to: .token("b"), total: 6)
    #expect(memory.step(at: .token("b"))?.loss == nil && memory.step(at: .token("b"))?.total == 6)
    // A feed that still goes on with the earlier list does not know of that.
    #expect(memory.step(at: .token("c"))?.total == 5)
  }

  @Test mutating func behindACursorOfBeforeNothingIsKnown() {
    read([3, 4], at: .token("b"), to: .token("c"), total: 5)
    #expect(memory.step(at: .token("b")) == nil)
    #expect(memory.step(at: .token("c"))?.count == nil && memory.step(at: .token("c"))?.total == 5)
  }

  @Test mutating func aNumberWithoutARowStandsForItsPage() {
    read([1, 2], at: nil, to: .number(2, after: "2"))
    #expect(memory.step(at: .number(2))?.count == 2)
    #expect(memory.step(at: .number(2, after: "9")) == nil, "the row before is another one")
    #expect(memory.step(at: .offset(2)) == nil)
  }
}
