import FeedReducer

// The parts of a trace that the writer and a reader share. A reader ignores fields that it does not
// know, so a field may be added in any version; what a field means only changes with the version.

/// The version of a trace, in every line of it.
package let traceVersion = 1

/// What is written of a feed's configuration. Durations are in seconds.
package struct TraceConfiguration: Codable, Equatable, Sendable {
  package var pageSize: Int
  package var prefetchDistance: Int
  package var refreshMode: String
  package var maxEmptyPages: Int
  package var maxItems: Int?
  package var isEditable: Bool
  package var snapshotAgeLimit: Double?
  package var retry: Retry

  /// How long a search waits for the user to stop typing; nil for a feed by itself.
  package var pause: Double?

  package struct Retry: Codable, Equatable, Sendable {
    package var attempts: Int
    package var base: Double
    package var cap: Double
  }

  init<Item, Cursor>(_ feed: Feed<Item, Cursor>, pause: Duration? = nil) {
    pageSize = feed.pageSize
    prefetchDistance = feed.prefetchDistance
    refreshMode = feed.refreshMode.rawValue
    maxEmptyPages = feed.maxEmptyPages
    maxItems = feed.maxItems
    isEditable = feed.isEditable
    snapshotAgeLimit = feed.snapshotAgeLimit.map { $0 / .seconds(1) }
    retry = Retry(
      attempts: feed.retry.attempts, base: feed.retry.base / .seconds(1),
      cap: feed.retry.cap / .seconds(1))
    self.pause = pause.map { $0 / .seconds(1) }
  }
}

/// What is written of a state: all that shows, except the rows.
package struct TraceState: Codable, Equatable, Sendable {
  /// How many rows show.
  package var items: Int

  package var refresh: Load
  package var append: Load
  package var prepend: Load

  /// The rows that were last reported as visible.
  package var reader: Range<Int>?

  /// How many rows the server says it has.
  package var total: Int?

  /// The cursor of the next page, with secrets masked.
  package var next: String?

  /// The names of the properties of a store that are true: `isLoading`, `isStale`, `isOnline`, …
  package var words: [String]

  /// The edits without an answer, oldest first; nil if there are none.
  package var edits: [Edit]?

  /// Why no load of a kind starts now by itself, by the name of the kind.
  package var why: [String: String]

  /// The query that the user wants, and the one that is asked. Of a search only.
  package var query: String?
  package var asked: String?

  /// The timer of a search while the user types.
  package var typing: Int?

  /// How the load of one kind stands.
  package struct Load: Codable, Equatable, Sendable {
    /// `idle`, `loading`, `waiting`, `offline`, `failed` or `ended`.
    package var phase: String

    /// The ticket of the request or the timer.
    package var ticket: Int?
    package var attempt: Int?
    package var failure: TraceFailure?

    /// Why the kind has ended.
    package var reason: String?
  }

  /// An edit that the server has not answered for good, or has refused.
  package struct Edit: Codable, Equatable, Sendable {
    package var ticket: Int

    /// The id of the row.
    package var id: String

    /// `insert`, `update` or `remove`.
    package var change: String

    /// `queued`, `sending`, `waiting`, `offline`, `failed` or `refused`.
    package var phase: String
    package var failure: TraceFailure?
  }

  /// The tickets of all requests, timers and edits that wait for an answer.
  package var pending: [Int] {
    [refresh, append, prepend].compactMap(\.ticket)
      + (edits ?? []).filter { $0.phase == "sending" }.map(\.ticket) + [typing].compactMap { $0 }
  }
}

/// What is written of a failure, as `FeedFailure` is encoded. The excerpt of the response is left out.
package struct TraceFailure: Codable, Equatable, Sendable {
  package var code: String
  package var message: String
  package var url: String?
  package var status: Int?
  package var isRetryable: Bool

  /// The time that the server asks to wait, in seconds.
  package var retryAfter: Double?
  package var attempts: Int?

  init(_ failure: FeedFailure) {
    let failure = TraceText.failure(failure)
    code = failure.code.rawValue
    message = failure.message
    url = failure.url
    status = failure.status
    isRetryable = failure.isRetryable
    retryAfter = failure.retryAfter.map { $0 / .seconds(1) }
    attempts = failure.attempts
  }
}

