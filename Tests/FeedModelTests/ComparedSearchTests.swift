import Compared
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@Suite("A search beside its specification", .watched)
struct ComparedSearchTests {
  @Test(arguments: UInt64(1)...400) func theMachineDoesWhatTheSpecificationSays(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let model = ComparedSearch(Search(ComparedFeed.settings(using: &generator)))
    let trail = Walk(model, laws: model.laws, seed: seed, steps: 250).run()
    #expect(trail.failure == nil)
  }

  @Test func aMachineWithAnotherPauseIsFound() {
    let model = ComparedSearch(Search(), machine: Search(pause: .seconds(1)))
    #expect(Walk(model, laws: model.laws, seed: 1, steps: 250).run().counterexample != nil)
  }
}
