import FeedReducer
import FeedTesting
import Testing
import TestWatch

@Suite("Laws, over random walks", .watched)
struct LawTests {
  @Test(arguments: UInt64(1)...100) func whateverAFeedIsToldItKeepsTheLaws(seed: UInt64) {
    let model = WildModel(seed: seed)
    #expect(Walk(model, laws: model.laws, seed: seed).run().failure == nil)
  }

  @Test(arguments: 0...40, 1...7) func aReaderOfAHealthyServerSeesEveryRowOnceAndInOrder(
    count: Int, size: Int
  ) {
    for distance in 1...5 {
      let model = ReaderModel(
        feed: Feed(pageSize: size, prefetchDistance: distance), count: count, failures: 0)
      #expect(Walk(model, laws: model.laws, seed: 1, steps: 0).run().failure == nil)
    }
  }

  @Test(arguments: UInt64(1)...100) func failuresAreInvisibleInTheResult(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let model = ReaderModel(
      feed: Feed(
        pageSize: Int.random(in: 1...7, using: &random),
        prefetchDistance: Int.random(in: 1...5, using: &random)),
      count: Int.random(in: 0...40, using: &random), failures: 0.4)
    #expect(Walk(model, laws: model.laws, seed: seed).run().failure == nil)
  }

  @Test(arguments: 1...4, 1...4) func aBoundedFeedIsScrolledToItsEndAndBack(
    size: Int, distance: Int
  ) {
    for seed in UInt64(1)...3 {
      let model = ReaderModel(
        feed: Feed(pageSize: size, prefetchDistance: distance, maxItems: 8), count: 40,
        failures: seed == 1 ? 0 : 0.4)
      #expect(Walk(model, laws: model.laws, seed: seed).run().failure == nil)
    }
  }
}
