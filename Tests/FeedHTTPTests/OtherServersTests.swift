import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Servers that page in ways of their own, read with nothing but the URL where that can be.
@Suite("Other servers", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct OtherServersTests {
  private typealias Walked = (state: JSONFeed.State, style: PagingStyle)

  /// Finds the style of a feed, and walks the feed to its end.
  private func walk(
    _ path: String, given: PagingStyle.Given = .init(), size: Int = 20, _ server: TestServer
  ) async throws -> Walked {
    let request = HTTPRequest.get(server.url(path))
    let answer = try await request.answer(size: size)
    let style = try PagingStyle.detect(
      answer.body, url: request.url, headers: answer.headers, given: given)
    let walk = await Walk.toEnd(of: style.source(for: request), pageSize: size)
    return (walk.state, style)
  }

  private func checkRows(_ walked: Walked, count: Int = 82) {
    #expect(walked.state.error == nil)
    #expect(walked.state.append == .ended(reason: .exhausted))
    #expect(walked.state.items.map(\.title) == (1...count).map { "Row \($0) é😀" })
  }

  @Test func aLinkHeaderThatTellsNothingOfPagingDecidesNothing() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/decorated", server)
      checkRows(walked)
      #expect(walked.style.paging == .pageNumber(total: "total"))
    }
  }

  // MARK: - Offsets

  @Test func aCappedPageIsNotTheLast() async throws {
    try await TestServer.run(count: 120) { server in
      var given = PagingStyle.Given()
      given.kind = .offset
      let walked = try await walk(
        "as/capped?offset=0&limit=1000", given: given, size: 1_000, server)
      checkRows(walked, count: 120)
      let queries = try await server.log().map(\.query)
      #expect(
        queries.dropFirst() == [
          "offset=0&limit=1000", "offset=49&limit=1001", "offset=98&limit=1001",
        ])
    }
  }

  @Test(arguments: [
    ("", "offset"), ("?offset=0", "offset"), ("?skip=0", "skip"), ("?x=1", "offset"),
  ])
  func anOffsetGoesIntoAParameterForOne(query: String, name: String) async throws {
    let url = try #require(URL(string: "https://h/feed\(query)"))
    var given = PagingStyle.Given()
    given.kind = .offset
    let style = try PagingStyle.detect([["id": 1], ["id": 2]], url: url, given: given)
    #expect(style.paging == .offset())
    #expect(style.pageName == name)
  }

  @Test func aShortFirstPageIsFollowedByALookBehindIt() async throws {
    try await TestServer.run(count: 7) { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("plain"), size: "per_page"), rows: .list(), paging: .shortPage)
      let walk = await Walk.toEnd(of: source, pageSize: 20)
      #expect(walk.state.items.count == 7)
      let requests1 = try await server.log().count
      #expect(requests1 == 2)
      // With a total there is nothing to look for.
      let other = HTTPPageSource<Product>(
        .get(server.url("items"), size: "size"), rows: .list(at: "items"), paging: .shortPage,
        total: "totalItemsAvailable")
      #expect(await Walk.toEnd(of: other, pageSize: 20).state.items.count == 7)
      let requests2 = try await server.log().count
      #expect(requests2 == 3)
    }
  }

  // MARK: - A parameter that is ignored

  @Test func anIgnoredParameterIsNamed() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/ignoring", server)
      #expect(walked.state.items.count == 20)
      let failure = try #require(walked.state.error)
      #expect(
        failure.message.replacing(server.base.absoluteString, with: "BASE")
          == "BASE/as/ignoring sent its first page again for page 2: the server ignores \"page\"; "
          + "give the name of the parameter for the page.")
      #expect(!failure.isRetryable)
      var given = PagingStyle.Given()
      given.pageName = "p"
      checkRows(try await walk("as/ignoring", given: given, server))
    }
  }

  /// As many rows were inserted as a page has: the second page is the first one of before.
  @Test func rowsThatMovedByAPageAreNoIgnoredParameter() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("items")), rows: .list(at: "items"),
        paging: .pageNumber(total: "totalItemsAvailable"))
      func page(_ position: Feed<Product, PageCursor>.Position) async throws -> [Int] {
        try await source.page(for: .init(ticket: 1, kind: .append, position: position, size: 20))
          .items.map(\.id)
      }
      let first = try await page(.start)
      try await server.control(#"{"insert": 20}"#)
      let second = try await page(.after(cursor: .number(2)))
      #expect(second == first)
    }
  }

  // MARK: - Rows

  @Test func textsAreRows() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/words", server)
      #expect(walked.state.items.map(\.id.rawValue) == (1...82).map { "Row \($0) é😀" })
      #expect(walked.style.id == "")
    }
  }

  @Test func aListBehindTheLastPageMayBeAbsent() async throws {
    try await TestServer.run(count: 40) { server in
      checkRows(try await walk("as/widgets", server), count: 40)
    }
    try await TestServer.run(count: 0) { server in
      let request = HTTPRequest.get(server.url("as/widgets"))
      func count(_ rows: HTTPRows<Product>) async throws -> Int {
        try await HTTPPageSource<Product>(request, rows: rows, paging: .shortPage).page(
          for: .init(ticket: 1, kind: .refresh, position: .start, size: 20)
        ).items.count
      }
      await #expect(throws: FeedFailure.self) { try await count(.list(at: "widgets")) }
      let rows = try await count(.list(at: "widgets").absentIfEmpty())
      #expect(rows == 0)
    }
  }

  @Test(arguments: ["widgets", "odd name", "data"])
  func anEmptyListUnderAnyKeyIsAListOfRows(key: String) throws {
    let url = try #require(URL(string: "https://h/feed"))
    let style = try PagingStyle.detect(.object([key: [], "errors": []]), url: url)
    #expect(style.rows == JSONPath(key))
    #expect(!style.isSettled)
  }

  // MARK: - A style that the first response does not tell

  private func page(
    of source: DetectedSource, _ position: Feed<JSONRow, PageCursor>.Position = .start
  ) async throws -> JSONFeed.Page {
    try await source.page(for: .init(ticket: 1, kind: .refresh, position: position, size: 20))
  }

  /// Rows that come later tell what the empty list did not.
  @Test func aStyleIsFoundWhenAResponseTellsIt() async throws {
    for path in ["token", "as/header-url", "linked", "people", "as/decorated", "home"] {
      try await TestServer.run(count: 0) { server in
        let source = DetectedSource(.get(server.url(path)))
        let first = try await page(of: source)
        #expect(first.items.isEmpty)
        #expect(source.style?.isSettled == false, "\(path)")
        try await server.control(#"{"insert": 45}"#)
        let walk = await Walk.toEnd(of: source)
        #expect(walk.state.error == nil)
        #expect(walk.state.items.count == 45, "\(path)")
        #expect(source.style?.isSettled == true, "\(path)")
      }
    }
  }

  /// One page has no next link: whether that is a URL or a token can't be seen.
  @Test func whatIsGivenStaysAndWhatRowsToldToo() async throws {
    try await TestServer.run(count: 5) { server in
      var given = PagingStyle.Given()
      given.next = "meta.next_page_token"
      given.pageName = "page_token"
      let source = DetectedSource(.get(server.url("token")), given: given)
      let first = try await page(of: source)
      #expect(first.items.count == 5)
      let style = try #require(source.style)
      #expect(style.paging == .token(at: "meta.next_page_token", more: "meta.has_more"))
      try await server.control(#"{"insert": 45}"#)
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 50)
      #expect(source.style?.id == style.id)
    }
  }

  @Test func theFirstResponseIsTheFirstPage() async throws {
    try await TestServer.run { server in
      let walk = await Walk.toEnd(of: DetectedSource(.get(server.url("people"))))
      #expect(walk.state.items.count == 82)
      let requests3 = try await server.log().count
      #expect(requests3 == 9)
      // A cursor of an earlier run does not tell the style.
      let source = DetectedSource(.get(server.url("items")))
      let second = try await page(of: source, .after(cursor: .number(2)))
      #expect(second.items.first?.title == "Row 21 é😀")
    }
  }

  // MARK: - Header fields

  @Test func cursorsComeInHeaderFields() async throws {
    try await TestServer.run { server in
      checkRows(try await walk("as/header-url", server))
      checkRows(try await walk("as/header-token", server))
      var given = PagingStyle.Given()
      given.next = .header("X-Next-Cursor")
      given.pageName = "cursor"
      checkRows(try await walk("as/header-token", given: given, server))
    }
  }

  // MARK: - Several values

  @Test func aCursorMayHaveSeveralValues() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/continued", server)
      checkRows(walked)
      #expect(walked.style.paging == .token(at: "continue"))
      var given = PagingStyle.Given()
      given.next = "continue"
      checkRows(try await walk("as/continued", given: given, server))
      given.kind = .token
      checkRows(try await walk("as/continued", given: given, server))
    }
    let cursor = PageCursor.json(["b": "2", "a": "1"])
    #expect("\(cursor)" == "a=1, b=2")
    let json = try JSONEncoder().encode(cursor)
    #expect(try JSONDecoder().decode(PageCursor.self, from: json) == cursor)
  }

  // MARK: - Requests of other kinds

  @Test(arguments: ["as/ranged", "as/uncounted"])
  func aRangeOfRowsIsAskedForByItsField(path: String) async throws {
    for count in [82, 80] {
      try await TestServer.run(count: count) { server in
        let walked = try await walk(path, server)
        checkRows(walked, count: count)
        #expect(walked.style.rangeUnit == (path == "as/ranged" ? "items" : ""))
        let fields = try await server.log().map { $0.headers["range"] }
        #expect(fields[2] == (path == "as/ranged" ? "items=19-39" : "19-39"))
        // Where there is a total, nothing is asked for behind it.
        // Without one it is read until a page is empty.
        let requests = path == "as/ranged" ? (count == 80 ? 5 : 6) : count == 80 ? 7 : 8
        #expect(fields.count == requests)
      }
    }
  }

  @Test func aPageMayBePartOfThePath() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/page/1", server)
      checkRows(walked)
      #expect(walked.style.pageName == "path:page")
    }
  }

  @Test func aCursorMayGoIntoAHeaderField() async throws {
    try await TestServer.run { server in
      var given = PagingStyle.Given()
      given.pageName = "header:X-Cursor"
      checkRows(try await walk("as/asked", given: given, server))
    }
  }

  @Test func aParameterMayHaveAnOddName() async throws {
    try await TestServer.run { server in
      let walked = try await walk("as/odd-names?page[number]=1&page[size]=10", server)
      checkRows(walked)
      #expect(walked.style.pageName == "page[number]")
      let last = try await server.log().last
      #expect(last?.query == "page%5Bnumber%5D=5&page%5Bsize%5D=20")
    }
  }

  @Test(
    arguments: [
      ("as/search", ["q": "x", "limit": 10], "cursor", 6),
      ("as/search", ["q": "x", "cursor": .null], "cursor", 6),
      ("as/hits", ["query": ["match_all": [:]], "size": 20], "search_after", 6),
      ("as/scan", ["TableName": "rows"], "ExclusiveStartKey", 6),
    ] as [(String, JSONValue, String, Int)])
  func aCursorGoesIntoTheBodyOfAPost(
    path: String, body: JSONValue, name: String, requests: Int
  ) async throws {
    try await TestServer.run { server in
      let source = DetectedSource(.post(server.url(path), body: body))
      let walk = await Walk.toEnd(of: source, pageSize: 20)
      #expect(walk.state.error == nil)
      #expect(walk.state.items.map(\.id.rawValue) == (1...82).map { "\($0)" })
      #expect(source.foundRequest.pageName == name)
      let log = try await server.log()
      #expect(log.allSatisfy { $0.method == "POST" })
      let last = try JSONDecoder().decode(JSONValue.self, from: Data((log.last?.body ?? "").utf8))
      for (key, value) in try #require(JSONMembers(body)) where key != "limit" && value != .null {
        #expect(last[JSONPath(key)] == value)
      }
    }
  }

  /// The members of a JSON object.
  private func JSONMembers(_ value: JSONValue) -> [String: JSONValue]? {
    if case .object(let members) = value { members } else { nil }
  }

  @Test func aBodyGoesToItsOwnServerOnly() throws {
    let url = try #require(URL(string: "https://h/search"))
    var request = HTTPRequest.post(url, body: ["q": ["text": "x"]], page: "q.after", size: "q.n")
    request.otherOrigins = [try #require(URL(string: "https://other"))]
    let own = try request.urlRequest(for: .link("/search?page=2"), size: 20)
    #expect(own.httpMethod == "POST")
    #expect(own.httpBody == Data(#"{"q":{"text":"x"}}"#.utf8))
    let next = try request.urlRequest(for: .json(["a", 1]), size: 20)
    #expect(next.httpBody == Data(#"{"q":{"after":["a",1],"n":20,"text":"x"}}"#.utf8))
    #expect(throws: FeedFailure.self) {
      try request.urlRequest(for: .foreignLink("https://other/search"), size: 20)
    }
    request.pageName = "q.text.after"
    let failure = #expect(throws: FeedFailure.self) {
      try request.urlRequest(for: .token("t"), size: 20)
    }
    #expect(
      failure?.message
        == "The body for https://h/search has no place for a value at .q.text.after; use a path to "
        + "a member of an object.")
  }

  @Test(arguments: [
    ("as/zero", "the first page is 0"), ("as/continuation", "header x-ms-continuationtoken"),
    ("as/absent-end", "token in .meta.next_cursor"),
  ])
  func theFirstAnswerTellsIt(path: String, words: String) async throws {
    for count in [82, 80] {
      try await TestServer.run(count: count) { server in
        let walked = try await walk(path, server)
        checkRows(walked, count: count)
        #expect("\(walked.style)".contains(words))
      }
    }
  }

  @Test(
    arguments: [
      ([["sys": ["id": "a"]], ["sys": ["id": "b"]]], ".sys.id"),
      ([["id": ["S": "1"], "n": 1], ["id": ["S": "2"], "n": 1]], ".id.S"),
      ([["_id": ["$oid": "1"]], ["_id": ["$oid": "2"]]], "._id.$oid"),
    ] as [(JSONValue, String)])
  func anIDMayBeOneLevelDeeper(rows: JSONValue, path: String) throws {
    let url = try #require(URL(string: "https://h/a"))
    #expect("\(try PagingStyle.detect(["rows": rows], url: url).id)" == path)
  }

  @Test func linksAreNoRows() throws {
    let url = try #require(URL(string: "https://h/a"))
    let body: JSONValue = [
      "_links": ["curies": [["name": "ea", "href": "https://h/{rel}"]]],
      "_embedded": ["orders": []],
    ]
    #expect("\(try PagingStyle.detect(body, url: url).rows)" == "._embedded.orders")
  }

  // MARK: - Errors with status 200

  @Test(arguments: [("erring", "No key was given."), ("refusing", "The quota is used up.")])
  func anErrorWithTheStatusOfASuccessIsAFailure(path: String, words: String) async throws {
    try await TestServer.run { server in
      let url = server.url("as/\(path)")
      let message =
        "\(url) answered with the error \"\(words)\"; check the request."
      let source = HTTPPageSource<Product>(.get(url), rows: .list(at: "items"), paging: .shortPage)
      let failure = await #expect(throws: FeedFailure.self) {
        try await source.page(for: .init(ticket: 1, kind: .refresh, position: .start, size: 20))
      }
      #expect(failure?.message == message)
      #expect(failure?.code == .http)
      let found = await #expect(throws: FeedFailure.self) { try await walk("as/\(path)", server) }
      #expect(found?.message == message)
    }
  }
}
