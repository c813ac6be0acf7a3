import FeedReducer
import FeedTesting

/// The settings of a ``SimulatedFeed``: the feed, the server, and what may happen.
///
/// Every count bounds the model, so that an explorer can visit all of it. Events without a count
/// (failures, pulls, retries, late answers) may happen any number of times.
package struct FeedScenario: Sendable {
  /// How the server names its pages.
  package enum Paging: Sendable {
    /// By the row next to the page. Insertions and removals elsewhere have no effect on it.
    case cursor

    /// By the number of rows before the page. Insertions and removals shift the pages.
    case offset
  }

  /// The short name, unique among the scenarios.
  package var name: String

  /// What is special about the scenario, in a few words.
  package var summary: String

  /// The feed under test, with its settings.
  package var feed: ModelFeed

  /// How many rows are visible together. With 1, each row appears by itself.
  package var screen = 1

  /// How the server names its pages.
  package var paging = Paging.cursor

  /// How many rows the server has at the start.
  package var rows: Int

  /// The index of the server's row at which the first page begins. Above 0, earlier pages exist.
  package var firstRow = 0

  /// How many rows the server may insert.
  package var insertions = 0

  /// How many rows the server may remove.
  package var removals = 0

  /// How many rows the server may change.
  package var updates = 0

  /// How many new cursors the server may make for positions that have one.
  package var freshCursors = 0

  /// The answers that the server may give.
  package var answers: [ServerAnswer] = [.whole]

  /// The failures that requests and edits may have: one of each class, or more.
  package var failures = ServerFailure.classes

  /// How many ended requests, timers and edits may still get a late answer.
  package var lateAnswers = 1

  /// Whether the device may go offline.
  package var goesOffline = false

  /// Whether the program may report the rows as out of date.
  package var isInvalidated = false

  /// Whether the user may log out.
  package var logsOut = false

  /// How many edits the user may make.
  package var edits = 0

  /// How many rows to keep at a memory warning; nil for a scenario without warnings.
  package var memoryWarning: Int?

  /// How often the program may quit and start again.
  package var restarts = 0

  /// Creates a scenario with a server that answers or is unavailable. All else is off.
  package init(_ name: String, summary: String, feed: ModelFeed, rows: Int) {
    self.name = name
    self.summary = summary
    self.feed = feed
    self.feed.edits = .optimistic
    self.rows = rows
  }

  /// Returns a copy with `change` applied.
  package func with(_ change: (inout FeedScenario) -> Void) -> FeedScenario {
    var scenario = self
    change(&scenario)
    return scenario
  }
}

extension FeedScenario {
  /// The difference between the cursors of two consecutive ids.
  var cursorFactor: Int { freshCursors + 1 }

  /// Whether the server's rows may come or go, also by edits.
  var isMoving: Bool { insertions + removals + edits > 0 }

  /// Whether the list may begin after the server's first row.
  var hasHead: Bool { firstRow > 0 || feed.maxItems != nil || memoryWarning != nil }
}
