import FeedEffects
import FeedReducer
import System

/// Loads through the runner, from a source in memory.
enum Running {
  @MainActor static func run(_ effort: Effort) async -> Report {
    use_one_core()
    let actors = await loadOnActors(effort)
    let store = FeedStore(RowFeed(prefetchDistance: 1), source: Endless(), seed: 1)
    await store.settle()
    let byHand = MainActorByHand()
    let stores = (
      ours: await time(effort) { await store.loadMore().finish() },
      byHand: await time(effort) { await byHand.loadMore() }
    )
    use_all_cores()
    return Report(
      bars: [
        Bar(
          name: "one load on one core, send to state, `FeedActor`", unit: .microseconds,
          must: 4_000, aim: 1_500, figure: actors.withDeadline),
        Bar(
          name: "one load on one core, send to state, `FeedStore`", unit: .microseconds,
          must: 20_000, aim: 11_000, figure: stores.ours),
        await idle(),
        await many(),
      ],
      notes: [
        ("one load on one core, an actor by hand", text(actors.byHand)),
        ("one load on one core, the main actor by hand", text(stores.byHand)),
        ("one load on one core, `FeedActor` without a deadline", text(actors.withoutDeadline)),
      ])
  }

  private static func text(_ figure: Measurement) -> String {
    "\(rounded(figure.median / 1_000)) µs"
  }

  private static let loads = 2_000

  /// The nanoseconds of one of many loads.
  private static func time(
    isolation: isolated (any Actor)? = #isolation, _ effort: Effort, _ load: () async -> Void
  ) async -> Measurement {
    await measure(effort) {
      let start = ContinuousClock.now
      for _ in 0..<loads { await load() }
      return (ContinuousClock.now - start) / .nanoseconds(1) / Double(loads)
    }
  }

  /// Loads that are waited for where they run, off the main actor.
  @concurrent private static func loadOnActors(
    _ effort: Effort
  ) async -> (withDeadline: Measurement, withoutDeadline: Measurement, byHand: Measurement) {
    let feed = RowFeed(prefetchDistance: 1)
    let actor = FeedActor(feed, source: Endless(), seed: 1)
    let patient = FeedActor(feed, source: Endless(), seed: 1, timeout: nil)
    await actor.send(.started).finish()
    await patient.send(.started).finish()
    let byHand = ActorByHand()
    return (
      await time(effort) { await actor.send(.loadMore).finish() },
      await time(effort) { await patient.send(.loadMore).finish() },
      await time(effort) { await byHand.loadMore() }
    )
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
  private static func many() async -> Bar {
    await load(10_000)
    let before = allocatedBytes()
    await load(10_000)
    return Bar(
      name: "10,000 feeds load at once and go: memory that stays", unit: .megabytes,
      must: 1_048_576, aim: 1_048_576, figure: Measurement([max(0, allocatedBytes() - before)]))
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
