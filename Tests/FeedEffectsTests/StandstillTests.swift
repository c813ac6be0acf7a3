import FeedReducer
import FeedTesting
import TestWatch
import Testing

@testable import FeedEffects

@MainActor
@Suite("Waits for nothing", .watched)
struct StandstillTests {
  private let source = ScriptedSource<Row, Int>()
  private let patience = ManualClock()
  private let reports = Log<String>()
  private let clock: ManualClock
  private let retrying = Rows(retry: RetryPolicy(attempts: 1))
  private let busy = FeedFailure(
    .http, message: "busy", isRetryable: true, retryAfter: .seconds(7))

  init() {
    clock = ManualClock(patience: patience) { [reports] in reports.add($0) }
  }

  private func store(timeout: Duration? = nil) -> FeedStore<Row, Int> {
    FeedStore(retrying, source: source, clock: clock, timeout: timeout)
  }

  /// Does what waits, and lets the time pass in which another task could help.
  private func inVain<Result: Sendable>(
    _ body: @escaping @Sendable @MainActor () async -> Result
  ) async -> Result {
    let wait = Task { await body() }
    // The reminder, and the one that judges.
    await patience.sleepers(2)
    patience.advance(by: .milliseconds(100))
    return await wait.value
  }

  /// Timeouts sleep on the same clock, and a test that took them for the retry hung for ever.
  @Test(arguments: [nil, .seconds(1), .seconds(60)] as [Duration?])
  func theRetryIsWaitedForWhateverElseSleeps(timeout: Duration?) async {
    for _ in 0..<30 {
      let (source, clock) = (ScriptedSource<Row, Int>(), ManualClock())
      let store = FeedStore(retrying, source: source, clock: clock, timeout: timeout)
      source.fail(1, with: busy)
      store.send(.started)
      await clock.sleepers(1)
      clock.advance(by: .seconds(7))
      source.answer(3, with: .init(items: [Row(id: 1)], next: nil))
      await store.settle()
      #expect(store.items.map(\.id) == [1])
    }
  }

  @Test func aTimeoutIsWaitedForWhereTheSourceKeepsItsAnswer() async {
    let store = store(timeout: .seconds(30))
    store.send(.started)
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    await clock.sleepers(1)
    #expect(store.state.refresh.timer == 2, "it failed and is tried again")
    #expect(reports.entries == [])
  }

  @Test func aTimeoutIsWaitedForAlsoOfASourceThatIsNotScripted() async {
    struct Silent: PageSource {
      func page(for request: Rows.Request) async throws -> Rows.Page {
        try await Task.sleep(for: .seconds(1_000_000))
        return Rows.Page(items: [], next: nil)
      }
    }
    let store = FeedStore(source: Silent(), clock: clock, timeout: .seconds(30))
    store.send(.started)
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    await store.settle()
    #expect(store.error?.code == .timeout)
  }

  @Test func aStoreThatNeverRestsHoldsUpNoWaitForSleepers() async {
    let other = FeedStore(Rows(pageSize: 1), source: Endless(), clock: clock)
    let reading = Task { while !Task.isCancelled { await other.loadMore().finish() } }
    let sleep = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    reading.cancel()
    await reading.value
    try? await sleep.value
    other.stop()
  }

