import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The five systems, each as a person would write it.

struct Person: Identifiable, Hashable, Decodable, Sendable {
  var id: String { uid }
  let uid: String
  let name: String
}

struct Product: Identifiable, Hashable, Decodable, Sendable {
  let id: Int
  let name: String
}

struct Repository: Identifiable, Hashable, Decodable, Sendable {
  let id: Int
  let name: String
  let description: String?
  let stargazersCount: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description
    case stargazersCount = "stargazers_count"
  }
}

struct ProjectIssue: Identifiable, Hashable, Decodable, Sendable {
  let id: String
  let iid: String
  let title: String
}

extension TestServer {
  var people: HTTPPageSource<Person> {
    HTTPPageSource(
      .get(url("people")), rows: .list(at: "results"), paging: .nextURL(at: "next"),
      total: "total_records", loader: .tested())
  }

  var products: HTTPPageSource<Product> {
    HTTPPageSource(
      .get(url("items"), size: "size"), rows: .list(at: "items"),
      paging: .pageNumber(total: "totalItemsAvailable"), loader: .tested())
  }

  var repositories: HTTPPageSource<Repository> {
    HTTPPageSource(
      .get(url("search/repositories?q=feed"), size: "per_page"), rows: .list(at: "items"),
      paging: .shortPage, total: "total_count", loader: .tested())
  }

  var issues: HTTPPageSource<ProjectIssue> {
    HTTPPageSource(
      .graphql(
        url("graphql"), query: issueQuery, variables: ["fullPath": "a/b"], cursor: "after",
        size: "first"),
      rows: .list(at: "data.project.issues.nodes"),
      paging: .relay(at: "data.project.issues.pageInfo"), loader: .tested())
  }

  var home: HomeSource { HomeSource(url: url("home")) }
}

let issueQuery = """
  query ProjectIssues($after: String, $first: Int, $fullPath: ID!) {
    project(fullPath: $fullPath) {
      issues(first: $first, after: $after) {
        nodes { id iid title } pageInfo { endCursor hasNextPage }
      }
    }
  }
  """

/// A source that is written by hand: all that is needed is one function.
struct HomeSource: PageSource {
  struct Post: Identifiable, Hashable, Decodable, Sendable {
    let id: Int
    let title: String
  }

  private struct Answer: Decodable {
    struct PageInfo: Decodable {
      let hasNextPage: Bool
      let endCursor: String?
    }

    let values: [Post]
    let info: PageInfo
  }

  let url: URL

  func page(for request: Feed<Post, String>.Request) async throws -> Feed<Post, String>.Page {
    var query = "size=\(request.size)"
    if let cursor = request.position.cursor {
      // A plus sign in a query is a space.
      query += "&after=" + cursor.replacing("+", with: "%2B")
    }
    let page = URL(string: "?" + query, relativeTo: url) ?? url
    let (body, _) = try await URLSession.shared.data(from: page)
    let answer = try JSONDecoder().decode(Answer.self, from: body)
    return .init(
      items: answer.values, next: answer.info.hasNextPage ? answer.info.endCursor : nil)
  }
}
