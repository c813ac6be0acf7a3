import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// What users type, and how it arrives. Python's own library decodes it.
@Suite(
  "Queries over HTTP", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPQueryTests {
  /// A text that the server decoded: where it was, and its bytes in UTF-8.
  private struct Text: Identifiable, Equatable, Decodable {
    let id: Int
    let place: String
    let hex: String
  }

  private static let plain = [
    "", "swift", "a b", "+", "c++ & c#", "a=b&q=d", "100%", "%2F", "%2e%2e", "%00", "a;b", "a/b",
    "/", "//", "?", "?q=x", "#top", "a?b#c", "\"it's\"", "\\", "{\"a\":[1]}", "[x]", "{x}",
    "~-._", "...", "a..b", "\u{e9}", "e\u{301}", "e\u{301}\u{323}\u{323}", "שלום עולם", "مرحبا",
    "\u{202e}gnp.exe", "👩‍👩‍👧‍👦 🏳️‍🌈", "日本語", "\u{feff}x", "http://h/?a=b", "$(ls) `x` !", "null",
    "true", "0",
  ]

  /// What no header field may have.
  private static let odd = [
    "a\nb", "a\r\nX-Admin: yes", "a\0b", "\0", "\u{1b}[2J", "\u{7f}", " a ", "\t", "\n", " ",
  ]

  private static func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The texts that arrive, by their places.
  private func sent(
    _ text: String, by request: HTTPRequest, in names: [String]
  ) async throws -> [String: [String]] {
    let source = HTTPPageSource<Text>(
      request.asking(for: Dictionary(uniqueKeysWithValues: names.map { ($0, text) })),
      rows: .list(at: "rows"), paging: .none, loader: .tested())
    let start = Feed<Text, PageCursor>.Request(
      ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 20)
    let page = try await source.page(for: start)
    return Dictionary(grouping: page.items, by: \.place).mapValues { $0.map(\.hex) }
  }

  @Test func everyTextArrivesInAURLAsItWasTyped() async throws {
    try await TestServer.run { server in
      for text in Self.plain + Self.odd {
        let hex = [Self.hex(text)]
        let found = try await sent(
          text, by: .get(server.url("as/echo/WORD/issues/LAST?q=old&fixed=1")),
          in: ["q", "a&b=[c]", "path:echo", "path:issues", "path:more"])
        #expect(found["q"] == hex)
        #expect(found["a&b=[c]"] == hex)
        #expect(found["fixed"] == ["31"])
        #expect(found["path 3"] == hex)
        #expect(found["path 4"] == [Self.hex("issues")])
        #expect(found["path 5"] == hex)
        #expect(found["path 6"] == [Self.hex("more")])
        #expect(found["path 7"] == hex)
        #expect(found.count == 11)
      }
    }
  }

  @Test func everyTextArrivesInABodyAsItWasTyped() async throws {
    let query = "query ($text: String) { a(text: $text) { id } }"
    try await TestServer.run { server in
      for text in Self.plain + Self.odd {
        let hex = [Self.hex(text)]
        let body = try await sent(
          text, by: .post(server.url("as/echo?u="), body: ["a": "b"]),
          in: ["u", "text", "deep.er.text"])
        #expect(body["u"] == hex)
        #expect(body["body.text"] == hex)
        #expect(body["body.deep.er.text"] == hex)
        #expect(body["body.a"] == [Self.hex("b")])
        let graphQL = try await sent(
          text, by: .graphql(server.url("as/echo"), query: query), in: ["text"])
        #expect(graphQL["body.variables.text"] == hex)
        #expect(graphQL["body.query"] == [Self.hex(query)])
      }
    }
  }

  @Test func everyTextArrivesInAHeaderFieldAsItWasTyped() async throws {
    try await TestServer.run { server in
      for text in Self.plain {
        let found = try await sent(text, by: .get(server.url("as/echo")), in: ["header:X-Query"])
        #expect(found["x-query"] == [Self.hex(text)], "\(text)")
      }
    }
  }

  // MARK: - What can't be sent

  @Test(arguments: ["a\r\nX-Admin: yes", "a\0", "\u{1b}", "\u{7f}"])
  func aControlCharacterInAHeaderFieldIsRefused(text: String) async throws {
    try await TestServer.run { server in
      let failure = await #expect(throws: FeedFailure.self) {
        try await sent(text, by: .get(server.url("as/echo")), in: ["header:X-Query"])
      }
      server.expect(
        failure, .refused,
        "The header field X-Query for BASE/as/echo can't be sent; use no line breaks and no "
          + "control characters in it.")
      let log = try await server.log()
      #expect(log.isEmpty)
    }
  }

  @Test(arguments: ["..", ".", "../admin", "a/..", "a/../b", "a/./b", "..\\b"])
  func aPartThatLeadsToAnotherPlaceIsRefused(text: String) async throws {
    try await TestServer.run { server in
      let failure = await #expect(throws: FeedFailure.self) {
        try await sent(text, by: .get(server.url("as/echo/WORD/x")), in: ["path:echo"])
      }
      server.expect(
        failure, .refused,
        "The part of the path after echo for BASE/as/echo/WORD/x can't have . or .. in it, which "
          + "lead to another place; use other words, or send them as a parameter.")
      let log = try await server.log()
      #expect(log.isEmpty)
      let found = try await sent(text, by: .get(server.url("as/echo")), in: ["q"])
      #expect(found["q"] == [Self.hex(text)], "as a parameter it can be sent")
    }
  }
}