  @Test(arguments: [nil, .seconds(60)] as [Duration?])
  func aWaitForARequestWithoutAnAnswerEndsAndSaysSo(timeout: Duration?) async {
    let store = store(timeout: timeout)
    store.send(.started)
    await inVain { await store.settle() }
    #expect(
      reports.entries == [
        """
        FeedTesting: nothing can go on, so this wait ends: settle().
          The clock stands at 0 s\(timeout == nil ? "; no task sleeps" : ". Sleepers: until 60 s (a timeout)").
          Without an answer: request 1 (refresh).
          Answer the requests, or advance the clock.
        """
      ])
  }

  @Test func aWaitForATimerEndsAndSaysWhatItIsFor() async {
    let store = store(timeout: .seconds(60))
    source.fail(1, with: busy)
    clock.advance(by: .seconds(3))
    let sent = store.send(.started)
    #expect(await inVain { await sent.finish() } == false)
    #expect(sent.refusal == nil, "it was accepted")
    #expect(
      reports.entries == [
        """
        FeedTesting: nothing can go on, so this wait ends: finish() of started.
          The clock stands at 3 s. Sleepers: until 10 s (retry 2).
          Answer the requests, or advance the clock.
        """
      ])
  }

  @Test func aWaitForSleepersEndsWhereTheStoreHasNothingToDo() async {
    let store = store()
    source.answer(1, with: .init(items: [Row(id: 1)], next: nil))
    await store.settle()
    await inVain { [clock] in await clock.sleepers(1) }
    store.send(.refreshPulled)
    await inVain { [clock] in await clock.sleepers(1) }
    #expect(
      reports.entries == [
        """
        FeedTesting: nothing can go on, so this wait ends: sleepers(1).
          The clock stands at 0 s; no task sleeps.
          Answer the requests, or advance the clock.
        """,
        """
        FeedTesting: nothing can go on, so this wait ends: sleepers(1).
          The clock stands at 0 s; no task sleeps.
          Without an answer: request 2 (refresh).
          Answer the requests, or advance the clock.
        """,
      ])
  }

  @Test func eachActionThatIsWaitedForIsNamed() async {
    let store = store()
    let first = store.send(.started)
    let second = Task { await first.finish() }
    let third = Task { await store.refresh() }
    await patience.sleepers(3)
    let fourth = Task { await store.loadAll() }
    // The one that judges began before the last wait, and begins again.
    for _ in 1...2 {
      await patience.sleepers(4)
      patience.advance(by: .milliseconds(100))
    }
    #expect(await second.value == false)
    await third.value
    #expect(await fourth.value.isComplete == false)
    let names = "finish() of started, refresh(), finish() of loadMore"
    #expect(reports.entries.first?.contains("these waits end: \(names).") == true)
  }

  @Test func thePauseOfASearchHasItsName() async {
    let store = SearchStore(source: ScriptedSearch<String, Row, Int>().asking, clock: clock)
    store.text = "swift"
    await inVain { await store.settle() }
    #expect(reports.entries.first?.contains("until 0.3 s (pause 1)") == true)
  }

  @Test func anotherTaskMayGoOn() async {
    let store = store()
    let wait = Task { await store.settle() }
    await source.asked(1)
    await patience.sleepers(2)
    source.fail(1, with: busy)
    await clock.sleepers(1)
    patience.advance(by: .milliseconds(100))
    clock.advance(by: .seconds(7))
    source.answer(3, with: .init(items: [], next: nil))
    await wait.value
    #expect(store.isEmpty && reports.entries == [])
  }

  @Test func whatMayGoOnIsReportedAfterFiveSeconds() async {
    let (page, answers) = AsyncStream.makeStream(of: Void.self)
    let source = CallbackSource<Row, Int> { _, completion in
      Task {
        for await _ in page { completion(.success(.init(items: [Row(id: 1)], next: nil))) }
      }
    }
    let store = FeedStore(source: source, clock: clock)
    let wait = Task { await store.settle() }
    await patience.sleepers(1)
    patience.advance(by: .seconds(5))
    await reports.reach(1)
    #expect(
      reports.entries == [
        """
        FeedTesting: settle() has waited for 5 s.
          The clock stands at 0 s. Sleepers: until 60 s (a timeout).
          Under way: request 1 (refresh).
        """
      ])
    answers.yield()
    await wait.value
    #expect(store.items.count == 1 && reports.entries.count == 1)
  }

  /// What is said in the task that waits belongs to its test.
  @Test func aReportIsMadeByTheTaskThatWaits() async {
    enum Name { @TaskLocal static var current = "none" }
    let names = Log<String>()
    let clock = ManualClock(patience: patience) { _ in names.add(Name.current) }
    let store = FeedStore(source: source, clock: clock)
    let (first, second) = Name.$current.withValue("this test") {
      (Task { await store.settle() }, Task { await clock.sleepers(3) })
    }
    await patience.sleepers(3)
    patience.advance(by: .milliseconds(100))
    await first.value
    await second.value
    #expect(names.entries == ["this test"])
  }

  @Test func aWaitThatEndedInVainMayBeWaitedForAgain() async {
    let store = store()
    let sent = store.send(.started)
    #expect(await inVain { await sent.finish() } == false)
    source.answer(1, with: .init(items: [], next: nil))
    #expect(await sent.finish())
  }

  @Test func theWorkOfAnotherStoreMayLeadOn() async {
    let (page, answers) = AsyncStream.makeStream(of: Void.self)
    let other = FeedStore(
      source: CallbackSource<Row, Int> { _, completion in
        Task { for await _ in page { completion(.success(.init(items: [], next: nil))) } }
      }, clock: clock)
    other.onStep { [source] step in
      if case .pageLoaded = step.action { source.answer(1, with: .init(items: [], next: nil)) }
    }
    other.send(.started)
    let store = store()
    let wait = Task { await store.settle() }
    // The reminder alone: nothing is judged while the other store may go on.
    await patience.sleepers(1)
    answers.yield()
    await wait.value
    #expect(store.isEmpty && reports.entries == [])
  }

  @Test func whatASourceDoesBesideHoldsItNotBack() async {
    let (page, answers) = AsyncStream.makeStream(of: Void.self)
    let clock = clock
    let source = CallbackSource<Row, Int> { _, completion in
      // A time limit of its own, and real work.
      Task { try await clock.sleep(for: .seconds(600)) }
      Task { for await _ in page { completion(.success(.init(items: [], next: nil))) } }
    }
    let store = FeedStore(source: source, clock: clock, timeout: nil)
    let wait = Task { await store.settle() }
    await clock.sleepers(1)
    answers.yield()
    await wait.value
    #expect(store.isEmpty && reports.entries == [])
  }

  @Test func aClockThatNoStoreUsesIsNamed() async {
    let wait = Task { [clock] in await clock.sleepers(1) }
    await patience.sleepers(1)
    patience.advance(by: .seconds(5))
    await reports.reach(1)
    #expect(
      reports.entries == [
        """
        FeedTesting: sleepers(1) has waited for 5 s.
          The clock stands at 0 s; no task sleeps.
          No store has used the clock; give it to one as `clock:`.
        """
      ])
    let sleep = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await wait.value
    sleep.cancel()
  }

  @Test func onAClockThatRunsItOnlyReports() async {
    let standstill = Standstill(patience: patience) { [reports] in reports.add($0) }
    let party = standstill.join()
    let work = party.begin("request 1 (refresh)")
    work.hold(.answer)
    let done = party.wait(by: "settle()") { Issue.record("it may go on") }
    await patience.sleepers(1)
    patience.advance(by: .seconds(5))
    await reports.reach(1)
    done()
    #expect(
      reports.entries == [
        """
        FeedTesting: settle() has waited for 5 s.
          Without an answer: request 1 (refresh).
        """
      ])
  }

  @Test func aWaitOfAScriptedSourceIsReportedAfterFiveSeconds() async {
    let standstill = Standstill(patience: patience) { [reports] in reports.add($0) }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    let wait = Task {
      await standstill.watch("asked(9)") { for await _ in stream { break } }
    }
    await patience.sleepers(1)
    patience.advance(by: .seconds(5))
    await reports.reach(1)
    end.yield()
    await wait.value
    #expect(reports.entries == ["FeedTesting: asked(9) has waited for 5 s."])
  }
}
