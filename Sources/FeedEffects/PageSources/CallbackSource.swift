public import FeedReducer

/// A page source over a function with a completion handler.
///
/// ```swift
/// let source = CallbackSource<Row, Int> { request, completion in
///   api.rows(after: request.position.cursor) { completion($0) }
/// }
/// ```
///
/// The first call of the completion handler counts; later calls have no effect. If the function
/// never calls it, the load fails after the timeout of the store.
public struct CallbackSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// Takes the page or an error. The function may call it on any thread.
  public typealias Completion = @Sendable (Result<Feed<Item, Cursor>.Page, any Error>) -> Void

  private let start: @Sendable (Feed<Item, Cursor>.Request, @escaping Completion) -> Void

  /// Creates a source that calls `start` for each request.
  ///
  /// - Parameter start: Starts a load and calls the completion handler at its end. It runs off the
  ///   store's actor. It does not learn of a cancellation.
  public init(
    _ start: @escaping @Sendable (Feed<Item, Cursor>.Request, @escaping Completion) -> Void
  ) {
    self.start = start
  }

  /// Calls the function and waits for the completion handler.
  ///
  /// - Parameter request: The page to load.
  /// - Returns: The page that the completion handler takes.
  /// - Throws: The error that the completion handler takes; `CancellationError` if the task is
  ///   cancelled first. The function then goes on, and its result is ignored.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Feed<Item, Cursor>.Page.self, bufferingPolicy: .bufferingOldest(1))
    start(request) { result in
      continuation.yield(with: result)
      continuation.finish()
    }
    for try await page in stream { return page }
    throw CancellationError()
  }
}
