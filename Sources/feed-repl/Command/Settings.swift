import FeedEffects
import FeedReducer

/// What can be chosen at launch or by `set`.
struct Settings: Equatable {
  /// How many rows a request asks for.
  var pageSize = 10

  /// How near the end the reader has to be for the next page to be wanted.
  var prefetchDistance = 5

  /// Whether requests are answered without being told to.
  var isAuto = false

  /// Whether steps are not shown.
  var isQuiet = false

  /// Where the feed takes its random numbers from.
  var seed: UInt64 = 1

  /// The machine.
  var feed: JSONFeed {
    JSONFeed(pageSize: pageSize, prefetchDistance: prefetchDistance)
  }

  /// What page size and prefetch distance may be.
  static let sizes = 1...1_000_000
}
