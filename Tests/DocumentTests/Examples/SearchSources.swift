import FeedEffects
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

/// The repositories that GitHub finds for a text. `api` is https://api.github.com.
nonisolated func repositories(at api: URL) -> @Sendable (String) -> HTTPPageSource<Repository> {
  let url = api.appending(path: "search/repositories")
    .appending(queryItems: [URLQueryItem(name: "sort", value: "stars")])
  var request = HTTPRequest.get(url, page: "page", size: "per_page")
  request.maxRows = 1_000  // GitHub refuses the page behind them
  let all = HTTPPageSource<Repository>(
    request, rows: .list(at: "items"), paging: .shortPage, total: "total_count")
  return { text in all.asking(for: ["q": text]) }
}

nonisolated struct Issue: Identifiable, Equatable, Decodable {
  let id: String
  let title: String
}

nonisolated struct IssueQuery: Equatable {
  enum State: String, CaseIterable, Identifiable, QueryValue {
    case all, opened, closed
    var id: Self { self }
  }

  var text = ""
  var state = State.opened
}

/// The issues of a project that GitLab finds. `api` is https://gitlab.com/api.
nonisolated func issues(
  of project: String, at api: URL
) -> @Sendable (IssueQuery) -> HTTPPageSource<Issue> {
  let query = """
    query ($fullPath: ID!, $state: IssuableState, $search: String, $cursor: String, $first: Int) {
      project(fullPath: $fullPath) {
        issues(state: $state, search: $search, after: $cursor, first: $first) {
          nodes { id title }
          pageInfo { endCursor hasNextPage }
        }
      }
    }
    """
  let all = HTTPPageSource<Issue>(
    .graphql(
      api.appending(path: "graphql"), query: query, variables: ["fullPath": .string(project)]),
    rows: .list(at: "data.project.issues.nodes"),
    paging: .relay(at: "data.project.issues.pageInfo"))
  return { query in
    all.asking(for: ["search": query.text.isEmpty ? nil : query.text, "state": query.state])
  }
}
