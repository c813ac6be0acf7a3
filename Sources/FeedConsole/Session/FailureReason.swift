import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reasons that `fail` and `failed` accept: HTTP statuses and names.
enum FailureReason {
  /// The names, in the order of the help.
  static let words: [(word: String, failure: FeedFailure)] = [
    (
      "timeout",
      FeedFailure(.timeout, message: "no answer came in time; try again", isRetryable: true)
    ),
    ("offline", FeedFailure(.offline, message: "the device is offline", isRetryable: true)),
    ("unreachable", unreachable),
    ("decoding", FeedFailure(.decoding, message: "the answer could not be read")),
    (
      "invalidCursor",
      FeedFailure(.invalidCursor, message: "the server no longer knows the cursor; refresh")
    ),
    ("refused", FeedFailure(.refused, message: "the request breaks a rule and was not sent")),
    ("other", FeedFailure(.other, message: "something went wrong")),
  ]

  /// The statuses that Tab offers.
  static let usualStatuses = ["400", "401", "403", "404", "409", "410", "422", "429", "500", "503"]

  /// The failure of a request to a server that is down.
  static let unreachable = FeedFailure(
    .unreachable, message: "the server could not be reached; try again", isRetryable: true)

  /// The lines about reasons in the help.
  static let help = [
    "REASON is a status from 400 to 599, or one of:",
    "  " + words.map(\.word).joined(separator: ", "),
    "Without a reason it is 500. 'after=DURATION' makes the server ask for a pause.",
  ]

  /// Returns the failure for a name or an HTTP status, or nil.
  static func failure(_ word: String) -> FeedFailure? {
    if word.isHTTPStatus, let status = Int(word) { return http(status) }
    return words.first { $0.word == word }?.failure
  }

  /// Returns the failure for a response with this status.
  static func http(_ status: Int) -> FeedFailure {
    FeedFailure(
      .http, message: "the server answered \(status) \(name(of: status))", status: status,
      isRetryable: status == 408 || status == 429 || status >= 500)
  }

  private static func name(of status: Int) -> String {
    HTTPURLResponse.localizedString(forStatusCode: status)
  }
}

extension String {
  /// Whether the text is an HTTP failure status, 400 to 599.
  var isHTTPStatus: Bool {
    Int(self).map { (400...599).contains($0) } ?? false
  }
}
