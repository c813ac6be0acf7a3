import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestWatch
import Testing

/// Bodies that servers send and should not, and how they are named.
@Suite("HTTP bodies", .watched)
struct HTTPBodyTests {
  private struct Movie: Identifiable, Equatable, Decodable, Sendable {
    enum Color: String, Decodable { case red, blue }

    let id: Int
    var seen: Bool?
    var tags: [String]?
    var color: Color?
    var out: Date?
  }

  private func page(_ url: URL) async throws -> Feed<Movie, PageCursor>.Page {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let source = HTTPPageSource<Movie>(
      .get(url), rows: .list(at: "results"), paging: .nextURL(at: "next"), total: "total",
      loader: Stub.loader, decoder: decoder)
    return try await source.page(
      for: .init(ticket: 1, kind: .refresh, position: .start, size: 10))
  }

  /// What is wrong with `body`, without the URL.
  private func complaint(_ body: Data) async throws -> String {
    let url = try Stub.url(.init(body: body))
    let failure = await #expect(throws: FeedFailure.self) { try await page(url) }
    return failure?.message.replacing(url.absoluteString, with: "It") ?? ""
  }

  @Test(arguments: [
    (
      #"[{"id": "x"}]"#, ".results[0].id: expected a number, found \"x\""
    ),
    (
      #"[{"id": 1}, {"id": null}]"#, ".results[1].id: expected a number, found null"
    ),
    (
      #"[{"id": 1}, {"name": "b"}]"#,
      ".results[1]: expected the key id, found an object with the key name"
    ),
    (
      #"[{"id": 1, "seen": "yes"}]"#, ".results[0].seen: expected true or false, found \"yes\""
    ),
    (
      #"[{"id": 1, "tags": {}}]"#, ".results[0].tags: expected a list, found an empty object"
    ),
    (
      #"[{"id": 1, "tags": ["a", 2]}]"#, ".results[0].tags[1]: expected a text, found 2"
    ),
    (
      #"[7]"#, ".results[0]: expected an object, found 7"
    ),
  ])
  func aRowThatDoesNotFitIsNamedWithItsPlace(rows: String, words: String) async throws {
    let complaint = try await complaint(Data(#"{"results": \#(rows)}"#.utf8))
    #expect(
      complaint
        == "It sent what does not fit at \(words); make the row's type fit the answer, or skip such rows with skippingBadRows."
    )
  }

  @Test func aValueThatIsRefusedIsNamedWithItsPlaceAndReason() async throws {
    let complaint = try await complaint(
      Data(#"{"results": [{"id": 1, "color": "green"}]}"#.utf8))
    #expect(
      complaint
        == "It sent what cannot be read at .results[0].color: Cannot initialize Color from "
        + "invalid String value green, found \"green\"; make the row's type fit the answer, or skip such rows with skippingBadRows."
    )
  }

  /// The words are the decoder's own, and so is how near they are to the place.
  @Test(arguments: [
    (#"{"id": 1.5}"#, "1.5"), (#"{"id": 1e999}"#, "1e999"),
    (#"{"id": 1, "out": "soon"}"#, "ISO8601"),
  ])
  func whatADecoderRefusesIsNamedWithItsRow(row: String, words: String) async throws {
    let complaint = try await complaint(Data(#"{"results": [{"id": 1}, \#(row)]}"#.utf8))
    #expect(complaint.hasPrefix("It sent what cannot be read at .results[1]"))
    #expect(complaint.contains(words))
  }

  @Test(arguments: [
    (#"{"results": {"a": 1}}"#, ".results is an object with the key a"),
    (#"{"results": null}"#, ".results is null"),
    (#"[{"id": 1}]"#, "the body is a list of 1"),
    ("7", "the body is 7"),
    ("null", "the body is null"),
    ("{}", "the body is an empty object"),
  ])
  func aBodyWithoutRowsSaysWhatIsThere(body: String, words: String) async throws {
    #expect(
      try await complaint(Data(body.utf8))
        == "It has no list of rows at .results: \(words); give the path of the rows.")
  }

  private static let notJSON: [(body: String, words: String)] = [
    ("", "It sent an empty body where JSON was expected; try again or check the address."),
    (" \n", "It sent an empty body where JSON was expected; try again or check the address."),
    (
      #"{"results": [{"id": 1}, {"id"#,
      #"It sent JSON that breaks off after "s": [{"id": 1}, {"id"; try again."#
    ),
    (#"{"a": "\"}"#, #"It sent JSON that breaks off after "{"a": "\"}"; try again."#),
    (
      #"{"results": tru}"#,
      "It sent JSON that is invalid at byte 12: expected a value, found 'tru}'; check the server."
    ),
    (#"{"results": tru"#, #"It sent JSON that breaks off after "{"results": tru"; try again."#),
    (
      "<p>\u{1B}[31m\u{202E}</p>",
      #"It sent application/json where JSON was expected, beginning "#
        + #""<p>\u{1b}[31m\u{202e}</p>"; check the address."#
    ),
  ]

  @Test(arguments: notJSON)
  func aBodyThatIsNoJSONIsNamedForWhatItIs(body: String, words: String) async throws {
    let complaint = try await complaint(Data(body.utf8))
    #expect(complaint == words)
  }

  @Test(arguments: [
    (Data([0x7B, 0x22, 0x61, 0xFF, 0xFE, 0x22]), "{\"a"),
    (
      Data(#"{"results": [{"id": 1, "tags": [""#.utf8) + Data([0xC3, 0x28]) + Data(#""]}]}"#.utf8),
      #" [{"id": 1, "tags": [""#.suffix(20).description
    ),
  ])
  func bytesThatAreNoTextAreNamed(body: Data, before: String) async throws {
    #expect(
      try await complaint(body)
        == "It sent bytes that are not UTF-8 after \"\(before)\"; check the server's encoding.")
  }

  private static let links: [(next: String, link: String?)] = [
    (#""http://h/feed?a=b+c%2Bd&e""#, "http://h/feed?a=b+c%2Bd&e"),
    (#""//h/x[1]""#, "http://h/x%5B1%5D"), (#""http://h/?c=a b""#, "http://h/?c=a%20b"),
    (#""http://u:p@h x/""#, "http://h%20x/"),
    ("null", nil), (#""""#, nil), ("false", nil),
  ]

  @Test(arguments: links)
  func aNextLinkIsMadeWhole(next: String, link: String?) async throws {
    let page = try await page(
      Stub.url(#"{"results": [], "next": \#(next)}"#))
    #expect(page.next == link.map { .link($0) })
  }

  @Test(arguments: [("?after=2", "/feed?after=2"), ("/other", "/other"), ("more", "/more")])
  func aNextLinkIsRelativeToItsPage(next: String, path: String) async throws {
    let url = try Stub.url(#"{"results": [], "next": "\#(next)"}"#)
    let page = try await page(url)
    #expect(page.next == .link("http://\(url.host() ?? "")\(path)"))
  }

  @Test(arguments: ["7", "true", "[]", #"{"href": "/b"}"#])
  func aNextLinkThatIsNoneIsAFailure(next: String) async throws {
    let complaint = try await complaint(Data(#"{"results": [], "next": \#(next)}"#.utf8))
    #expect(
      complaint.hasPrefix("It sent what does not fit at .next: expected a URL or null, found "))
    #expect(complaint.hasSuffix("; give the path of the next page's URL."))
  }

  @Test func theCredentialsInALinkThatIsNoneAreNotShown() async throws {
    let body = Data(#"{"results": [], "next": "http://user:hunter2@h:x y/"}"#.utf8)
    #expect(try await complaint(body).contains("expected a URL or null, found \"…@h:x y/\";"))
  }

  @Test func badRowsArePassedOverAndCountedWhereThatIsWanted() async throws {
    let url = try Stub.url(
      #"{"results": [{"id": "x"}, {"id": 1}, 7, {"id": 2}, {}], "next": "/b"}"#)
    let told = Log<SkippedRows>()
    let source = HTTPPageSource<Movie>(
      .get(url), rows: .list(at: "results").skippingBadRows { told.add($0) },
      paging: .nextURL(at: "next"), loader: Stub.loader)
    let page = try await source.page(
      for: .init(ticket: 1, kind: .refresh, position: .start, size: 10))
    #expect(page.items.map(\.id) == [1, 2])
    #expect(told.entries.map(\.count) == [3])
    #expect(told.entries.first?.firstPlace == ".results[0]")
  }

  @Test func aRowThatIsPassedOverStillCountsAsOneOfThePage() async throws {
    let url = try Stub.url(#"{"results": [{"id": 1}, {}, {}]}"#)
    let source = HTTPPageSource<Movie>(
      .get(url, page: "offset", size: "n"), rows: .list(at: "results").skippingBadRows(),
      paging: .offset(), loader: Stub.loader)
    let page = try await source.page(
      for: .init(ticket: 1, kind: .refresh, position: .start, size: 3))
    #expect(page.next == .offset(3, after: "1"))
  }

  @Test(arguments: [129, 500, 100_000])
  func listsInListsAreNoTrap(depth: Int) async throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let bodies = [
      #"{"results": \#(deep)}"#, #"{"results": [], "more": {"a": \#(deep)}}"#,
      // The low byte of this letter in UTF-16 is a quote.
      #"{"x": "Ģ", "results": \#(deep)}"#,
    ]
    for body in bodies {
      for encoding in [String.Encoding.utf8, .utf16LittleEndian] {
        let data = try #require(body.data(using: encoding))
        #expect(
          try await complaint(data)
            == "It sent JSON with more than 128 nested arrays and objects; "
            + "check the address.")
      }
    }
  }

  /// A megabyte of lists within the limit. Time that grows with the cube of the depth is minutes here.
  @Test(arguments: [200, 500])
  func listsInListsAreReadInTime(status: Int) async throws {
    let deep = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
    let lists = Array(repeating: deep, count: 4_000).joined(separator: ",")
    let body = Data(#"{"lists": [\#(lists)], "results": 1, "message": "no"}"#.utf8)
    let failure = await #expect(throws: FeedFailure.self) {
      try await page(Stub.url(.init(status: status, body: body)))
    }
    #expect(failure?.status == (status == 200 ? nil : status))
  }

  @Test func aDescriptionOfAnErrorIsFoundBeforeTheBodyBreaksOff() async throws {
    let body = Data(
      (#"{"message": "too much", "more": ["# + String(repeating: "1,", count: 99_999)).utf8)
    let failure = await #expect(throws: FeedFailure.self) {
      try await page(Stub.url(.init(status: 500, body: body)))
    }
    #expect(failure?.message.contains("too much") == true, "\(failure?.message ?? "")")
  }

  @Test func bracketsInTextsAreNotDeep() async throws {
    let text = String(repeating: #"[{\"\\"#, count: 200)
    let page = try await page(Stub.url(#"{"results": [{"id": 1, "tags": ["\#(text)"]}]}"#))
    #expect(page.items.count == 1)
  }

  /// The last of them is no URL, which is not looked at.
  @Test(arguments: [#""http://h/?c="#, #""/feed?c="#, #""http://h:x"#])
  func aLinkThatIsTooLongIsRefused(start: String) async throws {
    func complaint(_ count: Int) async throws -> String {
      let link = start + String(repeating: "x", count: count) + "\""
      return try await self.complaint(Data(#"{"results": [], "next": \#(link)}"#.utf8))
    }
    #expect(try await complaint(8200).contains("bytes where 8192 are allowed; raise the limit"))
  }

  @Test func otherEncodingsOfUnicodeAreRead() async throws {
    let json = #"{"results": [{"id": 1}]}"#
    let bom = Data([0xEF, 0xBB, 0xBF]) + Data(json.utf8)
    for body in [bom, json.data(using: .utf16), json.data(using: .utf16LittleEndian)] {
      let body = try #require(body)
      #expect(try await page(Stub.url(.init(body: body))).items == [Movie(id: 1)])
    }
  }

  @Test(arguments: [
    ("82", 82), (#""82""#, 82), ("null", nil), ("\"many\"", nil), ("-1", nil), ("1e30", nil),
  ])
  func aTotalMayBeATextOrMissing(total: String, value: Int?) async throws {
    let page = try await page(Stub.url(#"{"results": [], "total": \#(total)}"#))
    #expect(page.total == value)
  }
}
