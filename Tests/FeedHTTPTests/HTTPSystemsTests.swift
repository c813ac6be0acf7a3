import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// The systems that people build feeds for, over real HTTP, from the first row to the last.
@Suite("HTTP systems", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPSystemsTests {
  private static let names = (1...82).map { (number: Int) -> String in "Row \(number) é😀" }

  /// What a walk of 82 rows comes to.
  private func check<Source>(
    _ walk: Walk<Source>, _ names: [String], _ queries: [String], _ server: TestServer
  ) async throws {
    #expect(names == Self.names)
    #expect(walk.state.append == .ended(reason: .exhausted))
    #expect(walk.state.error == nil)
    let log = try await server.log()
    #expect(log.map(\.query) == queries)
  }

  @Test func charactersFollowTheNextURL() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: server.people, pageSize: 10)
      let queries = [""] + (2...9).map { "page=\($0)&limit=10" }
      try await check(walk, walk.state.items.map(\.name), queries, server)
      #expect(walk.state.total == 82)
    }
  }

  @Test func aTotalEndsNumberedPages() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: server.products)
      let queries = ["size=20"] + (2...5).map { "page=\($0)&size=20" }
      try await check(walk, walk.state.items.map(\.name), queries, server)
      #expect(walk.state.total == 82)
    }
  }

  @Test func aShortPageEndsASearch() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: server.repositories)
      let queries = ["q=feed&per_page=20"] + (2...5).map { "q=feed&page=\($0)&per_page=20" }
      try await check(walk, walk.state.items.map(\.name), queries, server)
      #expect(walk.state.items[2].description == nil)
    }
  }

  @Test func aConnectionEndsWhenItSaysSo() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: server.issues)
      try await check(
        walk, walk.state.items.map(\.title), Array(repeating: "", count: 5), server)
      let log = try await server.log()
      let first = try #require(log.first)
      #expect(first.headers["content-type"] == "application/json")
      let body = try JSONDecoder().decode(JSONValue.self, from: Data((first.body ?? "").utf8))
      #expect(body["variables"] == ["first": 20, "fullPath": "a/b"])
    }
  }

  @Test func aSourceByHandIsOneFunction() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: server.home)
      #expect(walk.state.items.map(\.title) == Self.names)
      #expect(walk.state.append == .ended(reason: .exhausted))
      let log = try await server.log()
      #expect(log.count == 5)
    }
  }

  @Test(arguments: [1, 10, 20, 21, 40])
  func aListThatFillsItsPagesEndsWithoutAFurtherRequest(count: Int) async throws {
    try await TestServer.run(count: count) { server in
      let walk = await Walk.toEnd(of: server.products, pageSize: 10)
      #expect(walk.state.items.count == count)
      #expect(walk.state.append == .ended(reason: .exhausted))
      let log = try await server.log()
      #expect(log.count == (count + 9) / 10)
    }
  }

  @Test func anEmptyListIsOneRequest() async throws {
    try await TestServer.run(count: 0) { server in
      for isEmpty in [
        await Walk.toEnd(of: server.people).state.isEmpty,
        await Walk.toEnd(of: server.products).state.isEmpty,
        await Walk.toEnd(of: server.repositories).state.isEmpty,
        await Walk.toEnd(of: server.issues).state.isEmpty,
      ] {
        #expect(isEmpty)
      }
      let log = try await server.log()
      #expect(log.count == 4)
    }
  }

  /// The requests: where nothing asks for a number of rows, only a page that reaches the total
  /// or an empty one is surely the last.
  @Test(arguments: [(82, 6), (40, 2), (20, 1), (7, 1)])
  func aServerThatDecidesThePageSizeIsReadToTheEnd(count: Int, requests: Int) async throws {
    try await TestServer.run(count: count) { server in
      let numbered = HTTPPageSource<Product>(
        .get(server.url("items")), rows: .list(at: "items"),
        paging: .pageNumber(total: "totalItemsAvailable"))
      let walk = await Walk.toEnd(of: numbered, pageSize: 50)
      #expect(walk.state.items.map(\.id) == Array(1...count))
      #expect(walk.state.append == .ended(reason: .exhausted))
      let log = try await server.log()
      #expect(log.count == requests)
    }
  }

  @Test func aKnownPageSizeSavesTheRequestForAnEmptyPage() async throws {
    try await TestServer.run { server in
      var request = HTTPRequest.get(server.url("items"))
      request.pageSize = 20
      let walk = await Walk.toEnd(
        of: HTTPPageSource<Product>(
          request, rows: .list(at: "items"), paging: .pageNumber(total: "totalItemsAvailable")),
        pageSize: 50)
      #expect(walk.state.items.map(\.id) == Array(1...82))
      let log = try await server.log()
      #expect(log.count == 5)
    }
  }

  @Test func aNumberInTheURLIsTheFirstPage() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("plain?page=3"), size: "per_page"), rows: .list(), paging: .shortPage)
      let walk = await Walk.toEnd(of: source, pageSize: 10)
      #expect(walk.state.items.map(\.id) == Array(21...82))
    }
  }

  @Test func aRefreshInTheMiddleShowsTheNewRows() async throws {
    try await TestServer.run { server in
      var walk = Walk(server.people, pageSize: 10, prefetchDistance: 1)
      await walk.send(.started)
      await walk.send(.itemAppeared(index: 9))
      await walk.send(.itemAppeared(index: 19))
      #expect(walk.state.items.count == 30)
      try await server.control(#"{"insert": 3}"#)
      await walk.send(.refreshPulled)
      #expect(walk.state.items.prefix(4).map(\.uid) == ["85", "84", "83", "1"])
      await walk.scrollToEnd()
      let order = [85, 84, 83] + Array(1...82)
      #expect(walk.state.items.map(\.uid) == order.map { "\($0)" })
    }
  }

  @Test func rowsThatShiftWhileScrollingComeOnce() async throws {
    try await TestServer.run { server in
      var walk = Walk(server.products, pageSize: 20)
      await walk.send(.started)
      try await server.control(#"{"insert": 3}"#)
      await walk.scrollToEnd()
      #expect(walk.state.items.map(\.id) == Array(1...82))
    }
  }

  @Test func aTokenThatRanOutIsRenewedOverHTTP() async throws {
    try await TestServer.run { server in
      let credentials = Credentials("expired") { _ in "letmein" }
      let source = RenewingSource<Product, PageCursor>(credentials: credentials) { token in
        HTTPPageSource<Product>(
          .get(
            server.url("private"), size: "size", headers: ["Authorization": "Bearer \(token)"]),
          rows: .list(at: "items"), paging: .pageNumber(total: "totalItemsAvailable"))
      }
      #expect(await Walk.toEnd(of: source).state.items.count == 82)
      let tokens = try await server.log().map { $0.headers["authorization"] }
      #expect(tokens.count { $0 == "Bearer expired" } == 1)
    }
  }
}
