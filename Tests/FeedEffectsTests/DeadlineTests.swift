import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

@Suite("Deadlines", .watched)
struct DeadlineTests {
  private func feed(
    _ source: Script, _ clock: ManualClock, timeout: Duration? = .seconds(7)
  ) -> FeedActor<Row, Int> {
    FeedActor(small, source: source, clock: clock, timeout: timeout)
  }

  @Test func aLoadThatIsNotAnsweredFailsWhenItsTimeIsOver() async {
    let (source, clock) = (Script(), ManualClock())
    let feed = feed(source, clock)
    let sent = await feed.send(.started)
    await source.asked(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(6_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    await sent.finish()
    #expect(
      await feed.state.error
        == FeedFailure(
          .timeout, message: "The page did not come within 7 s; try again.", isRetryable: true))
    await source.cancelled(1)
  }

  @Test func anAnswerAfterTheDeadlineIsDropped() async {
    let (source, clock) = (Script(ignoresCancellation: true), ManualClock())
    let feed = feed(source, clock)
    let steps = Log<String>()
    await feed.onStep { steps.add("\($0.action)") }
    let sent = await feed.send(.started)
    await clock.sleepers(1)
    clock.advance(by: .seconds(7))
    await sent.finish()
    await source.cancelled(1)
    source.answer(1, with: Rows.Page(0..<3, next: nil))
    await feed.send(.retryTapped(kind: nil))
    await source.asked(2)
    source.answer(2, with: Rows.Page(3..<6, next: nil))
    await feed.settle()
    #expect(await feed.state.items.map(\.id) == [3, 4, 5])
    #expect(steps.entries.count == 4, "started, failed, retried, loaded")
  }

  @Test func anAnswerInTimeEndsTheDeadline() async {
    let (source, clock) = (Script(), ManualClock())
    let feed = feed(source, clock)
    let sent = await feed.send(.started)
    await clock.sleepers(1)
    source.answer(1, with: Rows.Page(0..<3, next: nil))
    await sent.finish()
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(60))
    #expect(await feed.state.error == nil)
    #expect(await feed.state.items.count == 3)
  }

  @Test func aCancelledLoadHasNoDeadline() async {
    let (source, clock) = (Script(), ManualClock())
    let feed = feed(source, clock)
    await feed.send(.started)
    await clock.sleepers(1)
    await feed.send(.reset)
    await source.cancelled(1)
    await feed.send(.started)
    await source.asked(2)
    source.answer(2, with: Rows.Page(0..<3, next: nil))
    await feed.settle()
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(await feed.state.error == nil)
  }

  @Test func aLoadWithoutDeadlineWaits() async {
    let (source, clock) = (Script(), ManualClock())
    let feed = feed(source, clock, timeout: nil)
    let sent = await feed.send(.started)
    await source.asked(1)
    #expect(clock.sleeperCount == 0)
    source.answer(1, with: Rows.Page(0..<3, next: nil))
    await sent.finish()
    #expect(await feed.state.items.count == 3)
  }

  @Test func aLateLoadIsRepeatedLikeAnyOtherThatFailed() async {
    let (source, clock) = (Script(), ManualClock())
    let policy = RetryPolicy(attempts: 1, base: .seconds(1), cap: .seconds(1))
    let feed = FeedActor(
      Rows(pageSize: 3, retry: policy), source: source, clock: clock, timeout: .seconds(7))
    let sent = await feed.send(.started)
    await clock.sleepers(1)
    clock.advance(by: .seconds(7))
    await source.cancelled(1)
    while await feed.state.refresh.request != nil { await Task.yield() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(7))
    await source.asked(3)
    source.answer(3, with: Rows.Page(0..<3, next: nil))
    await sent.finish()
    #expect(await feed.state.items.count == 3)
  }

  @Test @MainActor func aStoreKeepsTheDeadlineOfEitherKindOfSource() async {
    let clock = ManualClock()
    let store = FeedStore<Row, Int>(small, clock: clock, timeout: .seconds(7)) { _ in
      // Ends only when it is cancelled.
      let forever = AsyncStream.makeStream(of: Never.self).stream
      for await _ in forever {}
      throw CancellationError()
    }
    let source = Script()
    let other = FeedStore(small, source: source, clock: clock, timeout: .seconds(7))
    store.send(.started)
    other.send(.started)
    await clock.sleepers(2)
    clock.advance(by: .seconds(7))
    await store.settle()
    await other.settle()
    #expect(store.error?.code == .timeout)
    #expect(other.error?.code == .timeout)
  }

