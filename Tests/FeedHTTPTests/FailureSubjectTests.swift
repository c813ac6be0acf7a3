import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedHTTP

/// What a program reads of a failure in place of its message, which may have words of the server.
@Suite("The subject of a failure", .watched) struct FailureSubjectTests {
  private func subject(_ problem: HTTPProblem, at page: String = "http://example.org/rows") throws
    -> String?
  {
    FeedFailure(problem, at: try #require(URL(string: page))).subject
  }

  @Test(
    arguments: [
      ("http://other.example/x", "http://other.example"),
      ("HTTPS://user:pass@Other.Example:443/x?a=b", "https://other.example"),
      ("//other.example:8080", "http://other.example:8080"),
      ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]"),
      ("http://10.0.0.1:81/", "http://10.0.0.1:81"),
    ])
  func aLinkThatIsRefusedNamesItsOrigin(link: String, origin: String) throws {
    #expect(try subject(.request(.foreignLink(link: link))) == origin)
    #expect(try subject(.request(.foreignRedirect(link: link))) == origin)
  }

  /// None of these is a name or an address; from https to http nothing is allowed; the others are no links elsewhere.
  @Test(
    arguments: [
      "http://$(touch$IFS$9X)/x", "http://x|true/x", "http://x;y;/", "http://x&y/", "http://a'b/",
      "http://a`b`/", "http://a*b/", "http://a~b/", "http://a!b/", "http://a%24b/",
      "http://a_b{c}/",
      "http://a b/", "http://a\nb/", "http://a:99999/", "http://a:999999999999999999999/",
      "http://[a]/", "http://é\u{301}$/", "mailto:a@b", "file:///etc/passwd",
    ])
  func aHostThatIsNoneHasNoOrigin(link: String) throws {
    let text = try subject(.request(.foreignRedirect(link: link))) ?? ""
    #expect(text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-.:/[]".utf8.contains($0) })
  }

  @Test func nothingLeadsFromHTTPSToHTTP() throws {
    let (link, page) = ("http://other.example/x", "https://example.org/rows")
    #expect(try subject(.request(.foreignLink(link: link)), at: page) == nil)
    #expect(
      try subject(.request(.foreignLink(link: "//other.example")), at: page)
        == "https://other.example")
  }

  @Test(arguments: [(401, "Bearer"), (403, "Basic"), (503, nil), (400, nil)])
  func credentialsAreWantedByTheirScheme(status: Int, scheme: String?) throws {
    let problem = ResponseProblem.status(
      code: status, words: "the server wants the scheme basic)", retryAfter: nil,
      scheme: scheme ?? "Bearer")
    #expect(try subject(.response(problem)) == scheme)
  }

  @Test func aPartOfTheStyleIsNamed() throws {
    let cases: [(HTTPProblem, StylePart?)] = [
      (.page(.noList(path: "rows", place: "rows", found: nil)), .rows),
      (.detection(.noListAnywhere(body: [:], lists: [])), .rows),
      (.detection(.twoLists(paths: ["a", "b"])), .rows),
      (.detection(.noIDAnywhere(rows: "rows", first: 1)), .id),
      (.page(.unfit(place: "rows", expected: "an id", found: nil, remedy: .idPath)), .id),
      (.page(.unfit(place: "next", expected: "a URL", found: nil, remedy: .nextPath)), .next),
      (.page(.unfit(place: "next", expected: "a text", found: nil, remedy: .tokenPath)), .next),
      (.page(.missingNext(place: "next", sign: nil, there: nil, isLink: true)), .next),
      (.page(.ignoredParameter(name: "page", cursor: "2")), .pageName),
      (.detection(.unknownPart(kind: .pageTotal, part: .total)), .total),
      (.page(.unfit(place: "rows", expected: "a row", found: nil, remedy: .rowType)), nil),
      (.page(.lostPlace(row: "give the path of the rows", requests: 24)), nil),
      (.body(.errorInBody(message: "give the path of the next page")), nil),
    ]
    for (problem, part) in cases {
      #expect(try subject(problem) == part?.rawValue, "\(problem)")
    }
    let ends: [(ConnectionProblem, String?)] = [
      (.unknownHost, "host"), (.noConnection, "port"), (.unknownProxy, "proxy"),
      (.unusableProxy, "proxy"), (.notSecure(reason: "speaks no TLS"), "certificate"),
      (.noTLS(reason: ""), "tls"), (.broken(reason: "speaks no TLS"), nil), (.timeout, nil),
    ]
    for (problem, end) in ends { #expect(try subject(.connection(problem)) == end) }
  }

  /// A certificate's failure is none of a server without TLS, whatever names are in it.
  @Test(
    arguments: [
      ("error:0A00010B:SSL routines::wrong version number", true),
      ("error:0A0000C6:SSL routines::packet length too long", true),
      ("gnutls_handshake() failed: An unexpected TLS packet was received.", true),
      ("error:0A000410:SSL routines::sslv3 alert handshake failure", false),
      ("error:0A000102:SSL routines::unsupported protocol", false),
      ("SSL certificate problem: self-signed certificate", false),
      ("", false),
    ])
  func aHandshakeTellsWhetherTheServerSpeaksTLS(reason: String, lacksTLS: Bool) {
    #expect(
      ConnectionProblem(handshake: reason)
        == (lacksTLS ? .noTLS(reason: reason) : .notSecure(reason: reason)))
  }
}
