import FeedEffects
import FeedReducer
import FeedTesting
import Observation
import Testing
import TestWatch

@MainActor @Suite("A feed starts when it is first used", .watched)
struct StartTests {
  private typealias Use = @MainActor @Sendable (FeedStore<Row, Int>) -> Void

  nonisolated private static let words: [(String, Use)] = [
    ("items", { _ = $0.items }), ("page", { _ = $0.page }),
    ("canLoadNextPage", { _ = $0.canLoadNextPage }), ("isLoading", { _ = $0.isLoading }),
    ("isLoadingMore", { _ = $0.isLoadingMore }), ("refreshing", { _ = $0.refreshing }),
    ("error", { _ = $0.error }), ("isEmpty", { _ = $0.isEmpty }), ("total", { _ = $0.total }),
    ("isStalled", { _ = $0.isStalled }), ("failedEdits", { _ = $0.failedEdits }),
    ("failure(of:)", { _ = $0.failure(of: 0) }),
    ("state", { _ = $0.state }), ("states", { _ = $0.states }),
    ("started", { $0.send(.started) }),
  ]

  @Test func storesThatAreThrownAwayLoadNothing() async {
    let source = Script()
    for _ in 0..<1_000 { _ = FeedStore(small, source: source, timeout: nil) }
    for _ in 0..<1_000 { _ = FeedActor(small, source: source, timeout: nil) }
    // The kept one asks, and whatever was on its way before it has asked by then.
    let kept = FeedStore(small, source: source, timeout: nil)
    #expect(kept.isLoading)
    source.answer(1, with: .init(0..<3, next: nil))
    await kept.settle()
    #expect(source.requests.count == 1)
    #expect(kept.items.count == 3)
  }

  @Test(arguments: words.map(\.0)) func eachWordStartsIt(name: String) async throws {
    let use = try #require(Self.words.first { $0.0 == name }).1
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    var steps: [Rows.Action] = []
    store.onStep { steps.append($0.action) }
    use(store)
    use(store)
    #expect(store.isLoading)
    #expect(steps.filter { $0 == .started }.count == (name == "started" ? 2 : 1))
    source.answer(1, with: .init(0..<3, next: nil))
    await store.settle()
    #expect(source.requests.count == 1)
  }

  @Test func theReadThatStartsItIsNotToldOfTheStart() {
    let store = FeedStore(small, source: Script(), timeout: nil)
    let told = Box(false)
    withObservationTracking {
      _ = store.state
      #expect(store.isLoading)
    } onChange: {
      MainActor.assumeIsolated { told.value = true }
    }
    #expect(!told.value)
  }

  @Test func waitingForAFeedStartsIt() async {
    let source = Script()
    source.answer(1, with: .init(0..<3, next: nil))
    let store = FeedStore(small, source: source, timeout: nil)
    await store.settle()
    #expect(store.items.count == 3)
  }

  @Test func aRefreshOfAnUnusedFeedLoadsOnce() async {
    let source = Script()
    source.answer(1, with: .init(0..<3, next: nil))
    let store = FeedStore(small, source: source, timeout: nil)
    await store.refresh()
    #expect(store.items.count == 3)
    #expect(source.requests.count == 1)
  }

  @Test func aStoppedFeedDoesNotStart() {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    store.stop()
    #expect(!store.isLoading)
    #expect(source.requests.isEmpty)
  }

  @Test func aFeedThatIsToStartByHandDoesNotStartByItself() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    let feed = FeedActor(small, source: source, timeout: nil, starts: false)
    await store.settle()
    await feed.settle()
    let state = await feed.state
    #expect(!store.isLoading && !state.isLoading)
    #expect(source.requests.isEmpty)
  }

  @Test func aSnapshotMayComeBeforeTheFirstUse() async throws {
    let source = Script()
    source.answer(1, with: .init(0..<3, next: 3))
    let first = FeedActor(small, source: source, timeout: nil)
    await first.settle()
    let snapshot = try #require(await first.state.snapshot)
    let store = FeedStore(small, source: source, timeout: nil)
    store.send(.restored(snapshot: snapshot, age: .seconds(1)))
    #expect(store.items.count == 3)
    await store.settle()
    #expect(source.requests.count == 1)
  }

  @Test func anActorStartsByTheSameRule() async {
    for use in [
      { _ = await $0.state }, { _ = await $0.states }, { await $0.send(.started) },
    ] as [@Sendable (FeedActor<Row, Int>) async -> Void] {
      let source = Script()
      let feed = FeedActor(small, source: source, timeout: nil)
      await use(feed)
      #expect(await feed.state.isLoading)
      source.answer(1, with: .init(0..<3, next: nil))
      await feed.settle()
      #expect(source.requests.count == 1)
    }
  }

  @Test func aStoreThatWasStoppedDoesNotStartByItself() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    store.send(.stopped)
    #expect(store.items.isEmpty && !store.isLoading)
    let feed = FeedActor(small, source: source, timeout: nil)
    await feed.send(.stopped)
    let state = await feed.state
    #expect(state.isStopped)
    source.answer(1, with: .init(0..<3, next: nil))
    await store.send(.started).finish()
    #expect(store.items.count == 3)
    #expect(source.requests.count == 1)
  }
}
