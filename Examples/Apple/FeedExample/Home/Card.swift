// A home feed by cursor, from a client that the app has already.
// The article's view model returned early in four places, without a word, and a late answer could win over a newer
// one. Here each return is a refusal with a reason (the log shows it), and an answer needs the ticket of its request.

nonisolated struct Card: Identifiable, Hashable, Codable {
  let id: String
  let title: String
  var isLiked = false
}

nonisolated struct PageInfo: Decodable {
  let hasNextPage: Bool
  let endCursor: String?
}

nonisolated protocol HomeClient: Sendable {
  func loadPage(after cursor: String?, size: Int) async throws -> (values: [Card], info: PageInfo)
  func like(_ id: Card.ID, isLiked: Bool, key: String) async throws
}
