public import FeedReducer

/// A source over a function that answers through a completion handler.
///
/// ```swift
/// let source = CallbackSource<Row, Int> { request, completion in
///   api.rows(after: request.position.cursor) { completion($0) }
/// }
/// ```
///
/// The first answer counts; a completion handler that is called again changes nothing.
public struct CallbackSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// What the function is to call when the answer is there. It may be called on any thread.
  public typealias Completion = @Sendable (Result<Feed<Item, Cursor>.Page, any Error>) -> Void

  private let start: @Sendable (Feed<Item, Cursor>.Request, @escaping Completion) -> Void

  /// Creates a source that calls `start` for each request.
  public init(
    _ start: @escaping @Sendable (Feed<Item, Cursor>.Request, @escaping Completion) -> Void
  ) {
    self.start = start
  }

  /// Returns the first answer.
  ///
  /// - Throws: What the answer says; `CancellationError` when the task is cancelled first.
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
