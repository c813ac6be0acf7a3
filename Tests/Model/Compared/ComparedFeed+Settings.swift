import FeedReducer
import FeedTesting

extension ComparedFeed {
  /// Draws settings: small pages and few retries, so that little is needed for much to happen.
  package static func settings(using generator: inout some RandomNumberGenerator) -> ModelFeed {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    return ModelFeed(
      pageSize: 1 + below(3), prefetchDistance: 1 + below(3),
      refreshMode: below(2) == 0 ? .merge : .firstPage,
      retry: RetryPolicy(attempts: [0, 1, 1, 2][below(4)]), maxEmptyPages: below(2),
      maxItems: below(2) == 0 ? 2 + below(7) : nil, edits: below(8) > 0 ? .optimistic : nil,
      snapshotAgeLimit: below(2) == 0 ? .seconds(3_600) : nil)
  }
}
