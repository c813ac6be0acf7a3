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
}
