import FeedModel
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@Suite("Long walks in larger scenarios", .watched)
struct SimulatedFeedWalkTests {
  @Test(arguments: FeedScenario.all.indices, UInt64(1)...8)
  func everyLawHolds(index: Int, seed: UInt64) {
    let model = SimulatedFeed(FeedScenario.all[index].larger(seed: seed))
    let trail = Walk(model, laws: model.laws, seed: seed).run()
    #expect(trail.failure == nil)
  }
}

extension FeedScenario {
  /// The scenario with larger bounds than an explorer can visit, and other page sizes.
  func larger(seed: UInt64) -> FeedScenario {
    with {
      $0.feed = ModelFeed(
        pageSize: 1 + Int(seed % 3), prefetchDistance: 1 + Int(seed / 3 % 3),
        refreshMode: feed.refreshMode, retry: feed.retry, maxEmptyPages: feed.maxEmptyPages,
        maxItems: feed.maxItems.map { $0 + Int(seed % 4) }, edits: feed.edits,
        snapshotAgeLimit: feed.snapshotAgeLimit)
      $0.rows = insertions > 0 ? 12 : 24
      if firstRow > 0 { $0.firstRow = 5 }
      $0.removals *= 5
      $0.edits *= 3
      $0.restarts *= 2
      $0.freshCursors *= 2
      $0.lateAnswers = 3
      $0.failures += FeedFailure.Code.all.map { .code($0) }
    }
  }
}
