import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

nonisolated struct Person: Identifiable, Equatable, Decodable {
  let uid: String
  let name: String
  var id: String { uid }
}

nonisolated struct Product: Identifiable, Equatable, Decodable {
  let id: Int
}

nonisolated struct Card: Identifiable, Equatable, Decodable {
  let id: Int
}

let query = """
  query ($fullPath: ID!, $after: String, $first: Int) {
    project(fullPath: $fullPath) {
      issues(after: $after, first: $first) {
        nodes { id title }
        pageInfo { endCursor hasNextPage }
      }
    }
  }
  """

/// The client of the home feed, as an app may have it.
nonisolated struct HomeClient {
  struct PageInfo: Decodable {
    let hasNextPage: Bool
    let endCursor: String?
  }

  let url: URL

  func loadPage(
    after cursor: String?, size: Int
  ) async throws -> (values: [Card], info: PageInfo) {
    struct Answer: Decodable {
      let values: [Card]
      let info: PageInfo
    }
    let request = HTTPRequest.get(url, page: "after", size: "size")
    let body = try await request.json(for: cursor.map { .token($0) }, size: size)
    let answer = try JSONDecoder().decode(Answer.self, from: JSONEncoder().encode(body))
    return (answer.values, answer.info)
  }
}

nonisolated struct HomeFeed: PageSource {
  let client: HomeClient

  func page(for request: Feed<Card, String>.Request) async throws -> Feed<Card, String>.Page {
    let (values, info) = try await client.loadPage(
      after: request.position.cursor, size: request.size)
    return .init(items: values, next: info.hasNextPage ? info.endCursor : nil)
  }
}

/// The URL of the server, which the README does not name.
let api = URL(filePath: "/api")
