import FeedHTTP
import FeedEffects
import FeedReducer

/// What can be chosen at launch or by `set`.
struct Settings: Equatable {
  /// How many rows a request asks for.
  var pageSize = 10

  /// How near the end the reader has to be for the next page to be wanted.
  var prefetchDistance = 5

  /// How often a load that failed is repeated by itself.
  var retries = 0

  /// What a refresh does with the rows that are there.
  var refreshMode = RefreshMode.firstPage

  /// How many rows are kept; nil: all.
  var maxItems: Int?

  /// How many pages in a row may bring no new row before the feed stops asking by itself.
  var maxEmptyPages = 2

  /// How old a restored snapshot may be before a refresh follows; nil: any age will do.
  var snapshotAgeLimit: Duration?

  /// Whether rows can be edited: only where the answers to edits are given by hand.
  var isEditable = true

  /// Whether requests are answered without being told to.
  var isAuto = false

  /// Whether steps are not shown.
  var isQuiet = false

  /// Where the feed takes its random numbers from.
  var seed: UInt64 = 1

  /// The machine.
  var feed: JSONFeed {
    JSONFeed(
      pageSize: pageSize, prefetchDistance: prefetchDistance, refreshMode: refreshMode,
      retry: RetryPolicy(attempts: retries), maxEmptyPages: maxEmptyPages, maxItems: maxItems,
      isEditable: isEditable, snapshotAgeLimit: snapshotAgeLimit)
  }

  /// What page size and prefetch distance may be.
  static let sizes = 1...1_000_000
}
