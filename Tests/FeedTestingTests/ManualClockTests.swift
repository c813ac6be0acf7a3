import FeedTesting
import Testing
import TestWatch

@Suite("ManualClock", .watched)
struct ManualClockTests {
  @Test func theTimeChangesOnlyWhenItIsAdvanced() {
    let clock = ManualClock()
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .seconds(3))
    #expect(start.duration(to: clock.now) == .seconds(3))
  }

  @Test func aSleeperWakesAtItsDeadline() async throws {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await sleep.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aDeadlineInThePastDoesNotSleep() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(for: .zero)
  }

  @Test func onlySleepersThatAreDueWake() async throws {
    let clock = ManualClock()
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(for: .seconds(9)) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    try await early.value
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(8))
    try await late.value
  }

  @Test func aCancelledSleeperThrows() async {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.sleepers(1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aTaskThatIsCancelledBeforeItSleepsThrows() async {
    let clock = ManualClock()
    let gate = AsyncStream.makeStream(of: Never.self)
    let sleep = Task {
      for await _ in gate.stream {}
      try await clock.sleep(for: .seconds(2))
    }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
