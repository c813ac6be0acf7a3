import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@testable import FeedHTTP

/// Objects that are taken for lists of rows, and others.
@Suite("Detection of rows by key", .watched)
struct MemberDetectionTests {
  private func style(
    of json: String, at url: String = "https://h/x", given: PagingStyle.Given = .init()
  ) throws -> PagingStyle {
    let body = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    return try PagingStyle.detect(body, url: try #require(URL(string: url)), given: given)
  }

  @Test(arguments: [
    (
      #"{"k1": {"title": "a"}, "k2": {"title": "b", "note": 1}}"#,
      "not paged, rows in .{}, id .key, title .value.title"
    ),
    (
      #"{"error": [], "result": {"count": 95, "trades": {"T1": {"pair": "X"}, "T2": {"pair": "Y"}}}}"#,
      "page number, total in .result.count, parameter page (a guess), rows in .result.trades{}, id .key"
    ),
    (
      #"""
      {"batchcomplete": "", "continue": {"gapcontinue": "B", "continue": "gapcontinue||"},
       "query": {"pages": {"736": {"pageid": 736, "ns": 0, "title": "A"}}}}
      """#, "token in .continue, rows in .query.pages{}, id .key, title .value.title"
    ),
    (
      #"{"k1": {"tags": ["a", "b"], "name": "x"}, "k2": {"tags": [], "name": "y"}}"#,
      "not paged, rows in .{}, id .key, title .value.name"
    ),
    (
      #"{"rows": {"a": {"x": 1}, "b": null, "c": {"x": 2}}, "next": "/x?after=c"}"#,
      "next URL in .next, rows in .rows{}, id .key"
    ),
    (
      #"{"side": {"a1": {"x": 1}, "a2": {"x": 2}}, "data": {"rows": {"b1": {"y": 1}, "b2": {"y": 2}}, "total": 9}}"#,
      "page number, total in .data.total, parameter page (a guess), rows in .data.rows{}, id .key"
    ),
  ])
  func anObjectOfObjectsIsAList(json: String, words: String) throws {
    let style = try style(of: json)
    #expect("\(style)" == "paging: \(words)")
    #expect(style.notes[0].contains("no list was found, and the members of the object are alike"))
  }

  @Test(arguments: [
    #"{"user": {"id": 1}, "settings": {"theme": "a"}}"#, #"{"ok": {"id": 1}}"#,
    #"{"id": 7, "_links": {"self": {"href": "/a"}, "next": {"href": "/b"}}}"#,
    #"{"shipping": {"street": "a", "city": "b"}, "billing": {"street": "c", "city": "d"}}"#,
    #"{"a": 1, "b": 2}"#, #"{"a": {}, "b": {}}"#, #"{"k1": null, "k2": null}"#,
    #"{"meta": {"id": 1, "a": 1, "b": 2, "c": 3}, "other": {"id": 2, "x": 4, "y": 5, "z": 6}}"#,
  ])
  func otherObjectsAreNone(json: String) {
    let failure = #expect(throws: FeedFailure.self) { try style(of: json) }
    #expect(failure?.message.contains("has no list of rows: ") == true)
  }

  @Test func twoSuchObjectsAreNamed() {
    let json = #"{"a": {"a1": {"x": 1}, "a2": {"x": 2}}, "b": {"b1": {"y": 1}, "b2": {"y": 2}}}"#
    let failure = #expect(throws: FeedFailure.self) { try style(of: json) }
    #expect(failure?.message.contains("has lists at .a{} and .b{}, and nothing tells") == true)
  }

  /// A query names all keys of its answer.
  @Test func anAnswerToAQueryHasNone() throws {
    let answer = JSONResponse(
      url: try #require(URL(string: "https://h/x")),
      body: ["data": ["first": ["id": 1], "second": ["id": 2]]])
    let request = HTTPRequest.graphql(answer.url, query: "query { a }")
    #expect(throws: HTTPProblem.self) {
      try Detection(answer, to: request, given: PagingStyle.Given()).style()
    }
  }

  /// A list is one, whatever stands beside it.
  @Test func aListComesFirst() throws {
    let json = #"{"items": [{"id": 1}], "by": {"k1": {"a": 1}, "k2": {"a": 2}}}"#
    #expect("\(try style(of: json))".hasSuffix("rows in .items, id .id"))
  }

  @Test func anErrorIsNoList() {
    let json = #"{"error": {"code": 1, "message": "a"}, "fault": {"code": 2, "message": "b"}}"#
    let failure = #expect(throws: FeedFailure.self) { try style(of: json) }
    #expect(failure?.message.contains(#"answered with the error "a""#) == true)
  }

  @Test(arguments: ["result.trades{}", ".result.trades{}"] as [JSONPath])
  func aPathMayBeGiven(path: JSONPath) throws {
    var given = PagingStyle.Given()
    given.rows = path
    let one = #"{"tags": [{"id": 1}], "result": {"trades": {"one": {"next": "a", "x": 1}}}}"#
    #expect(
      try "\(style(of: one, given: given))"
        == "paging: not paged, rows in .result.trades{}, id .key")
    #expect(try style(of: #"{"result": {"trades": {}}}"#, given: given).rows == path)
    let failure = #expect(throws: FeedFailure.self) {
      try style(of: #"{"result": {"trades": [1]}}"#, given: given)
    }
    #expect(failure?.message.contains("has no list of rows at .result.trades{}") == true)
    given.rows = "result.trades{}.value"
    #expect(
      try "\(style(of: #"{"result": {"trades": {"a": {"id": 5}}}}"#, given: given))"
        == "paging: not paged, rows in .result.trades{}.value, id .id")
  }
}

/// Lists of rows by key, read to their ends by their URLs alone.
@Suite(
  "Walks over rows by key", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct MemberWalkTests {
  private struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    var rows = 55
    var isWhole = true
    var given = PagingStyle.Given()
    let answer: @Sendable (RawServer.Request) -> String
  }

  private static func key(_ number: Int) -> String { "k\(100 + number)" }

  /// The place of a key, which is a JSON text; nil if it is none.
  private static func place(_ text: String?) -> Int? {
    guard let text, text.hasPrefix("\"k"), text.hasSuffix("\"") else { return nil }
    return Int(text.dropFirst(2).dropLast()).map { $0 - 100 }
  }

  /// Twenty members from a place on, with values that would tell of more in a list.
  private static func rows(from start: Int) -> String {
    let range = min(start, 55)..<min(start + 20, 55)
    let members = range.map { #""\#(key($0))": {"title": "t\#($0)", "has_more": true, "page": 1}"# }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func keyset(_ name: String) -> PagingStyle.Given {
    var given = PagingStyle.Given()
    (given.kind, given.next, given.pageName) = (.keyset, "key", name)
    return given
  }

  private static let lists = [
    List(testDescription: "an offset beside a count", path: "trades") {
      let rows = rows(from: $0.number("ofs") ?? 0)
      return #"{"error": [], "result": {"count": 55, "trades": \#(rows)}}"#
    },
    List(testDescription: "keys in quotes", path: "items?orderBy=%22$key%22&limitToFirst=20") {
      rows(from: place($0.parameters["startAfter"]).map { $0 + 1 } ?? 0)
    },
    List(
      testDescription: "keys in quotes, the last one once more", path: "items?orderBy=%22$key%22",
      given: keyset("startAt")
    ) { rows(from: place($0.parameters["startAt"]) ?? 0) },
    List(testDescription: "a number of pages", path: "list?page=1") {
      #"{"total_pages": 3, "rows": \#(rows(from: 20 * (($0.number("page") ?? 1) - 1)))}"#
    },
    List(testDescription: "an object of several values", path: "list") {
      let start = $0.number("from") ?? 0
      let next = start < 40 ? #", "continue": {"from": "\#(start + 20)", "continue": "-"}"# : ""
      return #"{"batchcomplete": "", "query": {"pages": \#(rows(from: start))}\#(next)}"#
    },
    List(testDescription: "an empty page of PHP", path: "list?page=1") {
      let page = $0.number("page") ?? 1
      return #"{"rows": \#(page < 4 ? rows(from: 20 * (page - 1)) : "[]")}"#
    },
    List(
      testDescription: "another page", path: "items", rows: 20, isWhole: false,
      given: keyset("startAfter")
    ) { $0.parameters["startAfter"] == nil ? rows(from: 0) : #"{"maintenance": true}"# },
    List(
      testDescription: "an error", path: "items", rows: 20, isWhole: false,
      given: keyset("startAfter")
    ) { $0.parameters["startAfter"] == nil ? rows(from: 0) : #"{"error": "busy"}"# },
    List(testDescription: "fewer rows than the count", path: "list?page=1", isWhole: false) {
      #"{"total": 77, "rows": \#(rows(from: 20 * (($0.number("page") ?? 1) - 1)))}"#
    },
  ]

  @Test(arguments: lists)
  private func aListIsReadToItsEnd(list: List) async throws {
    try await RawServer.run { request in
      .json(list.answer(request))
    } body: { server in
      let walk = await Walk.toEnd(
        of: DetectedSource(.get(server.url(list.path)), given: list.given))
      let keys = walk.state.items.map(\.id.rawValue)
      #expect(keys == (0..<list.rows).map(Self.key))
      #expect(walk.state.completeness.isComplete == list.isWhole, "\(walk.state.completeness)")
    }
  }
}
