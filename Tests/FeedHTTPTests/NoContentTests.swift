import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@testable import FeedHTTP

private struct Row: Identifiable, Equatable, Decodable {
  let id: Int
}

/// Status 204 is an empty page where the source counts the pages, and a failure where an answer has named the page.
@Suite("No content", .watched) struct NoContentTests {
  private typealias Rows = Feed<Row, PageCursor>

  /// A way of naming the next page, as the answers have it.
  struct Style: CustomTestStringConvertible {
    let testDescription: String
    let paging: Paging
    var body = ""
    var headers: [String: String] = [:]
    var name = "cursor"
  }

  private static let named = [
    Style(
      testDescription: "link", paging: .nextURL(at: "next"),
      body: #", "next": "/rows?after=20""#),
    Style(
      testDescription: "link that counts", paging: .nextURL(at: "next"),
      body: #", "next": "/rows?size=20&page=2""#, name: "page"),
    Style(
      testDescription: "header", paging: .linkHeader,
      headers: ["Link": #"</rows?after=20>; rel="next""#]),
    Style(
      testDescription: "token", paging: .token(at: "token", more: "more"),
      body: #", "token": "t", "more": true"#),
    Style(
      testDescription: "relay", paging: .relay(at: "pageInfo"),
      body: #", "pageInfo": {"hasNextPage": true, "endCursor": "c"}"#),
    Style(
      testDescription: "function", paging: .next { _, cursor in cursor == nil ? .token("t") : nil }),
  ]

  private static let counted = [
    Style(
      testDescription: "numbers", paging: .pageNumber(total: "total"), body: #", "total": 60"#),
    Style(testDescription: "offsets", paging: .offset(total: "total"), body: #", "total": 60"#),
    Style(testDescription: "short pages", paging: .shortPage, body: #", "total": 60"#),
    Style(testDescription: "page count", paging: .pageCount(at: "pages"), body: #", "pages": 3"#),
  ]

  private static let noContent = RawServer.Answer(Data("HTTP/1.1 204 No Content\r\n\r\n".utf8))

  private static func rows(_ range: Range<Int>, in style: Style) -> RawServer.Answer {
    let rows = range.map { #"{"id": \#($0)}"# }.joined(separator: ",")
    return .json(#"{"items": [\#(rows)]\#(style.body)}"#, headers: style.headers)
  }

  private func source(_ style: Style, at server: RawServer) -> HTTPPageSource<Row> {
    HTTPPageSource(
      .get(server.url("rows"), page: style.name, size: "size"), rows: .list(at: "items"),
      paging: style.paging,
      total: ["numbers", "offsets", "short pages"].contains(style.testDescription) ? "total" : nil)
  }

  private func request(_ position: Rows.Position) -> Rows.Request {
    .init(ticket: 1, kind: .append, position: position, size: 20)
  }

  @Test(arguments: named)
  func aNamedPageWithoutContentIsAFailureThatMayPass(style: Style) async throws {
    let failsOnce = Locked(true)
    try await RawServer.run { request in
      if request.path == "rows?size=20" {
        return Self.rows(0..<20, in: style)
      }
      defer { failsOnce.use { $0 = false } }
      return failsOnce.use { $0 } ? Self.noContent : Self.rows(20..<60, in: style)
    } body: { server in
      let source = source(style, at: server)
      let next = try #require(try await source.page(for: request(.start)).next)
      let failure = await #expect(throws: FeedFailure.self) {
        // A link that counts is looked for once more, in the page before.
        failsOnce.use { $0 = true }
        return try await source.page(for: request(.after(cursor: next)))
      }
      #expect(failure?.code == .decoding && failure?.status == 204)
      #expect(failure?.isRetryable == true)
      #expect(failure?.message.contains("answered 204 No Content for a page to which") == true)
      let page = try await source.page(for: request(.after(cursor: next)))
      #expect(page.items.map(\.id) == Array(20..<60))
    }
  }

  @Test(arguments: counted)
  func aCountedPageWithoutContentEndsTheListInDoubt(style: Style) async throws {
    try await RawServer.run { request in
      let value = request.parameters["cursor"]
      return value == nil || value == "0" ? Self.rows(0..<20, in: style) : Self.noContent
    } body: { server in
      let walk = await Walk.toEnd(of: source(style, at: server))
      #expect(walk.state.items.count == 20)
      #expect(walk.state.append == .ended(reason: .exhausted))
      let doubt = walk.state.ending?.doubt
      #expect(
        doubt == "the server counts 60 rows, and 20 came"
          || doubt == "the server counts 3 pages, and 1 came")
    }
  }

  /// Some servers name a next page behind the last row, too.
  @Test func noContentBehindAllRowsIsTheEnd() async throws {
    let style = Self.named[0]
    try await RawServer.run { request in
      request.path.contains("after")
        ? Self.noContent
        : .json(#"{"items": [{"id": 1}], "next": "/rows?after=1", "total": 1}"#)
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("rows")), rows: .list(at: "items"), paging: style.paging, total: "total")
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.completeness == .complete)
    }
  }

  /// The key of the last row is sent without knowing whether rows follow.
  @Test func noContentBehindAKeyIsTheEnd() async throws {
    let style = Style(testDescription: "key", paging: .keyset(at: "id"))
    try await RawServer.run { request in
      request.parameters["cursor"] == nil ? Self.rows(0..<20, in: style) : Self.noContent
    } body: { server in
      let walk = await Walk.toEnd(of: source(style, at: server))
      #expect(walk.state.completeness == .complete && walk.state.items.count == 20)
    }
  }

  /// Where the rows of the last page went, the page before it no longer leads there.
  @Test func noContentWhereRowsWentIsTheEnd() async throws {
    let haveGone = Locked(false)
    try await RawServer.run { request in
      switch (request.number("page") ?? 1, haveGone.use { $0 }) {
      case (1, false): Self.rows(0..<20, in: Self.named[1])
      case (1, true): Self.rows(0..<20, in: Style(testDescription: "last", paging: .none))
      default: Self.noContent
      }
    } body: { server in
      let source = source(Self.named[1], at: server)
      let next = try #require(try await source.page(for: request(.start)).next)
      haveGone.use { $0 = true }
      let page = try await source.page(for: request(.after(cursor: next)))
      #expect(page.items.isEmpty && page.next == nil)
      #expect(next.place == 2)
    }
  }
}
