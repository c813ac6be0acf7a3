public import FeedEffects
public import FeedReducer

/// A search source whose answers a test or a preview gives by hand.
///
/// The answers belong to the tickets of requests, as with a ``ScriptedSource``; a search never gives a
/// ticket twice, and its pauses take one each.
///
/// ```swift
/// let source = ScriptedSearch<String, Row, Int>()
/// let store = SearchStore(query: "swift", source: source)
/// _ = store.items  // The first use asks the query.
/// source.script.answer(1, with: .init(items: [Row(id: 1)], next: nil))
/// await store.settle()
/// source.queries  // ["swift"]
/// ```
public final class ScriptedSearch<
  Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable, Cursor
>: SearchSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// Takes the answers, and knows the requests and their cancellation.
  public let script: ScriptedSource<Item, Cursor>

  private let asked = Locked<[Query]>([])

  /// Creates a source without answers.
  ///
  /// - Parameter ignoresCancellation: As with ``ScriptedSource/init(ignoresCancellation:)``.
  public init(ignoresCancellation: Bool = false) {
    script = ScriptedSource(ignoresCancellation: ignoresCancellation)
  }

  /// The query of each request so far, in order.
  public var queries: [Query] { asked.use { $0 } }

  /// Returns the page that the test gives for `request`. The search calls it.
  ///
  /// - Throws: As ``ScriptedSource/page(for:)``.
  public func page(
    for request: Feed<Item, Cursor>.Request, query: Query
  ) async throws -> Feed<Item, Cursor>.Page {
    asked.use { $0.append(query) }
    return try await script.page(for: request)
  }
}
