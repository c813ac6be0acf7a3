import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedHTTP

/// How a body is read: a part at a time, on a queue, within limits.
@Suite("HTTP reading", .watched)
struct HTTPReadingTests {
  private struct Row: Identifiable, Equatable, Decodable, Sendable {
    let id: Int
    var text: String?
  }

  private func page<Item>(
    _ rows: HTTPRows<Item>, in body: String, paging: Paging = .none,
    limits: HTTPLimits = HTTPLimits(), graphQL: Bool = false
  ) throws -> Feed<Item, PageCursor>.Page where Item.ID: Sendable {
    let url = try #require(URL(string: "https://h/feed"))
    var request = HTTPRequest.get(url)
    if graphQL {
      request = .graphql(url, query: "query { a }")
      request.graphQL?.acceptsPartialData = true
    }
    let source = HTTPPageSource<Item>(
      request, rows: rows, paging: paging, loader: HTTPLoader(limits: limits))
    return try source.page(
      for: .init(ticket: 1, kind: .refresh, position: .start, size: 20),
      in: HTTPResponse(url: url, status: 200, headers: [:], body: Data(body.utf8)))
  }

  private func complaint(_ read: () throws -> Void) -> String {
    #expect(throws: FeedFailure.self, performing: read)?.message ?? ""
  }

  // MARK: - Parts

