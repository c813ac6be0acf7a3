import FeedEffects
import FeedReducer
import FeedTesting
import Observation
import Testing
import TestWatch

/// What the runner promises, a test for each.
@MainActor @Suite("The runner's promises", .watched)
struct PromiseTests {
  @Test func promise1ActionsApplyOneAtATimeAndInOrder() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    var steps: [Rows.Action] = []
    store.onStep { steps.append($0.action) }
    let box = Box(false)
    withObservationTracking {
      _ = store.isLoading
    } onChange: {
      MainActor.assumeIsolated {
        store.send(.loadMore)
        box.value = store.state.isLoading
      }
    }
    store.send(.started)
    #expect(box.value, "an observer sees the whole state of the step")
    #expect(steps == [.started, .loadMore])
  }

  @Test func promise2StateThenEffectsThenObserversOnce() async {
    let bench = Bench()
    var seen: [String] = []
    bench.engine.observe {
      seen.append("told of \($0.log.count), \(bench.launches.count) started")
      return true
    }
    bench.engine.send(.effects([.run(1), .cancel(1), .run(2)]))
    bench.engine.send(.nothing)
    #expect(seen == ["told of 1, 2 started"])
    #expect(bench.tasks.map(\.isCancelled) == [true, false])
  }

  @Test func promise3TheAnswerToACancelledRequestIsDroppedTwice() async {
    let bench = Bench()
    bench.engine.send(.effects([.run(1), .cancel(1)]))
    var steps = 0
    bench.engine.onStep = { _ in steps += 1 }
    bench.answer(0, "late")
    #expect(steps == 0, "the engine drops it before the reducer sees it")

    let source = Script(ignoresCancellation: true)
    let store = FeedStore(small, source: source, timeout: nil)
    source.answer(1, with: .init(0..<3, next: 3))
    await store.settle()
    store.appeared(2)
    store.send(.refreshPulled)
    await source.cancelled(2)
    let before = store.state
    store.send(.pageLoaded(ticket: 2, page: .init(3..<6, next: 6)))
    #expect(store.state == before, "the reducer refuses it as well")
  }

  @Test func promise4AnAnswerAtOnceIsReducedAfterTheStep() async {
    let store = FeedStore(small, source: Endless(), starts: false)
    let sent = store.send(.started)
    #expect(store.isLoading, "the answer is never reduced inside the step")
    await sent.finish()
    #expect(!store.isLoading)
    #expect(store.items.count == 3)
  }

  @Test func promise5FinishWaitsForEverythingTheActionCaused() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    source.answer(1, with: .init(0..<0, next: 1))
    source.answer(2, with: .init(0..<0, next: 2))
    source.answer(3, with: .init(0..<3, next: nil))
    await store.send(.started).finish()
    #expect(store.items.count == 3)
    #expect(source.requests.count == 3)
    await store.send(.loadMore).finish()
  }

  @Test func promise5CancellingTheWaitNeverCancelsTheWork() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    let sent = store.send(.started)
    let wait = Task { _ = await sent.finish() }
    await source.asked(1)
    wait.cancel()
    await wait.value
    #expect(store.isLoading)
    source.answer(1, with: .init(0..<3, next: nil))
    await sent.finish()
    #expect(store.items.count == 3)
    #expect(source.events == [.asked(ticket: 1)])
  }

  @Test func promise5RefreshWaitsAlsoWhenThePullWasIgnored() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil, starts: false)
    source.answer(1, with: .init(0..<3, next: nil))
    await store.send(.started).finish()
    store.send(.refreshPulled)
    var refusals: [FeedRefusal?] = []
    store.onStep { refusals.append($0.reaction.refusal) }
    let refresh = Task { await store.refresh() }
    await source.asked(2)
    while refusals.isEmpty { await Task.yield() }
    #expect(refusals == [.loading(kind: .refresh, ticket: 2)])
    #expect(store.refreshing)
    source.answer(2, with: .init(5..<8, next: nil))
    await refresh.value
    #expect(!store.refreshing)
    #expect(store.items.first == Row(id: 5))
  }

  @Test func promise5RefreshEndsWhenTheRefreshFails() async {
    let source = Script()
    let store = FeedStore(small, source: source, timeout: nil)
    source.fail(1, with: FeedFailure(.http, message: "500"))
    await store.refresh()
    #expect(store.error?.code == .http)
  }

  @Test func promise6AnyNumberOfReadersAndASlowOneSkipsToTheNewest() async {
    let store = Store(Jobs(), state: .init(), handler: JobHandler())
    var quick = store.states.makeAsyncIterator()
    let slow = store.states
    #expect(await quick.next()?.log == [])
    store.send(.done("0"))
    #expect(await quick.next()?.log == ["0"])
    for number in 1..<100 { store.send(.done("\(number)")) }
    var late = slow.makeAsyncIterator()
    #expect(await late.next()?.log.count == 100)
    #expect(await quick.next()?.log.count == 100)
    var newcomer = store.states.makeAsyncIterator()
    #expect(await newcomer.next()?.log.count == 100, "a late reader gets the current state first")
    store.stop()
    #expect(await newcomer.next() == nil)
  }

  @Test func promise7AStoreThatGoesAwayCancelsItsWork() async {
    let source = Script()
    var store: FeedStore<Row, Int>? = FeedStore(small, source: source, timeout: nil)
    weak let gone = store
    store?.send(.started)
    await source.asked(1)
    store = nil
    #expect(gone == nil)
    await source.cancelled(1)
  }

  @Test func promise7AnActorThatGoesAwayCancelsItsWork() async {
    let source = Script()
    var store: FeedActor<Row, Int>? = FeedActor(small, source: source, timeout: nil)
    weak let gone = store
    await store?.send(.started)
    await source.asked(1)
    store = nil
    await source.cancelled(1)
    #expect(gone == nil)
  }

  @Test func promise8TimeComesFromTheClock() async {
    let clock = ManualClock()
    let store = Store(Jobs(), state: .init(), handler: JobHandler(), clock: clock)
    let sent = store.send(.effects([.schedule(1, .seconds(2))]))
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    await sent.finish()
    #expect(store.state.log == ["effects", "woke 1"])
  }

  @Test func promise8ATimerOfNoTimeFiresInALaterTurn() async {
    let store = Store(Jobs(), state: .init(), handler: JobHandler(), clock: ManualClock())
    let sent = store.send(.effects([.schedule(1, .zero)]))
    #expect(store.state.log == ["effects"])
    await sent.finish()
    #expect(store.state.log == ["effects", "woke 1"])
  }

  @Test func promise7WhatAStoreFollowsEndsWithIt() async {
    for isStopped in [true, false] {
      let ended = Locked(false)
      let (isOnline, continuation) = AsyncStream.makeStream(of: Bool.self)
      continuation.onTermination = { _ in ended.use { $0 = true } }
      var store: FeedStore<Row, Int>? = FeedStore(small, source: Script(), starts: false)
      store?.follow(connectivity: isOnline)
      if isStopped { store?.stop() } else { store = nil }
      await ended.wait { $0 }
      #expect(store?.state.isOnline ?? true)
    }
  }

  @Test func promise8ConnectivityComesFromTheApp() async {
    let (isOnline, continuation) = AsyncStream.makeStream(of: Bool.self)
    let store = FeedStore(small, source: Script(), starts: false)
    var actions: [Rows.Action] = []
    store.onStep { actions.append($0.action) }
    store.follow(connectivity: isOnline)
    continuation.yield(false)
    continuation.yield(true)
    while actions.count < 2 { await Task.yield() }
    #expect(
      actions == [.connectivityChanged(isOnline: false), .connectivityChanged(isOnline: true)])
  }
}

/// A value that closures on the main actor share.
@MainActor
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
