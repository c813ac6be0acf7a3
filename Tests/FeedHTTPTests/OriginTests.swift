import FeedReducer
import Foundation
import TestWatch
import Testing

// Origins are internal; what they are compared for is tested through requests.
@testable import FeedHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which notations of a URL name one origin, and which don't.
@Suite("Origins", .watched)
struct OriginTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The request for a link, where the program has a user name and a header field of its own.
  private func request(for link: String, from base: String) throws -> URLRequest {
    let page = base.replacing("://", with: "://own:secret@")
    return try HTTPRequest.get(url(page), headers: ["X-Key": "k"])
      .urlRequest(for: .link(link), size: 20)
  }

  @Test(arguments: [
    ("http://h/a", "HTTP://H:80/b"), ("http://H:080/a", "http://h/b"),
    ("http://h:/a", "http://h/b"),
    ("https://h:443/a", "https://h/b"), ("https://[::1]/a", "https://[::1]:443/b"),
    ("http://[FE80::1%25eth0]/a", "http://[fe80::1%25ETH0]/b"),
    ("http://bücher.example/a", "http://XN--bcher-kva.example/b"),
    ("http://xn--bcher-kva.example/a", "http://xn--bcher-kva.example/b"),
  ])
  func anotherNotationOfTheOriginIsFollowedWithCredentials(base: String, link: String) throws {
    let request = try request(for: link, from: base)
    #expect(request.allHTTPHeaderFields?["X-Key"] == "k")
    #expect(request.url?.user == "own")
    #expect(request.url?.password == "secret")
  }

  /// Some of these may lead to the same server. Each is refused, because another parser may read
  /// it otherwise.
  @Test(arguments: [
    "http://h./b", "http://.h/b", "http://%68/b", "http://h%2e/b", "http://h%00/b",
    "http://h%40x/b",
    "http://[h]/b", "http://[h]:80/b", "http://[]/b", "http://h,h/b", "http://h%3A80/b",
    "http://h:80%40x/b", "http://h:0/b", "http://h:65616/b", "http://h:8%30/b", "http://h:٨٠/b",
    "http://\u{FF48}/b", "http://h\u{AD}/b", "http://h\u{200D}/b", "http://h\u{3002}/b",
    "http://h\t/b", "http://h\n@x/b", "http:\\\\h/b", "http://h\\x/b",
    "http://h;x/b", "http://h@x/b", "http://h:80@x/b", "http://u@x@h@x/b", "http://[::1]h/b",
  ])
  func noOtherNotationCountsAsTheOrigin(link: String) throws {
    let failure = try #require(throws: FeedFailure.self) {
      try request(for: link, from: "http://h/a")
    }
    #expect(failure.code == .refused)
  }

  @Test(arguments: [
    ("http://[::1]/a", "http://[0:0:0:0:0:0:0:1]/b"), ("http://[::1]/a", "http://[::0001]/b"),
    ("http://[::1]/a", "http://[::1%25lo]/b"), ("http://127.0.0.1/a", "http://127.1/b"),
    ("http://127.0.0.1/a", "http://[127.0.0.1]/b"),
    ("http://127.0.0.1/a", "http://[::ffff:7f00:1]/b"),
    ("http://127.0.0.1/a", "http://2130706433/b"), ("http://127.0.0.1/a", "http://0x7f.0.0.1/b"),
    ("http://xn--bcher-kva.example/a", "http://b%C3%BCcher.example/b"),
    ("http://bücher.example/a", "http://bucher.example/b"),
    ("http://fass.example/a", "http://faß.example/b"),
    ("http://v1.x/a", "http://[v1.x]/b"),
  ])
  func noOtherNotationOfAnAddressCountsAsTheOrigin(base: String, link: String) throws {
    #expect(throws: FeedFailure.self) { try request(for: link, from: base) }
  }

  @Test func whatCantHaveCredentialsGetsNone() throws {
    #expect(try url("mailto:a@h").withCredentials(of: url("http://own:secret@h/")) == nil)
    #expect(try url("http://a:b@h/").withCredentials(of: url("http://h/")) == url("http://h/"))
  }

  // MARK: - Pages of another origin

  /// The cursor of the page to which `link` leads on `page`, for a request with the base `http://h`.
  private func cursor(of link: String, on page: String) throws -> PageCursor? {
    let source = HTTPPageSource<JSONRow>(
      .get(try url("http://own:secret@h/a")), rows: .raw(at: "rows", id: "id"),
      paging: .nextURL(at: "next"))
    let response = HTTPResponse(
      url: try url(page), status: 200, headers: [:],
      body: Data(#"{"rows": [], "next": "\#(link)"}"#.utf8))
    let request = JSONFeed.Request(ticket: 1, kind: .refresh, position: .start, size: 20)
    return try source.page(for: request, in: response).next
  }

  @Test func theCursorTellsWhetherAnotherOriginMadeIt() throws {
    #expect(try cursor(of: "/b", on: "http://H:80/a") == .link("http://H:80/b"))
    #expect(try cursor(of: "http://f/b", on: "http://h/a") == .link("http://f/b"))
    for page in ["http://f/a", "http://h:81/a", "https://f/a"] {
      let link = page.replacing("/a", with: "/b")
      #expect(try cursor(of: "b", on: page) == .foreignLink(link))
    }
    #expect(try cursor(of: "http://h/b", on: "http://f/a") == .foreignLink("http://h/b"))
  }

  /// A server behind a proxy that encrypts writes http: what differs in nothing else is asked by https.
  @Test func aLinkToTheSameServerStaysEncrypted() throws {
    for (link, page) in [
      ("http://h/b", "https://h/a"), ("http://h:80/b", "https://h/a"),
      ("http://h:8443/b", "https://h:8443/a"),
    ] {
      let port = page.contains("8443") ? ":8443" : ""
      let next = try cursor(of: link, on: page)
      #expect("\(next.map { "\($0)" } ?? "")" == "https://h\(port)/b")
    }
    let request = HTTPRequest.get(try url("https://h/a"))
    #expect(!request.sameOrigin)
  }

  /// On its own origin a source follows links whatever host they name, if it is told to.
  @Test func linksMayBeFollowedOnTheSourcesOwnOrigin() throws {
    var request = HTTPRequest.get(try url("https://h:8443/a"))
    request.sameOrigin = true
    let source = HTTPPageSource<JSONRow>(
      request, rows: .raw(at: "rows", id: "id"), paging: .nextURL(at: "next"))
    for link in ["http://internal:8080/b?page=2", "https://other/b?page=2", "/b?page=2"] {
      let response = HTTPResponse(
        url: try url("https://h:8443/a"), status: 200, headers: [:],
        body: Data(#"{"rows": [{"id": 1}], "next": "\#(link)"}"#.utf8))
      let page = try source.page(
        for: .init(ticket: 1, kind: .refresh, position: .start, size: 20), in: response)
      #expect(page.next == .link("https://h:8443/b?page=2"))
    }
  }

  @Test(arguments: ["http://h/b", "ftp://f/b"])
  func aPageOfAnotherOriginLeadsNotFromHttpsToHttp(link: String) throws {
    let failure = #expect(throws: FeedFailure.self) { try cursor(of: link, on: "https://f/a") }
    #expect(failure?.code == .refused)
  }

  @Test func aForeignLinkGetsNoCredentialsAtTheBase() throws {
    let request = HTTPRequest.get(
      try url("http://own:secret@h/a"), headers: ["X-Key": "k", "Accept": "text/json"])
    let sent = try request.urlRequest(for: .foreignLink("http://h/b"), size: 20)
    #expect(sent.url?.absoluteString == "http://h/b")
    #expect(sent.allHTTPHeaderFields == ["Accept": "text/json"])
    #expect(!sent.httpShouldHandleCookies)
    #expect(throws: FeedFailure.self) {
      try request.urlRequest(for: .foreignLink("http://f/b"), size: 20)
    }
    let json = try JSONEncoder().encode(PageCursor.foreignLink("x"))
    #expect(String(decoding: json, as: UTF8.self) == #"{"foreignLink":"x"}"#)
    #expect(try JSONDecoder().decode(PageCursor.self, from: json) == .foreignLink("x"))
  }

  #if os(Linux)
    @Test func libcurlGetsTheNameInPunycode() throws {
      let request = URLRequest(url: try url("http://bücher.example:8080/a?b"))
      #expect(try CurlRequest(request).text == "http://xn--bcher-kva.example:8080/a?b")
    }
  #endif
}
