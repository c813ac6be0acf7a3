import FeedReducer
import FeedTesting
import TestWatch
import Testing

/// A machine that collects numbers. After four it takes no more.
private struct Collector: StateMachine, Sendable {
  func reduce(into numbers: inout [Int], _ number: Int) -> Reaction<Never, Never> {
    numbers.append(number)
    return .accepted([])
  }
}

private typealias CollectorLaw = Law<ActionModel<Collector>>

@Suite("A walk that begins again", .watched)
struct RestartTests {
  private static let model = ActionModel(Collector(), state: []) {
    $0.count < 4 ? [0, 1, 2] : []
  }

  private static func walk(
    _ laws: [CollectorLaw], seed: UInt64 = 1, steps: Int = 400
  ) -> Trail<ActionModel<Collector>> {
    Walk(model, laws: laws, seed: seed, steps: steps).run()
  }

  @Test func aStateWithoutStepsIsNotTheEnd() {
    let trail = Self.walk([])
    #expect(trail.steps == 400)
    #expect(trail.restarts == 99)
    #expect(trail.description == "seed 1, 400 steps, 99 restarts")
    let short = Self.walk([], steps: 5)
    #expect(short.description == "seed 1, 5 steps, 1 restart")
  }

  @Test func anInitialStateWithoutStepsIsTheEnd() {
    let still = ActionModel(Collector(), state: []) { _ in [] }
    let trail = Walk(still, laws: [], seed: 1).run()
    #expect(trail.steps == 0)
    #expect(trail.restarts == 0)
  }

  @Test(arguments: UInt64(1)...20) func onlyTheStepsSinceTheLastRestartCount(seed: UInt64) {
    let law = CollectorLaw.invariant("varied", says: "Four numbers aren't all two.") {
      $0 != [2, 2, 2, 2]
    }
    let trail = Self.walk([law], seed: seed, steps: 10_000)
    #expect(trail.restarts > 0)
    #expect(trail.steps > 4)
    #expect(trail.counterexample?.steps == [2, 2, 2, 2])
    let again = Self.walk([law], seed: seed, steps: 10_000)
    #expect(again.description == trail.description)
  }

  @Test func laterPartsReachWhatTheFirstDidNot() {
    let law = CollectorLaw.reachable("twos", says: "All four are two.") { $0 == [2, 2, 2, 2] }
    let trail = Self.walk([law], steps: 10_000)
    #expect(trail.unreached == [])
    #expect(trail.reached["twos"].map { $0 > 4 && $0 % 4 == 0 } == true)
  }

  @Test func livenessIsCheckedBeforeEachRestart() {
    let law = CollectorLaw.liveness(
      "has a two", says: "A two can be added.",
      by: { $0.count < 4 ? [2] : [] }
    ) { $0.contains(2) }
    let trail = Self.walk([law], steps: 10_001)
    #expect(trail.steps < 10_001)
    #expect(trail.steps % 4 == 0)
    #expect(trail.counterexample?.steps.count == 4)
    #expect(trail.counterexample?.steps.contains(2) == false)
  }
}
