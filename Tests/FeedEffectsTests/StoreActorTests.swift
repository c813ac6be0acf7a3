import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

@Suite("StoreActor and FeedActor", .watched)
struct StoreActorTests {
  @Test func aFeedIsReadToItsEnd() async {
    let feed = FeedActor(small, source: Endless(count: 10), seed: 1)
    await feed.send(.started).finish()
    while await feed.state.canLoadNextPage { await feed.send(.loadMore).finish() }
    #expect(await feed.state.items.map(\.id) == Array(0..<10))
    await feed.refresh()
    #expect(await feed.state.items.count == 3)
  }

  @Test func anActorHasTheVerbsOfAStore() async {
    let feed = FeedActor(small, source: Endless(count: 10), starts: false)
    let actions = Log<Rows.Action>()
    await feed.send(.started).finish()
    await feed.onStep { actions.add($0.action) }
    await feed.appeared(1)
    await feed.appeared(99)
    await feed.visible(0..<2)
    await feed.loadMore()
    await feed.retry(.append)
    await feed.dismissError(of: .append)
    await feed.edit(0) { _ in }
    await feed.edit(.remove(id: 1))
    await feed.retryEdits(of: 1)
    await feed.dismissEdits(of: 1)
    let verbs: [Rows.Action] = [
      .itemAppeared(index: 1), .visible(range: 0..<2), .loadMore, .retryTapped(kind: .append),
      .errorDismissed(kind: .append), .edit(change: .update(item: Row(id: 0))),
      .edit(change: .remove(id: 1)), .editRetried(id: 1), .editDismissed(id: 1),
    ]
    #expect(actions.entries.filter { $0.answeredTicket == nil } == verbs)
  }

  @Test func aStoreLivesWhileATaskWaits() async {
    let steps = Log<StoreStep<Rows>.Cause>()
    func start() async -> Sent {
      let feed = FeedActor(small, source: Endless(count: 3))
      await feed.onStep { steps.add($0.cause) }
      return await feed.send(.started)
    }
    await start().finish()
    #expect(steps.entries == [.sent, .answer(id: WorkID(1))])
  }

  @Test func timersRunOnTheClock() async {
    let clock = ManualClock()
    let store = StoreActor(Jobs(), state: .init(), handler: JobHandler(), clock: clock)
    let sent = await store.send(.effects([.schedule(1, .seconds(5)), .run(2)]))
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await sent.finish()
    #expect(await store.state.log.sorted() == ["effects", "ran 2", "woke 1"])
  }

  @Test func actionsFromManyTasksAreAllReducedOneByOne() async {
    let store = StoreActor(Jobs(), state: .init(), handler: JobHandler())
    let log = Log<Jobs.Action>()
    await store.onStep { log.add($0.action) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<20 {
        group.addTask { for number in 0..<50 { await store.send(.done("\(task).\(number)")) } }
      }
    }
    #expect(log.entries.count == 1_000)
    var loop = Loop(Jobs(), state: .init())
    for action in log.entries { loop.send(action) }
    #expect(await store.state == loop.state)
  }

  @Test func aSlowReaderNeverBlocksTheMachine() async {
    let store = StoreActor(Jobs(), state: .init(), handler: JobHandler())
    let states = await store.states
    for number in 0..<100 { await store.send(.done("\(number)")) }
    var seen: [Int] = []
    for await state in states {
      seen.append(state.log.count)
      if state.log.count == 100 { break }
    }
    #expect(seen == [100])
  }

  @Test func twoFeedsInOneMachineKeepTheirTicketsApart() async {
    let store = StoreActor(Tabs(), state: .init(), handler: TabsHandler())
    await store.send(.home(.started))
    await store.send(.search(.started)).finish()
    await store.send(.home(.loadMore)).finish()
    #expect(await store.state.home.items.count == 6)
    #expect(await store.state.search.items.count == 3)
    #expect(WorkID(3, scope: [2, 1]).description == "2.1.3")
    #expect(MemoryLayout<WorkID>.size == 16)
    var scope: WorkScope = []
    for number in [255, 0, 255, 0, 1, 0, 255] { scope = scope.inside(number) }
    #expect(scope == [255, 0, 1, 0, 255, 0, 255] && scope.keys.count == 7)
    #expect(scope != [255, 0, 1, 0, 255, 0, 254] && [0] != ([] as WorkScope))
  }

  @Test func aCompletionCalledTwiceCountsOnce() async {
    let source = CallbackSource<Row, Int> { _, completion in
      completion(.success(.init(0..<3, next: nil)))
      completion(.success(.init(7..<9, next: nil)))
      completion(.failure(CancellationError()))
    }
    let feed = FeedActor(small, source: source, timeout: nil)
    await feed.send(.started).finish()
    #expect(await feed.state.items.map(\.id) == [0, 1, 2])
  }

  @Test func aCompletionWithAnErrorIsAFailure() async {
    let source = CallbackSource<Row, Int> { _, completion in
      completion(.failure(FeedFailure(.timeout, message: "too late")))
    }
    let feed = FeedActor(small, source: source, timeout: nil)
    await feed.send(.started).finish()
    #expect(await feed.state.error?.code == .timeout)
  }

  @Test func connectivityIsFollowed() async {
    let (isOnline, continuation) = AsyncStream.makeStream(of: Bool.self)
    let feed = FeedActor(small, source: Endless())
    let log = Log<Rows.Action>()
    await feed.onStep { log.add($0.action) }
    await feed.follow(connectivity: isOnline)
    continuation.yield(false)
    await log.reach(1)
    #expect(log.entries == [.connectivityChanged(isOnline: false)])
  }
}

/// A machine that owns two feeds.
private struct Tabs: StateMachine {
  struct State: Equatable {
    var home = Rows.State(seed: 1, identity: 1)
    var search = Rows.State(seed: 2, identity: 2)
  }
  enum Action: Equatable { case home(Rows.Action), search(Rows.Action) }
  enum Effect: Equatable { case home(Rows.Effect), search(Rows.Effect) }
  enum Refusal: Equatable { case feed(FeedRefusal) }

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    switch action {
    case .home(let action):
      small.reduce(into: &state.home, action).map(effect: Effect.home, refusal: Refusal.feed)
    case .search(let action):
      small.reduce(into: &state.search, action).map(effect: Effect.search, refusal: Refusal.feed)
    }
  }
}

private struct TabsHandler: EffectHandler {
  let feed = FeedHandler(Endless())

  func work(for effect: Tabs.Effect) -> Work<Tabs.Action> {
    switch effect {
    case .home(let effect): feed.work(for: effect).map(scope: 1, Tabs.Action.home)
    case .search(let effect): feed.work(for: effect).map(scope: 2, Tabs.Action.search)
    }
  }
}
