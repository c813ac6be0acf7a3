import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Refreshes that ask only for what is new.
@Suite(
  "Conditional requests", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct ConditionalRequestTests {
  /// A row that counts how often one is decoded.
  private struct Counted: Identifiable, Equatable, Decodable, Sendable {
    static let decoded = Locked(0)

    let id: Int

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .id)
      Self.decoded.use { $0 += 1 }
    }

    private enum Key: CodingKey { case id }
  }

  private func source<Row>(
    _ url: URL, headers: [String: String] = [:]
  ) -> HTTPPageSource<Row> where Row: Decodable {
    HTTPPageSource(
      .get(url, size: "per_page", headers: headers), rows: .list(at: "items"),
      paging: .pageNumber(total: "total"), loader: .tested())
  }

  private static let fields = ["if-none-match", "if-modified-since"]

  /// The conditions of the requests for the first page, "-" for none.
  private func conditions(_ server: TestServer) async throws -> [String] {
    try await server.log().filter { !"&\($0.query)".contains("&page=2") }.map { request in
      Self.fields.compactMap { request.headers[$0] }.first ?? "-"
    }
  }

  @Test(arguments: [
    ("as/tagged", #""210-82""#, #""273-83""#),
    ("as/tagged?dated=1", "Mon, 02 Jan 2006 15:01:22 GMT", "Mon, 02 Jan 2006 15:01:23 GMT"),
  ])
  func aRefreshAsksForANewPageOnly(path: String, tag: String, next: String) async throws {
    try await TestServer.run { server in
      var walk = Walk<HTTPPageSource<Product>>(source(server.url(path)))
      await walk.send(.started)
      await walk.send(.itemAppeared(index: 19))
      let before = walk.state
      #expect(before.items.count == 40)
      await walk.send(.refreshPulled)
      #expect(walk.state.error == nil)
      #expect(walk.state.items == before.items, "nothing new: the second page stays, too")
      let sent1 = try await conditions(server)
      #expect(sent1 == ["-", tag])
      try await server.control(#"{"insert": 1}"#)
      await walk.send(.refreshPulled)
      #expect(walk.state.items.first?.id == 83)
      await walk.send(.refreshPulled)
      let sent2 = try await conditions(server)
      #expect(sent2 == ["-", tag, tag, next])
    }
  }

  @Test func whatIsNotNewIsNotDecoded() async throws {
    try await TestServer.run { server in
      let source: HTTPPageSource<Counted> = source(server.url("as/tagged"))
      let request = Feed<Counted, PageCursor>.Request(
        ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 20)
      let first = try await source.page(for: request)
      let decoded = Counted.decoded.use { $0 }
      let second = try await source.page(for: request)
      #expect(second == first)
      #expect(Counted.decoded.use { $0 } == decoded)
      // Another size is another page.
      let other = try await source.page(
        for: .init(ticket: Ticket(rawValue: 2), kind: .refresh, position: .start, size: 5))
      #expect(other.items.count == 5)
    }
  }

  @Test func whatMustNotBeStoredIsNotKept() async throws {
    try await TestServer.run { server in
      var walk = Walk<HTTPPageSource<Product>>(source(server.url("as/tagged?secret=1")))
      await walk.send(.started)
      await walk.send(.refreshPulled)
      let sent3 = try await conditions(server)
      #expect(sent3 == ["-", "-"])
    }
  }

  /// Who sets conditions gets the answers to them.
  @Test func conditionsOfOnesOwnAreLeftAlone() async throws {
    try await TestServer.run { server in
      let field = ["if-none-match": #""210-82""#]
      var walk = Walk<HTTPPageSource<Product>>(source(server.url("as/tagged"), headers: field))
      await walk.send(.started)
      #expect(walk.state.error?.status == 304)
    }
  }
}
