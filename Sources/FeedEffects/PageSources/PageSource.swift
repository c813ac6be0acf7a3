public import FeedReducer

/// Where pages come from: one function, request in, page out.
///
/// ```swift
/// struct Numbers: PageSource {
///   func page(for request: Feed<Number, Int>.Request) async throws -> Feed<Number, Int>.Page {
///     let first = request.position.cursor ?? 0
///     let numbers = (first..<first + request.size).map(Number.init)
///     return .init(items: numbers, next: first + request.size)
///   }
/// }
/// ```
///
/// A source is asked for one page at a time for each kind of load. When the task it runs in is
/// cancelled the answer is no longer wanted.
public protocol PageSource<Item, Cursor>: Sendable {
  /// A row.
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

  /// What names a page to the server.
  associatedtype Cursor: Hashable & Sendable

  /// Returns the page that `request` asks for.
  ///
  /// - Throws: A `FeedFailure` reaches the feed as it is; `CancellationError` is no failure;
  ///   any other error becomes a failure of code `other`.
  func page(for request: Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page
}
