import FeedEffects
import FeedReducer

/// A feed, and who stands around it.
struct Slot {
  let feed: any SoakedFeed
  let log: StepLog
  let connectivity: AsyncStream<Bool>.Continuation

  /// What the feed was at some time.
  var kept: Rows.Snapshot?

  /// Those who read its states or wait for an end.
  private var companions: [Task<Void, Never>] = []

  /// Creates a feed that has not started, of a kind that `random` decides.
  init(in surroundings: Surroundings, _ random: inout SplitMix64) async {
    let seed = UInt64.random(in: 0 ... .max, using: &random)
    let machine = Rows(
      pageSize: 5, prefetchDistance: 3,
      refreshMode: Bool.random(using: &random) ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int.random(in: 0...2, using: &random), cap: .seconds(5)),
      maxItems: Bool.random(using: &random) ? 30 : nil, snapshotAgeLimit: .seconds(60))
    let (source, sink) = (surroundings.source(seed: seed), surroundings.sink(seed: seed))
    // One in ten belongs to the main actor.
    if Int.random(in: 0..<10, using: &random) == 0 {
      feed = await FeedStore(
        machine, source: source, sink: sink, seed: seed, clock: surroundings.clock,
        timeout: .seconds(5), starts: false)
    } else {
      feed = FeedActor(
        machine, source: source, sink: sink, seed: seed, clock: surroundings.clock,
        timeout: .seconds(5), starts: false)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    connectivity = continuation
    log = StepLog(machine, start: await feed.look())
    await feed.record(in: log, Witness(surroundings.tally))
    await feed.follow(connectivity: stream)
  }

  /// Lets somebody wait beside the feed, and sends away who has waited longest if there are many.
  mutating func accompany(
    _ tally: SharedTally, _ wait: @escaping @Sendable () async -> Void
  ) {
    companions.append(Task { await tally.during(\.companions) { await wait() } })
    if companions.count > 4 { companions.removeFirst().cancel() }
  }

  /// Sends away all who wait.
  mutating func beAlone() {
    for companion in companions { companion.cancel() }
    companions = []
  }
}
