import FeedEffects
import FeedTesting
import Testing
import TestWatch

@Suite("TimerQueue that one task sleeps for", .watched)
struct TimerQueueTests {
  private let clock = ManualClock()
  private let timers: TimerQueue
  private let fired = Log<String>()

  init() {
    timers = TimerQueue(clock)
  }

  private func set(_ name: String, after seconds: Int) -> TimerHandle {
    timers.schedule(at: timers.now + .seconds(seconds)) { [fired] in fired.add(name) }
  }

  @Test func eachRingsWhenItsTimeHasCome() async {
    _ = [set("a", after: 2), set("b", after: 5), set("c", after: 5)]
    await clock.sleepers(1)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(2))
    await fired.reach(1)
    #expect(fired.entries == ["a"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await fired.reach(3)
    #expect(Set(fired.entries) == ["a", "b", "c"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func oneThatIsSetLaterMayRingSooner() async {
    _ = set("late", after: 60)
    await clock.sleepers(1)
    _ = set("soon", after: 1)
    clock.advance(by: .seconds(1))
    await fired.reach(1)
    #expect(fired.entries == ["soon"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(59))
    await fired.reach(2)
    #expect(fired.entries == ["soon", "late"])
  }

  @Test func aSleepThatLastsTooLongIsCancelled() async {
    let late = set("late", after: 60)
    await clock.sleepers(1)
    let soon = set("soon", after: 1)
    soon.cancel()
    late.cancel()
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(fired.entries.isEmpty)
  }

  @Test func oneThatIsCancelledNeverRings() async {
    let first = set("first", after: 1)
    _ = set("second", after: 2)
    await clock.sleepers(1)
    first.cancel()
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    await fired.reach(1)
    #expect(fired.entries == ["second"])
  }

  @Test(arguments: [false, true])
  func theSleeperEndsWhenNothingIsLeft(keepsSleeping: Bool) async {
    let timers = TimerQueue(clock, keepsSleeping: keepsSleeping)
    let timer = timers.schedule(at: .seconds(1)) { [fired] in fired.add("a") }
    await clock.sleepers(1)
    timer.cancel()
    timer.cancel()
    #expect(clock.sleeperCount == (keepsSleeping ? 1 : 0))
    if keepsSleeping { clock.advance(by: .seconds(1)) }
    while clock.sleeperCount > 0 { await Task.yield() }
    _ = timers.schedule(at: .seconds(2)) { [fired] in fired.add("b") }
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    await fired.reach(1)
    #expect(fired.entries == ["b"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func manyAreCancelledAndRungFromManyTasks() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...1_000 {
        group.addTask {
          let timer = set("\(number)", after: number % 7 + 1)
          if number.isMultiple(of: 2) { timer.cancel() }
        }
      }
    }
    while fired.entries.count < 500 {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(Set(fired.entries.compactMap { Int($0) }) == Set(stride(from: 1, to: 1_000, by: 2)))
  }
}
