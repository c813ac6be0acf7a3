import FeedHTTP
import FeedReducer

/// The source of a session's answers.
protocol FeedSource: AnyObject {
  /// The name, for the first line of a session.
  var name: String { get }

  /// The server at the start of a session, if it is a part of the session; nil for an API.
  var server: Server? { get }

  /// Starts the requests in `pending` and cancels all others. A timer in it has to wait from `clock` until it
  /// is due.
  func follow(_ pending: [Pending], at clock: Duration)

  /// What a query can name; nil if the source takes none.
  var queries: QueryNames? { get }

  /// Returns the answer to a request or an edit. Blocks while the source loads or sends.
  ///
  /// - Parameter server: The server of the session, if it has one.
  func answer(to work: Pending, server: Server?) throws(FeedFailure) -> JSONFeed.Action

  /// Waits until a timer is due. A source with virtual time returns at once.
  func wait(for duration: Duration)

  /// The body of the answer to `load`, as text. An API that has not answered it is asked now.
  ///
  /// - Parameter server: The server of the session, if it has one.
  func body(for load: Load, server: Server?) throws(FeedFailure) -> String
}

extension FeedSource {
  /// Returns the page that answers `load`. Blocks while the source loads.
  func page(for load: Load, server: Server?) throws(FeedFailure) -> JSONFeed.Page {
    guard case .pageLoaded(_, let page) = try answer(to: .load(load), server: server) else {
      throw .stopped
    }
    return page
  }

  /// The API that the source reads, for what only an API can tell; nil if it reads none.
  var api: RemoteSource? { self as? RemoteSource }

  /// More lines about the source, for the start of a session.
  var details: [String] { api?.details ?? [] }

  /// Whether requests run before the session asks for their answers.
  var runsByItself: Bool { self is TaskSource }
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

  /// Whether it tells of rows that moved before one page, as each page may.
  var isOfMovement = false

  /// Whether it tells why the list is whole, though the total counts other rows than came.
  var isWhole = false

  /// What leads on from a list that has not ended, behind any sentence about it; nil if nothing is known.
  var wayOn: String?
}

/// The catalogue as a source. Its server is a part of the session, and its time is virtual.
final class CatalogueSource: FeedSource {
  var name: String { "the catalogue of \(Catalogue.characters.count) characters" }

  var server: Server? { Server() }

  /// What the catalogue can be searched for.
  static let queryName = "name"

  var queries: QueryNames? { QueryNames(text: Self.queryName, all: [Self.queryName]) }

  func follow(_ pending: [Pending], at clock: Duration) {}

  func answer(to work: Pending, server: Server?) throws(FeedFailure) -> JSONFeed.Action {
    let (ticket, server) = (work.ticket, server ?? Server())
    return switch work {
    case .load(let load): .pageLoaded(ticket: ticket, page: try server.page(for: load))
    case .edit(let edit): .editCommitted(ticket: ticket, item: try server.row(taking: edit))
    case .timer: .timerFired(ticket: ticket)
    }
  }

  func wait(for duration: Duration) {}

  func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    JSONText.of(try page(for: load, server: server))
  }
}
