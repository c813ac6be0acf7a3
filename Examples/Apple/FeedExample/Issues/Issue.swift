// A project's issues at GitLab by GraphQL, a Relay connection, a hundred a page.
// The article had a flag for the first page, one for the others and an array that must agree, and wrote errors to
// the log alone. Here its three views (progress, nothing here, the list) and the failures come from one state.

import FeedHTTP
import FeedReducer
import Foundation

nonisolated struct Issue: Identifiable, Equatable, Decodable {
  nonisolated struct Author: Equatable, Decodable {
    let name: String
  }

  let id: String
  let iid: String
  let title: String
  let state: String
  let author: Author?
}

nonisolated struct IssueQuery: Equatable {
  enum State: String, CaseIterable, Identifiable, QueryValue {
    case all, opened, closed
    var id: Self { self }
  }

  var text = ""
  var state = State.opened
}

nonisolated func issues(
  of project: String, at api: URL
) -> @Sendable (IssueQuery) -> HTTPPageSource<Issue> {
  let query = """
    query ($fullPath: ID!, $state: IssuableState, $search: String, $cursor: String, $first: Int) {
      project(fullPath: $fullPath) {
        issues(state: $state, search: $search, sort: UPDATED_DESC, after: $cursor, first: $first) {
          nodes { id iid title state author { name } }
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
