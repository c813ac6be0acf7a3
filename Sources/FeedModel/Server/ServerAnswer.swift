import FeedReducer
import FeedTesting

/// A way in which the server of a ``SimulatedFeed`` answers a request.
package enum ServerAnswer: Hashable, Sendable {
  /// With the rows that were asked for and, if there are more, their cursor.
  case whole

  /// The same, with the rows that there were when the request came in.
  case early

  /// With one row only, though more follow.
  case short

  /// With no rows and the cursor that was asked with.
  case emptyAgain

  /// With no rows and a cursor never used before for the same place.
  case emptyFresh

  /// With the rows before the cursor and the cursor that was asked with.
  case repeatedAgain

  /// With the rows before the cursor and a cursor never used before for the same place.
  case repeatedFresh

  /// Whether the server makes up a cursor for it.
  var takesFreshCursor: Bool { self == .emptyFresh || self == .repeatedFresh }
}

/// A way in which a request of a ``SimulatedFeed`` fails.
package enum ServerFailure: Hashable, Sendable {
  /// The server can't answer now; the same request may succeed later.
  case unavailable

  /// The server asks to wait for some seconds.
  case busy

  /// The server asks to wait longer than a feed does.
  case unavailableForLong

  /// The request is wrong and will be.
  case refused

  /// The server no longer knows the cursor.
  case lostCursor

  /// The failure as the machine is told.
  var failure: FeedFailure {
    switch self {
    case .unavailable:
      FeedFailure(.http, "the server answered 503", status: 503, isRetryable: true)
    case .busy: Self.failure(after: .seconds(7))
    case .unavailableForLong: Self.failure(after: .seconds(86_400))
    case .refused: FeedFailure(.http, "the server answered 404", status: 404)
    case .lostCursor: FeedFailure(.invalidCursor, "the server no longer knows the cursor")
    }
  }

  private static func failure(after wait: Duration) -> FeedFailure {
    FeedFailure(
      .http, "the server answered 429", status: 429, isRetryable: true, retryAfter: wait)
  }
}
