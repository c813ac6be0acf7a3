import FeedHTTP
import FeedReducer

/// The source of a session's answers.
protocol FeedSource: AnyObject {
  /// The name, for the first line of a session.
  var name: String { get }

  /// More lines about the source, for the start of a session.
  var details: [String] { get }

  /// Whether requests run before the session asks for their answers.
  var runsByItself: Bool { get }

  /// The server at the start of a session, if it is a part of the session; nil for an API.
  var server: Server? { get }

  /// Starts the requests in `pending` and cancels all others. A timer in it has to wait from `clock` until it
  /// is due.
  func follow(_ pending: [Pending], at clock: Duration)

  /// What a query can name; nil if the source takes none.
  var queries: QueryNames? { get }

  /// Returns the answer to `load`. Blocks while the source loads.
  ///
  /// - Parameter server: The server of the session, if it has one.
  func page(
    for load: Load, server: Server?
  ) throws(FeedFailure) -> JSONFeed.Page

  /// Returns the server's version of the row that an edit changes; nil if there is none. Blocks while the
  /// edit is sent.
  func row(taking edit: JSONFeed.Edit, server: Server?) throws(FeedFailure) -> JSONRow?

  /// Waits until a timer is due. A source with virtual time returns at once.
  func wait(for duration: Duration)

  /// The request of `load` as a `curl` command; nil if it does not use HTTP.
  func curl(_ load: Load) throws(FeedFailure) -> String?

  /// What the user should know after an answer: that rows have moved, or what to do where it leads no further.
  /// Nil if nothing is to be said.
  ///
  /// - Parameter tell: Receives what is done to find it out, before requests are sent for that.
  func advice(
    after answer: JSONFeed.Action, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice?

  /// The last response to `load`; nil if there was none, or if the source does not use HTTP.
  func response(to load: Load) -> HTTPExchange?

  /// The body of the answer to `load`, as text. An API that has not answered it is asked now.
  ///
  /// - Parameter server: The server of the session, if it has one.
  func body(for load: Load, server: Server?) throws(FeedFailure) -> String
}

/// The parameters that a query of a source may name.
struct QueryNames: Equatable {
  /// The one that a text without a name is for; nil if that is not known.
  var text: String?

  /// All of them; nil if any name will do.
  var all: [String]?
}

/// What the user should know after an answer.
struct Advice {
  let text: String

  /// Whether nothing else tells it, so that a quiet session tells it, too.
  var isWarning = false

  /// Whether the start of a session told it already, unless it is a quiet one.
  var isKnown = false

  /// Whether it tells why the list is whole, though the total counts other rows than came.
  var isWhole = false
}

/// The catalogue as a source. Its server is a part of the session, and its time is virtual.
final class CatalogueSource: FeedSource {
  var name: String { "the catalogue of \(Catalogue.characters.count) characters" }

  var details: [String] { [] }

  var runsByItself: Bool { false }

  var server: Server? { Server() }

  /// What the catalogue can be searched for.
  static let queryName = "name"

  var queries: QueryNames? { QueryNames(text: Self.queryName, all: [Self.queryName]) }

  func follow(_ pending: [Pending], at clock: Duration) {}

  func page(
    for load: Load, server: Server?
  ) throws(FeedFailure) -> JSONFeed.Page {
    try (server ?? Server()).page(for: load)
  }

  func row(taking edit: JSONFeed.Edit, server: Server?) throws(FeedFailure) -> JSONRow? {
    try server?.row(taking: edit)
  }

  func wait(for duration: Duration) {}

  func advice(
    after answer: JSONFeed.Action, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? { nil }

  func curl(_ load: Load) throws(FeedFailure) -> String? { nil }

  func response(to load: Load) -> HTTPExchange? { nil }

  func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    JSONText.of(try page(for: load, server: server))
  }
}
