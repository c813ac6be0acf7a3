import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

/// What is known of the end of a list, by what its pages tell.
@Suite(
  "Ends of lists over HTTP", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct ListEndTests {
  /// A server of a list, page after page, whose answers are texts.
  private struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var paging: Paging = .token(at: "next")

    /// The answers in order; the last one comes again and again.
    let answers: [String]
    let rows: Int
    var ending: Ending?
    var failure: String?
    var requests: Int?
  }

  private static func page(_ rows: Range<Int>, _ more: String = "") -> String {
    "{\"items\": [\(rows.map { "{\"id\": \($0)}" }.joined(separator: ", "))]\(more)}"
  }

  private static let lists = [
    List(
      testDescription: "a token that is null",
      answers: [page(0..<2, #", "next": "a""#), page(2..<3, #", "next": null"#)],
      rows: 3, ending: Ending(.unnamed)),
    List(
      testDescription: "a flag",
      answers: [
        page(0..<2, #", "next": "a", "has_more": true"#), page(2..<3, #", "has_more": false"#),
      ],
      rows: 3, ending: Ending(.flag)),
    List(
      testDescription: "a flag that says more",
      answers: [
        page(0..<2, #", "next": "a", "has_more": true"#), page(2..<3, #", "has_more": true"#),
      ],
      rows: 3, ending: Ending(.unnamed, doubt: ".has_more is true")),
    List(
      testDescription: "the same token while the server searches",
      answers: [
        page(0..<2, #", "next": "a""#), page(0..<0, #", "next": "a""#),
        page(0..<0, #", "next": "a""#), page(2..<3),
      ],
      rows: 3, ending: Ending(.unnamed), requests: 4),
    List(
      testDescription: "the same token for ever",
      answers: [page(0..<2, #", "next": "a""#), page(0..<0, #", "next": "a""#)],
      rows: 2, ending: Ending(.itself, isChecked: true), requests: 4),
    List(
      testDescription: "a refusal in a 200",
      answers: [
        page(0..<2, #", "next": "a", "status": "OK""#), page(0..<0, #", "status": "OVER_LIMIT""#),
      ],
      rows: 2, failure: "OVER_LIMIT"),
    List(
      testDescription: "a word for no rows",
      answers: [
        page(0..<2, #", "next": "a", "status": "OK""#), page(0..<0, #", "status": "ZERO_RESULTS""#),
      ],
      rows: 2, ending: Ending(.unnamed)),
    List(
      testDescription: "a code that is another",
      answers: [
        page(0..<2, #", "next": "a", "code": 1"#), page(0..<0, #", "code": 7, "msg": "busy""#),
      ],
      rows: 2, failure: "busy"),
    List(
      testDescription: "a part that is missing",
      answers: [page(0..<2, #", "next": "a", "partial": true"#), page(2..<3)], rows: 3,
      ending: Ending(
        .unnamed, doubt: "the server says of its answer that a part is missing: .partial is true")),
    List(
      testDescription: "a page that is none",
      answers: [page(0..<2, #", "next": "a""#), #"{"maintenance": true}"#],
      rows: 2,
      ending: Ending(
        .unnamed, doubt: "a page is none: it has an object with the key maintenance")),
    List(
      testDescription: "fewer rows than are counted", answers: [page(0..<2, #", "total": 9"#)],
      rows: 2, ending: Ending(.unnamed, doubt: "the server counts 9 rows, and 2 came")),
    List(
      testDescription: "the last page by its number", paging: .pageCount(at: "pages"),
      answers: [page(0..<2, #", "pages": 2"#), page(2..<4, #", "pages": 2"#)],
      rows: 4, ending: Ending(.lastPage)),
    List(
      testDescription: "a next page against a total", paging: .pageNumber(total: "total"),
      answers: [page(0..<2, #", "total": 2, "next_page": 2"#)],
      rows: 2, ending: Ending(.total, doubt: ".next_page is 2")),
    List(
      testDescription: "a next page behind the last row", paging: .nextURL(at: "next"),
      answers: [
        page(0..<2, #", "total": 2, "next": "?page=2""#),
        page(0..<0, #", "total": 2, "next": "?page=3""#),
      ],
      rows: 2, ending: Ending(.total), requests: 2),
    List(
      testDescription: "all at once", paging: .none, answers: [page(0..<7)], rows: 7,
      ending: Ending(.wholeList)),
    List(
      testDescription: "keys that rows share", paging: .keyset(at: "at"),
      answers: [
        #"{"items": [{"id": 1, "at": 5}, {"id": 2, "at": 5}]}"#,
        #"{"items": [{"id": 4, "at": 6}]}"#,
        #"{"items": []}"#,
      ], rows: 3,
      ending: Ending(
        .emptyPage,
        doubt:
          "rows have the same value at .at, by which the pages go on, and those between two pages may be skipped"
      )),
    List(
      testDescription: "keys that rows share, and come again", paging: .keyset(at: "at"),
      answers: [
        #"{"items": [{"id": 1, "at": 5}, {"id": 2, "at": 6}, {"id": 3, "at": 6}]}"#,
        #"{"items": [{"id": 2, "at": 6}, {"id": 3, "at": 6}, {"id": 4, "at": 7}]}"#,
        #"{"items": []}"#,
      ], rows: 4, ending: Ending(.emptyPage)),
  ]

  /// What a page without rows says, beside what one with rows said; nil as the failure if it is the end.
  private static let outcomes: [(good: String, bad: String, failure: String?)] = [
    (#""isSuccess": true"#, #""isSuccess": false"#, "isSuccess"),
    (#""success": 1"#, #""success": 0"#, "success"),
    (#""hasError": false"#, #""hasError": true"#, "hasError is true"),
    (#""status": 1"#, #""status": 0, "message": "down""#, "down"),
    (#""retCode": 0"#, #""retCode": 10006, "retMsg": "Too many visits!""#, "Too many visits!"),
    (#""Ack": "Success""#, #""Ack": "Failure""#, "Failure"),
    (#""http_code": 200"#, #""http_code": 503"#, "503"),
    (
      #""Response": "True""#, #""Response": "False", "Error": "Request limit reached!""#,
      "Request limit reached!"
    ),
    (#""status": {"code": 0}"#, #""status": {"code": 1002}"#, "1002"),
    (#""header": {"resultCode": "00"}"#, #""header": {"resultCode": "22"}"#, "22"),
    ("", #""Error Message": "Invalid API call""#, "Invalid API call"),
    ("", #""errorCode": "E100""#, "E100"),
    ("", #""detail": "Request was throttled.""#, "Request was throttled."),
    ("", #""message": "Service temporarily unavailable""#, "unavailable"),
    ("", #""Note": "our standard call frequency is 5 calls per minute""#, "frequency"),
    ("", #""fehler": "kaputt""#, "kaputt"),
    ("", #""resultCode": "22", "resultMsg": "LIMITED_NUMBER_OF_REQUESTS""#, "LIMITED_NUMBER"),
    (#""statusCode": 200"#, #""statusCode": 204, "message": "No Content""#, nil),
    (#""code": 0"#, #""code": 200, "message": "OK""#, nil),
    (#""status": "OK""#, #""status": "ZERO_RESULTS""#, nil),
    ("", #""message": "No items found""#, nil), ("", #""warnings": ["old"]"#, nil),
    ("", #""errorCode": 0, "errorMessage": """#, nil), ("", #""failed": 0"#, nil),
  ]

  @Test(arguments: outcomes)
  func anOutcomeIsJudgedByWhatItIs(good: String, bad: String, failure: String?) async throws {
    try await RawServer.run { request in
      request.parameters["cursor"] == nil
        ? .json(Self.page(0..<2, #", "next": "a""# + (good.isEmpty ? "" : ", " + good)))
        : .json(Self.page(0..<0, ", " + bad))
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), page: "cursor"), rows: .list(at: "items"),
        paging: .token(at: "next"))
      let walk = await Walk.toEnd(of: source, pageSize: 2)
      #expect((walk.state.error == nil) == (failure == nil))
      let isSaid = failure.map { walk.state.error?.message.contains($0) == true } ?? true
      #expect(isSaid, "\(walk.state.error?.message ?? "no failure")")
    }
  }

  private struct Row: Identifiable, Equatable, Decodable {
    let id: Int
  }

  @Test(arguments: lists)
  private func anEndIsProvenOrDoubted(list: List) async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      let number = asked.use { asked in
        defer { asked += 1 }
        return asked
      }
      return .json(list.answers[min(number, list.answers.count - 1)])
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), page: "cursor"), rows: .list(at: "items"), paging: list.paging,
        total: "total")
      let walk = await Walk.toEnd(of: source, pageSize: 2)
      #expect(walk.state.items.count == list.rows)
      #expect(walk.state.ending == list.ending)
      let isNamed = list.failure.map { walk.state.error?.message.contains($0) == true } ?? true
      #expect(isNamed)
      #expect((walk.state.error == nil) == (list.failure == nil))
      #expect(walk.state.completeness.isComplete == (list.ending?.isProven == true))
      if let requests = list.requests { #expect(asked.use { $0 } == requests) }
    }
  }

  /// A page behind the last one that is not there is the end, if nothing speaks against it.
  @Test(arguments: [404, 416], [PageHealing.off, .automatic, .thorough])
  func behindTheLastPageThereIsNone(status: Int, healing: PageHealing) async throws {
    for total in [nil, 4, 9] {
      try await RawServer.run { request in
        let page = Int(request.parameters["page"] ?? "1") ?? 1
        if page > 2 { return .json(#"{"detail": "no such page"}"#, status: status) }
        return .json(Self.page(page * 2 - 2..<page * 2, total.map { ", \"total\": \($0)" } ?? ""))
      } body: { server in
        let source = HTTPPageSource<Row>(
          .get(server.url("list"), size: "size"), rows: .list(at: "items"), paging: .shortPage,
          total: "total", healing: healing)
        let walk = await Walk.toEnd(of: source, pageSize: 2)
        #expect(walk.state.items.count == 4 && walk.state.error == nil)
        #expect(walk.state.completeness.isComplete == (total != 9))
      }
    }
  }

  /// What the pages have told stays with them where a refresh fails.
  @Test func aFailedRefreshProvesNoEnd() async throws {
    let isDown = Locked(false)
    try await RawServer.run { request in
      if isDown.use({ $0 }) { return .json("{}", status: 503) }
      return request.parameters["page"] == nil
        ? .json(Self.page(0..<2, #", "total": 5"#))
        : .json(Self.page(request.parameters["page"] == "2" ? 2..<4 : 0..<0))
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), size: "size"), rows: .list(at: "items"), paging: .shortPage,
        total: "total")
      var walk = Walk<HTTPPageSource<Row>>(source, pageSize: 2)
      await walk.send(.started)
      isDown.use { $0 = true }
      await walk.send(.refreshPulled)
      #expect(walk.state.items.count == 2)
      isDown.use { $0 = false }
      await walk.send(.itemAppeared(index: 1))
      await walk.send(.itemAppeared(index: 3))
      #expect(walk.state.items.count == 4)
      #expect(walk.state.ending?.doubt == "the server counts 5 rows, and 4 came")
    }
  }

  /// Rows of a second page that have the ids of the first one and other values are no sign of a parameter that is
  /// ignored, unless the first page changes, too.
  @Test(arguments: [false, true])
  func otherValuesUnderTheSameIDsAreAnotherPage(isVolatile: Bool) async throws {
    struct Reading: Identifiable, Equatable, Decodable {
      let id: Int
      let time: Int
    }
    let asked = Locked(0)
    try await RawServer.run { request in
      let number = asked.use { asked in
        asked += 1
        return asked
      }
      let time = isVolatile ? number : Int(request.parameters["page"] ?? "1") ?? 1
      let rows = (0..<3).map { #"{"id": \#($0), "time": \#(time)}"# }.joined(separator: ", ")
      return .json(#"{"items": [\#(rows)], "pages": 2}"#)
    } body: { server in
      let source = HTTPPageSource<Reading>(
        .get(server.url("list"), size: "size"), rows: .list(at: "items"),
        paging: .pageCount(at: "pages"))
      let walk = await Walk.toEnd(of: source, pageSize: 3)
      #expect((walk.state.error?.code == .ignoredParameter) == isVolatile)
    }
  }

  /// What the `Link` header of a page without a next one tells of further pages.
  @Test(arguments: [
    (#"</list?page=1>; rel="next"; results="false""#, nil),
    (#"</list?page=1>; rel="first", </list?page=1>; rel="last""#, nil),
    (#"</list?page=4>; rel="last""#, "the Link header names page 4 as the last one"),
    (#"</list?page=2; rel="next""#, "the Link header names a next page, and can't be read"),
    (#"/list?page=2; rel=next"#, "the Link header names a next page, and can't be read"),
  ])
  func aLinkHeaderTellsOfFurtherPages(link: String, doubt: String?) async throws {
    try await RawServer.run { _ in
      .json(Self.page(0..<2), headers: ["Link": link])
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list")), rows: .list(at: "items"), paging: .linkHeader)
      let walk = await Walk.toEnd(of: source, pageSize: 2)
      #expect(walk.state.items.count == 2)
      #expect(walk.state.ending?.doubt == doubt)
    }
  }

  /// A cursor that the server has forgotten leads to the start, once.
  @Test(arguments: [
    (410, #"{"message": "gone"}"#, true), (400, #"{"error": "invalid cursor"}"#, true),
    (404, #"{"message": "Continuation token has expired"}"#, true),
    (404, #"{"message": "not found"}"#, false), (400, #"{"message": "limit is too large"}"#, false),
  ])
  func aForgottenCursorIsNamed(status: Int, body: String, isLost: Bool) async throws {
    try await RawServer.run { request in
      request.parameters["cursor"] == nil
        ? .json(Self.page(0..<2, #", "next": "a""#)) : .json(body, status: status)
    } body: { server in
      let source = HTTPPageSource<Row>(
        .get(server.url("list"), page: "cursor"), rows: .list(at: "items"),
        paging: .token(at: "next"))
      let failure = await #expect(throws: FeedFailure.self) {
        try await source.page(
          for: .init(ticket: 1, kind: .append, position: .after(cursor: .token("a")), size: 2))
      }
      #expect((failure?.code == .invalidCursor) == isLost)
      #expect(failure?.status == status)
    }
  }

  /// A source that is made again, as where a token is renewed, reads the page before once. So it sees that rows went.
  @Test(arguments: [
    Paging.pageNumber(total: "total"), .pageCount(at: "pages"), .shortPage, .nextURL(at: "next"),
  ])
  func aSourceThatIsMadeAgainLosesNoRows(paging: Paging) async throws {
    let removed = Locked(0)
    try await RawServer.run { request in
      let rows = Array((1...40).dropFirst(removed.use { $0 }))
      let page = Int(request.parameters["page"] ?? "1") ?? 1
      let found = rows.dropFirst((page - 1) * 10).prefix(10)
      let items = found.map { "{\"id\": \($0)}" }.joined(separator: ", ")
      let next = page * 10 < rows.count ? "\"?page=\(page + 1)\"" : "null"
      let pages = (rows.count + 9) / 10
      return .json(
        "{\"items\": [\(items)], \"total\": \(rows.count), \"pages\": \(pages), \"next\": \(next)}")
    } body: { server in
      func source() -> HTTPPageSource<Row> {
        HTTPPageSource(.get(server.url("list")), rows: .list(at: "items"), paging: paging)
      }
      let first = source()
      var cursor: PageCursor?
      var ids: [Int] = []
      for _ in 0..<2 {
        let position = cursor.map { Feed<Row, PageCursor>.Position.after(cursor: $0) } ?? .start
        let page = try await first.page(
          for: .init(ticket: 1, kind: .append, position: position, size: 10))
        (cursor, ids) = (page.next, ids + page.items.map(\.id))
      }
      removed.use { $0 = 3 }
      let second = source()
      while let next = cursor {
        let page = try await second.page(
          for: .init(ticket: 1, kind: .append, position: .after(cursor: next), size: 10))
        (cursor, ids) = (page.next, ids + page.items.map(\.id))
      }
      #expect(ids == Array(1...40))
    }
  }
}
