import FeedReducer
import FeedTesting

/// A small world that is explored: what is special about it, and its limits.
package struct WorldScenario: Sendable {
  package let name: String
  package let world: World

  private init(
    _ name: String, _ feed: WorldFeed, _ paging: WorldServer.Paging, rows: Int, lists: Int = 1,
    isSearch: Bool = false, _ limit: (inout World.Limits) -> Void
  ) {
    self.name = name
    var limits = World.Limits()
    limit(&limits)
    world = World(
      feed, paging: paging, rows: rows, lists: lists, isSearch: isSearch, limits: limits)
  }

  private static func feed(
    size: Int = 2, mode: RefreshMode = .firstPage, attempts: Int = 0, most: Int? = nil,
    gaps: WorldFeed.GapRules? = nil
  ) -> WorldFeed {
    WorldFeed(
      pageSize: size, prefetchDistance: 1, refreshMode: mode,
      retry: RetryPolicy(attempts: attempts),
      maxEmptyPages: 1, maxItems: most, edits: .optimistic, gaps: gaps,
      snapshotAgeLimit: .seconds(3_600))
  }

  package static let all: [WorldScenario] = [
    .init("moving rows", feed(), .after, rows: 4) {
      ($0.additions, $0.removals, $0.moves) = (1, 1, 1)
    },
    .init("numbers", feed(), .offset, rows: 4) { ($0.additions, $0.removals) = (1, 1) },
    .init("both ends", feed(size: 1), .both, rows: 4) { ($0.additions, $0.removals) = (1, 1) },
    .init("merge", feed(mode: .merge), .after, rows: 4) {
      ($0.additions, $0.removals, $0.changes) = (1, 1, 1)
    },
    .init("gaps", feed(size: 1, mode: .merge, gaps: .manual), .after, rows: 2) {
      $0.additions = 3
    },
    .init("gaps that load", feed(size: 1, mode: .merge, gaps: .automatic), .both, rows: 2) {
      ($0.additions, $0.removals) = (2, 1)
    },
    .init("bound", feed(size: 1, most: 3), .after, rows: 5) { $0.removals = 1 },
    .init("bound, both ends", feed(size: 1, most: 3), .both, rows: 5) { $0.additions = 1 },
    .init("odd answers", feed(size: 3), .after, rows: 4) { ($0.oddAnswers, $0.forgets) = (2, 1) },
    .init("retries", feed(attempts: 1), .after, rows: 3) {
      ($0.lateAnswers, $0.goesOffline) = (1, true)
    },
    .init("edits", feed(), .after, rows: 3) { ($0.edits, $0.lateAnswers) = (2, 1) },
    .init("edits offline", feed(attempts: 1), .after, rows: 1) {
      ($0.edits, $0.goesOffline) = (2, true)
    },
    .init("restarts", feed(), .after, rows: 3) { ($0.edits, $0.restarts) = (1, 1) },
    .init("log out", feed(), .after, rows: 3) {
      ($0.edits, $0.logsOut, $0.goesOffline) = (1, true, true)
    },
    .init("search", feed(), .after, rows: 5, isSearch: true) { $0.edits = 1 },
    .init("two lists", feed(), .after, rows: 2, lists: 2) { $0.edits = 1 },
  ]
}
