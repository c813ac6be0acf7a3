import Testing

// The parser is internal: over HTTP most of these could not be told apart.
@testable import FeedHTTP
import TestWatch

@Suite("LinkHeader", .watched)
struct LinkHeaderTests {
  /// A header, and its links as `relations→target`.
  private static let cases: [(text: String, links: [String])] = [
    ("", []), (" , ,", []), ("nonsense", []),
    ("</b>; rel=next", ["next→/b"]),
    (#"<https://h/b?page=2>; rel="next""#, ["next→https://h/b?page=2"]),
    (#"<a>; rel="next", <b>; rel="last""#, ["next→a", "last→b"]),
    (#"<a>;rel="next",<b>;rel=prev"#, ["next→a", "prev→b"]),
    (#"<a> ; REL = "NeXT Last""#, ["next+last→a"]),
    ("< a >\t;\trel\t=\tnext", ["next→a"]),
    (#"<a,b;c>; rel=next"#, ["next→a,b;c"]),
    (#"<a>; title="x, <b>; rel=next"; rel=last"#, ["last→a"]),
    (#"<a>; title="q\"\\"; rel=next, <b>; rel=prev"#, ["next→a", "prev→b"]),
    ("<a>; rel=next; rel=last", ["next→a"]),
    ("<a>; rel; rel=next", ["→a"]),
    ("<a>;; ;rel=next;", ["next→a"]),
    ("<a>", ["→a"]), ("<>; rel=next", ["next→"]),
    ("<a; rel=next", []), ("a>; rel=next, <b>; rel=next", ["next→b"]),
    (#"<a>; rel="next"#, ["next→a"]),
    (#"<a>; rel="  next   up ""#, ["next+up→a"]),
    ("<a>; title*=UTF-8'de'n%c3%a4chstes; rel=next", ["next→a"]),
    ("<é😀>; rel=next", ["next→é😀"]),
    ("<a>\u{338}; rel=last, <b>; rel=\u{301}next;\u{301}rel=up", ["→a", "\u{301}next→b"]),
    ("<a>; rel=\"https://h/rel/next\"", ["https://h/rel/next→a"]),
  ]

  @Test(arguments: cases.indices)
  func linksAreReadAsTheyAreWritten(_ index: Int) {
    let (text, links) = Self.cases[index]
    let found = LinkHeader(text).links.map {
      $0.relations.joined(separator: "+") + "→" + $0.target
    }
    #expect(found == links, "\(text)")
  }

  @Test func aLinkOfSomethingElseIsNotThePagesOwn() {
    let header = LinkHeader(##"<a>; rel=next; anchor="#part", <b>; rel=next"##)
    #expect(header.target("next") == "b")
    #expect(header.target("prev") == nil)
    #expect(header.links.first?.parameters["anchor"] == "#part")
  }

  /// Looking for the end of each of these links would take minutes.
  @Test func beginningsWithoutAnEndAreReadOnce() {
    #expect(LinkHeader(String(repeating: "<,", count: 200_000)).links.isEmpty)
  }

  @Test func anyTextIsReadToItsEnd() {
    let pieces = ["<", ">", ";", ",", "\"", "\\", "=", "rel", "next", " ", "a"]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      #expect(LinkHeader(text).links.count <= text.count)
    }
  }

  /// Sentry names a next page at the end, too, and says that it has no results.
  @Test func aLinkWithoutResultsLeadsNowhere() {
    let header = LinkHeader(#"</a>; rel="next"; results="false", </b>; rel="next"; results="true""#)
    #expect(header.target("next") == "/b")
    #expect(LinkHeader(#"</a>; rel="next"; results="false""#).target("next") == nil)
  }
}
