public import FeedReducer

/// Loads the pages of a feed: one function, request in, page out.
///
/// Write one when the rows come from a database, a file or a client library. For JSON over HTTP use
/// `HTTPPageSource` from `FeedHTTP`; for a function with a completion handler use
/// ``CallbackSource``. ``FeedStore`` and ``FeedActor`` take a source and call it.
///
/// ```swift
/// struct Number: Identifiable, Equatable {
///   let id: Int
/// }
///
/// struct Numbers: PageSource {
///   func page(for request: Feed<Number, Int>.Request) async throws -> Feed<Number, Int>.Page {
///     let first = request.position.cursor ?? 0
///     let end = min(first + request.size, 100)
///     return .init(
///       items: (first..<end).map(Number.init), next: end < 100 ? end : nil, total: 100)
///   }
/// }
/// ```
///
/// The feed stores the cursors of a page and sends one of them back in a later request. It does not
/// interpret them. A page whose `next` is nil is the last one.
///
/// The stores call a source off their actor. Loads of different kinds (refresh, append, prepend)
/// may run at the same time. When the feed no longer needs a page, or after the timeout of the
/// store, the task is cancelled and the result is ignored.
public protocol PageSource<Item, Cursor>: Sendable {
  /// A row, unique by its id.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// The value that names a page to the server: a page number, an offset, a token, a URL.
  associatedtype Cursor: Hashable & Sendable

  /// Loads the page that `request` asks for.
  ///
  /// - Parameter request: The position of the page, and the number of rows.
  /// - Returns: The rows and the cursors of the adjacent pages. The number of rows may differ from
  ///   `request.size`.
  /// - Throws: Any error. A `FeedFailure` reaches the feed unchanged. If it is retryable, the
  ///   `RetryPolicy` of the feed repeats the load; if its code is `invalidCursor`, the feed
  ///   refreshes. A `URLError` becomes a failure with the code `offline`, `timeout`, `unreachable`
  ///   or `http`. A `CancellationError` is no failure if the task was cancelled, and a retryable
  ///   failure otherwise. All other errors become failures with the code `other`.
  func page(for request: Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page
}
