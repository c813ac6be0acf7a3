import FeedEffects
import FeedReducer
import FeedTesting

/// A script whose answers belong to the queries of a search. An answer may be given before its request.
final class ScriptedSearch<
  Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable, Cursor
>: Sendable
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// The requests of all queries, to answer one by its ticket or to wait for one.
  let script: ScriptedSource<Item, Cursor>

  private typealias Answer = @Sendable (ScriptedSource<Item, Cursor>, Ticket) -> Void

  private struct Asked {
    var queries: [Query] = []
    var waiting: [(query: Query, ticket: Ticket)] = []
    var answers: [(query: Query, answer: Answer)] = []
  }

  private let asked = Locked(Asked())

  /// Creates a source without answers.
  ///
  init(ignoresCancellation: Bool = false) {
    script = ScriptedSource(ignoresCancellation: ignoresCancellation)
  }

  /// The query of each request so far, in order.
  var queries: [Query] { asked.use { $0.queries } }

  /// Answers the oldest request for `query` that has no answer; if there is none, the next one.
  func answer(_ query: Query, with page: Feed<Item, Cursor>.Page) {
    answer(query) { script, ticket in script.answer(ticket, with: page) }
  }

  /// Fails the oldest request for `query` that has no answer; if there is none, the next one.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - error: The error to throw. A `FeedFailure` reaches the search unchanged.
  func fail(_ query: Query, with error: any Error) {
    answer(query) { script, ticket in script.fail(ticket, with: error) }
  }

  private func answer(_ query: Query, by answer: @escaping Answer) {
    let ticket: Ticket? = asked.use { asked in
      if let index = asked.waiting.firstIndex(where: { $0.query == query }) {
        return asked.waiting.remove(at: index).ticket
      }
      asked.answers.append((query, answer))
      return nil
    }
    if let ticket { answer(script, ticket) }
  }

  /// The source of the pages of a query.
  func asking(for query: Query) -> some PageSource<Item, Cursor> {
    QuerySource(search: self, query: query)
  }

  private struct QuerySource: PageSource {
    let search: ScriptedSearch
    let query: Query

    func page(for request: Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page {
      try await search.page(for: request, query: query)
    }
  }

  private func page(
    for request: Feed<Item, Cursor>.Request, query: Query
  ) async throws -> Feed<Item, Cursor>.Page {
    let answer: Answer? = asked.use { asked in
      asked.queries.append(query)
      if let index = asked.answers.firstIndex(where: { $0.query == query }) {
        return asked.answers.remove(at: index).answer
      }
      asked.waiting.append((query, request.ticket))
      return nil
    }
    answer?(script, request.ticket)
    defer { asked.use { asked in asked.waiting.removeAll { $0.ticket == request.ticket } } }
    return try await script.page(for: request)
  }
}
