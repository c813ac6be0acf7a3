public import FeedReducer

/// A page source that renews its credentials after a 401 and repeats the request.
///
/// ```swift
/// let credentials = Credentials(token) { old in
///   try await session.refresh(old)
/// }
/// let source = RenewingSource<Product, PageCursor>(credentials: credentials) { token in
///   HTTPPageSource<Product>(
///     .get(url, headers: ["Authorization": "Bearer \(token)"]),
///     rows: .list(), paging: .linkHeader)
/// }
/// ```
///
/// Any inner source works whose failures carry the HTTP `status`. The ``Credentials`` are renewed
/// once for all that share them and are refused at the same time: other sources, and the sink of
/// edits. Each request is repeated once; if the repetition fails too, its failure reaches the feed.
public struct RenewingSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private let load: @Sendable (Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page

  /// Creates a source. Nothing is asked for yet.
  ///
  /// - Parameters:
  ///   - credentials: The credentials, shared with all that send them.
  ///   - source: Creates the inner source for some credentials. It runs at the first request, and at
  ///     the first one after each renewal, off the store's actor.
  public init<Value: Sendable>(
    credentials: Credentials<Value>,
    source: @escaping @Sendable (Value) -> any PageSource<Item, Cursor>
  ) {
    let inner = InnerSource(source)
    load = { request in
      try await credentials.useNewest { try await inner.source(for: $0).page(for: request) }
    }
  }

  /// Loads a page, after a 401 once more with new credentials.
  ///
  /// - Parameter request: The page to load.
  /// - Returns: The page of the inner source.
  /// - Throws: The error of the inner source, or of the renewal.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    try await load(request)
  }
}

/// Keeps the inner source until the credentials are renewed: a source remembers its list.
private final class InnerSource<Value: Sendable, Source: Sendable>: Sendable {
  private let make: @Sendable (Value) -> Source
  private let kept = Locked<(source: Source, generation: Int)?>(nil)

  init(_ make: @escaping @Sendable (Value) -> Source) {
    self.make = make
  }

  func source(for newest: Credentials<Value>.Newest) -> Source {
    kept.use { kept in
      // A request may come late with credentials that were renewed meanwhile.
      if let kept, kept.generation >= newest.generation { return kept.source }
      let source = make(newest.value)
      kept = (source, newest.generation)
      return source
    }
  }
}
