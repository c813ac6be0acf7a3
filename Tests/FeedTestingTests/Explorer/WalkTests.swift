import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// A machine that collects numbers and discards all of them at 0.
private struct Collector: StateMachine, Sendable {
  func reduce(into numbers: inout [Int], _ number: Int) -> Reaction<Never, Never> {
    if number == 0 { numbers = [] } else { numbers.append(number) }
    return .accepted([])
  }
}

/// The collector's model: seven counts only after three.
private let model = ActionModel(Collector(), state: []) { numbers in
  numbers.contains(3) ? Array(0...7) : Array(0...6)
}

private typealias CollectorLaw = Law<ActionModel<Collector>>

@Suite("Walk", .watched)
struct WalkTests {
  /// Exactly one shortest path breaks it: three, seven, five.
  private static let noTrio = CollectorLaw.invariant(
    "no trio", says: "Never three, seven and then five."
  ) {
    numbers in
    var rest = [3, 7, 5]
    for number in numbers where number == rest.first { rest.removeFirst() }
    return !rest.isEmpty
  }

  private static func walk(
    _ laws: [CollectorLaw], seed: UInt64, steps: Int = 400
  ) -> Trail<ActionModel<Collector>> {
    Walk(model, laws: laws, seed: seed, steps: steps).run()
  }

  @Test(arguments: UInt64(1)...50) func everyReportedStepIsNeeded(seed: UInt64) {
    let trail = Self.walk([Self.noTrio], seed: seed)
    #expect(trail.counterexample?.steps == [3, 7, 5])
    #expect(trail.counterexample?.script == ["3", "7", "5"])
  }

  @Test(arguments: UInt64(1)...50) func aShortenedPathIsMinimalAlsoIfThereAreSeveral(seed: UInt64) {
    let law = CollectorLaw.invariant("light", says: "All numbers add up to less than thirty.") {
      $0.reduce(0, +) < 30
    }
    let plain = ActionModel(Collector(), state: []) { _ in Array(0...7) }
    let steps = Walk(plain, laws: [law], seed: seed).run().counterexample?.steps ?? []
    let sum = steps.reduce(0, +)
    #expect(sum >= 30)
    #expect(steps.allSatisfy { sum - $0 < 30 })
  }

  @Test func actionPropertiesAreChecked() {
    let law = CollectorLaw.actionProperty("no waste", says: "Four numbers are never thrown away.") {
      $0.before.count - $0.after.count < 4
    }
    let steps = Self.walk([law], seed: 1).counterexample?.steps
    #expect(steps?.count == 5)
    #expect(steps?.last == 0)
  }

  @Test func aLawThatTheInitialStateBreaksNeedsNoSteps() {
    let law = CollectorLaw.invariant("full", says: "There is a number.") { !$0.isEmpty }
    let trail = Self.walk([law], seed: 1)
    #expect(trail.steps == 0)
    #expect(trail.counterexample?.steps == [])
  }

  @Test func theSameSeedRepeatsTheWalk() {
    let laws = [Self.noTrio]
    #expect(Self.walk(laws, seed: 3).description == Self.walk(laws, seed: 3).description)
    let lengths = (UInt64(1)...20).map { Self.walk(laws, seed: $0).steps }
    #expect(Set(lengths).count > 10)
  }

  @Test func aWalkEndsAfterItsSteps() {
    let law = CollectorLaw.invariant("anything", says: "Everything goes.") { _ in true }
    #expect(Self.walk([law], seed: 1, steps: 30).description == "seed 1, 30 steps")
  }

  @Test func aFailureNamesTheSeedAndTheSteps() throws {
    let trail = Self.walk([Self.noTrio], seed: 1)
    #expect(
      trail.failure == """
        seed 1 breaks a law after \(trail.steps) steps, in short:
        broken after 3 steps: no trio
        Never three, seven and then five.
          # at first:
          #   state  []
          3
          #   state  [] → [3]
          7
          #   state  [3] → [3, 7]
          5
          #   state  [3, 7] → [3, 7, 5]

        """)
  }

  @Test func shorteningKeepsTheLawThatWasBroken() {
    let fast = CollectorLaw.actionProperty("slow", says: "A second number comes after a while.") {
      transition in
      transition.before.count < 20 || transition.step != 6
    }
    let trail = Self.walk([fast, Self.noTrio], seed: 1)
    #expect(trail.counterexample?.law.name == "no trio")
    #expect(trail.counterexample?.steps == [3, 7, 5])
  }
}

extension WalkTests {
  /// A zero leads to the end, unless a two follows a six.
  private static let canEnd = CollectorLaw.liveness(
    "can end", says: "It can be emptied.",
    by: { numbers in
      let six = numbers.firstIndex(of: 6)
      return six.map { numbers[$0...].contains(2) } == true ? [] : [0]
    }
  ) { $0.isEmpty }

  @Test func aLivenessLawIsCheckedAtTheEndOfTheWalk() {
    let trails = (UInt64(1)...40).map { Self.walk([Self.canEnd], seed: $0, steps: 30) }
    let broken = trails.compactMap(\.counterexample)
    #expect(broken.count > 5)
    #expect(broken.count < 40)
    #expect(broken.allSatisfy { $0.steps == [6, 2] })
    #expect(
      broken.first?.script == ["6", "2", "# from here on the end is out of reach:"])
  }

  @Test func aWalkDoesNotDecideALivenessLawWithSeveralPaths() {
    let law = CollectorLaw.liveness("can end", says: "It can be emptied.", by: { _ in [4, 0] }) {
      $0.isEmpty
    }
    #expect(Self.walk([law], seed: 1, steps: 30).failure == nil)
    let anyWay = CollectorLaw.liveness("can end", says: "It can be emptied.") { _ in false }
    #expect(Self.walk([anyWay], seed: 1, steps: 30).failure == nil)
  }

  @Test func aReachableLawMustHoldOnOneOfTheWalks() {
    let laws = [
      CollectorLaw.reachable("five", says: "A five comes.") { $0.contains(5) },
      CollectorLaw.reachable("nine", says: "A nine comes.") { $0.contains(9) },
      CollectorLaw.reachable("two", says: "There are two numbers.") { $0.count == 2 },
    ]
    let trails = (UInt64(1)...10).map { Self.walk(laws, seed: $0, steps: 10) }
    #expect(trails.unreached() == ["nine"])
    #expect(trails.allSatisfy { $0.failure == nil })
    let short = Self.walk(laws, seed: 1, steps: 1)
    #expect(short.unreached == ["five", "nine", "two"])
    #expect(short.failure == nil)
    #expect(short.description == "seed 1, 1 step\nnot reached on this walk: five, nine, two")
  }
}
