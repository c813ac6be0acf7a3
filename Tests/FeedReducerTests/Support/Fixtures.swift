import FeedReducer

/// A row with an id and a value that a newer version may change.
struct Row: Identifiable, Hashable, Codable, Sendable {
  var id: String
  var text: String

  init(_ id: String, _ text: String? = nil) {
    self.id = id
    self.text = text ?? id
  }
}

typealias Letters = Feed<Row, String>

extension Letters.Page {
  /// A page with a row for each letter.
  init(_ letters: String, next: String?, previous: String? = nil, total: Int? = nil) {
    self.init(items: letters.map { Row(String($0)) }, next: next, previous: previous, total: total)
  }
}

extension FeedFailure {
  static let server = FeedFailure(.http, message: "500", status: 500, isRetryable: true)

  /// The server's last word.
  static let refused = FeedFailure(.http, message: "409", status: 409)

  /// A failure that may be retried, as a busy server sends it.
  static func busy(
    _ status: Int = 503, retryAfter: Duration? = nil, isRetryable: Bool = true
  ) -> FeedFailure {
    FeedFailure(
      .http, message: "\(status)", status: status, isRetryable: isRetryable, retryAfter: retryAfter)
  }
}

extension Loop where Machine == Letters {
  /// The ids of the rows in one word.
  var letters: String { state.items.map(\.id).joined() }

  /// The texts of the rows, separated by spaces.
  var texts: String { state.items.map(\.text).joined(separator: " ") }

  /// Sends two or more actions and returns what the last one caused.
  @discardableResult
  mutating func send(
    _ first: Letters.Action, _ second: Letters.Action, _ rest: Letters.Action...
  ) -> Reaction<Letters.Effect, FeedRefusal> {
    send(first)
    var last = send(second)
    for action in rest { last = send(action) }
    return last
  }
}

/// Pages of three, prefetch distance 2.
let letters = Letters(pageSize: 3, prefetchDistance: 2, edits: .optimistic)

/// The states that the tests start from.
enum Given {
  /// Nothing has happened.
  static var fresh: Loop<Letters> { Loop(letters, state: Letters.State(seed: 1, identity: 1)) }

  /// The first page is on its way as 1.
  static var started: Loop<Letters> {
    var loop = fresh
    loop.send(.started)
    return loop
  }

  /// Rows abc, next c1.
  static var one: Loop<Letters> {
    var loop = started
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    return loop
  }

  /// Rows abc, no next.
  static var oneEnded: Loop<Letters> {
    var loop = started
    loop.send(.pageLoaded(ticket: 1, page: .init("abc", next: nil)))
    return loop
  }

  /// `one` with the reader at c and the next page on its way as 2.
  static var oneLoading: Loop<Letters> {
    var loop = one
    loop.send(.itemAppeared(index: 2))
    return loop
  }

  /// `oneLoading` whose load failed.
  static var oneFailed: Loop<Letters> {
    var loop = oneLoading
    loop.send(.failed(ticket: 2, failure: .server))
    return loop
  }

  /// Rows abc and def, next c2, the reader far enough from the end.
  static var two: Loop<Letters> {
    var loop = oneLoading
    loop.send(.pageLoaded(ticket: 2, page: .init("def", next: "c2")))
    return loop
  }

  /// `two` with a refresh on its way as 3.
  static var twoRefreshing: Loop<Letters> {
    var loop = two
    loop.send(.refreshPulled)
    return loop
  }

  /// A first load that failed.
  static var firstFailed: Loop<Letters> {
    var loop = started
    loop.send(.failed(ticket: 1, failure: .server))
    return loop
  }
}

extension Given {
  /// Rows mno, previous p1, next c1.
  static var both: Loop<Letters> {
    var loop = started
    loop.send(.pageLoaded(ticket: 1, page: .init("mno", next: "c1", previous: "p1")))
    return loop
  }
}

extension Given {
  /// `oneLoading` with up to two automatic retries, base 1 s, cap 30 s.
  static func oneLoadingWithRetries(seed: UInt64 = 1) -> Loop<Letters> {
    let feed = Letters(
      pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 2), edits: .optimistic)
    var loop = Loop(feed, state: .init(seed: seed, identity: seed))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")))
    loop.send(.itemAppeared(index: 2))
    return loop
  }

  /// `oneEnded` with one automatic retry.
  static var oneEndedWithRetry: Loop<Letters> {
    var loop = Loop(
      Letters(
        pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1), edits: .optimistic),
      state: .init(seed: 1, identity: 1))
    loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil)))
    return loop
  }

  /// The first edit of `oneEndedWithRetry`: a like of row a.
  static let like = Letters.Edit(feed: 1, ticket: 2, change: .update(item: Row("a", "liked")))
}

/// The load of the previous page with the usual size.
func load(_ ticket: Ticket, before cursor: String) -> Letters.Effect {
  .load(request: .init(ticket: ticket, kind: .prepend, position: .before(cursor: cursor), size: 3))
}

/// The load of the next page with the usual size.
func load(_ ticket: Ticket, after cursor: String) -> Letters.Effect {
  .load(request: .init(ticket: ticket, kind: .append, position: .after(cursor: cursor), size: 3))
}

/// The load of the first page with the usual size.
func load(_ ticket: Ticket) -> Letters.Effect {
  .load(request: .init(ticket: ticket, kind: .refresh, position: .start, size: 3))
}
