import FeedHTTP
import FeedReducer

/// The names of parameters and their values; empty for the whole list.
typealias Query = [String: String]

typealias JSONSearch = Search<Query, JSONRow, PageCursor>

extension Query {
  /// The parameters as words: `name=luke`.
  var text: String {
    sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.asWord)" }.joined(separator: " ")
  }

  /// The line that types the query: `query name=luke`.
  var command: String { isEmpty ? "query" : "query \(text)" }

  var json: JSONValue { .object(mapValues { .string($0) }) }
}

/// A request for a page, and the query that it is for.
struct Load: Equatable {
  let request: JSONFeed.Request
  var query: Query = [:]

  var ticket: Ticket { request.ticket }

  /// The request as text, with its query: `load 4 refresh start name=luke`.
  var text: String { request.text + (query.isEmpty ? "" : " \(query.text)") }
}
