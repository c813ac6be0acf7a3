public import FeedReducer

/// Loads the pages of a search: one function, request and query in, page out.
///
/// Write one when the rows come from a database, a file or a client library. For JSON over HTTP use
/// `HTTPSearchSource` from `FeedHTTP`. ``SearchStore`` and ``SearchActor`` take a source and call it.
///
/// ```swift
/// struct Word: Identifiable, Equatable {
///   let id: String
/// }
///
/// struct Dictionary: SearchSource {
///   let words: [String]
///
///   func page(
///     for request: Feed<Word, Int>.Request, query: String
///   ) async throws -> Feed<Word, Int>.Page {
///     let found = words.filter { $0.hasPrefix(query) }
///     let rest = found.dropFirst(request.position.cursor ?? 0)
///     let page = rest.prefix(request.size)
///     return .init(
///       items: page.map(Word.init), next: page.endIndex < found.endIndex ? page.endIndex : nil)
///   }
/// }
/// ```
///
/// One source serves all queries, so that they share its connections and its limit of requests. What
/// ``PageSource`` says of threads, cancellation and errors holds here, too. A source that notices that its
/// task is cancelled saves work; if it does not, its answer is ignored.
public protocol SearchSource<Query, Item, Cursor>: Sendable {
  /// What a user asks for: a text, or a struct with a text and filters.
  associatedtype Query: Equatable & Sendable

  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// The value that names a page to the server: a page number, an offset, a token, a URL.
  associatedtype Cursor: Hashable & Sendable

  /// Loads the page that `request` asks for.
  ///
  /// - Parameters:
  ///   - request: The position of the page, and the number of rows.
  ///   - query: The query whose page it is. A cursor belongs to the query that it came with.
  /// - Returns: The rows and the cursors of the adjacent pages.
  /// - Throws: Any error, as in ``PageSource/page(for:)``.
  func page(
    for request: Feed<Item, Cursor>.Request, query: Query
  ) async throws -> Feed<Item, Cursor>.Page
}
