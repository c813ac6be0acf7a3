import FeedReducer
import FeedTesting

// The scenarios that every change of the feed has to pass. `Docs/Laws.md` tells which of them an
// ordinary test run visits completely.
extension FeedScenario {
  /// Every scenario, in the order of `Docs/Laws.md`.
  package static let all: [FeedScenario] = [
    cursor, onePerPage, offset, updates, shortPages, oddServer, bothEnds, screen, window,
    movingWindow,
    middleWindow, shortWindow, retries, network, merge, mergeOffset, edits, olderAnswers,
    editRetries, restarts, stops,
  ]

  /// A regular server with cursors, whose rows come and go.
  package static let cursor = FeedScenario(
    "cursor", summary: "pages named by their last row; rows come and go",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 4
  ).with {
    $0.insertions = 1
    $0.removals = 1
  }

  /// One row a page: almost every row that appears needs another page.
  package static let onePerPage = FeedScenario(
    "one row a page",
    summary: "pages of one row, wanted two rows ahead; answers may be out of date",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 2), rows: 3
  ).with {
    $0.insertions = 1
    $0.removals = 1
    $0.answers = [.whole, .early]
  }

  /// Offset paging: insertions and removals shift the pages.
  package static let offset = FeedScenario(
    "offset", summary: "pages named by an offset, so that they shift when rows come and go",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 4
  ).with {
    $0.paging = .offset
    $0.insertions = 1
    $0.removals = 1
  }

  /// Rows that change and arrive again on shifted pages.
  package static let updates = FeedScenario(
    "updates", summary: "pages named by an offset that shift, with rows that have changed since",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 3
  ).with {
    $0.paging = .offset
    $0.insertions = 1
    $0.updates = 1
  }

  /// A server that sends fewer rows than requested, and loses cursors.
  package static let shortPages = FeedScenario(
    "short pages", summary: "pages with fewer rows than asked for; cursors are forgotten",
    feed: ModelFeed(pageSize: 3, prefetchDistance: 2), rows: 5
  ).with {
    $0.answers = [.whole, .short]
    $0.lateAnswers = 2
  }

  /// A server whose answers make no progress.
  package static let oddServer = FeedScenario(
    "odd server", summary: "empty and repeated pages, with the same and with fresh cursors",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 2, maxEmptyPages: 1), rows: 3
  ).with {
    $0.freshCursors = 3
    $0.answers = [.whole, .short, .emptyAgain, .emptyFresh, .repeatedAgain, .repeatedFresh]
  }

  /// A list that grows at both ends.
  package static let bothEnds = FeedScenario(
    "both ends", summary: "the first page is in the middle, and there is more on both sides",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 1), rows: 4
  ).with {
    $0.firstRow = 2
    $0.removals = 1
  }

  /// Rows that are visible together, in a list that grows at both ends.
  package static let screen = FeedScenario(
    "screen", summary: "two rows are in view together, and the list grows at both ends",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 5
  ).with {
    $0.firstRow = 2
    $0.screen = 2
    $0.edits = 1
  }

  /// A bound on the number of rows in memory.
  package static let window = FeedScenario(
    "window", summary: "few rows are kept, and the server only knows the next page",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 1, maxItems: 3), rows: 5
  ).with { $0.memoryWarning = 2 }

  /// A window over a list whose rows come and go.
  package static let movingWindow = FeedScenario(
    "moving window", summary: "few rows are kept, and rows come and go where pages were dropped",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 1, maxItems: 3), rows: 5
  ).with {
    $0.insertions = 1
    $0.removals = 1
    $0.lateAnswers = 0
  }

  /// A window over a list that grows at both ends.
  package static let middleWindow = FeedScenario(
    "window in the middle",
    summary: "few rows are kept of a moving list whose first page is in the middle",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 1, maxItems: 3), rows: 6
  ).with {
    $0.firstRow = 3
    $0.insertions = 1
    $0.lateAnswers = 0
  }

  /// A window over short pages.
  package static let shortWindow = FeedScenario(
    "short window",
    summary: "pages shorter than asked for, dropped when the system is short of memory",
    feed: ModelFeed(pageSize: 3, prefetchDistance: 1), rows: 5
  ).with {
    $0.answers = [.whole, .short]
    $0.memoryWarning = 2
  }

  /// Automatic retries.
  package static let retries = FeedScenario(
    "retries", summary: "loads are repeated by timers, and some failures are final",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 2)), rows: 4
  ).with {
    $0.failures += [.busy, .busyWithoutDelay, .unavailableForLong]
    $0.isInvalidated = true
  }

  /// A device that goes offline and comes back.
  package static let network = FeedScenario(
    "network", summary: "the device goes offline and online, with one automatic retry",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 1)), rows: 3
  ).with {
    $0.goesOffline = true
    $0.isInvalidated = true
  }

  /// Refreshes that keep the later pages.
  package static let merge = FeedScenario(
    "merge", summary: "a refresh replaces only the rows that it overlaps",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1, refreshMode: .merge), rows: 4
  ).with {
    $0.insertions = 1
    $0.removals = 1
  }

  /// Refreshes that keep the later pages, although the server's pages shift.
  package static let mergeOffset = FeedScenario(
    "merge by offset", summary: "a refresh keeps later rows, though the pages have shifted",
    feed: ModelFeed(pageSize: 1, prefetchDistance: 1, refreshMode: .merge), rows: 4
  ).with {
    $0.paging = .offset
    $0.removals = 1
  }

  /// Rows that the user adds, changes and removes.
  package static let edits = FeedScenario(
    "edits", summary: "two edits, which the server takes or refuses, before or after it answers",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 3
  ).with {
    $0.edits = 2
    $0.answers = [.whole, .early]
  }

  /// Pages that the server made before it applied an edit.
  package static let olderAnswers = FeedScenario(
    "older answers",
    summary: "edits meet pages with the rows that there were when they were asked for",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 2
  ).with {
    $0.edits = 1
    $0.answers = [.whole, .early]
    $0.lateAnswers = 0
  }

  /// Edits that do not reach the server at the first attempt.
  package static let editRetries = FeedScenario(
    "edit retries",
    summary: "edits meet a bad network, and are repeated by timers and when it is back",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1, retry: RetryPolicy(attempts: 1)), rows: 1
  ).with {
    $0.edits = 2
    $0.goesOffline = true
    $0.lateAnswers = 0
  }

  /// A program that quits, starts again and restores its feed.
  package static let restarts = FeedScenario(
    "restarts", summary: "the program is quit, and the feed with an edit is restored",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1, snapshotAgeLimit: .seconds(3_600)), rows: 3
  ).with {
    $0.restarts = 1
    $0.edits = 1
  }

  /// A feed that is stopped at any time, and started again.
  package static let stops = FeedScenario(
    "stops", summary: "the user logs out and in again, with an edit, offline or while pages load",
    feed: ModelFeed(pageSize: 2, prefetchDistance: 1), rows: 3
  ).with {
    $0.logsOut = true
    $0.goesOffline = true
    $0.edits = 1
  }
}
