import FeedEffects
import FeedTesting
import Testing
import TestWatch

@Suite("Alarms that one task sleeps for", .watched)
struct AlarmTests {
  private let clock = ManualClock()
  private let alarms: Alarms
  private let rung = Log<String>()

  init() {
    alarms = Alarms(clock)
  }

  private func set(_ name: String, after seconds: Int) -> Alarm {
    alarms.set(at: alarms.now + .seconds(seconds)) { [rung] in rung.add(name) }
  }

  @Test func eachRingsWhenItsTimeHasCome() async {
    _ = [set("a", after: 2), set("b", after: 5), set("c", after: 5)]
    await clock.sleepers(1)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(2))
    await rung.reach(1)
    #expect(rung.entries == ["a"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await rung.reach(3)
    #expect(Set(rung.entries) == ["a", "b", "c"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func oneThatIsSetLaterMayRingSooner() async {
    _ = set("late", after: 60)
    await clock.sleepers(1)
    _ = set("soon", after: 1)
    clock.advance(by: .seconds(1))
    await rung.reach(1)
    #expect(rung.entries == ["soon"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(59))
    await rung.reach(2)
    #expect(rung.entries == ["soon", "late"])
  }

  @Test func whoeverSleptTooLongGivesWay() async {
    let late = set("late", after: 60)
    await clock.sleepers(1)
    let soon = set("soon", after: 1)
    soon.cancel()
    late.cancel()
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(rung.entries.isEmpty)
  }

  @Test func oneThatIsCancelledNeverRings() async {
    let first = set("first", after: 1)
    _ = set("second", after: 2)
    await clock.sleepers(1)
    first.cancel()
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    await rung.reach(1)
    #expect(rung.entries == ["second"])
  }

  @Test(arguments: [false, true])
  func theSleeperEndsWhenNothingIsLeft(sleepsOn: Bool) async {
    let alarms = Alarms(clock, sleepsOn: sleepsOn)
    let alarm = alarms.set(at: .seconds(1)) { [rung] in rung.add("a") }
    await clock.sleepers(1)
    alarm.cancel()
    alarm.cancel()
    #expect(clock.sleeperCount == (sleepsOn ? 1 : 0))
    if sleepsOn { clock.advance(by: .seconds(1)) }
    while clock.sleeperCount > 0 { await Task.yield() }
    _ = alarms.set(at: .seconds(2)) { [rung] in rung.add("b") }
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    await rung.reach(1)
    #expect(rung.entries == ["b"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func manyAreCancelledAndRungFromManyTasks() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...1_000 {
        group.addTask {
          let alarm = set("\(number)", after: number % 7 + 1)
          if number.isMultiple(of: 2) { alarm.cancel() }
        }
      }
    }
    while rung.entries.count < 500 {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(Set(rung.entries.compactMap { Int($0) }) == Set(stride(from: 1, to: 1_000, by: 2)))
  }
}
