import FeedEffects
import FeedReducer

/// What feeds take of the memory when they run.
enum Running {
  static func run() async -> Report {
    let idle = await idle()
    return Report(bars: [idle], notes: [await many()])
  }

  /// What an idle feed with 100 rows takes beside the rows.
  private static func idle() async -> Bar {
    let feeds = 1_000
    var kept: [FeedActor<Row, Int>] = []
    kept.reserveCapacity(feeds)
    let before = allocatedBytes()
    for _ in 0..<feeds {
      let feed = FeedActor(RowFeed(), source: Hundred(), seed: 1)
      await feed.send(.started).finish()
      kept.append(feed)
    }
    let taken = (allocatedBytes() - before) / Double(feeds) - Double(Hundred.bytes)
    consume(kept)
    return Bar(
      name: "memory of an idle `FeedActor` with 100 rows, beyond the rows", unit: .bytes,
      must: 4_096, aim: 2_048, figure: Measurement([taken]))
  }

  /// A source with 100 rows whose titles take nothing from the heap.
  private struct Hundred: PageSource {
    static let bytes = 100 * MemoryLayout<Row>.stride
    static let rows = (0..<100).map { number in
      var row = Row(number)
      row.title = "Row \(number)"
      return row
    }

    func page(for request: RowFeed.Request) async throws -> RowFeed.Page {
      .init(items: Hundred.rows, next: nil)
    }
  }

  /// 10,000 feeds that load at once: what is left of their memory when they are gone.
  private static func many() async -> (what: String, figure: String) {
    await load(10_000)
    let before = allocatedBytes()
    await load(10_000)
    let left = max(0, allocatedBytes() - before) / 1_048_576
    return ("10,000 feeds load at once and go: memory that stays", "\(rounded(left)) MB")
  }

  private static func load(_ feeds: Int) async {
    let actors = (0..<feeds).map { _ in FeedActor(RowFeed(), source: Hundred(), seed: 1) }
    for actor in actors { _ = await actor.send(.started) }
    for actor in actors {
      await actor.settle()
      let count = await actor.state.items.count
      precondition(count == 100, "a feed has not finished")
    }
  }
}
