import FeedHTTP
import FeedReducer
import Foundation
import TestWatch
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a request is filled, without a server.
@Suite("Places of a query", .watched)
struct QueryPlaceTests {
  private enum Order: String, QueryValue { case newest, oldest }

  private func url(
    _ text: String, _ values: [String: (any QueryValue)?], at cursor: PageCursor? = nil
  ) throws -> String? {
    let url = try #require(URL(string: text))
    let request = HTTPRequest.get(url, page: "path:page").asking(for: values)
    return try request.urlRequest(for: cursor, size: 20).url?.absoluteString
  }

  @Test func whatIsNilLeavesItsPlaceAsItIs() throws {
    let none: String? = nil
    #expect(
      try url("http://h/a/b?q=x", ["q": none, "path:a": nil, "n": nil]) == "http://h/a/b?q=x")
  }

  @Test func thePlaceOfThePageIsNotForAQuery() throws {
    let url = try #require(URL(string: "http://h/"))
    let request = HTTPRequest.get(url, page: "page", size: "n")
    for name in ["page", "n"] {
      let failure = #expect(throws: FeedFailure.self) {
        try request.asking(for: [name: "x"]).urlRequest(size: 20)
      }
      #expect(failure?.code == .refused)
    }
  }

  @Test func anyPlainValueIsAParameter() throws {
    let values: [String: (any QueryValue)?] = [
      "a": 7, "b": true, "c": 1.5, "d": Order.newest, "e": "swift".prefix(2), "f": JSONValue.null,
    ]
    #expect(try url("http://h/", values) == "http://h/?a=7&b=true&c=1.5&d=newest&e=sw&f=")
  }

  @Test func aListIsAParameterForEachElement() throws {
    #expect(
      try url("http://h/?x=1&t%5B%5D=a&y=2&t%5b%5d=b", ["t[]": ["c", "d&", "e"]])
        == "http://h/?x=1&t%5B%5D=c&t%5B%5D=d%26&t%5B%5D=e&y=2")
    #expect(try url("http://h/?x=1&t=a", ["t": [Order]()]) == "http://h/?x=1")
    #expect(try url("http://h/?t=a", ["t": [String]()]) == "http://h/")
  }

  @Test(
    arguments: [
      ("q", ["a": 1]), ("q", [[1]]), ("q", .number(.infinity)), ("header:X", ["a"]),
      ("path:a", ["a"]), ("q", [.number(.nan)]),
    ] as [(String, JSONValue)])
  func whatAPlaceDoesNotTakeIsRefused(name: String, value: JSONValue) throws {
    let failure = #expect(throws: FeedFailure.self) { try url("http://h/a/b", [name: value]) }
    #expect(failure?.code == .refused)
    #expect(
      failure?.message
        == "The request to http://h/a/b can't have the query's value at \(name); give a text, a "
        + "finite number, true or false; a parameter takes a list of them, too.")
  }

  @Test func bodiesTakeAnyJSON() throws {
    let url = try #require(URL(string: "http://h/"))
    let request = HTTPRequest.post(url, body: ["a": 1]).asking(
      for: ["filter.tags": ["x", "y"], "size": 5, "none": JSONValue.null])
    let body = try #require(try request.urlRequest(size: 20).httpBody)
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"a":1,"filter":{"tags":["x","y"]},"none":null,"size":5}"#)
    let bad = HTTPRequest.post(url, body: ["a": 1]).asking(for: ["a.b": "x"])
    #expect(throws: FeedFailure.self) { try bad.urlRequest(size: 20) }
  }

  /// A user who types the name of a part moves neither the cursor nor another value.
  @Test(arguments: ["page", "repos", "OWNER", "NAME", "search"])
  func noValueTakesThePlaceOfAName(text: String) throws {
    #expect(
      try url("http://h/page/1/search/WORD", ["path:search": text], at: .number(2))
        == "http://h/page/2/search/\(text)")
    #expect(
      try url("http://h/search/WORD", ["path:search": text], at: .number(2))
        == "http://h/search/\(text)/page/2")
    #expect(
      try url("http://h/repos/OWNER/NAME/issues", ["path:repos": text, "path:OWNER": "n"])
        == "http://h/repos/\(text)/n/issues")
  }

  @Test func aPartIsSetAtTheEndToo() throws {
    #expect(try url("http://h/users", ["path:users": "a"]) == "http://h/users/a")
    #expect(try url("http://h/users/", ["path:users": "a"]) == "http://h/users/a")
    #expect(
      try url("http://h/users/", ["path:users": ""], at: .number(2)) == "http://h/users//page/2")
    #expect(
      try url("http://h/users", ["path:users": "a"], at: .number(2)) == "http://h/users/a/page/2")
    #expect(try url("http://h/users/", [:], at: .number(2)) == "http://h/users/page/2")
    #expect(try url("http://h", ["path:users": "a"]) == "http://h/users/a")
  }

  @Test func aLinkHasTheQueryAlready() throws {
    let url = try #require(URL(string: "http://h/search/WORD?page=1"))
    let request = HTTPRequest.get(url).asking(
      for: ["q": "a b", "path:search": "x", "header:X-Query": "a b"])
    let sent = try request.urlRequest(for: .link("http://h/search/x?q=a+b&page=2"), size: 20)
    #expect(sent.url?.absoluteString == "http://h/search/x?q=a+b&page=2")
    #expect(sent.value(forHTTPHeaderField: "X-Query") == "a b", "a link has no header field")
    let relative = try request.urlRequest(for: .link("?page=2"), size: 20)
    #expect(relative.url?.absoluteString == "http://h/search/x?page=2")
  }

  @Test func aQueryReachesItsOwnServerOnly() throws {
    let values = ["header:X-Query": "secret"]
    var get = HTTPRequest.get(try #require(URL(string: "http://h/a"))).asking(for: values)
    get.otherOrigins = [try #require(URL(string: "http://other"))]
    let sent = try get.urlRequest(for: .link("http://other/b"), size: 20)
    #expect(sent.allHTTPHeaderFields == ["Accept": "application/json"])
    var post = HTTPRequest.post(get.url, body: ["a": 1]).asking(for: ["q": "secret"])
    post.otherOrigins = get.otherOrigins
    let failure = #expect(throws: FeedFailure.self) {
      try post.urlRequest(for: .link("http://other/b"), size: 20)
    }
    #expect(failure?.code == .refused)
  }

  @Test func theRequestIsACommand() throws {
    let url = try #require(URL(string: "https://example.org/search"))
    let request = HTTPRequest.get(url).asking(for: ["q": "c++ & c#", "language": nil])
    #expect(
      try request.curl(size: 20)
        == "curl -sSg 'https://example.org/search?q=c%2B%2B%20%26%20c%23' "
        + "-H 'Accept: application/json'")
  }
}