  /// Some 6,000 rows of 60 kB, in several parts.
  private static let many = (0..<6_000).map { #"{"id":\#($0)}"# }

  private func body(_ rows: [String]) -> String {
    #"{"results":[\#(rows.joined(separator: ","))]}"#
  }

  @Test func allPartsComeInOrder() throws {
    let page = try page(.list(at: "results") as HTTPRows<Row>, in: body(Self.many))
    #expect(page.items.map(\.id) == Array(0..<6_000))
  }

  @Test func aRowOfALaterPartIsNamedWithItsPlace() throws {
    var rows = Self.many
    rows[5_999] = #"{"id":"x"}"#
    let complaint = complaint {
      _ = try page(.list(at: "results") as HTTPRows<Row>, in: body(rows))
    }
    #expect(complaint.contains(#".results[5999].id: expected a number, found "x""#))
  }

  @Test func badRowsOfAllPartsAreSkipped() throws {
    var rows = Self.many
    for index in stride(from: 7, to: 6_000, by: 1_000) { rows[index] = "{}" }
    let told = Log<SkippedRows>()
    let page = try page(
      (.list(at: "results") as HTTPRows<Row>).skippingBadRows { told.add($0) }, in: body(rows))
    #expect(page.items.map(\.id) == (0..<6_000).filter { $0 % 1_000 != 7 })
    #expect(told.entries == [SkippedRows(count: 6, firstPlace: ".results[7]")])
  }

  /// A text that was cut after it was escaped: the decoder refuses the whole list with it.
  @Test(arguments: [#"caf\u00"#, #"\u"#, #"\x"#, #"\ud834"#, "\\\u{e9}", #"\u00g1"#])
  func aCutEscapeTakesNoOtherRowWithIt(text: String) throws {
    var rows = Self.many
    for index in [7, 1_000, 1_001, 5_999] { rows[index] = #"{"id":\#(index),"text":"\#(text)"}"# }
    let skipped = Log<SkippedRows>()
    let list: HTTPRows<Row> = .list(at: "results")
    let page = try page(list.skippingBadRows { skipped.add($0) }, in: body(rows))
    #expect(page.items.map(\.id) == (0..<6_000).filter { ![7, 1_000, 1_001, 5_999].contains($0) })
    #expect(skipped.entries == [SkippedRows(count: 4, firstPlace: ".results[7]")])
    rows[7] = Self.many[7]
    #expect(complaint { _ = try self.page(list, in: body(rows)) }.contains(".results[1000]"))
  }

  @Test func aPageOfBadRowsIsRefused() throws {
    let rows = Array(repeating: "{}", count: 1_001)
    let skipping = (.list(at: "results") as HTTPRows<Row>).skippingBadRows()
    #expect(try page(skipping, in: body(Array(rows.dropLast()))).items.isEmpty)
    let complaint = complaint { _ = try page(skipping, in: body(rows)) }
    #expect(complaint.contains(".results[1000]: expected the key id"))
  }

  @Test(arguments: [
    #"[null, {"node": {"id": 1}}]"#, #"[{"node": null}, {"node": {"id": 1}}]"#,
  ])
  func nullsOfAPartialAnswerAreSkipped(edges: String) throws {
    let rows: HTTPRows<Row> = .list(at: "data.edges[].node")
    let page = try page(
      rows, in: #"{"data": {"edges": \#(edges)}, "errors": [{}]}"#, graphQL: true)
    #expect(page.items == [Row(id: 1)])
  }

  @Test func theKeyOfTheLastRowIsRead() throws {
    let paging: Paging = .keyset(at: "id")
    let rows: HTTPRows<Row> = .list(at: "results")
    #expect(try page(rows, in: body(Self.many), paging: paging).next == .token("5999"))
    let nodes: HTTPRows<Row> = .list(at: "results[].node")
    let body = #"{"results": [{"node": {"id": 1}}, {"node": {"id": 2}}]}"#
    #expect(try page(nodes, in: body, paging: paging).next == .token("2"))
  }

  /// Of two members with the same key the last counts, as for most readers of JSON.
  @Test func theLastOfEqualKeysCounts() throws {
    let page = try page(
      .list(at: "results") as HTTPRows<Row>,
      in: #"{"results": [], "next": null, "results": [{"id": 1}], "next": "/b"}"#,
      paging: .nextURL(at: "next"))
    #expect(page.items == [Row(id: 1)])
    #expect(page.next == .link("https://h/b"))
    var reader = JSONReader(Array(#"{"a": 1, "b": {"a": 2}, "a": 3}"#.utf8))
    #expect(reader.found(at: "a") == 3)
    #expect(try reader.document() == ["a": 3, "b": ["a": 2]])
    #expect(JSONReader(Array(#"{"a": 1, "a": 3}"#.utf8)).outline() == ["a": 3])
  }

  /// A server that cuts texts by their length leaves half a character. Only its reader needs it whole.
  @Test func halfACharacterThatIsNotReadIsNoFault() throws {
    let body = #"{"results": [{"id": 1, "title": "\ud83d"}], "more": "\ud83d", "x": 1e999}"#
    let page = try page(.list(at: "results") as HTTPRows<Row>, in: body)
    #expect(page.items == [Row(id: 1)])
    let raw = complaint {
      _ = try self.page(.raw(at: "results", id: "id"), in: body)
    }
    #expect(raw.contains("cannot be read at .results[0]: half of a surrogate pair"))
  }

  @Test func whatIsBehindTheRowsIsLookedAt() {
    let complaint = complaint {
      _ = try page(.list(at: "results") as HTTPRows<Row>, in: #"{"results": [{"id": 1}], "next": "#)
    }
    #expect(complaint.contains("breaks off"))
  }

  // MARK: - Limits

  @Test func aRowWithTooManyValuesIsRefused() throws {
    var limits = HTTPLimits()
    limits.maxValues = 10
    let rows: HTTPRows<Row> = .list(at: "results")
    // An object, two keys, the id, an array and five numbers.
    let fits = #"{"id": 1, "x": [1, 2, 3, 4, 5]}"#
    let page = try page(rows, in: body(Array(repeating: fits, count: 9)), limits: limits)
    #expect(page.items.count == 9)
    let tooMany = fits.replacing("5", with: "5, 6")
    let complaint = complaint {
      _ = try self.page(rows, in: body([fits, tooMany]), limits: limits)
    }
    #expect(complaint.contains("more than 10 values in a row"))
  }

  @Test func aPageWithTooManyRowsIsRefused() throws {
    var limits = HTTPLimits()
    limits.maxRows = 3
    let rows: HTTPRows<Row> = .list(at: "results")
    let row = #"{"id": 1}"#
    #expect(try page(rows, in: body([row, row, row]), limits: limits).items.count == 3)
    let complaint = complaint {
      _ = try page(rows, in: body([row, row, row, row]), limits: limits)
    }
    #expect(complaint.contains("a page of more than 3 rows"))
  }

  @Test func whatIsReadUndecodedHasNoMoreValues() throws {
    var limits = HTTPLimits()
    limits.maxValues = 10
    let raw: HTTPRows<JSONRow> = .raw(at: "results", id: "id")
    let row = #"{"id": 1}"#
    #expect(try page(raw, in: body([row, row, row]), limits: limits).items.count == 3)
    for paging: Paging in [.none, .nextURL(at: "next")] {
      let rows = paging == .none ? [row, row, row, row] : []
      let next = #"{"results":[\#(rows.joined(separator: ","))],"next":[1,2,3,4,5,6,7,8,9,0]}"#
      let complaint = complaint { _ = try page(raw, in: next, paging: paging, limits: limits) }
      #expect(complaint.contains("more than 10 values"))
    }
    let url = try #require(URL(string: "https://h/feed"))
    let body = HTTPResponse(url: url, status: 200, headers: [:], body: Data("[1,2,3,4]".utf8))
    limits.maxValues = 4
    #expect(throws: FeedFailure.self) { try HTTPRequest.get(url).json(in: body, limits: limits) }
    limits.maxValues = 5
    #expect(try HTTPRequest.get(url).json(in: body, limits: limits).body == [1, 2, 3, 4])
  }

  @Test func anIDThatIsTooLongIsRefused() {
    let id = String(repeating: "a", count: 4_097)
    let complaint = complaint {
      _ = try page(.raw(at: "results", id: "id"), in: body([#"{"id": "\#(id)"}"#]))
    }
    #expect(complaint.contains(".results[0].id: expected an id of at most 4096 bytes"))
  }

  /// As strings these two are equal, and the second would take the place of the first.
  @Test func idsThatOnlyLookAlikeAreTwo() throws {
    let raw: HTTPRows<JSONRow> = .raw(at: "results", id: "id")
    let page = try page(raw, in: body([#"{"id": "\u00e9"}"#, #"{"id": "e\u0301"}"#]))
    #expect(page.items.count == 2)
    #expect(Set(page.items.map(\.id)).count == 2)
    #expect(Set(page.items.map(\.id.rawValue)).count == 1)
    let again = try JSONDecoder().decode([JSONRow].self, from: JSONEncoder().encode(page.items))
    #expect(again == page.items)
    var loop = Loop(JSONFeed(), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: page))
    #expect(loop.state.items.count == 2)
  }

  @Test(arguments: [
    ("9223372036854775807.0", "9223372036854775807"),
    ("9007199254740993.00", "9007199254740993"), ("-3.0", "-3"), ("1e3", "1000"),
  ])
  func aWholeNumberIsNotRounded(number: String, expected: String) throws {
    var reader = JSONReader(Array(number.utf8))
    let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(expected.utf8))
    #expect(try reader.document() == decoded)
  }

  /// A second of it took minutes where an object was tried last.
  @Test func objectsInARowOfOnesOwnAreDecodedInTime() throws {
    struct Free: Identifiable, Equatable, Decodable, Sendable {
      let id: Int
      let value: JSONValue
    }
    let deep = String(repeating: #"{"a":"#, count: 120) + "1" + String(repeating: "}", count: 120)
    let rows = Array(repeating: #"{"id": 1, "value": \#(deep)}"#, count: 1_000)
    #expect(try page(.list(at: "results") as HTTPRows<Free>, in: body(rows)).items.count == 1_000)
  }

  /// A key of a megabyte took seconds for each member of its object.
  @Test func longKeysAreLookedThroughInTime() throws {
    let url = try #require(URL(string: "https://h/feed"))
    let key = String(repeating: "k", count: 1 << 20)
    let members = (0..<1_000).map {
      ("v" + String(repeating: "-", count: $0) + "alue", JSONValue.null)
    }
    let long: JSONValue = .object(Dictionary(uniqueKeysWithValues: members))
    let style = try PagingStyle.detect(.object(["rows": [["id": 1]], key: long]), url: url)
    #expect(style.rows == "rows")
  }

  // MARK: - Marks

  @Test(arguments: [(30, 30), (31, 32), (61, 63), (90, 92)])
  func aLongRunOfMarksIsBroken(count: Int, expected: Int) throws {
    let marks = ["\u{301}", "\u{0F73}", "\u{1D165}", #"\u0301"#, #"\ud834\udd65"#]
    for mark in marks {
      for text in [
        "a\(String(repeating: mark, count: count))", "é\(String(repeating: mark, count: count))b",
      ] {
        let page = try page(
          .list(at: "results") as HTTPRows<Row>, in: body([#"{"id": 1, "text": "\#(text)"}"#]))
        let read = try #require(page.items.first?.text)
        #expect(
          read.unicodeScalars.drop { $0 == "a" || $0 == "é" }.prefix { $0 != "b" }.count == expected
        )
        let isStarter = read.unicodeScalars.map {
          $0.properties.canonicalCombiningClass == .notReordered && $0 != "\u{0F73}"
        }
        #expect(isStarter.split(separator: true).allSatisfy { $0.count <= 30 })
      }
    }
  }

  @Test(arguments: ["漢字 कि 한국어 Ё 👩‍👩‍👧 z̷̡̛", #"\\u0301 \" \/ \ud83d \u"#])
  func otherTextsStayAsTheyAre(text: String) {
    let bytes = Array(text.utf8) + String(repeating: "e\u{301}", count: 100).utf8
    #expect(bytes.streamSafe == bytes)
  }

  @Test func anErrorBehindMarksIsNoEnd() {
    let marks = String(repeating: "\u{301}", count: 40_000)
    let complaint = complaint {
      _ = try page(.list() as HTTPRows<Row>, in: #"[{"id": "a\#(marks)"}, x, 1]"#)
    }
    // Two bytes for each mark, and 14 around them.
    #expect(complaint.contains("is invalid at byte 80014:"))
  }

  @Test func marksInAHeaderAreBroken() {
    var head = HTTPResponse.Head(url: URL(filePath: "/"), status: 200, headers: [:])
    head.append("a" + String(repeating: "\u{301}", count: 31), toField: "link")
    #expect(head.headers["link"]?.unicodeScalars.count == 33)
  }

  /// 256 kB of marks in an id took the main actor for 5 s.
  @Test func anIDOfMarksIsHashedInTime() throws {
    struct Tag: Identifiable, Equatable, Decodable, Sendable { let id: String }
    let marks = String(repeating: "\u{301}\u{316}", count: 500_000)
    let page = try page(.list(at: "results") as HTTPRows<Tag>, in: body([#"{"id": "a\#(marks)"}"#]))
    #expect(Set(page.items.map(\.id)).count == 1)
  }
}
