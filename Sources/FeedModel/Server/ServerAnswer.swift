package import FeedReducer
import FeedTesting

/// How the server of a ``SimulatedFeed`` answers a request.
package enum ServerAnswer: Hashable, Sendable {
  /// The requested rows and, if more rows follow, their cursor.
  case whole

  /// Like ``whole``, but with the rows that the server had when the request was sent.
  case early

  /// One row and a cursor. It requires a page size above 1 and rows that follow.
  case short

  /// No rows, and the cursor of the request.
  case emptyAgain

  /// No rows, and a new cursor for the same position.
  case emptyFresh

  /// The rows before the cursor of the request, and that cursor.
  case repeatedAgain

  /// The rows before the cursor of the request, and a new cursor for the same position.
  case repeatedFresh

  /// Whether the answer uses up one of the scenario's ``FeedScenario/freshCursors``.
  var takesFreshCursor: Bool { self == .emptyFresh || self == .repeatedFresh }
}

/// How a request to the server of a ``SimulatedFeed`` fails.
package enum ServerFailure: Hashable, Sendable {
  /// Status 503. The same request may succeed later.
  case unavailable

  /// Status 429 with a Retry-After of 7 seconds.
  case busy

  /// Status 429 with a Retry-After of 0 seconds, shorter than any backoff.
  case busyWithoutDelay

  /// Status 429 with a Retry-After of one day, which exceeds the default cap of a retry.
  case unavailableForLong

  /// Status 404. The same request fails again.
  case refused

  /// The server no longer knows the cursor.
  case lostCursor

  /// The network does not reach the server.
  case unreachable

  /// Any kind of failure; those that may pass are retryable.
  case code(FeedFailure.Code)

  /// One of each class: what follows a failure depends on no more.
  package static let classes: [ServerFailure] = [
    .unavailable, .unreachable, .refused, .lostCursor,
  ]

  /// The failure that the machine receives.
  package var failure: FeedFailure {
    switch self {
    case .unavailable:
      FeedFailure(.http, message: "the server answered 503", status: 503, isRetryable: true)
    case .busy: Self.failure(after: .seconds(7))
    case .busyWithoutDelay: Self.failure(after: .zero)
    case .unavailableForLong: Self.failure(after: .seconds(86_400))
    case .refused: FeedFailure(.http, message: "the server answered 404", status: 404)
    case .lostCursor: FeedFailure(.invalidCursor, message: "the server no longer knows the cursor")
    case .unreachable: Self.code(.unreachable).failure
    case .code(let code):
      FeedFailure(
        code, message: "a failure of the kind \(code)",
        isRetryable: [.offline, .unreachable, .timeout].contains(code))
    }
  }

  private static func failure(after wait: Duration) -> FeedFailure {
    FeedFailure(
      .http, message: "the server answered 429", status: 429, isRetryable: true, retryAfter: wait)
  }
}
