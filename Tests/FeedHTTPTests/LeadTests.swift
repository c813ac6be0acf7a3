import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// What a source finds out by some more requests, where the first answer does not tell how the list goes on.
@Suite("Leads", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct LeadTests {
  private typealias Query = @Sendable (String) -> Int?

  /// A list, and what comes of reading it by its URL alone.
  private struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var path = "list"
    let rows: Int
    var isWhole = true
    var requests = 30

    /// The answer to a request with these parameters: its body, and header fields.
    let answer: @Sendable (String, Query) -> (body: String, headers: [String: String])

    init(
      _ name: String, path: String = "list", rows: Int, isWhole: Bool = true, requests: Int = 30,
      answer: @escaping @Sendable (String, Query) -> String
    ) {
      self.init(name, path: path, rows: rows, isWhole: isWhole, requests: requests) {
        (answer($0, $1), [:])
      }
    }

    init(
      _ name: String, path: String = "list", rows: Int, isWhole: Bool = true, requests: Int = 30,
      answering answer: @escaping @Sendable (String, Query) -> (String, [String: String])
    ) {
      testDescription = name
      (self.path, self.rows, self.isWhole) = (path, rows, isWhole)
      (self.requests, self.answer) = (requests, answer)
    }
  }

  private static func rows(_ range: Range<Int>) -> String {
    "[\(range.map { #"{"id": \#($0)}"# }.joined(separator: ", "))]"
  }

  private static func page(_ start: Int, of count: Int, size: Int = 20) -> Range<Int> {
    let start = min(max(0, start), count)
    return start..<min(start + size, count)
  }

  private static let bare = [
    List("137 rows by a number", rows: 137, requests: 10) {
      rows(page(20 * (($1("page") ?? 1) - 1), of: 137))
    },
    List("pages that count from 0, and do not say so", rows: 95, requests: 7) {
      rows(page(20 * ($1("page") ?? 0), of: 95))
    },
    List("two pages that count from 0", rows: 40, requests: 5) {
      rows(page(20 * ($1("page") ?? 0), of: 40))
    },
    List("pages from 0 and their number", rows: 95, requests: 7) {
      #"{"totalPages": 5, "items": \#(rows(page(20 * ($1("page") ?? 0), of: 95)))}"#
    },
    List("an offset and a largest size", rows: 249, requests: 10) {
      let (start, size) = ($1("offset") ?? 0, min(100, $1("limit") ?? 100))
      return rows(start..<max(start, min(249, start + size)))
    },
    List("a value that is named for a place", rows: 10, isWhole: false) { _, _ in
      #"{"items": \#(rows(0..<10)), "nextBatch": "x7"}"#
    },
    List("a page count against a total", rows: 10, isWhole: false) { _, _ in
      #"{"items": \#(rows(0..<10)), "page": 1, "total_pages": 6, "total": 10}"#
    },
    List("a number that is no page", rows: 10, requests: 1) { _, _ in
      #"{"items": \#(rows(0..<10)), "next": -1}"#
    },
    List("the partner of a size", path: "list?limit=20", rows: 95, requests: 8) {
      rows(page($1("offset") ?? 0, of: 95))
    },
    List("a round number for any parameter", rows: 20, requests: 7) { _, _ in rows(0..<20) },
    List("a larger size brings more", rows: 20, isWhole: false) { _, query in
      rows(0..<(query("limit") ?? 20))
    },
    List("249 countries", rows: 249, requests: 1) { _, _ in rows(0..<249) },
    List("seven rows", rows: 7, requests: 1) { _, _ in rows(0..<7) },
    List("pages that may be short", path: "list?page=1&per_page=20", rows: 55, requests: 5) {
      let starts = [0, 18, 38, 55]
      let number = ($1("page") ?? 1) - 1
      return number < 3 ? rows(starts[number]..<starts[number + 1]) : "[]"
    },
    List("a number in the path that is no page", path: "page/123/comments", rows: 10, requests: 7) {
      path, _ in path.contains("/123/") || path.hasPrefix("page/123") ? rows(0..<10) : rows(50..<60)
    },
    List("a file name that counts", path: "hot/0.json", rows: 20, isWhole: false) { path, _ in
      let number = path.contains("1.json") ? 1 : 0
      return rows(20 * number..<20 * number + 20)
    },
    List("a date that is no offset", path: "list?from=2026-01-01", rows: 15, requests: 1) { _, _ in
      #"{"events": \#(rows(0..<15))}"#
    },
  ]

  private static let named = [
    List("a flag without a way", rows: 10, isWhole: false) { _, _ in
      #"{"items": \#(rows(0..<10)), "exceededTransferLimit": true}"#
    },
    List("a next page in a list", rows: 30, requests: 4) {
      let start = ($1("start") ?? 1) - 1
      let next = start < 20 ? #", "nextPage": [{"startIndex": \#(start + 11)}]"# : ""
      return #"{"queries": {"request": []\#(next)}, "items": \#(rows(start..<start + 10))}"#
    },
    List("a token with a name of its own", rows: 30) {
      let start = $1("nextToken") ?? 0
      let next = start < 20 ? #", "nextForwardToken": "\#(start + 10)""# : ""
      return #"{"items": \#(rows(start..<start + 10))\#(next), "has_more": \#(start < 20)}"#
    },
    List("a number of changes that takes another name", path: "list?limit=20", rows: 50) {
      let start = $1("since") ?? 0
      let seen = page(start, of: 50)
      return
        #"{"results": \#(rows(seen)), "last_seq": \#(seen.upperBound), "pending": \#(50 - seen.upperBound)}"#
    },
    List("a name of one letter", path: "list?n=20", rows: 50) {
      let seen = page($1("S") ?? 0, of: 50)
      let more = seen.upperBound < 50 ? #", "_more_changes": true"# : ""
      let list = seen.map { #"{"id": \#($0)\#($0 + 1 == seen.upperBound ? more : "")}"# }
      return "[\(list.joined(separator: ", "))]"
    },
    List("an answer's own name", rows: 60) {
      let number = $1("pageNo") ?? 1
      return
        #"{"items": \#(rows(page(10 * (number - 1), of: 60, size: 10))), "pageNo": \#(number), "total_pages": 6}"#
    },
    List(
      "a header field of one word", path: "list?per_page=20", rows: 50,
      answering: {
        let start = $1("next_token") ?? 0
        return (
          rows(page(start, of: 50)), start + 20 < 50 ? ["X-Api-NextToken": "\(start + 20)"] : [:]
        )
      }),
    List("a cursor in each row", path: "list?limit=20", rows: 50, requests: 5) {
      let start = $1("cursor").map { $0 + 1 } ?? 0
      let found = page(start, of: 50).map { #"{"cursor": "\#($0)", "row": {"id": \#($0)}}"# }
      return "[\(found.joined(separator: ", "))]"
    },
    List("a link to the first page", rows: 30, requests: 5) { path, query in
      guard path.contains("page=") else {
        return #"{"totalItems": 30, "first": "/list?page=true"}"#
      }
      let start = query("max_id") ?? 0
      let next = start < 20 ? #", "next": "/list?page=true&max_id=\#(start + 10)""# : ""
      return #"{"orderedItems": \#(rows(start..<start + 10))\#(next)}"#
    },
    List("links to pages", rows: 2, isWhole: false, requests: 1) { _, _ in
      #"{"items": [{"@id": "/p0", "@type": "CatalogPage", "count": 5}, {"@id": "/p1", "@type": "CatalogPage", "count": 5}]}"#
    },
    List("the list that the total belongs to", rows: 40) {
      let files = $1("page") == nil ? rows(500..<530) : "[]"
      let found = rows(page(20 * (($1("page") ?? 1) - 1), of: 40))
      return #"{"total_commits": 40, "commits": \#(found), "files": \#(files)}"#
    },
    List("numbers beyond 2^63", rows: 40, requests: 5) {
      let number = $1("page") ?? 1
      let ids = (0..<10).map { #"{"id": 184467440737095516\#(10 * number + $0), "name": "a"}"# }
      return #"{"items": [\#(ids.joined(separator: ", "))], "page": \#(number), "total_pages": 4}"#
    },
    List("ids that come again with other values", rows: 20, isWhole: false) {
      let number = $1("page") ?? 1
      let found = (10 * number - 10..<10 * number).map { #"{"id": \#($0 % 20), "v": \#($0)}"# }
      let next = number < 6 ? #""?page=\#(number + 1)""# : "null"
      return #"{"items": [\#(found.joined(separator: ", "))], "next": \#(next)}"#
    },
  ]

  /// Servers that a client could ask for ever.
  private static let storms = [
    List(
      "an offset behind the end that begins again", path: "list?limit=10", rows: 10, isWhole: false
    ) {
      let start = $1("offset") ?? 0
      return #"{"offset": \#(start), "items": \#(rows(start < 10 ? start..<10 : 0..<10))}"#
    },
    List("a next link that never ends", rows: 60, requests: 8) {
      let start = $1("offset") ?? 0
      return
        #"{"total": 60, "items": \#(rows(page(start, of: 60, size: 10))), "next": "/list?offset=\#(start + 10)"}"#
    },
    List("fewer pages than the total", path: "list?page=0", rows: 50, isWhole: false, requests: 5) {
      let number = $1("page") ?? 0
      return
        #"{"hits": \#(number < 5 ? rows(10 * number..<10 * number + 10) : "[]"), "page": \#(number), "nbPages": 5, "nbHits": 2400}"#
    },
  ]

  @Test(arguments: bare + named + storms)
  private func aListIsReadByItsURL(list: List) async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      asked.use { $0 += 1 }
      let (body, headers) = list.answer(request.path) { name in request.number(name) }
      return .json(body, headers: headers)
    } body: { server in
      let source = DetectedSource(.get(server.url(list.path)))
      var walk = Walk(source)
      await walk.send(.started)
      for _ in 0..<200 where walk.state.append == .idle { await walk.send(.loadMore) }
      let context: Comment = "\(walk.state.completeness), \(asked.use { $0 }) requests"
      #expect(walk.state.items.count == list.rows, context)
      #expect(walk.state.completeness.isComplete == list.isWhole, context)
      #expect(asked.use { $0 } <= list.requests, context)
    }
  }

  /// A query that declares a text, and has no value for it, is read on by the id of the last row.
  @Test(arguments: [nil, "cursor"])
  func aVariableForATextTakesTheLastID(pageName: String?) async throws {
    let query = "query ($cursor: String) { runs(cursor: $cursor, limit: 10) { runId } }"
    try await RawServer.run { request in
      let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body.utf8))
      let cursor = body?["variables.cursor"]
      if case .integer? = cursor { return .json(#"{"message": "not a String"}"#, status: 500) }
      let start = if case .string(let text)? = cursor { Int(text.dropFirst()) ?? 0 } else { 0 }
      let rows = (start..<min(start + 10, 35)).map { #"{"runId": "r\#($0 + 1)"}"# }
      return .json(#"{"data": {"runs": [\#(rows.joined(separator: ", "))]}}"#)
    } body: { server in
      var given = PagingStyle.Given()
      given.pageName = pageName
      let source = DetectedSource(.graphql(server.url("graphql"), query: query), given: given)
      let walk = await Walk.toEnd(of: source, pageSize: 10)
      #expect(walk.state.items.count == 35, "\(walk.state.completeness)")
    }
  }

  /// Without guesses nothing is asked beside the pages.
  @Test func noGuessIsSentWhereNoneIsWanted() async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      asked.use { $0 += 1 }
      return .json(Self.rows(0..<20))
    } body: { server in
      let walk = await Walk.toEnd(of: DetectedSource(.get(server.url("list")), mayGuess: false))
      #expect(walk.state.items.count == 20)
      #expect(asked.use { $0 } == 1)
    }
  }

  /// A server that knows the parameter, and refuses something else, has no other one.
  @Test func nothingIsGuessedAfterARefusalThatNamesTheParameter() async throws {
    let asked = Locked(0)
    try await RawServer.run { request in
      asked.use { $0 += 1 }
      guard request.parameters["starting_after"] != nil else {
        return .json(#"{"object": "list", "has_more": true, "data": \#(Self.rows(0..<10))}"#)
      }
      let words = "Give starting_after or ending_before, not both."
      return .json(#"{"error": {"message": "\#(words)"}}"#, status: 400)
    } body: { server in
      let walk = await Walk.toEnd(of: DetectedSource(.get(server.url("list?ending_before=7"))))
      #expect(walk.state.error?.status == 400)
      #expect(walk.state.error?.message.contains("not both") == true)
      #expect(asked.use { $0 } == 2)
    }
  }
}
