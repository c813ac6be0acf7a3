import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

/// A path of a token or a link that is wrong is a failure, and no end of the list.
@Suite("Next path", .watched) struct NextPathTests {
  /// Reads a list of `count` rows. `around` is what the answer to the page that ends there has beside its rows.
  private func walk(
    _ paging: Paging, count: Int = 93, size: String? = "limit",
    around: @escaping @Sendable (_ end: Int, _ isLast: Bool) -> String
  ) async throws -> (state: JSONFeed.State, check: String, requests: Int) {
    let requests = Locked(0)
    return try await RawServer.run { request in
      requests.use { $0 += 1 }
      let start = request.number("after") ?? 0
      let end = min(count, start + (request.number("limit") ?? 20))
      let rows = (start..<max(start, end)).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
      return .json(#"{"data": [\#(rows)]\#(around(end, end == count))}"#)
    } body: { server in
      let source = HTTPPageSource<JSONRow>(
        .get(server.url("rows"), page: "after", size: size), rows: .raw(at: "data", id: "id"),
        paging: paging)
      let walk = await Walk.toEnd(of: source)
      let asked = requests.use { $0 }
      return (walk.state, "\(await SourceCheck(source))", asked)
    }
  }

  private func message(_ state: JSONFeed.State) -> String? {
    state.error?.message.split(separator: "/rows ").last.map { String($0) }
  }

  @Test func aKeyOfNearlyThatPathIsNamed() async throws {
    let walked = try await walk(.token(at: "paging.cursor.after"), size: nil) { end, isLast in
      isLast ? "" : #", "paging": {"cursors": {"after": "\#(end)"}}"#
    }
    #expect(
      message(walked.state)
        == "names no next page at .paging.cursor.after; it has something like that at "
        + ".paging.cursors.after; give the path of what names the next page.")
    #expect(walked.state.items.isEmpty)
    #expect(walked.state.error?.isRetryable == false)
    #expect(walked.check.hasPrefix("0 rows on 1 page, 1 finding\n"))
    #expect(walked.check.contains("names no next page at .paging.cursor.after"))
  }

