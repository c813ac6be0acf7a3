import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedHTTP

/// Rows that are the members of an object: `{"T1": {…}, "T2": {…}}`.
@Suite("Rows by key", .watched)
struct MemberRowsTests {
  private struct Trade: Equatable, Decodable {
    let price: Int
  }

  private struct Entry: Identifiable, Equatable, Decodable {
    let key: String
    let value: Trade
    var id: String { key }

    init(_ key: String, _ price: Int) {
      (self.key, value) = (key, Trade(price: price))
    }
  }

  private struct Named: Identifiable, Equatable, Decodable {
    let id: Int
  }

  private func page<Item>(
    _ rows: HTTPRows<Item>, in body: String, paging: Paging = .none,
    limits: HTTPLimits = HTTPLimits(), url: String = "https://h/feed"
  ) throws -> Feed<Item, PageCursor>.Page where Item.ID: Sendable {
    let url = try #require(URL(string: url))
    let source = HTTPPageSource<Item>(
      .get(url), rows: rows, paging: paging, loader: HTTPLoader(limits: limits))
    return try source.page(
      for: .init(ticket: 1, kind: .refresh, position: .start, size: 20),
      in: HTTPResponse(url: url, status: 200, headers: [:], body: Data(body.utf8)))
  }

  private func complaint(_ read: () throws -> Void) -> String {
    #expect(throws: FeedFailure.self, performing: read)?.message ?? ""
  }

  private let trades: HTTPRows<Entry> = .list(at: "result.trades{}")

