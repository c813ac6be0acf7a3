import FeedReducer
import FeedTesting

/// What a ``SimulatedFeed`` is like: the feed's settings, the server, and what may happen.
///
/// Every number bounds the model, so that all of it can be visited. What has no number
/// (failures, pulls, retries, late answers) may happen any number of times.
package struct FeedScenario: Sendable {
  /// How a server names its pages.
  package enum Paging: Sendable {
    /// By the row next to the page. Rows that come or go elsewhere do not matter.
    case cursor

    /// By the number of rows before the page. Rows that come or go shift the pages.
    case offset
  }

  /// The short name.
  package var name: String

  /// What is special about it, in a few words.
  package var summary: String

  /// The feed with its settings.
  package var feed: ModelFeed

  /// How many rows are in view together, where the front end says so; 1: each appears by itself.
  package var screen = 1

  /// How the server names its pages.
  package var paging = Paging.cursor

  /// How many rows the server has at first.
  package var rows: Int

  /// The row at which the server's first page begins; pages before it are there when it is not 0.
  package var firstRow = 0

  /// How many rows may be added to the server's list.
  package var insertions = 0

  /// How many rows may be taken from the server's list.
  package var removals = 0

  /// How many rows may change on the server.
  package var updates = 0

  /// How many cursors the server may make up without moving on.
  package var freshCursors = 0

  /// The ways to answer that the server knows.
  package var answers: [ServerAnswer] = [.whole]

  /// The ways in which requests fail.
  package var failures: [ServerFailure] = [.unavailable]

  /// How many ended requests may still be answered: the last that ended.
  package var lateAnswers = 1

  /// Whether the device may go offline.
  package var goesOffline = false

  /// Whether the rows may be said to be out of date.
  package var isInvalidated = false

  /// How many edits a person may make.
  package var edits = 0

  /// How many rows to keep when the system is short of memory; nil: that does not happen.
  package var memoryWarning: Int?

  /// How often the program may be quit and the feed be restored.
  package var restarts = 0

  /// Creates a scenario with a server that answers or is unavailable, and nothing else.
  package init(_ name: String, _ summary: String, feed: ModelFeed, rows: Int) {
    self.name = name
    self.summary = summary
    self.feed = feed
    self.rows = rows
  }

  /// Returns the scenario with something changed.
  package func with(_ change: (inout FeedScenario) -> Void) -> FeedScenario {
    var scenario = self
    change(&scenario)
    return scenario
  }
}

extension FeedScenario {
  /// By how much the cursors of two neighbouring rows differ.
  var cursorFactor: Int { freshCursors + 1 }

  /// Whether rows of the server may come or go.
  var isMoving: Bool { insertions + removals + edits > 0 }

  /// Whether the list may begin after the server's first row.
  var hasHead: Bool { firstRow > 0 || feed.maxItems != nil || memoryWarning != nil }
}