  @Test(arguments: [
    ("next_tokn", #", "next_token": "T""#), ("meta.next", #", "next": "T""#),
    ("Next", #", "next": "T""#), ("nextCursor", #", "next_cursor": "T""#),
  ])
  func typingMistakesAreFound(path: String, around: String) async throws {
    let walked = try await walk(.token(at: .body(JSONPath(path))), size: nil) { end, _ in
      around.replacing("T", with: "\(end)")
    }
    #expect(message(walked.state)?.contains("it has something like that at") == true)
  }

  @Test func aLinkOfNearlyThatPathIsNamed() async throws {
    let walked = try await walk(.nextURL(at: "links.next"), size: nil) { end, isLast in
      isLast ? "" : #", "_links": {"next": {"href": "/rows?after=\#(end)"}}"#
    }
    #expect(
      message(walked.state)
        == "names no next page at .links.next; it has something like that at ._links.next.href; "
        + "give the path of the next page's URL.")
  }

  /// A full first page without the token is asked for with one row more.
  @Test func aFullPageThatNamesNoNextOneIsDoubted() async throws {
    let walked = try await walk(.token(at: "next")) { end, _ in #", "rest": "\#(end)""# }
    #expect(
      message(walked.state)
        == "names no next page at .next, although a row more comes where it is asked for; give "
        + "the path of what names the next page.")
    #expect(walked.requests == 2)
  }

  /// Where the server gives no row more, a token elsewhere tells that the path is wrong.
  @Test func aTokenElsewhereIsNamed() async throws {
    let walked = try await walk(.token(at: "next"), count: 20) { _, _ in #", "bookmark": "b""# }
    #expect(message(walked.state)?.contains("it has something like that at .bookmark") == true)
  }

  /// Servers leave the token out where the list ends, also behind a first page that is full.
  @Test(arguments: [(0, 1), (1, 1), (19, 1), (20, 2), (21, 2), (40, 2), (93, 5)])
  func aTokenMayBeLeftOutAtTheEnd(count: Int, requests: Int) async throws {
    let walked = try await walk(.token(at: "next_token"), count: count) { end, isLast in
      isLast ? "" : #", "next_token": "\#(end)""#
    }
    #expect(walked.state.error == nil)
    #expect(walked.state.append == .ended(reason: .exhausted))
    #expect(walked.state.items.count == count)
    #expect(walked.requests == requests)
    #expect(walked.check.hasSuffix("0 findings"))
  }

  /// A null at the path is the end in words.
  @Test func aNullIsNotDoubted() async throws {
    let walked = try await walk(.token(at: "next"), count: 20) { _, _ in
      #", "next": null, "bookmark": "b""#
    }
    #expect(walked.state.error == nil)
    #expect(walked.requests == 1)
  }

  /// A response that says that there are more rows names the next page, or fails.
  @Test(arguments: ["", #", "next": null"#, #", "next": """#])
  func moreWithoutATokenIsAFailure(around: String) async throws {
    let walked = try await walk(.token(at: "next", more: "has_more"), size: nil) { _, _ in
      #", "has_more": true\#(around)"#
    }
    #expect(
      message(walked.state)
        == "names no next page at .next, although .has_more says that there are more rows; give "
        + "the path of what names the next page.")
  }

  /// The cursor of a scan is 0 at its end.
  @Test(arguments: ["0", #""0""#])
  func aZeroIsTheEnd(zero: String) async throws {
    let walked = try await walk(.token(at: "next"), count: 45) { end, isLast in
      #", "next": \#(isLast ? zero : "\(end)")"#
    }
    #expect(walked.state.error == nil)
    #expect(walked.state.append == .ended(reason: .exhausted))
    #expect(walked.state.items.count == 45)
  }

  /// FHIR and PayPal have a list of links.
  @Test(arguments: [("rel", "href"), ("relation", "url")])
  func aListOfLinksIsSearched(relation: String, target: String) async throws {
    let walked = try await walk(.nextURL(at: "links")) { end, isLast in
      let next = #", {"\#(relation)": "next", "\#(target)": "/rows?limit=20&after=\#(end)"}"#
      return #", "links": [{"\#(relation)": "self", "\#(target)": "/rows"}\#(isLast ? "" : next)]"#
    }
    #expect(walked.state.error == nil)
    #expect(walked.state.items.count == 93)
  }

  /// Mailgun names a next page always; the end is a page without rows that leads to itself.
  @Test func anEmptyPageThatLeadsToItselfIsTheEnd() async throws {
    let walked = try await walk(.nextURL(at: "next"), count: 40) { end, _ in
      #", "next": "/rows?limit=20&after=\#(end)""#
    }
    #expect(walked.state.error == nil)
    #expect(walked.state.append == .ended(reason: .exhausted))
    #expect(walked.state.items.count == 40)
  }

  /// A status 204 is an empty page, also as the first one.
  @Test(arguments: [0, 20]) func noContentIsAnEmptyPage(count: Int) async throws {
    try await RawServer.run { request in
      let start = request.path.contains("page=2") ? 20 : 0
      if start >= count { return RawServer.Answer(Data("HTTP/1.1 204 No Content\r\n\r\n".utf8)) }
      let rows = (start..<count).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
      return .json(#"{"page": 1, "data": [\#(rows)]}"#)
    } body: { server in
      let known = HTTPPageSource<JSONRow>(
        .get(server.url("x")), rows: .raw(at: "data", id: "id"), paging: .shortPage)
      for source: any PageSource<JSONRow, PageCursor> in [
        known, DetectedSource(.get(server.url("x"))),
      ] {
        let walk = await Self.toEnd(of: source)
        #expect(walk.error == nil)
        #expect(walk.append == .ended(reason: .exhausted))
        #expect(walk.items.count == count)
      }
    }
  }

  private static func toEnd(of source: some PageSource<JSONRow, PageCursor>) async -> JSONFeed.State
  {
    await Walk.toEnd(of: source).state
  }
}
