import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestWatch
#endif

@Suite("HTTPRequest", .watched)
struct HTTPRequestTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func asked(_ request: HTTPRequest, _ cursor: PageCursor?) throws -> String? {
    try request.urlRequest(for: cursor, size: 20).url?.absoluteString
  }

  // MARK: - Queries

  @Test func aParameterIsSetAndTheRestOfTheURLStaysByteForByte() throws {
    let request = HTTPRequest.get(
      try url("http://h/a%2Fb?q=c%2B%2B+x&page=1&&filter%5Bid%5D=1,2&page=9&e=#top"))
    #expect(
      try asked(request, .number(2))
        == "http://h/a%2Fb?q=c%2B%2B+x&page=2&filter%5Bid%5D=1,2&e=")
  }

  @Test func theFirstPageIsTheURLAsItIs() throws {
    #expect(try asked(.get(url("http://h/a?x=1")), nil) == "http://h/a?x=1")
    #expect(
      try asked(.get(url("http://h/a?x=1"), size: "n"), nil) == "http://h/a?x=1&n=20")
    #expect(try asked(.get(url("http://h"), size: "n"), nil) == "http://h?n=20")
  }

  @Test func namesAndValuesAreEncodedOutsideTheUnreserved() throws {
    let request = HTTPRequest.get(try url("http://h/?page%5Bafter%5D=old"), page: "page[after]")
    #expect(
      try asked(request, .token("a+b/c=&d é~-._"))
        == "http://h/?page%5Bafter%5D=a%2Bb%2Fc%3D%26d%20%C3%A9~-._")
  }

  // MARK: - Links

  @Test(arguments: [
    ("http://h:80/b?x=1", "http://h:80/b?x=1"),
    ("HTTP://H/b", "HTTP://H/b"),
    ("http://h/b?q=a+b%2Bc%20d&e=%zz", "http://h/b?q=a+b%2Bc%20d&e=%25zz"),
    ("http://h/b?filter[id]=1&c=%2B", "http://h/b?filter%5Bid%5D=1&c=%2B"),
    ("http://h/b?c=a|b é", "http://h/b?c=a%7Cb%20%C3%A9"),
    ("?page=2", "http://h/a/?page=2"), ("/b?page=2", "http://h/b?page=2"), ("c", "http://h/a/c"),
    ("//h/b", "http://h/b"),
  ])
  func aLinkIsFollowedByteForByte(link: String, target: String) throws {
    #expect(try asked(.get(url("http://h/a/?page=1"), size: "size"), .link(link)) == target)
  }

  @Test(arguments: [
    "https://h/b", "http://h:81/b", "http://other/b", "http://h.evil/b", "http://h@evil/b",
    "//evil/b", "file:///etc/passwd", "javascript:alert(1)", "http://", "http:///b",
    "http://h\\@evil/", "http://h:80000000000000000000/b",
  ])
  func aLinkToAnotherOriginIsRefused(link: String) throws {
    let request = HTTPRequest.get(try url("http://h/a"), headers: ["Authorization": "secret"])
    let failure = try #require(throws: FeedFailure.self) { try asked(request, .link(link)) }
    #expect(failure.code == .refused)
    #expect(!failure.isRetryable)
  }

  @Test func aLinkToAnOriginThatIsAllowedGoesWithoutHeaders() throws {
    var request = HTTPRequest.get(
      try url("https://h/a"), headers: ["Authorization": "secret", "Accept": "text/json"])
    request.otherOrigins = [try url("https://cdn.h:8443"), try url("http://h")]
    let sent = try request.urlRequest(for: .link("https://cdn.h:8443/b"), size: 20)
    #expect(sent.allHTTPHeaderFields == ["Accept": "text/json"])
    #expect(throws: FeedFailure.self, "another port") {
      try request.urlRequest(for: .link("https://cdn.h/b"), size: 20)
    }
    #expect(throws: FeedFailure.self, "https never becomes http") {
      try request.urlRequest(for: .link("http://h/b"), size: 20)
    }
  }

  @Test func aCursorOfAnotherStyleIsRefused() throws {
    #expect(try asked(.get(url("http://h/a"), page: "from"), .offset(3)) == "http://h/a?from=3")
    let graphQL = HTTPRequest.graphql(try url("http://h/a"), query: "{ a }")
    #expect(throws: FeedFailure.self) { try asked(graphQL, .link("http://h/b")) }
    #expect(try variables(graphQL, .offset(3)) == ["after": 3])
  }

  // MARK: - Headers and bodies

  @Test func headersAreSentAndMayReplaceOurs() throws {
    let request = HTTPRequest.get(
      try url("http://h/a"), headers: ["Accept": "application/vnd.api+json", "X-Key": "k"])
    let sent = try request.urlRequest(for: .link("/b"), size: 20).allHTTPHeaderFields
    #expect(sent == ["Accept": "application/vnd.api+json", "X-Key": "k"])
  }

  @Test(arguments: [
    ("X-Key", "a\r\nX-Admin: yes"), ("X-Key", "a\u{0}"), ("X-Key", "a\u{7f}"), ("X Key", "a"),
    ("X:Key", "a"), ("", "a"),
  ])
  func aHeaderFieldThatCantBeSentIsRefused(name: String, value: String) throws {
    let request = HTTPRequest.get(try url("http://h/a"), headers: [name: value])
    let failure = #expect(throws: FeedFailure.self) { try request.urlRequest(size: 20) }
    #expect(failure?.code == .refused)
    #expect(failure?.message.contains("The header field \(name)") == true)
  }

  private func variables(_ request: HTTPRequest, _ cursor: PageCursor?) throws -> JSONValue? {
    let body = try #require(try request.urlRequest(for: cursor, size: 20).httpBody)
    return try JSONDecoder().decode(JSONValue.self, from: body)["variables"]
  }

  @Test func aQueryTellsTheNamesOfItsVariables() throws {
    let query = "query ($c: String, $n: Int) { a(first: $n, after:$c) { nodes { id } } }"
    let request = HTTPRequest.graphql(try url("http://h/"), query: query)
    #expect(try variables(request, nil) == ["n": 20])
    #expect(try variables(request, .token("t")) == ["n": 20, "c": "t"])
  }

  @Test func aSizeThatIsGivenStays() throws {
    let query = "query ($c: String, $n: Int) { a(first: $n, after: $c) { nodes { id } } }"
    let request = HTTPRequest.graphql(
      try url("http://h/"), query: query, variables: ["n": 5, "x": [1.5, .null, true]])
    #expect(try variables(request, .token("t")) == ["n": 5, "c": "t", "x": [1.5, .null, true]])
    let named = HTTPRequest.graphql(
      try url("http://h/"), query: query, cursor: "cursor", size: "count")
    #expect(try variables(named, .token("t")) == ["count": 20, "cursor": "t"])
  }

  @Test func variablesThatAreNoJSONAreRefused() throws {
    let request = HTTPRequest.graphql(
      try url("http://h/"), query: "{ a }", variables: ["x": .number(.infinity)])
    #expect(throws: FeedFailure.self) { try asked(request, nil) }
  }

  // MARK: - curl

  @Test func aGetRequestIsACommand() throws {
    let request = HTTPRequest.get(
      try url("http://h/a?q='b'&c=$(ls)"), headers: ["X-Name": "it's `me`"])
    #expect(
      try request.curl(for: .number(2), size: 20)
        == #"curl -sSg 'http://h/a?q='\''b'\''&c=$(ls)&page=2' -H 'Accept: application/json' "#
        + #"-H 'X-Name: it'\''s `me`'"#)
  }

  @Test func aQueryIsACommand() throws {
    let request = HTTPRequest.graphql(
      try url("http://h/graphql"), query: "{ a(after: $c, name: \"it's\") }")
    #expect(
      try request.curl(for: .token("t"), size: 20)
        == "curl -sSg 'http://h/graphql' -H 'Accept: application/json' "
        + "-H 'Content-Type: application/json' "
        + #"--data-raw '{"query":"{ a(after: $c, name: \"it'\''s\") }","variables":{"c":"t"}}'"#)
  }

  /// The file of the header fields is for the server that gets them.
  @Test func theHeaderFieldsOfACommandAreForTheirServerOnly() throws {
    var request = HTTPRequest.get(try url("http://h/"), headers: ["X-Key": "secret"])
    request.otherOrigins = [try url("http://other/")]
    let own = try request.curl(for: .link("http://h/2"), size: 20, headersIn: "FILE")
    #expect(own == "curl -sSg 'http://h/2' -H '@FILE' -H 'Accept: application/json'")
    let other = try request.curl(for: .link("http://other/2"), size: 20, headersIn: "FILE")
    #expect(other == "curl -sSg 'http://other/2' -H 'Accept: application/json'")
  }

  @Test func aCommandSaysToAShellWhatItSays() async throws {
    let words = ["a b", "it's", "it'\u{301}s; echo '\u{301}", "$(ls) `x` \\ \" ! * ?", "é😀"]
    for word in words {
      let request = HTTPRequest.get(try url("http://h/"), headers: ["X": word])
      let command = try request.curl(size: 20)
      let shell = Process()
      let output = Pipe()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", "curl() { printf '%s' \"$6\"; }; \(command)"]
      shell.standardOutput = output
      try shell.run()
      let said = try output.fileHandleForReading.readToEnd() ?? Data()
      #expect(String(decoding: said, as: UTF8.self) == "X: \(word)")
    }
  }
}
