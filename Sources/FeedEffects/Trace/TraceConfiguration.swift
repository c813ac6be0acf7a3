import FeedReducer

// The parts of a trace that the writer and a reader share. A reader ignores fields that it does not
// know, so a field may be added in any version; what a field means only changes with the version.

/// The version of a trace, in every line of it.
package let traceVersion = 2

/// What is written of a feed's configuration. Durations are in seconds.
package struct TraceConfiguration: Codable, Equatable, Sendable {
  package var pageSize: Int
  package var prefetchDistance: Int
  package var refreshMode: String
  package var maxEmptyPages: Int
  package var maxItems: Int?
  package var isEditable: Bool
  package var gaps: String?
  package var snapshotAgeLimit: Double?
  package var retry: Retry

  package struct Retry: Codable, Equatable, Sendable {
    package var attempts: Int
    package var base: Double
    package var cap: Double
  }

  init<Item, Cursor>(_ feed: Feed<Item, Cursor>) {
    pageSize = feed.pageSize
    prefetchDistance = feed.prefetchDistance
    refreshMode = feed.refreshMode.rawValue
    maxEmptyPages = feed.maxEmptyPages
    maxItems = feed.maxItems
    isEditable = feed.isEditable
    gaps = feed.gaps.map { "\($0)" }
    snapshotAgeLimit = feed.snapshotAgeLimit.map { $0 / .seconds(1) }
    retry = Retry(
      attempts: feed.retry.attempts, base: feed.retry.base / .seconds(1),
      cap: feed.retry.cap / .seconds(1))
  }
}
