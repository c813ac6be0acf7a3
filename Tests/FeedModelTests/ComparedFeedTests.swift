import Compared
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@Suite("The machine beside its specification", .watched)
struct ComparedFeedTests {
  /// (`explore 100000000 compare` also checks that everything was visited that can be.)
  @Test func theMachineDoesWhatTheSpecificationSays() {
    var comparison = Comparison(seed: 1)
    comparison.run(steps: 60_000)
    #expect(comparison.failure == nil)
    #expect(comparison.accepted * 4 > comparison.steps)
    for report in [comparison.coverage.pairs, comparison.coverage.combinations] {
      #expect(report.impossible == [], "these are named as unreachable")
    }
  }

  @Test(arguments: [
    ModelFeed(prefetchDistance: 4), ModelFeed(retry: RetryPolicy(attempts: 5)),
    ModelFeed(maxEmptyPages: 9), ModelFeed(maxItems: 90),
  ])
  func aMachineWithOtherSettingsIsFound(machine: ModelFeed) throws {
    var comparison = Comparison(seed: 1, machine: { _ in machine })
    comparison.run(steps: 100_000)
    #expect(try #require(comparison.failure).contains("the two differ in"))
  }
}
