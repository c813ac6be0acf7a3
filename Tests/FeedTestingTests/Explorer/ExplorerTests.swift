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
}
