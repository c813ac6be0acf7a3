import FeedHTTP
import Foundation

/// An API, or a kind of API, that `--preset` selects by name.
enum Preset: String, CaseIterable, Sendable {
  case swapi
  case pageTotal = "page-total"
  case github, gitlab, relay

  /// The URL of the API; nil if the preset is only a kind of API.
  var url: URL? {
    switch self {
    case .swapi: URL(string: "https://swapi.tech/api/people")
    case .github: URL(string: "https://api.github.com/search/repositories?q=swift&sort=stars")
    case .gitlab: URL(string: "https://gitlab.com/api/graphql")
    case .pageTotal, .relay: nil
    }
  }

  /// The paging style; nil if it must be detected from a first answer.
  var style: PagingStyle? {
    switch self {
    case .swapi:
      PagingStyle(
        paging: .nextURL(at: "next", previous: "previous"), rows: "results", id: "uid",
        title: "name", total: "total_records", pageSize: 10)
    case .github:
      PagingStyle(
        paging: .shortPage, rows: "items", id: "id", title: "name", total: "total_count",
        pageName: "page", sizeName: "per_page", pageSize: 10)
    case .gitlab:
      PagingStyle(
        paging: .relay(at: "data.project.issues.pageInfo"), rows: "data.project.issues.nodes",
        id: "id", title: "title", pageSize: 100)
    case .pageTotal, .relay: nil
    }
  }

  /// The kind of paging, if the rest is detected from a first answer.
  var kind: PagingStyle.Kind? {
    switch self {
    case .pageTotal: .pageTotal
    case .relay: .relay
    case .swapi, .github, .gitlab: nil
    }
  }

  /// The query and its variables; nil if the API does not use GraphQL.
  var graphQL: HTTPRequest.GraphQL? {
    guard self == .gitlab else { return nil }
    return HTTPRequest.GraphQL(
      query: """
        query ProjectIssues($cursor: String, $fullPath: ID!) {
          project(fullPath: $fullPath) {
            issues(after: $cursor, sort: UPDATED_DESC) {
              nodes { id iid title state updatedAt userNotesCount webUrl author { name } }
              pageInfo { endCursor hasNextPage }
            }
          }
        }
        """, variables: ["fullPath": "gitlab-org/gitlab"])
  }
}
