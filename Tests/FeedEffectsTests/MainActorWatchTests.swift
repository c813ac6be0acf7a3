import FeedEffects
import FeedTesting
import Testing
import TestWatch

@Suite("A main actor that nothing runs", .watched)
struct MainActorWatchTests {
  private let clock = ManualClock()
  private let reports = Locked<[String]>([])

  private func watch() -> MainActorWatch {
    let reports = reports
    return MainActorWatch(clock: clock) { text in reports.use { $0.append(text) } }
  }

  /// Lets the watch sleep so often for a second.
  private func pass(seconds: Int) async {
    for _ in 0..<seconds {
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
    }
  }

  @Test func isReportedOnceAfterFiveSeconds() async {
    let watch = watch()
    watch.waits()
    watch.waits()
    await pass(seconds: 4)
    await clock.sleepers(1)
    #expect(reports.use { $0 } == [])
    clock.advance(by: .seconds(1))
    await reports.wait { !$0.isEmpty }
    watch.waits()
    #expect(clock.sleeperCount == 0, "it watches no longer")
    #expect(reports.use { $0 } == [MainActorWatch.message])
    #expect(MainActorWatch.message.contains("let it run MainActorQueue"))
  }

  @Test func isNotReportedWhileAnswersArrive() async {
    let watch = watch()
    watch.waits()
    for _ in 0..<3 {
      watch.waits()
      await pass(seconds: 4)
      watch.arrives()
      await pass(seconds: 1)
      // It has looked, and sleeps again.
      await clock.sleepers(1)
    }
    watch.arrives()
    await pass(seconds: 5)
    await clock.sleepers(0)
    #expect(reports.use { $0 } == [])
  }

  @Test func isWatchedAgainWhenMoreWaits() async {
    let watch = watch()
    watch.waits()
    watch.arrives()
    await pass(seconds: 5)
    await clock.sleepers(0)
    // What waits may come before the watch has ended: one of them watches.
    watch.waits()
    while reports.use({ $0.isEmpty }) {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(reports.use { $0.count } == 1)
  }
}
