import FeedEffects
import FeedReducer

/// The client as a source of pages, and as a sink of likes.
nonisolated struct HomeSource: PageSource, EditSink {
  let client: any HomeClient

  func page(for request: Feed<Card, String>.Request) async throws -> Feed<Card, String>.Page {
    let (values, info) = try await client.loadPage(
      after: request.position.cursor, size: request.size)
    return .init(items: values, next: info.hasNextPage ? info.endCursor : nil)
  }

  func send(_ edit: Feed<Card, String>.Edit, key: EditKey) async throws -> Card? {
    if case .update(let card) = edit.change {
      try await client.like(edit.id, isLiked: card.isLiked, key: "\(key)")
    }
    return nil
  }
}
