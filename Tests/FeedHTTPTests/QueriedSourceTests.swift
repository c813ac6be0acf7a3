import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

// The semaphore is internal: that no fifth request is sent can't be seen from outside without waiting.
@testable import FeedHTTP

@Suite(
  "A list that takes a query", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct QueriedSourceTests {
  /// A list that takes a text. Numbers of pages, or offsets.
  private func found(
    _ server: TestServer, limits: HTTPLimits = HTTPLimits()
  ) -> HTTPPageSource<Product> {
    HTTPPageSource(
      .get(server.url("as/found"), size: "per_page"), rows: .list(at: "items"),
      paging: .pageNumber(total: "total"), loader: .tested(limits: limits))
  }

  private static func numbers(
    with text: String, in range: ClosedRange<Int> = 1...82
  ) -> [Int] {
    range.filter { text.isEmpty || "\($0)".contains(text) }
  }

  private func start() -> Feed<Product, PageCursor>.Request {
    .init(ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 5)
  }

  // MARK: - Where the query is

  @Test func aTextIsAsked() async throws {
    try await TestServer.run { server in
      let source = found(server)
      for text in ["1", "7", "no row", ""] {
        let walk = await Walk.toEnd(of: source.asking(for: ["q": text]), pageSize: 5)
        let rows = Self.numbers(with: text)
        #expect(walk.state.error == nil)
        #expect(walk.state.items.map(\.id) == rows)
        #expect(walk.state.total == rows.count)
      }
    }
  }

  @Test func filtersThatAreNilAreLeftOut() async throws {
    try await TestServer.run { server in
      let source = found(server)
      let none: String? = nil
      let all = try await source.asking(for: ["q": "7", "parity": none]).page(for: start())
      #expect(all.items.map(\.id) == [7, 17, 27, 37, 47])
      let even = try await source.asking(for: ["q": "7", "parity": "even"]).page(for: start())
      #expect(even.items.map(\.id) == [70, 72, 74, 76, 78])
      let queries = try await server.log().map(\.query)
      #expect(queries == ["q=7&per_page=5", "parity=even&q=7&per_page=5"])
    }
  }

  private struct Issue: Identifiable, Equatable, Decodable {
    let id: String
    let iid: String
  }

  @Test func variablesOfGraphQLAreAsked() async throws {
    let query = """
      query ($search: String, $state: IssuableState, $cursor: String, $first: Int) {
        issues(search: $search, state: $state, after: $cursor, first: $first) { nodes { id iid } }
      }
      """
    try await TestServer.run { server in
      let source = HTTPPageSource<Issue>(
        .graphql(server.url("graphql"), query: query),
        rows: .list(at: "data.project.issues.nodes"),
        paging: .relay(at: "data.project.issues.pageInfo"), loader: .tested())
      let some = source.asking(for: ["search": "1", "state": "closed"])
      let walk = await Walk.toEnd(of: some, pageSize: 2)
      #expect(walk.state.items.map(\.iid) == ["10", "15"])
      let all = await Walk.toEnd(of: source.asking(for: ["search": "7"]), pageSize: 5)
      #expect(all.state.items.map(\.iid) == Self.numbers(with: "7").map { "\($0)" })
      let bodies = try await server.log().compactMap(\.body)
      #expect(bodies.first?.contains(#""state":"closed""#) == true)
      #expect(bodies.last?.contains("\"state\":") == false)
    }
  }

  @Test func theURLOfTheNextPageHasTheQuery() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("as/found-links"), size: "per_page"),
        rows: .list(at: "items"), paging: .nextURL(at: "next"), loader: .tested())
      let walk = await Walk.toEnd(of: source.asking(for: ["q": "1"]), pageSize: 10)
      #expect(walk.state.items.map(\.id) == Self.numbers(with: "1"))
      let queries = try await server.log().map(\.query)
      #expect(queries == ["q=1&per_page=10", "q=1&per_page=10&page=2"])
    }
  }
}

// MARK: - What is remembered