/// A change of the rows: at an index, rows are removed and others inserted in their place.
///
/// Of very long lists not all rows are written. A reader knows of the others that they are there.
package struct TraceRows<Row> {
  /// The index at which the rows change.
  package var at: Int

  /// How many rows are removed.
  package var removed: Int?

  /// How many unknown rows come before those that are inserted.
  package var unknownBefore: Int?

  /// The rows that are inserted.
  package var rows: [Row]

  /// How many unknown rows come behind them.
  package var unknownAfter: Int?

  package init(
    at: Int, removed: Int? = nil, unknownBefore: Int? = nil, rows: [Row], unknownAfter: Int? = nil
  ) {
    self.at = at
    self.removed = removed
    self.unknownBefore = unknownBefore
    self.rows = rows
    self.unknownAfter = unknownAfter
  }
}

extension TraceRows: Sendable where Row: Sendable {}
extension TraceRows: Equatable where Row: Equatable {}
extension TraceRows: Encodable where Row: Encodable {}
extension TraceRows: Decodable where Row: Decodable {}

// MARK: - From a state

extension TraceState {
  /// Describes a state.
  ///
  /// - Parameters:
  ///   - display: What shows: the state of the feed, or that of a machine around it.
  ///   - feed: The state of the feed.
  ///   - reader: The visible rows.
  ///   - explain: Returns why a load of a kind does not start.
  init<Item, Cursor>(
    display: some FeedDisplay<Item, Cursor>, feed: Feed<Item, Cursor>.State, reader: Range<Int>?,
    explain: (LoadKind) -> String?
  ) {
    items = display.items.count
    refresh = Load(feed.refresh)
    append = Load(feed.append)
    prepend = Load(feed.prepend)
    self.reader = reader
    total = display.total
    next = display.page.map { TraceText.cursor($0) }
    let ofFeed = [("isOnline", feed.isOnline), ("isStopped", feed.isStopped)]
    words = display.words.names + ofFeed.filter(\.1).map(\.0)
    let edits = Self.edits(of: feed)
    self.edits = edits.isEmpty ? nil : edits
    why = Dictionary(
      uniqueKeysWithValues: LoadKind.allCases.compactMap { kind in
        explain(kind).map { (kind.rawValue, TraceText.sentence($0)) }
      })
  }

  private static func edits<Item, Cursor>(of feed: Feed<Item, Cursor>.State) -> [Edit] {
    let refused = feed.failedEdits.filter(\.isUndone)
      .map { Edit($0.edit, phase: "refused", failure: $0.failure) }
    return refused
      + feed.pendingEdits.map { Edit($0.edit, phase: $0.state.phase, failure: $0.state.failure) }
  }
}

extension TraceState.Load {
  fileprivate init(_ load: LoadState) {
    switch load {
    case .idle: phase = "idle"
    case .loading(let ticket, let attempt):
      (phase, self.ticket, self.attempt) = ("loading", ticket.rawValue, attempt)
    case .waiting(let ticket, let attempt):
      (phase, self.ticket, self.attempt) = ("waiting", ticket.rawValue, attempt)
    case .offline(let attempt): (phase, self.attempt) = ("offline", attempt)
    case .failed(let failure): (phase, self.failure) = ("failed", TraceFailure(failure))
    case .ended(let reason): (phase, self.reason) = ("ended", reason.rawValue)
    }
  }
}

extension TraceState.Edit {
  fileprivate init<Item, Cursor>(
    _ edit: Feed<Item, Cursor>.Edit, phase: String, failure: FeedFailure?
  ) {
    ticket = edit.ticket.rawValue
    id = TraceText.id(edit.id)
    change =
      switch edit.change {
      case .insert: "insert"
      case .update: "update"
      case .remove: "remove"
      }
    self.phase = phase
    self.failure = failure.map { TraceFailure($0) }
  }
}
