import FeedEffects
import FeedReducer
import FeedTesting
import TestWatch
import Testing

private struct Adder: StateMachine, Sendable {
  func reduce(into sum: inout Int, _ number: Int) -> Reaction<Never, Never> {
    sum += number
    return .accepted([])
  }
}

/// Counts up to three. Its fingerprints are its numbers.
private struct Counting: Model {
  let start = 0

  func steps(at sum: Int) -> [Int] { sum < 3 ? [1] : [] }

  func make(_ step: Int, at sum: inout Int) -> Exchange<Adder>? {
    Exchange(step, reaction: Adder().reduce(into: &sum, step))
  }

  func fingerprint(of sum: Int) -> UInt64 { UInt64(sum) }

  func line(for step: Int, at sum: Int) -> String { "\(step)" }
}

/// The numbers below a thousand, from 0 by steps of 2, 3 and 7, and back by 5.
private struct Grid: Model {
  let start = 0

  func steps(at sum: Int) -> [Int] { [2, 3, 7, -5].filter { 0..<1_000 ~= sum + $0 } }

  func make(_ step: Int, at sum: inout Int) -> Exchange<Adder>? {
    Exchange(step, reaction: Adder().reduce(into: &sum, step))
  }

  func fingerprint(of sum: Int) -> UInt64 { UInt64(sum) }
}

@Suite("Explorer", .watched)
struct ExplorerTests {
  @Test func aStateBeyondTheBoundThatLeadsNowhereBreaksNoLaw() {
    let model = ActionModel(Adder(), state: 0) { $0 == 0 ? [1, 10] : [] }
    let law = Law<ActionModel<Adder>>.liveness(
      "ends", says: "One can be reached.", by: { model.steps(at: $0) }
    ) { $0 == 1 }
    #expect(Explorer(model, laws: [law], maxStates: 2).run().failure == nil)
    #expect(Explorer(model, laws: [law]).run().counterexample?.steps == [10])
  }

  @Test func smallFingerprintsAreDifferentStates() {
    let result = Explorer(Counting(), laws: []).run()
    #expect(result.description == "4 states, 3 transitions, depth 3, everything visited")
  }

  @Test(arguments: [1, 63, 64, 65, 1_000, .max], [nil, 3, 2_000])
  func allCoresFindWhatOneFinds(maxStates: Int, broken: Int?) {
    let laws: [Law<Grid>] = [
      .invariant("small", says: "The sum is another one.") { $0 != broken },
      .actionProperty("moves", says: "Each step moves.") { $0.before != $0.after },
      .reachable("far", says: "It gets far.") { $0 > 900 },
      .liveness("ends", says: "It ends.") { $0 > 950 },
    ]
    let explorer = Explorer(Grid(), laws: laws, maxStates: maxStates)
    let (one, all) = (explorer.run(), explorer.runInParallel())
    #expect(all.description == one.description)
    #expect(all.counterexample?.steps == one.counterexample?.steps)
    #expect(all.reached == one.reached)
    #expect((all.bound, all.undecided) == (one.bound, one.undecided))
  }

  /// Only whole batches count. What was not visited is not decided, so no law breaks by the stop.
  @Test func aStoppedSearchKeepsWhatItHas() {
    let law = Law<Grid>.liveness("ends", says: "It ends.") { $0 > 950 }
    let explorer = Explorer(Grid(), laws: [law])
    let isStopped = Locked(false)
    let result = explorer.runInParallel(isStopped: { isStopped.use { $0 } }) {
      isStopped.use { $0 = true }
    }
    #expect(result.states == 4 && result.depth == 1)
    #expect(result.failure == nil)
    #expect(result.undecided == 4)
  }
}
