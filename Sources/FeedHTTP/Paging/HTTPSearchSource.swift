public import FeedEffects
public import FeedReducer
public import Foundation

/// A search source for JSON APIs over HTTP, REST or GraphQL.
///
/// It is an ``HTTPPageSource`` whose request takes a query: a text that a user types, or a struct
/// with a text and filters. One source serves all queries.
///
/// ```swift
/// let repositories = HTTPSearchSource<String, Repository>(
///   .get(URL(string: "https://api.github.com/search/repositories")!, size: "per_page"),
///   query: "q", rows: .list(at: "items"), paging: .shortPage, total: "total_count")
/// ```
///
/// `query` names the place of the query as ``HTTPRequest/pageName`` names that of the cursor: `q`
/// is a parameter, `path:users` the part of the path after `users`, `header:X-Query` a header
/// field, `filter.text` a value of a body. In GraphQL it is a variable. A struct has several
/// places:
///
/// ```swift
/// struct IssueQuery: Equatable {
///   var text = ""
///   var state: String?
/// }
///
/// let issues = HTTPSearchSource<IssueQuery, Issue>(
///   .get(url, size: "per_page"), query: { ["search": $0.text, "state": $0.state] },
///   rows: .list(), paging: .linkHeader)
/// ```
///
/// A value that is nil leaves its place as the request has it. A text arrives as it was typed;
/// ``HTTPRequest/asking(for:)`` tells what can't be sent.
///
/// **Shared by all queries.** The limit of requests that run at the same time, the connections, and
/// the queue that reads the pages. So a source that is asked for many queries sends no more than
/// four requests at once, and the first page of a query goes before later pages of others.
///
/// **Remembered per query.** What heals a list that moves, and the first page with its `ETag` or
/// date: a user who returns to one of the latest queries gets its rows without a transfer if the
/// server says 304.
///
/// In all else it does what an ``HTTPPageSource`` does. It may be used from any thread.
public struct HTTPSearchSource<
  Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable
>: SearchSource where Item.ID: Sendable {
  /// The request for a page, without a query.
  public let request: HTTPRequest

  private let values: @Sendable (Query) -> [String: (any QueryValue)?]
  let lists: LatestLists<Item>

  /// Creates a source for a query with several values. No request is sent yet.
  ///
  /// - Parameters:
  ///   - request: The request for a page.
  ///   - values: The values of a query by the names of their places; nil to leave a place as it is.
  ///     It is called on any thread.
  ///   - rows: The path and the decoding of the rows.
  ///   - paging: How a response names the next page.
  ///   - total: Where a response has the number of all rows; nil for the place that `paging` names,
  ///     if it names one.
  ///   - healing: What to do about rows that move while a list is read, with page numbers and
  ///     offsets.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests. Several sources may share one.
  ///   - decoder: Decodes the rows, off the store's actor.
  ///   - maxKeptQueries: For how many of the latest queries pages are remembered, at least one.
  public init(
    _ request: HTTPRequest,
    query values: @escaping @Sendable (Query) -> [String: (any QueryValue)?],
    rows: HTTPRows<Item>, paging: Paging, total: AnswerField? = nil,
    healing: PageHealing = .automatic, onDrift: (@Sendable (PageDrift) -> Void)? = nil,
    loader: HTTPLoader = .shared, decoder: JSONDecoder = JSONDecoder(), maxKeptQueries: Int = 8
  ) {
    self.request = request
    self.values = values
    lists = LatestLists(
      like: HTTPPageSource(
        request, rows: rows, paging: paging, total: total, healing: healing, onDrift: onDrift,
        loader: loader, decoder: decoder),
      limit: maxKeptQueries)
  }

  /// Creates a source for a query of one value, such as a text. No request is sent yet.
  ///
  /// - Parameters:
  ///   - request: The request for a page.
  ///   - name: The name of the query's place, as for ``HTTPRequest/pageName``.
  ///   - rows: The path and the decoding of the rows.
  ///   - paging: How a response names the next page.
  ///   - total: Where a response has the number of all rows; nil for the place that `paging` names,
  ///     if it names one.
  ///   - healing: What to do about rows that move while a list is read, with page numbers and
  ///     offsets.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests. Several sources may share one.
  ///   - decoder: Decodes the rows, off the store's actor.
  ///   - maxKeptQueries: For how many of the latest queries pages are remembered, at least one.
  public init(
    _ request: HTTPRequest, query name: String, rows: HTTPRows<Item>, paging: Paging,
    total: AnswerField? = nil, healing: PageHealing = .automatic,
    onDrift: (@Sendable (PageDrift) -> Void)? = nil, loader: HTTPLoader = .shared,
    decoder: JSONDecoder = JSONDecoder(), maxKeptQueries: Int = 8
  ) where Query: QueryValue {
    self.init(
      request, query: { [name: $0] }, rows: rows, paging: paging, total: total, healing: healing,
      onDrift: onDrift, loader: loader, decoder: decoder, maxKeptQueries: maxKeptQueries)
  }

  /// Loads a page of a query.
  ///
  /// - Parameters:
  ///   - request: The position of the page, and the number of rows.
  ///   - query: The query whose page it is.
  /// - Returns: The rows, the cursors of the adjacent pages, and the number of all rows.
  /// - Throws: A `FeedFailure` if the query can't be sent (its code is `refused`), there was no
  ///   response, or the response is not a page; `CancellationError` if the task was cancelled.
  public func page(
    for request: Feed<Item, PageCursor>.Request, query: Query
  ) async throws -> Feed<Item, PageCursor>.Page {
    try await lists.source(for: self.request(for: query)).page(for: request)
  }

  /// The request for the pages of a query, to look at: with ``HTTPRequest/curl(for:size:)``, for
  /// example.
  public func request(for query: Query) -> HTTPRequest {
    request.asking(for: values(query))
  }
}
