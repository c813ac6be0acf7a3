import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Paging by a function of the app's own.
@Suite("Custom paging", .watched) struct CustomPagingTests {
  private struct Unreadable: Error {}

  /// Reads 45 rows by 20. The answer has the header field `X-Rest` and the member `end`.
  private func walk(_ paging: Paging) async throws -> JSONFeed.State {
    try await RawServer.run { request in
      let start = request.path.firstMatch(of: /after=([0-9]+)/).flatMap { Int($0.1) } ?? 0
      let end = min(45, start + 20)
      let rows = (start..<max(start, end)).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
      let body = #"{"rows": [\#(rows)], "end": \#(end)}"#
      let head =
        "HTTP/1.1 200 OK\r\nX-Rest: \(45 - end)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      return RawServer.Answer(Data((head + body).utf8))
    } body: { server in
      let source = HTTPPageSource<JSONRow>(
        .get(server.url("rows"), page: "after"), rows: .raw(at: "rows", id: "id"), paging: paging)
      return await Walk.toEnd(of: source).state
    }
  }

  private static func end(of response: JSONResponse) -> Int {
    if case .integer(let end)? = response.body["end"] { end } else { 0 }
  }

  private static let ways: [@Sendable (JSONResponse, PageCursor?) -> PageCursor?] = [
    { response, _ in response.headers["x-rest"] == "0" ? nil : .token("\(end(of: response))") },
    { response, _ in end(of: response) < 45 ? .link("/rows?after=\(end(of: response))") : nil },
    { _, cursor in
      switch cursor {
      case nil: .token("20")
      case .token("20"): .token("40")
      default: nil
      }
    },
  ]

  @Test(arguments: ways.indices)
  private func aFunctionNamesTheNextPage(index: Int) async throws {
    let state = try await walk(.next(Self.ways[index]))
    #expect(state.error == nil)
    #expect(state.append == .ended(reason: .exhausted))
    #expect(state.items.map(\.id.rawValue) == (0..<45).map { "\($0)" })
  }

  @Test func whatItThrowsFailsTheLoad() async throws {
    let own = FeedFailure(.http, message: "The list is locked; ask later.", isRetryable: true)
    let first = try await walk(.next { _, _ in throw own })
    #expect(first.error == own)
    let second = try await walk(.next { _, _ in throw Unreadable() })
    #expect(second.error?.code == .decoding)
    #expect(second.error?.message.contains("the next page's cursor: Unreadable()") == true)
  }

  /// A link to another server is not followed unless it is allowed by name.
  @Test func aLinkToAnotherServerIsRefused() async throws {
    let state = try await walk(.next { _, _ in .link("http://127.0.0.1:1/rows") })
    #expect(state.error?.code == .refused)
    #expect(state.items.count == 20)
  }

  @Test func itEqualsItsCopies() {
    let paging: Paging = .next { _, _ in nil }
    #expect(paging == paging)
    #expect(paging != .next { _, _ in nil })
    #expect("\(paging)" == "a function of the response")
  }
}
