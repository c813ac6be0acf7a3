import FeedModel
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

  @Test(arguments: SearchFault.all) func aMachineThatIsWrongOnPurposeIsFound(fault: SearchFault) {
    let trails = (UInt64(1)...100).lazy.map { seed in
      let model = ComparedSearch(SimulatedSearch.search, machine: fault.machine)
      return Walk(model, laws: model.laws, seed: seed, steps: 250).run()
    }
    #expect(trails.contains { $0.counterexample != nil }, "\(fault.name) is not found")
  }
}
