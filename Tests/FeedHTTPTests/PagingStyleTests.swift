import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@Suite("PagingStyle", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct PagingStyleTests {
  /// Finds the style of a feed, walks it and checks what came.
  private func check(
    _ request: HTTPRequest, _ words: String, count: Int = 82, requests: Int,
    _ server: TestServer
  ) async throws {
    let answer = try await request.answer(size: 20)
    let style = try PagingStyle.detect(
      answer.body, url: request.url, headers: answer.headers)
    #expect("\(style)" == words)
    try await server.control(#"{"reset": true}"#)
    let walk = await Walk.toEnd(of: style.source(for: request), pageSize: style.pageSize ?? 20)
    let numbers = walk.state.items.map {
      $0.id.rawValue.split(separator: "/").last.map(String.init)
    }
    #expect(numbers == (1...count).map { "\($0)" })
    #expect(walk.state.items.first?.title == "Row 1 é😀")
    #expect(walk.state.append == .ended(reason: .exhausted))
    let log = try await server.log()
    #expect(log.count == requests)
  }

  /// The words of a style whose parameter is a guess.
  private func guessed(_ words: String, _ name: String = "page") -> String {
    words.replacing(", rows in", with: ", parameter \(name) (a guess), rows in")
  }

  @Test func aNextURLIsFound() async throws {
    try await TestServer.run { server in
      let words = "paging: next URL in .next, rows in .results, id .uid, title .name"
      try await check(.get(server.url("people")), words, requests: 9, server)
      try await check(.get(server.url("people?page=1&limit=41")), words, requests: 2, server)
    }
  }

  @Test func aPageNumberWithATotalIsFound() async throws {
    try await TestServer.run { server in
      let words =
        "paging: page number, total in .totalItemsAvailable, rows in .items, id .id, title .name"
      try await check(.get(server.url("items")), guessed(words), requests: 5, server)
      try await check(.get(server.url("items?page=1&size=41")), words, requests: 2, server)
      let search = "paging: page number, total in .total_count, rows in .items, id .id, title .name"
      try await check(
        .get(server.url("search/repositories?q=feed")), guessed(search), requests: 3, server)
      try await check(
        .get(server.url("search/repositories?q=feed&page=1&per_page=10")), search, requests: 9,
        server)
    }
  }

  @Test func aShortPageIsFoundByThePageInTheURL() async throws {
    try await TestServer.run { server in
      let words = "paging: page number, a short page is the last, rows in ., id .id, title .name"
      try await check(.get(server.url("plain?page=1")), words, requests: 4, server)
      try await check(
        .get(server.url("plain?page=1&per_page=50")), words, requests: 3, server)
    }
  }

  @Test(arguments: [
    ("nodes { id iid title }", "nodes"), ("edges { node { id title } }", "edges[].node"),
  ])
  func aRelayConnectionIsFound(fields: String, path: String) async throws {
    try await TestServer.run { server in
      let query = """
        query ($first: Int, $after: String) {
          issues(first: $first, after: $after) { \(fields) pageInfo { endCursor hasNextPage } }
        }
        """
      let words =
        "paging: Relay connection in .data.project.issues.pageInfo, "
        + "rows in .data.project.issues.\(path), id .id, title .title"
      try await check(
        .graphql(server.url("graphql"), query: query), words, requests: 5, server)
    }
  }

  @Test func aRelayConnectionNeedsNoGraphQL() async throws {
    try await TestServer.run { server in
      let words = "paging: Relay connection in .info, rows in .values, id .id, title .title"
      try await check(.get(server.url("home")), guessed(words, "after"), requests: 5, server)
      try await check(
        .get(server.url("home?size=41")), guessed(words, "after"), requests: 2, server)
    }
  }

  @Test(arguments: [
    ("offset", "offset, total in .total, parameter offset (a guess), rows in .rows", 5),
    ("offset?offset=0&limit=41", "offset, total in .total, rows in .rows", 2),
    (
      "token",
      "token in .meta.next_page_token, parameter page_token (a guess), rows in .data.rows", 5
    ),
    ("linked", "Link header, rows in .", 5),
    (
      "counted", "page number, total in header x-total-count, parameter page (a guess), rows in .",
      5
    ),
    (
      "pages",
      "page number, number of pages in .total_pages, parameter page (a guess), rows in .rows",
      5
    ),
    ("timeline?from_id=1&count=21", "last row's .id, rows in .", 6),
  ])
  func everyOtherStyleIsFound(path: String, words: String, requests: Int) async throws {
    try await TestServer.run { server in
      try await check(
        .get(server.url(path)), "paging: \(words), id .id, title .name", requests: requests, server)
    }
  }

  @Test func aListThatIsNotPagedIsOnePage() async throws {
    try await TestServer.run { server in
      let words = "paging: not paged, rows in .items, id .id, title .name"
      try await check(.get(server.url("odd/not-paged")), words, count: 10, requests: 1, server)
    }
  }

  @Test func whatCannotBeFoundIsAskedFor() async throws {
    try await TestServer.run { server in
      func message(_ path: String) async throws -> String? {
        let request = HTTPRequest.get(server.url(path))
        let answer = try await request.json(size: 20)
        let failure = #expect(throws: FeedFailure.self) {
          try PagingStyle.detect(answer, url: request.url)
        }
        return failure?.message.replacing(server.base.absoluteString, with: "BASE")
      }
      let noRows = try await message("odd/no-rows")
      #expect(
        noRows
          == "BASE/odd/no-rows has no list of rows: the body is an object with the keys ok and "
          + "version; give the path of the rows.")
      let noID = try await message("odd/no-id")
      #expect(
        noID
          == "The rows of BASE/odd/no-id at .results have no id that tells them apart: the first "
          + "is an object with the key colour; give the path of the id.")
    }
  }
}
