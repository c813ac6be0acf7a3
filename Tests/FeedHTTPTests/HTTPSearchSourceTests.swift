import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

// The semaphore is internal: that no fifth request is sent can't be seen from outside without waiting.
@testable import FeedHTTP

@Suite(
  "HTTPSearchSource", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPSearchSourceTests {
  /// One query of a search source, as a list.
  private struct Asked<Source: SearchSource>: PageSource {
    let source: Source
    let query: Source.Query

    func page(
      for request: Feed<Source.Item, Source.Cursor>.Request
    ) async throws -> Feed<Source.Item, Source.Cursor>.Page {
      try await source.page(for: request, query: query)
    }
  }

  private typealias Text = HTTPSearchSource<String, Product>

  /// Numbers of pages, or offsets.
  private func found(
    _ server: TestServer, limits: HTTPLimits = HTTPLimits(), maxKeptQueries: Int = 8
  ) -> Text {
    Text(
      .get(server.url("as/found"), size: "per_page"), query: "q", rows: .list(at: "items"),
      paging: .pageNumber(total: "total"), loader: .tested(limits: limits),
      maxKeptQueries: maxKeptQueries)
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
        let walk = await Walk.toEnd(of: Asked(source: source, query: text), pageSize: 5)
        let rows = Self.numbers(with: text)
        #expect(walk.state.error == nil)
        #expect(walk.state.items.map(\.id) == rows)
        #expect(walk.state.total == rows.count)
      }
    }
  }

  private struct Filters: Equatable {
    var text = ""
    var parity: String?
  }

  @Test func filtersThatAreNilAreLeftOut() async throws {
    try await TestServer.run { server in
      let source = HTTPSearchSource<Filters, Product>(
        .get(server.url("as/found"), size: "per_page"),
        query: { ["q": $0.text, "parity": $0.parity] }, rows: .list(at: "items"),
        paging: .pageNumber(total: "total"), loader: .tested())
      let all = try await source.page(for: start(), query: Filters(text: "7"))
      #expect(all.items.map(\.id) == [7, 17, 27, 37, 47])
      let even = try await source.page(for: start(), query: Filters(text: "7", parity: "even"))
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
      let source = HTTPSearchSource<Filters, Issue>(
        .graphql(server.url("graphql"), query: query),
        query: { ["search": $0.text, "state": $0.parity] },
        rows: .list(at: "data.project.issues.nodes"),
        paging: .relay(at: "data.project.issues.pageInfo"), loader: .tested())
      let some = Asked(source: source, query: Filters(text: "1", parity: "closed"))
      let walk = await Walk.toEnd(of: some, pageSize: 2)
      #expect(walk.state.items.map(\.iid) == ["10", "15"])
      let all = await Walk.toEnd(of: Asked(source: source, query: Filters(text: "7")), pageSize: 5)
      #expect(all.state.items.map(\.iid) == Self.numbers(with: "7").map { "\($0)" })
      let bodies = try await server.log().compactMap(\.body)
      #expect(bodies.first?.contains(#""state":"closed""#) == true)
      #expect(bodies.last?.contains("\"state\":") == false)
    }
  }

  @Test func theURLOfTheNextPageHasTheQuery() async throws {
    try await TestServer.run { server in
      let source = Text(
        .get(server.url("as/found-links"), size: "per_page"), query: "q",
        rows: .list(at: "items"), paging: .nextURL(at: "next"), loader: .tested())
      let walk = await Walk.toEnd(of: Asked(source: source, query: "1"), pageSize: 10)
      #expect(walk.state.items.map(\.id) == Self.numbers(with: "1"))
      let queries = try await server.log().map(\.query)
      #expect(queries == ["q=1&per_page=10", "q=1&per_page=10&page=2"])
    }
  }
}

// MARK: - What is remembered

extension HTTPSearchSourceTests {
  /// The conditions of the requests, "-" for none.
  private func conditions(_ server: TestServer) async throws -> [String] {
    try await server.log().map { $0.headers["if-none-match"] ?? "-" }
  }

  @Test func aReturnToAQueryAsksForANewPageOnly() async throws {
    try await TestServer.run { server in
      let source = found(server)
      var pages: [String: [Int]] = [:]
      for text in ["1", "7", "1", "7", "8", "1"] {
        let page = try await source.page(for: start(), query: text)
        #expect(page.items.map(\.id) == Array(Self.numbers(with: text).prefix(5)))
        #expect(pages[text] == nil || pages[text] == page.items.map(\.id))
        pages[text] = page.items.map(\.id)
      }
      let sent = try await conditions(server)
      let tags = [#""47-18""#, #""135-17""#]
      #expect(sent == ["-", "-", tags[0], tags[1], "-", tags[0]])
      try await server.control(#"{"delete": [1]}"#)
      let page = try await source.page(for: start(), query: "1")
      #expect(page.items.map(\.id) == [10, 11, 12, 13, 14])
    }
  }

  @Test func theLatestQueriesAreRemembered() async throws {
    try await TestServer.run { server in
      let source = found(server, maxKeptQueries: 2)
      for text in ["1", "2", "1", "3", "1", "2"] {
        _ = try await source.page(for: start(), query: text)
      }
      let sent = try await conditions(server).map { $0 == "-" }
      #expect(sent == [true, true, false, true, false, true])
    }
  }

  /// For Swift the two texts are equal; the server gets other bytes.
  @Test func textsThatOnlyLookAlikeAreListsOfTheirOwn() async throws {
    try await TestServer.run { server in
      let source = found(server)
      let composed = try await source.page(for: start(), query: "1 \u{e9}")
      let decomposed = try await source.page(for: start(), query: "1 e\u{301}")
      #expect(composed.items.map(\.id) == [1, 11, 21, 31, 41])
      #expect(decomposed.items.isEmpty)
      let sent = try await conditions(server)
      #expect(sent == ["-", "-"])
    }
  }

  @Test func aQueryWhoseRowsMoveIsHealed() async throws {
    let drifts = Locked<[PageDrift]>([])
    try await TestServer.run { server in
      let source = Text(
        .get(server.url("as/found-offset"), page: "offset", size: "limit"), query: "q",
        rows: .list(at: "rows"), paging: .offset(total: "total"),
        onDrift: { drift in drifts.use { $0.append(drift) } }, loader: .tested())
      var walks = ["1", "2"].map { Walk(Asked(source: source, query: $0), pageSize: 5) }
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

extension HTTPSearchSourceTests {
  @Test func allQueriesShareOneLimitAndMayBeCancelled() async throws {
    var limits = HTTPLimits()
    limits.maxConcurrentRequests = 2
    try await TestServer.run { [limits] server in
      try await server.control(
        #"{"fail": {"path": "/as/found", "wire": "hang", "times": 1000000}}"#)
      let source = found(server, limits: limits, maxKeptQueries: 1)
      let request = start()
      let loads = (1...6).map { number in
        Task { try await source.page(for: request, query: "\(number)") }
      }
      await source.lists.first.semaphore.waiting(4)
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
      let source = found(server, maxKeptQueries: 3)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          group.addTask {
            let text = "\(number % 8)"
            let walk = await Walk.toEnd(of: Asked(source: source, query: text), pageSize: 5)
            #expect(walk.state.error == nil)
            #expect(walk.state.items.map(\.id) == Self.numbers(with: text))
          }
        }
      }
    }
  }
}
