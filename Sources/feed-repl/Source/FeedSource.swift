import FeedHTTP
import FeedEffects
import FeedReducer

/// Where a session's answers come from.
protocol FeedSource: AnyObject {
  /// What it is, for the first line of a session.
  var name: String { get }

  /// What else there is to know of it.
  var details: [String] { get }

  /// Whether requests are on their way before anybody asks for their answers.
  var runsByItself: Bool { get }

  /// Makes the requests under way those of `pending`: the others are stopped.
  func follow(_ pending: [Pending])

  /// Returns the answer to `request`, and waits for it where that takes time.
  func page(for request: JSONFeed.Request) throws(FeedFailure) -> JSONFeed.Page

  /// Lets the time pass that a timer waits for.
  func wait(for duration: Duration)

  /// The request as a command for a shell, if it goes over HTTP.
  func curl(_ request: JSONFeed.Request) throws(FeedFailure) -> String?

  /// The answer to `request` as the server sent it.
  func body(for request: JSONFeed.Request) throws(FeedFailure) -> String
}

/// The catalogue as a source: it answers at once, and its time is virtual.
final class CatalogueSource: FeedSource {
  var name: String { "the catalogue of \(Catalogue.characters.count) characters" }

  var details: [String] { [] }

  var runsByItself: Bool { false }

  func follow(_ pending: [Pending]) {}

  func page(for request: JSONFeed.Request) throws(FeedFailure) -> JSONFeed.Page {
    try Catalogue.page(for: request)
  }

  func wait(for duration: Duration) {}

  func curl(_ request: JSONFeed.Request) throws(FeedFailure) -> String? { nil }

  func body(for request: JSONFeed.Request) throws(FeedFailure) -> String {
    JSONText.of(try Catalogue.page(for: request))
  }
}
