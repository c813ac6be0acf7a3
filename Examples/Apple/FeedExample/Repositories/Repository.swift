// GitHub's repositories for a text, ten a page, at most 1,000; a short page is the last one.
// The article took the next page for the end after any failure, for ever, and knew no limit of requests. Here a
// failure offers another try, and an answer 429 is waited out as its header says.

import FeedHTTP
import FeedReducer
import Foundation

nonisolated struct Repository: Identifiable, Equatable, Decodable {
  let id: Int
  let name: String
  let description: String?
  let stars: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description
    case stars = "stargazers_count"
  }
}

nonisolated struct RepositoryQuery: Equatable {
  enum Order: String, CaseIterable, Identifiable, QueryValue {
    case stars, forks, updated
    var id: Self { self }
  }

  var text: String
  var order = Order.stars
}

nonisolated func repositories(
  at api: URL
) -> @Sendable (RepositoryQuery) -> HTTPPageSource<Repository> {
  var request = HTTPRequest.get(api.appending(path: "search/repositories"), size: "per_page")
  request.maxRows = 1_000  // GitHub refuses the page behind them
  let all = HTTPPageSource<Repository>(
    request, rows: .list(at: "items"), paging: .shortPage, total: "total_count")
  return { query in all.asking(for: ["q": query.text, "sort": query.order]) }
}
