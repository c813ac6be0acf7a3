import FeedReducer
import FeedTesting
import Foundation
import Testing

@Suite("The feed in its worlds")
struct FeedWorldTests {
  /// How many states of each world are visited; `EXPLORE_STATES` asks for another number.
  private static let maxStates =
    ProcessInfo.processInfo.environment["EXPLORE_STATES"].flatMap { Int($0) } ?? 14_000

  @Test(arguments: FeedScenario.all.indices) func everyLawHolds(index: Int) {
    let world = FeedWorld(FeedScenario.all[index])
    let clock = ContinuousClock()
    let start = clock.now
    let result = Explorer(world, laws: world.laws, maxStates: Self.maxStates).run()
    let speed = result.transitionsPerSecond(in: clock.now - start)
    print("\(world.scenario.name): \(result), \(speed) transitions a second")
    #expect(result.failure == nil)
  }
}
