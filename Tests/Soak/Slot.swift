import FeedEffects
import FeedReducer

/// A running feed with its log and the tasks that use it.
struct Slot {
  let feed: any SoakedFeed
  let log: StepLog
  let connectivity: AsyncStream<Bool>.Continuation

  /// An earlier snapshot of the feed, to restore later.
  var kept: Rows.Snapshot?

  /// Tasks that read its states or wait for its work.
  private var companions: [Task<Void, Never>] = []

  /// Creates a feed that has not started. `random` decides its configuration and its store.
  init(in environment: Environment, _ random: inout SplitMix64) async {
    let seed = UInt64.random(in: 0 ... .max, using: &random)
    let machine = Rows(
      pageSize: 5, prefetchDistance: 3,
      refreshMode: Bool.random(using: &random) ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int.random(in: 0...2, using: &random), cap: .seconds(5)),
      maxItems: Bool.random(using: &random) ? 30 : nil, edits: .optimistic,
      snapshotAgeLimit: .seconds(60))
    let (source, sink) = (environment.source(seed: seed), environment.sink(seed: seed))
    // One in ten is a `FeedStore`, which runs on the main actor.
    if Int.random(in: 0..<10, using: &random) == 0 {
      feed = await FeedStore(
        machine, source: source, sink: sink, seed: seed, clock: environment.clock,
        timeout: .seconds(5), starts: false)
    } else {
      feed = FeedActor(
        machine, source: source, sink: sink, seed: seed, clock: environment.clock,
        timeout: .seconds(5), starts: false)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    connectivity = continuation
    log = StepLog(machine, start: await feed.look())
    await feed.record(in: log, Witness(environment.tally))
    await feed.follow(connectivity: stream)
  }

  /// Starts a task that uses the feed. If there are more than four, cancels the oldest.
  mutating func accompany(
    _ tally: SharedTally, _ wait: @escaping @Sendable () async -> Void
  ) {
    companions.append(Task { await tally.during(\.companions) { await wait() } })
    if companions.count > 4 { companions.removeFirst().cancel() }
  }

  /// Cancels all tasks that use the feed.
  mutating func beAlone() {
    for companion in companions { companion.cancel() }
    companions = []
  }
}