  private func body(_ members: String) -> String { #"{"result": {"trades": \#(members)}}"# }

  // MARK: - Reading

  @Test func membersComeInTheOrderOfTheBody() throws {
    let text = body(#"{"b": {"price": 1}, "a\u00e9" : {"price": 2},"c":{"price":3}}"#)
    #expect(try page(trades, in: text).items == [Entry("b", 1), Entry("aé", 2), Entry("c", 3)])
    let raw = try page(.raw(at: "result.trades{}", id: "key", title: "value.price"), in: text)
    #expect(raw.items.map(\.id) == ["b", "aé", "c"])
    #expect(raw.items.map(\.title) == ["1", "2", "3"])
    #expect(raw.items[0].value == ["key": "b", "value": ["price": 1]])
    #expect(
      try page(.list(at: "{}") as HTTPRows<Entry>, in: #"{"x": {"price": 4}}"#).items.count == 1)
  }

  /// PHP writes an empty map as an empty list.
  @Test(arguments: ["{}", "[]", "{ }", "[ ]", #"{"a": null}"#])
  func anObjectWithoutMembersIsAnEmptyPage(members: String) throws {
    #expect(try page(trades, in: body(members)).items.isEmpty)
  }

  @Test(arguments: ["[1]", "7", "null", #""a""#])
  func anythingButAnObjectIsNoList(members: String) {
    let complaint = complaint { _ = try page(trades, in: body(members)) }
    #expect(complaint.contains("has no list of rows at .result.trades{}: .result.trades is "))
  }

  @Test func behindAMemberAPathGoesOnToItsKeyOrItsValue() throws {
    let text = body(#"{"7": {"id": 1}, "8": null, "9": {"id": 2}}"#)
    let values = try page(.list(at: "result.trades{}.value") as HTTPRows<Named>, in: text)
    #expect(values.items == [Named(id: 1), Named(id: 2)])
    let ids: HTTPRows<JSONRow> = .raw(at: "result.trades{}.value.id", id: "")
    #expect(try page(ids, in: body(#"{"7": {"id": 1}}"#)).items.map(\.id) == ["1"])
    let keys = try page(.raw(at: "result.trades{}.key", id: ""), in: text)
    #expect(keys.items.map(\.id) == ["7", "8", "9"])
    let complaint = complaint {
      _ = try page(.raw(at: "result.trades{}.name", id: ""), in: text)
    }
    #expect(complaint.contains("at .result.trades.7.name: expected a row"))
  }

  // MARK: - Bad rows

  @Test(arguments: [
    (#"{"price": "x"}"#, #"at .result.trades.T123.price: expected a number, found "x""#),
    ("{}", "at .result.trades.T123: expected the key price"),
    ("7", "at .result.trades.T123: expected an object, found 7"),
  ])
  func aMemberThatDoesNotFitIsNamedWithItsPlace(value: String, words: String) {
    let text = body(#"{"T122": {"price": 1}, "T123": \#(value)}"#)
    let complaint = complaint { _ = try page(trades, in: text) }
    #expect(complaint.contains(words), "\(complaint)")
  }

  @Test func badMembersAreSkippedAndCounted() throws {
    let told = Log<SkippedRows>()
    let text = body(#"{"a.b": {}, "c": {"price": 1}, "d": null, "e": 7}"#)
    let page = try page(trades.skippingBadRows { told.add($0) }, in: text)
    #expect(page.items == [Entry("c", 1)])
    #expect(told.entries == [SkippedRows(count: 3, firstPlace: #".result.trades.a\.b"#)])
  }

  // MARK: - Limits

  @Test func membersHaveTheLimitsOfRows() throws {
    let text = body(#"{"a": {"price": 1}, "b": {"price": 2}, "c": {"price": [[3]]}}"#)
    var limits = HTTPLimits()
    limits.maxRows = 2
    #expect(
      complaint { _ = try page(trades, in: text, limits: limits) }.contains("more than 2 rows"))
    limits = HTTPLimits()
    limits.maxValues = 20
    let raw: HTTPRows<JSONRow> = .raw(at: "result.trades{}", id: "key")
    #expect(
      complaint { _ = try page(raw, in: text, limits: limits) }.contains("more than 20 values"))
    limits = HTTPLimits()
    limits.maxNestingDepth = 5
    #expect(
      complaint { _ = try page(raw, in: text, limits: limits) }.contains("more than 5 nested"))
  }

  /// Several parts of 16 kB.
  @Test func allPartsComeInOrder() throws {
    let members = (0..<6_000).map { #""k\#($0)":{"price":\#($0)}"# }
    let page = try page(trades, in: body("{\(members.joined(separator: ","))}"))
    #expect(page.items == (0..<6_000).map { Entry("k\($0)", $0) })
  }

  // MARK: - Keys as cursors

  @Test(arguments: [
    ("https://h/feed?limit=2", "k2"), ("https://h/feed?orderBy=%22$key%22", #""k2""#),
    ("https://h/feed?orderBy=%22", "k2"),
  ])
  func theKeyOfTheLastMemberIsACursor(url: String, cursor: String) throws {
    let next = try page(
      trades, in: body(#"{"k1": {"price": 1}, "k2": {"price": 2}}"#), paging: .keyset(at: "key"),
      url: url
    ).next
    #expect(next == .token(cursor))
  }

  /// A phrase in quotes is no reason to quote the ids of rows.
  @Test func otherCursorsAreNotQuoted() throws {
    let rows: HTTPRows<JSONRow> = .raw(at: "rows", id: "id")
    let next = try page(
      rows, in: #"{"rows": [{"id": "a"}]}"#, paging: .keyset(at: "id"), url: "https://h/?q=%22a%22"
    ).next
    #expect(next == .token("a"))
  }

  // MARK: - Ends

  /// What rows have in them tells nothing of the list.
  @Test func valuesOfMembersAreNoSigns() throws {
    let text = #"{"T1": {"price": 1, "has_more": true, "next": "/x", "next_page": 2, "total": 99}}"#
    let rows: HTTPRows<Entry> = .list(at: "{}")
    #expect(try page(rows, in: text).ending?.doubt == nil)
    #expect(try page(rows, in: text, paging: .token(at: "next_cursor")).next == nil)
    #expect(try page(rows, in: text, paging: .nextURL(at: "T2.next")).ending?.doubt == nil)
    let beside = #"{"has_more": true, "rows": {"T1": {"price": 1}}}"#
    let ending = try page(.list(at: "rows{}") as HTTPRows<Entry>, in: beside).ending
    #expect(ending?.doubt == ".has_more is true")
  }

  /// Where the members of the body are the rows, a body may be one of an error.
  @Test(arguments: [
    #"{"error": {"price": 7, "message": "no index"}}"#, #"{"code": 503, "message": "no index"}"#,
  ])
  func anErrorIsNoRow(text: String) {
    let complaint = complaint { _ = try page(.list(at: "{}") as HTTPRows<Entry>, in: text) }
    #expect(complaint.contains(#/answered with the error ".*no index"/#), "\(complaint)")
  }
}
