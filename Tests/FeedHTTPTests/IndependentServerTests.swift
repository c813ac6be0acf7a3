import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// A second opinion: servers that others wrote.
///
/// They run when the environment variable `FEED_SERVERS` names a folder with `drf`, `strawberry`
/// and `datasette` in it, each with a `start.sh PORT COUNT` that prints a JSON object with the
/// server's address and process, and then `READY`.
@Suite(
  "Independent servers",
  .watched, .bothTransports,
  .enabled(if: IndependentServer.isAvailable, "FEED_SERVERS names no folder of servers"))
struct IndependentServerTests {
  private struct Entry: Identifiable, Hashable, Decodable, Sendable {
    let id: Int
  }

  private struct Node: Identifiable, Hashable, Decodable, Sendable {
    let id: String
    let title: String
  }

  private static let count = 95
  private static let newestFirst = Array((1...count).reversed())

  private func walk<Item: Identifiable & Equatable & Sendable>(
    _ request: HTTPRequest, rows: HTTPRows<Item>, _ paging: Paging, size: Int = 20
  ) async -> [Item] where Item.ID: Sendable {
    let walk = await Walk.toEnd(
      of: HTTPPageSource(request, rows: rows, paging: paging, loader: .tested()), pageSize: size)
    #expect(walk.state.append == .ended(reason: .exhausted), "\(request.url)")
    #expect(walk.state.error == nil)
    return Array(walk.state.items)
  }

  /// The ids of all rows, read in the style that is found out from the first answer.
  private func detected(_ request: HTTPRequest, _ words: String) async throws -> [String] {
    let answer = try await request.answer(size: 20)
    let style = try PagingStyle.detect(answer.body, url: request.url, headers: answer.headers)
    #expect("\(style)" == "paging: " + words)
    let walk = await Walk.toEnd(of: style.source(for: request), pageSize: style.pageSize ?? 20)
    #expect(walk.state.append == .ended(reason: .exhausted), "\(request.url)")
    return walk.state.items.map(\.id.rawValue)
  }

  @Test func djangoRestFramework() async throws {
    try await IndependentServer.run("drf", count: Self.count) { server in
      let rows = HTTPRows<Entry>.list(at: "results")
      let next = Paging.nextURL(at: "next", previous: "previous")
      for path in ["api/people/", "api/limit/?limit=20", "api/cursor/"] {
        let found = await walk(.get(server.url(path)), rows: rows, next)
        #expect(found.map(\.id) == Self.newestFirst, "\(path)")
        let ids = try await detected(
          .get(server.url(path)), "next URL in .next, rows in .results, id .id, title .name")
        #expect(ids == Self.newestFirst.map { "\($0)" }, "\(path)")
      }
      let sized = HTTPRequest.get(server.url("api/people/"), size: "page_size")
      for size in [5, 10, 19, 20, 94, 95, 96] {
        let found = await walk(sized, rows: rows, .pageNumber(total: "count"), size: size)
        #expect(found.map(\.id) == Self.newestFirst, "\(size)")
      }
      let offsets = HTTPRequest.get(server.url("api/limit/"), page: "offset", size: "limit")
      for paging in [Paging.offset(total: "count"), .offset()] {
        let found = await walk(offsets, rows: rows, paging)
        #expect(found.map(\.id) == Self.newestFirst, "\(paging)")
      }
      let ties = await walk(.get(server.url("api/ties/")), rows: rows, next)
      #expect(Set(ties.map(\.id)).count == Self.count)
    }
  }

  @Test func strawberry() async throws {
    try await IndependentServer.run("strawberry", count: Self.count) { server in
      let query = """
        query Feed($first: Int, $after: String) {
          items(first: $first, after: $after) {
            edges { cursor node { id title } } pageInfo { hasNextPage endCursor }
          }
        }
        """
      let request = HTTPRequest.graphql(server.url("graphql"), query: query)
      let titles = Self.newestFirst.map { "item \($0) é😀" }
      let found = await walk(
        request, rows: HTTPRows<Node>.list(at: "data.items.edges[].node"),
        .relay(at: "data.items.pageInfo"))
      #expect(found.map(\.title) == titles)
      let ids = try await detected(
        request,
        "Relay connection in .data.items.pageInfo, rows in .data.items.edges[].node, id .id, "
          + "title .title")
      #expect(ids == found.map(\.id))
      let broken = HTTPRequest.graphql(server.url("graphql"), query: "query { items(")
      let failure = try await #require(throws: FeedFailure.self) {
        try await broken.json(size: 20, loader: .tested())
      }
      #expect(failure.code == .graphQL)
      #expect(failure.message.contains("Syntax Error"))
    }
  }

  @Test func datasette() async throws {
    try await IndependentServer.run("datasette", count: Self.count) { server in
      let newest = server.url("feed/items.json?_shape=objects&_size=20&_sort_desc=id")
      let found = await walk(
        .get(newest), rows: HTTPRows<Entry>.list(at: "rows"), .nextURL(at: "next_url"))
      #expect(found.map(\.id) == Self.newestFirst)
      #expect(
        try await detected(
          .get(newest), "next URL in .next_url, rows in .rows, id .id, title .title")
          == Self.newestFirst.map { "\($0)" })
      let tokens = HTTPRequest.get(newest, page: "_next", size: "_size")
      for paging in [Paging.token(at: "next"), .linkHeader] {
        let found = await walk(tokens, rows: HTTPRows<Entry>.list(at: "rows"), paging)
        #expect(found.map(\.id) == Self.newestFirst, "\(paging)")
      }
      let bare = server.url("feed/items.json?_shape=array&_size=20&_sort_desc=id")
      #expect(
        try await detected(.get(bare), "Link header, rows in ., id .id, title .title")
          == Self.newestFirst.map { "\($0)" })
      let arrays = "next URL in .next_url, rows in .rows, id .[0], title .[1]"
      for path in ["feed/items.json?_size=20", "feed/items.json"] {
        let ids = try await detected(.get(server.url(path)), arrays)
        #expect(ids == (1...Self.count).map { "\($0)" }, "\(path)")
      }
      let tags = try await detected(
        .get(server.url("feed/tags.json?_size=20")),
        "next URL in .next_url, rows in .rows, id .[0]")
      #expect(tags.count == Self.count)
      #expect(tags.first == "tag 00001 a,b~c/é")
    }
  }
}
