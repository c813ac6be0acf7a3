import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Every style of paging, over real HTTP, from the first row to the last.
@Suite("HTTP styles", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPStylesTests {
  private func check(
    _ request: HTTPRequest, rows: JSONPath = "", _ paging: Paging, size: Int = 20,
    requests: Int = 5,
    count: Int = 82, _ server: TestServer
  ) async throws {
    try await server.control(#"{"reset": true}"#)
    let source = HTTPPageSource<Product>(request, rows: .list(at: rows), paging: paging)
    let walk = await Walk.toEnd(of: source, pageSize: size)
    #expect(walk.state.error == nil)
    #expect(walk.state.items.map(\.id) == Array(1...count))
    #expect(walk.state.append.end != nil)
    let log = try await server.log()
    #expect(log.count == requests, "\(request.url)")
  }

  @Test func offsetsEndAtTheTotalOrAtAShortPage() async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.get(server.url("offset"), page: "offset", size: "limit")
      try await check(request, rows: "rows", .offset(total: "total"), server)
      try await check(request, rows: "rows", .offset(), server)
      // The second page begins with the last row of the first, and asks for one row more.
      try await check(request, rows: "rows", .offset(total: "total"), size: 41, requests: 2, server)
      try await check(request, rows: "rows", .offset(), size: 41, requests: 3, server)
      // More than the server gives: the total tells that the page was cut.
      try await TestServer.run(count: 150) { server in
        let request = HTTPRequest.get(server.url("offset"), page: "offset", size: "limit")
        try await check(
          request, rows: "rows", .offset(total: "total"), size: 120, requests: 2, count: 150, server
        )
      }
      let later = HTTPRequest.get(server.url("offset?offset=40"), page: "offset", size: "limit")
      let source = HTTPPageSource<Product>(
        later, rows: .list(at: "rows"), paging: .offset(total: "total"))
      #expect(await Walk.toEnd(of: source).state.items.map(\.id) == Array(41...82))
    }
  }

  @Test func aTokenGoesBackUntilThereIsNone() async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.get(server.url("token"), page: "page_token", size: "max")
      for more: AnswerField? in [nil, "meta.has_more"] {
        try await check(
          request, rows: "data.rows", .token(at: "meta.next_page_token", more: more), server)
      }
    }
  }

  @Test func theLinkHeaderLeadsToTheNextPage() async throws {
    try await TestServer.run { server in
      try await check(.get(server.url("linked"), size: "per_page"), .linkHeader, server)
    }
  }

  @Test func totalsMayBeInHeaders() async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.get(server.url("counted"), size: "per_page")
      try await check(request, .pageNumber(total: .header("x-total-count")), server)
      try await check(request, .pageCount(at: .header("X-Total-Pages")), server)
      let source = HTTPPageSource<Product>(
        request, rows: .list(), paging: .linkHeader, total: .header("X-Total-Count"))
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.total == 82)
    }
  }

  @Test func theNumberOfPagesEndsTheList() async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.get(server.url("pages"), size: "per_page")
      try await check(request, rows: "rows", .pageCount(at: "total_pages"), server)
      try await check(
        request, rows: "rows", .pageCount(at: "total_pages"), size: 41, requests: 2, server)
    }
  }

  @Test func theLastRowNamesTheNextPage() async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.get(server.url("timeline"), page: "from_id", size: "count")
      // Each page begins with the last row of the one before.
      try await check(request, .keyset(at: "id"), requests: 5, server)
      try await check(request, .keyset(at: "id"), size: 28, requests: 4, server)
      // Where the size is unknown the last row comes once more by itself.
      try await check(
        .get(server.url("timeline"), page: "from_id"), .keyset(at: "id"), requests: 6, server)
    }
  }

  // MARK: - GraphQL

  private static let both = """
    query ($first: Int, $after: String, $last: Int, $before: String) {
      issues(first: $first, after: $after, last: $last, before: $before) {
        nodes { id iid title } pageInfo { startCursor hasPreviousPage endCursor hasNextPage }
      }
    }
    """

  private func issues(_ request: HTTPRequest) -> HTTPPageSource<ProjectIssue> {
    HTTPPageSource(
      request, rows: .list(at: "data.project.issues.nodes"),
      paging: .relay(at: "data.project.issues.pageInfo"))
  }

  @Test func aConnectionIsReadFromItsEndUpwards() async throws {
    try await TestServer.run { server in
      var request = HTTPRequest.graphql(server.url("graphql"), query: Self.both)
      request.startsAtEnd = true
      var walk = Walk(issues(request))
      await walk.send(.started)
      #expect(walk.state.items.first?.iid == "63")
      #expect(walk.state.append == .ended(reason: .exhausted))
      while walk.state.prepend.end == nil { await walk.send(.itemAppeared(index: 0)) }
      #expect(walk.state.items.map(\.iid) == (1...82).map { "\($0)" })
      let log = try await server.log()
      #expect(log.count == 5)
      let body = try JSONDecoder().decode(
        JSONValue.self, from: Data((log.last?.body ?? "").utf8))
      #expect(body["variables"]?["last"] == 20)
      #expect(body["variables"]?["before"] != nil)
      #expect(body["variables"]?["first"] == nil)
    }
  }

  @Test func partialDataCountsOnlyWhereItIsAccepted() async throws {
    try await TestServer.run { server in
      var request = HTTPRequest.graphql(
        server.url("graphql"),
        query: "query partial($first: Int) { a(first: $first, after: $after) { nodes { id } } }")
      let refused = await Walk.toEnd(of: issues(request)).state
      #expect(refused.error?.code == .graphQL)
      #expect(refused.error?.message.contains("one row is missing") == true)
      request.graphQL?.acceptsPartialData = true
      let partial = await Walk.toEnd(of: issues(request)).state
      #expect(partial.error == nil)
      #expect(partial.items.prefix(3).map(\.iid) == ["1", "2", "4"])
    }
  }

  /// GitHub answers 422 behind the first 1,000 results.
  @Test(arguments: [(100, 10), (30, 34), (64, 16)])
  func aListMayHaveALastRow(size: Int, pages: Int) async throws {
    try await TestServer.run(count: 1_200) { server in
      var request = HTTPRequest.get(server.url("search/repositories?q=feed"), size: "per_page")
      request.maxRows = 1_000
      let source = HTTPPageSource<Product>(
        request, rows: .list(at: "items"), paging: .shortPage, total: "total_count",
        loader: .tested())
      let walk = await Walk.toEnd(of: source, pageSize: size)
      #expect(walk.state.error == nil)
      #expect(walk.state.append == .ended(reason: .exhausted))
      #expect(walk.state.items.count == size * pages)
      #expect(walk.state.total == 1_200)
      let log = try await server.log()
      #expect(log.count == pages)
    }
  }

  @Test func aListByOffsetMayHaveALastRow() async throws {
    try await TestServer.run { server in
      var request = HTTPRequest.get(server.url("offset"), page: "offset", size: "limit")
      request.maxRows = 60
      let source = HTTPPageSource<Product>(
        request, rows: .list(at: "rows"), paging: .offset(total: "total"), healing: .off,
        loader: .tested())
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 60)
      let log = try await server.log()
      #expect(log.count == 3)
    }
  }
}
