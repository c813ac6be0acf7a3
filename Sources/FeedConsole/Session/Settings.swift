import FeedHTTP
import FeedReducer

/// The settings of a session. Launch options set them, and `set` changes them.
struct Settings: Equatable {
  /// How many rows a request asks for.
  var pageSize = 10

  /// The next page loads when fewer rows than this follow the reader.
  var prefetchDistance = 5

  /// How often a failed load is retried automatically.
  var retries = 0

  /// The longest wait before a retry; nil for that of a `RetryPolicy`.
  var longestWait: Duration?

  /// Whether a refresh replaces all rows or merges the first page into them.
  var refreshMode = RefreshMode.firstPage

  /// Whether a merge leaves a gap above rows that it does not lead to, and whether that loads by itself.
  var gaps: JSONFeed.GapRules?

  /// How many rows are kept; nil for all.
  var maxItems: Int?

  /// How many consecutive pages may bring no new row before automatic loading stops.
  var maxEmptyPages = 2

  /// The age limit of a restored snapshot; an older one is refreshed. Nil for no limit.
  var snapshotAgeLimit: Duration?

  /// Whether rows can be edited. With an API they can't: edits are answered by hand only.
  var isEditable = true

  /// Whether requests are answered automatically, without a command.
  var isAuto = false

  /// Whether steps are hidden.
  var isQuiet = false

  /// The seed of the feed's random numbers.
  var seed: UInt64 = 1

  /// The machine with these settings.
  var feed: JSONFeed {
    JSONFeed(
      pageSize: pageSize, prefetchDistance: prefetchDistance, refreshMode: refreshMode,
      retry: retryPolicy, maxEmptyPages: maxEmptyPages, maxItems: maxItems,
      edits: isEditable ? .optimistic : nil, gaps: gaps, snapshotAgeLimit: snapshotAgeLimit)
  }

  private var retryPolicy: RetryPolicy {
    longestWait.map { RetryPolicy(attempts: retries, cap: $0) } ?? RetryPolicy(attempts: retries)
  }

  /// The valid range of page size, prefetch distance and `max-items`.
  static let sizes = 1...1_000_000
}