  @MainActor @Test func aTimeoutForEverIsNoTrap() async {
    let store = FeedStore(small, source: Endless(count: 3), timeout: .seconds(Int64.max))
    await store.send(.started).finish()
    #expect(store.items.count == 3)
  }

  @Test func aFeedInABiggerMachineKeepsItsDeadlines() {
    let handler = FeedHandler(Script(), timeout: .seconds(7))
    let request = Rows.Request(ticket: 1, kind: .refresh, position: .start, size: 3)
    let work = handler.work(for: .load(request: request)).map(scope: 1) { [$0] }
    guard case .run(let id, _, let deadline) = work else {
      Issue.record("a load runs")
      return
    }
    #expect("\(id)" == "1.1")
    #expect(deadline?.after == .seconds(7))
    #expect(deadline?.action.count == 1)
  }

  @MainActor @Test func anAlarmThatIsLeftOverServesTheNextWork() async {
    let (bench, clock, rung) = (Bench(), ManualClock(), Log<Void>())
    bench.engine.keepDeadlines(by: TimerQueue(clock, keepsSleeping: true)) { rung.add(()) }
    bench.engine.send(.effects([.run(1, within: .seconds(7))]))
    await clock.sleepers(1)
    bench.answer(0, "a")
    clock.advance(by: .seconds(5))
    bench.engine.send(.effects([.run(2, within: .seconds(7)), .run(3, within: .seconds(6))]))
    // That of the first work; nothing waits for it now.
    clock.advance(by: .seconds(2))
    await rung.reach(1)
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "a", "effects"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(4))
    await rung.reach(2)
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log.last == "late 3")
    #expect(bench.tasks.map(\.isCancelled) == [false, false, true])
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await rung.reach(3)
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "a", "effects", "late 3", "late 2"])
    #expect(clock.sleeperCount == 0)
  }

  @MainActor @Test func aRingThatComesTooSoonIsHarmless() async {
    let (bench, clock, rung) = (Bench(), ManualClock(), Log<Void>())
    bench.engine.keepDeadlines(clock: clock) { rung.add(()) }
    bench.engine.send(.effects([.run(1, within: .seconds(2))]))
    await clock.sleepers(1)
    bench.engine.checkDeadlines()
    #expect(bench.engine.runningCount == 1)
    clock.advance(by: .seconds(2))
    await rung.reach(1)
    bench.engine.checkDeadlines()
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "late 1"])
    bench.engine.send(.effects([.run(2, within: .seconds(2))]))
    await clock.sleepers(1)
    bench.engine.checkDeadlines()
    bench.answer(1, "in time")
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @MainActor @Test func whatIsLateFirstIsToldFirst() async {
    let (bench, clock, rung) = (Bench(), ManualClock(), Log<Void>())
    bench.engine.keepDeadlines(clock: clock) { rung.add(()) }
    bench.engine.send(.effects([.run(1, within: .seconds(7)), .run(2, within: .seconds(3))]))
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await rung.reach(1)
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "late 2"])
  }

  @MainActor @Test func afterAStopNothingHasADeadline() async {
    let (bench, clock) = (Bench(), ManualClock())
    bench.engine.keepDeadlines(by: TimerQueue(clock)) {}
    bench.engine.send(.effects([.run(1, within: .seconds(2))]))
    await clock.sleepers(1)
    bench.engine.stop()
    #expect(clock.sleeperCount == 0)
  }

  @MainActor @Test func workThatIsLateAtOnceIsNotTriedForEver() {
    let (bench, clock) = (Bench(), ManualClock())
    bench.engine.keepDeadlines(clock: clock) {}
    bench.engine.observe { [engine = bench.engine] state in
      if state.log.last?.hasPrefix("late") == true {
        engine.send(.effects([.run(1, within: .zero)]))
      }
      return true
    }
    bench.engine.send(.effects([.run(1, within: .zero)]))
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "late 1", "effects"])
    #expect(bench.engine.runningCount == 1)
  }

  @MainActor @Test func lateWorkThatOtherLateWorkLedToAStopOfIsNotReported() {
    let (bench, clock) = (Bench(), ManualClock())
    bench.engine.keepDeadlines(clock: clock) {}
    bench.engine.observe { [engine = bench.engine] state in
      if state.log.last == "late 1" { engine.send(.effects([.cancel(2)])) }
      return true
    }
    bench.engine.send(.effects([.run(1, within: .zero), .run(2, within: .zero)]))
    bench.engine.checkDeadlines()
    #expect(bench.engine.state.log == ["effects", "late 1", "effects"])
    #expect(bench.engine.runningCount == 0)
  }
}
