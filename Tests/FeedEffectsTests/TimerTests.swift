import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Fails the first request and never answers another.
private struct FailsAtFirst: PageSource {
  func page(for request: Rows.Request) async throws -> Rows.Page {
    if request.ticket == 1 { throw FailsAtFirst.failure }
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
  }

  static let failure = FeedFailure(.http, message: "busy", status: 503, isRetryable: true)
}

@MainActor @Suite("Timers and automatic retries", .watched)
struct TimerTests {
  private let clock = ManualClock()
  private let source = Script()
  private static let busy = FailsAtFirst.failure

  private func store() -> FeedStore<Row, Int> {
    let feed = Rows(pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1))
    return FeedStore(feed, source: source, clock: clock, starts: false)
  }

  /// Waits until an automatic retry of the feed sleeps.
  private func timer(of store: FeedStore<Row, Int>) async {
    for await state in store.states
    where LoadKind.allCases.contains(where: { state[$0].timer != nil }) { break }
    await clock.sleepers(1)
  }

  @Test func aTimerThatIsCancelledBeforeItIsDueNeverFires() async {
    let store = Store(Jobs(), state: .init(), handler: JobHandler(), clock: clock)
    let sent = store.send(.effects([.schedule(1, .seconds(2))]))
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1_900))
    store.send(.effects([.cancel(1)]))
    await sent.finish()
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(10))
    await store.settle()
    #expect(store.state.log == ["effects", "effects"])
  }

  @Test func aStoreThatGoesAwayTakesItsTimersAlong() async {
    var store: Store<Jobs>? = Store(Jobs(), state: .init(), handler: JobHandler(), clock: clock)
    weak let gone = store
    store?.send(.effects([.schedule(1, .seconds(2)), .schedule(2, .seconds(3))]))
    await clock.sleepers(2)
    store = nil
    #expect(gone == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func aStoppedStoreDoesNotComeBackWhenItsRetryIsDue() async {
    let store = store()
    source.fail(1, with: Self.busy)
    store.send(.started)
    await timer(of: store)
    store.stop()
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(60))
    for _ in 0..<100 { await Task.yield() }
    #expect(source.requests.map(\.ticket) == [1])
    #expect(store.state.refresh.timer == 2)
  }

  @Test func aPullTakesThePlaceOfARetryThatWaits() async {
    let store = store()
    source.answer(1, with: .init(0..<3, next: 3))
    source.fail(2, with: Self.busy)
    await store.send(.started).finish()
    store.send(.loadMore)
    await timer(of: store)
    source.answer(4, with: .init(0..<3, next: nil))
    await store.refresh()
    clock.advance(by: .seconds(30))
    await store.settle()
    #expect(source.requests.map(\.ticket) == [1, 2, 4])
    #expect(source.requests.last?.kind == .refresh)
  }

  @Test func aPullTakesThePlaceOfARetryThatIsAsked() async {
    let store = store()
    source.answer(1, with: .init(0..<3, next: 3))
    source.fail(2, with: Self.busy)
    await store.send(.started).finish()
    store.send(.loadMore)
    await timer(of: store)
    clock.advance(by: .seconds(1))
    await source.asked(4)
    source.answer(5, with: .init(0..<3, next: nil))
    await store.refresh()
    await store.settle()
    #expect(source.requests.map(\.kind) == [.refresh, .append, .append, .refresh])
    #expect(source.events.contains(.cancelled(ticket: 4)))
  }

  @Test func aStoreKnowsWhenAWaitingLoadIsTriedAgain() async {
    let retry = RetryPolicy(attempts: 1, base: .seconds(10))
    let store = FeedStore(Rows(retry: retry), source: FailsAtFirst(), clock: clock)
    store.send(.started)
    await clock.sleepers(1)
    guard case .waiting(.refresh, let timer) = store.footer, let left = store.timeLeft(of: timer)
    else {
      Issue.record("\(store.footer)")
      return
    }
    #expect(.seconds(5)...(.seconds(10)) ~= left)
    clock.advance(by: .seconds(2))
    #expect(store.timeLeft(of: timer) == left - .seconds(2))
    store.retry(.refresh)
    #expect(store.timeLeft(of: timer) == nil)
    store.stop()
  }

  @Test func feedsThatFailTogetherDoNotComeBackTogether() async {
    let feed = Rows(retry: RetryPolicy(attempts: 1, base: .seconds(10)))
    let stores = (1...200).map {
      FeedStore(feed, source: FailsAtFirst(), seed: UInt64($0), clock: clock)
    }
    // A release build lets go of a value after its last use.
    defer { withExtendedLifetime(stores) {} }
    for store in stores { store.send(.started) }
    await clock.sleepers(200)
    var left = 200
    var slices: [Int] = []
    // The delay is from 5 to 10 s. Nothing is awaited in between, so no new sleep starts.
    clock.advance(by: .seconds(5))
    for _ in 0..<10 {
      clock.advance(by: .milliseconds(500))
      slices.append(left - clock.sleeperCount)
      left = clock.sleeperCount
    }
    #expect(slices.reduce(0, +) == 200)
    #expect(slices.allSatisfy { $0 <= 50 }, "\(slices)")
  }
}