extension QueriedSourceTests {
  /// The conditions of the requests, "-" for none.
  private func conditions(_ server: TestServer) async throws -> [String] {
    try await server.log().map { $0.headers["if-none-match"] ?? "-" }
  }

  @Test func aReturnToAQueryAsksForANewPageOnly() async throws {
    try await TestServer.run { server in
      let source = found(server)
      let sources = ["1", "7", "8"].map { (text: String) in (text, source.asking(for: ["q": text]))
      }
      for (text, source) in sources + sources + sources.prefix(1) {
        let page = try await source.page(for: start())
        #expect(page.items.map(\.id) == Array(Self.numbers(with: text).prefix(5)))
      }
      let sent = try await conditions(server)
      #expect(sent.prefix(3) == ["-", "-", "-"] && sent.suffix(4).allSatisfy { $0 != "-" })
      try await server.control(#"{"delete": [1]}"#)
      let page = try await sources[0].1.page(for: start())
      #expect(page.items.map(\.id) == [10, 11, 12, 13, 14])
    }
  }

  @Test func aSearchKeepsTheSourcesOfItsLastQueries() async throws {
    try await TestServer.run { server in
      let source = found(server)
      let search = StoreActor { (text: String) in source.asking(for: ["q": text]) }
      // The first one comes again while it is one of the last eight.
      for number in [1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 10, 2] {
        await search.type("\(number)")
        await search.submit().finish()
        #expect(await search.state.items.first?.id == number)
      }
      let sent = try await conditions(server).map { $0 == "-" }
      let asked = Array(repeating: true, count: 8) + [false, true, true, true]
      #expect(sent == asked)
    }
  }

  @Test func aQueryWhoseRowsMoveIsHealed() async throws {
    let drifts = Locked<[PageDrift]>([])
    try await TestServer.run { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("as/found-offset"), page: "offset", size: "limit"),
        rows: .list(at: "rows"), paging: .offset(total: "total"),
        onDrift: { drift in drifts.use { $0.append(drift) } }, loader: .tested())
      var walks = ["1", "2"].map { Walk(source.asking(for: ["q": $0]), pageSize: 5) }
      for index in walks.indices { await walks[index].send(.started) }
      // Three rows of the first query, none of the second.
      try await server.control(#"{"delete": [1, 10, 11]}"#)
      for index in walks.indices { await walks[index].scrollToEnd() }
      for (walk, text) in zip(walks, ["1", "2"]) {
        #expect(walk.state.error == nil)
        #expect(walk.state.items.map(\.id) == Self.numbers(with: text))
      }
      #expect(drifts.use { $0.map { "\($0)" } } == ["3 rows went before your place"])
    }
  }
}

// MARK: - Several at once

extension QueriedSourceTests {
  @Test func allQueriesShareOneLimitAndMayBeCancelled() async throws {
    var limits = HTTPLimits()
    limits.maxConcurrentRequests = 2
    try await TestServer.run { [limits] server in
      try await server.control(
        #"{"fail": {"path": "/as/found", "wire": "hang", "times": 1000000}}"#)
      let source = found(server, limits: limits)
      let request = start()
      let loads = (1...6).map { number in
        Task { try await source.asking(for: ["q": "\(number)"]).page(for: request) }
      }
      await source.semaphore.waiting(4)
      try await server.wait { $0.busy == 2 }
      for load in loads.reversed() { load.cancel() }
      for load in loads {
        await #expect(throws: CancellationError.self) { try await load.value }
      }
      try await server.wait { $0.busy == 0 && $0.gone == 2 }
      let log = try await server.log()
      #expect(log.count == 2, "what waited is not sent")
    }
  }

  @Test func queriesMayLoadAtTheSameTime() async throws {
    try await TestServer.run { server in
      let source = found(server)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          group.addTask {
            let text = "\(number % 8)"
            let walk = await Walk.toEnd(of: source.asking(for: ["q": text]), pageSize: 5)
            #expect(walk.state.error == nil)
            #expect(walk.state.items.map(\.id) == Self.numbers(with: text))
          }
        }
      }
    }
  }
}
