import FeedEffects
import FeedReducer
import Foundation
import Testing

// The problems are internal, and some can't be brought about at will.
@testable import FeedHTTP
import TestWatch

/// Every sentence that the HTTP sources say, in full.
@Suite("HTTP sentences", .watched)
struct HTTPSentenceTests {
  /// A problem and what becomes of it at `https://u:p@api.example.org:8443/people?page=2`.
  struct Case: Sendable {
    let problem: HTTPProblem
    let code: FeedFailure.Code
    let isRetryable: Bool
    let sentence: String

    init(_ problem: HTTPProblem, _ code: FeedFailure.Code, _ isRetryable: Bool, _ text: String) {
      self.problem = problem
      self.code = code
      self.isRetryable = isRetryable
      sentence =
        text
        .replacing("PAGE", with: "https://api.example.org:8443/people?page=2")
        .replacing("HOST", with: "api.example.org:8443")
    }
  }

  private static let request: [Case] = [
    Case(
      .request(.notWebAddress), .refused, false,
      "PAGE is not the address of a web server; give an http or https URL with a host."),
    Case(
      .request(.foreignLink(link: "https://evil.example/\u{7}")), .refused, false,
      "PAGE links to a page on another server, https://evil.example/\\u{7}, which is not followed; "
        + "allow it by name if it is to be trusted."),
    Case(
      .request(.foreignLink(link: "http://api.example.org/2")), .refused, false,
      "PAGE links to a page on another server, http://api.example.org/2, which is not followed; "
        + "it is not encrypted, and is never asked for: have the server name https."),
    Case(
      .request(.foreignRedirect(link: "https://evil.example/")), .refused, false,
      "PAGE redirects to another server, https://evil.example/, which is not followed; "
        + "allow it by name if it is to be trusted."),
    Case(
      .request(.foreignBody(link: "https://other.example/")), .refused, false,
      "PAGE redirects the query to another server, https://other.example/, which does not get it; "
        + "send it to that server's URL in the first place."),
    Case(
      .request(.foreignLink(link: "https://u:p@evil.example/?access_token=abc&page_token=x")),
      .refused, false,
      "PAGE links to a page on another server, https://evil.example/?access_token=…&page_token=x, "
        + "which is not followed; allow it by name if it is to be trusted."),
    Case(
      .request(.longLink(size: 9000, limit: 8192)), .refused, false,
      "PAGE names a page by 9000 bytes where 8192 are allowed; "
        + "raise the limit if the server means it."),
    Case(
      .request(.unfitCursor(cursor: "offset 40")), .refused, false,
      "The request to PAGE has no place for the cursor offset 40; "
        + "use the paging that the cursor came from."),
    Case(
      .request(.unfitQuery(name: "q")), .refused, false,
      "The request to PAGE can't have the query's value at q; give a text, a finite number, true or "
        + "false; a parameter takes a list of them, too."),
    Case(
      .request(.unfitPart(name: "users")), .refused, false,
      "The part of the path after users for PAGE can't have . or .. in it, which lead to another "
        + "place; use other words, or send them as a parameter."),
    Case(
      .request(.unfitEditPart("")), .refused, false,
      "A part of the edit's path behind PAGE is empty, which would lead to another place; use an id "
        + "without that, or send it as a parameter."),
    Case(
      .request(.unfitEditPart("../x")), .refused, false,
      "The part ../x of the edit's path behind PAGE has . or .. in it, which lead to another place; "
        + "use an id without that, or send it as a parameter."),
    Case(
      .request(.takenPlace(name: "n")), .refused, false,
      "The query for PAGE has the place n, which is that of the page or of its size; give the query, "
        + "or the page, another name."),
    Case(
      .request(.unfitHeader(name: "X-Key")), .refused, false,
      "The header field X-Key for PAGE can't be sent; use no line breaks and no control characters "
        + "in it."),
    Case(
      .request(.unfitVariables), .refused, false,
      "What is sent to PAGE is not JSON; use finite numbers."),
  ]

  private static let way: [Case] = [
    Case(
      .connection(.offline), .offline, true,
      "The device is offline and cannot reach HOST; try again when it is online."),
    Case(.connection(.timeout), .timeout, true, "HOST did not answer in time; try again."),
    Case(
      .response(.tooSlow(limit: .seconds(50))), .timeout, true,
      "HOST did not finish its answer within 50 s; try again."),
    Case(
      .response(.tooLarge(limit: 100)), .refused, false,
      "PAGE sent more than 100 bytes and was cut off; ask for smaller pages or raise the limit."),
    Case(
      .response(.tinyPieces(limit: 100)), .refused, false,
      "PAGE sent its body in more than 100 pieces of fewer than 4 bytes and was cut off; "
        + "check the server."),
    Case(
      .response(.longHeader), .refused, false,
      "PAGE sent a header of more than 256 kB, or with a line of more than 100 kB; "
        + "check the server."),
    Case(
      .response(.moreThanCompressed), .decoding, false,
      "PAGE sent more behind the end of a compressed body, such as another member of gzip, which "
        + "is not read; ask for a body without compression by the header field "
        + "Accept-Encoding: identity."),
    Case(
      .response(.unusableRedirect(status: 302, location: "mailto:a@b")), .refused, false,
      "PAGE answered 302 and redirects to \"…@b\", which is not the address of a web server; "
        + "check the address."),
    Case(
      .connection(.unknownHost), .unreachable, true,
      "The host HOST is not known; check the address and the connection."),
    Case(
      .connection(.noConnection), .unreachable, true,
      "HOST accepts no connection; check the address and that the server runs."),
    Case(
      .connection(.unusableProxy), .unreachable, false,
      "HOST is asked through a proxy whose setting can't be read; check "
        + "http_proxy, https_proxy and all_proxy, or the system's settings."),
    Case(
      .connection(.unknownProxy), .unreachable, true,
      "HOST is asked through a proxy whose host is not known; check the connection, and "
        + "http_proxy, https_proxy and all_proxy or the system's settings."),
    Case(
      .connection(.notSecure(reason: "self-signed")), .unreachable, false,
      "A secure connection to HOST could not be established (self-signed); "
        + "check the address and the server's certificate."),
    Case(
      .connection(.noTLS(reason: "wrong version number")), .unreachable, false,
      "A secure connection to HOST could not be established: it speaks no TLS (wrong version number); "
        + "check the port, or give an http URL if it does not encrypt."),
    Case(
      .connection(.endlessRedirect), .http, false,
      "PAGE redirects again and again; check the address, and whether it ends with a slash."),
    Case(
      .connection(.broken(reason: "Empty reply")), .unreachable, true,
      "The connection to HOST broke (Empty reply); try again."),
  ]

  private static func status(
    _ code: Int, _ isRetryable: Bool, _ text: String, words: String? = nil,
    after: Duration? = nil, scheme: String? = nil
  ) -> Case {
    Case(
      .response(.status(code: code, words: words, retryAfter: after, scheme: scheme)), .http,
      isRetryable, text)
  }

  private static let statuses: [Case] = [
    status(302, false, "PAGE answered 302; check the address."),
    status(400, false, "PAGE answered 400 Bad Request; check the request."),
    status(401, false, "PAGE answered 401 Unauthorized; check the credentials."),
    status(
      401, false,
      "PAGE answered 401 Unauthorized; check the credentials (the server wants the scheme Token).",
      scheme: "Token"),
    status(403, false, "PAGE answered 403 Forbidden; check the credentials."),
    status(403, true, "PAGE answered 403 Forbidden; try again in 9 s.", after: .seconds(9)),
    status(
      404, false, "PAGE answered 404 Not Found, saying \"Invalid page.\"; check the address.",
      words: "Invalid page."),
    status(408, true, "PAGE answered 408 Request Timeout; try again later."),
    status(410, false, "PAGE answered 410 Gone; check the address."),
    status(422, false, "PAGE answered 422 Unprocessable Content; check the request."),
    status(425, true, "PAGE answered 425 Too Early; try again later."),
    status(
      429, true, "PAGE answered 429 Too Many Requests; try again in 7 s.", after: .seconds(7)),
    status(
      429, true, "PAGE answered 429 Too Many Requests; try again in 1.5 s.",
      after: .milliseconds(1500)),
    status(500, true, "PAGE answered 500 Internal Server Error; try again later."),
    status(501, false, "PAGE answered 501 Not Implemented; check the address."),
    status(502, true, "PAGE answered 502 Bad Gateway; try again later."),
    status(503, true, "PAGE answered 503 Service Unavailable; try again later."),
    status(504, true, "PAGE answered 504 Gateway Timeout; try again later."),
    status(599, false, "PAGE answered 599; check the address."),
  ]

  private static let bodies: [Case] = [
    Case(
      .body(.empty), .decoding, true,
      "PAGE sent an empty body where JSON was expected; try again or check the address."),
    Case(
      .body(.noContent), .decoding, true,
      "PAGE answered 204 No Content for a page to which the one before leads, so rows may be "
        + "missing; try again, or check the server and the proxies before it."),
    Case(
      .body(.notJSON(contentType: "text/html", beginning: "<p>\n")), .decoding, false,
      "PAGE sent text/html where JSON was expected, beginning \"<p>\\u{a}\"; check the address."),
    Case(
      .body(.notJSON(contentType: nil, beginning: "<p>")), .decoding, false,
      "PAGE sent something where JSON was expected, beginning \"<p>\"; check the address."),
    Case(
      .body(.cutShort(ending: "[1, 2")), .decoding, true,
      "PAGE sent JSON that breaks off after \"[1, 2\"; try again."),
    Case(
      .body(.brokenJSON(reason: "expected a value, found 'tru]'", offset: 1)), .decoding, false,
      "PAGE sent JSON that is invalid at byte 1: expected a value, found 'tru]'; check the server."),
    Case(
      .body(.notUnicode(before: "[\"a")), .decoding, false,
      "PAGE sent bytes that are not UTF-8 after \"[\"a\"; check the server's encoding."),
    Case(
      .body(.tooManyRows(limit: 9)), .decoding, false,
      "PAGE sent a page of more than 9 rows; ask for smaller pages or raise the limit."),
    Case(
      .body(.tooManyValues(limit: 9)), .decoding, false,
      "PAGE sent more than 9 values in a row or in what is read undecoded; "
        + "ask for smaller pages or raise the limit."),
    Case(
      .response(.tooSlowToRead(limit: .seconds(50))), .timeout, true,
      "The answer of api.example.org:8443 could not be read within 50 s; "
        + "try again, or ask for smaller pages."),
    Case(
      .body(.tooDeep(limit: 128)), .decoding, false,
      "PAGE sent JSON with more than 128 nested arrays and objects; check the address."),
    Case(
      .body(.graphQL(message: "syntax error")), .graphQL, false,
      "PAGE answered with the error \"syntax error\"; check the query."),
  ]

  private static let contents: [Case] = [
    Case(
      .page(.noList(path: "data.nodes", place: "data", found: .null)), .decoding, false,
      "PAGE has no list of rows at .data.nodes: .data is null; give the path of the rows."),
    Case(
      .page(.noList(path: "a", place: "", found: ["b": 1, "c": 2, "d": 3])), .decoding, false,
      "PAGE has no list of rows at .a: the body is an object with the keys b, c and d; "
        + "give the path of the rows."),
    Case(
      .page(.unfit(place: ".a[0].id", expected: "a number", found: "x", remedy: .rowType)),
      .decoding, false,
      "PAGE sent what does not fit at .a[0].id: expected a number, found \"x\"; "
        + "make the row's type fit the answer, or skip such rows with skippingBadRows."),
    Case(
      .page(.unfit(place: ".a[0].id", expected: "an id", found: nil, remedy: .idPath)),
      .decoding, false,
      "PAGE sent what does not fit at .a[0].id: expected an id; give the path of the id."),
    Case(
      .page(.unfit(place: ".a\u{1B}[2J", expected: "a number", found: "x", remedy: .rowType)),
      .decoding, false,
      #"PAGE sent what does not fit at .a\u{1b}[2J: expected a number, found "x"; "#
        + "make the row's type fit the answer, or skip such rows with skippingBadRows."),
    Case(
      .page(.unfit(place: ".next", expected: "a URL or null", found: 7, remedy: .nextPath)),
      .decoding, false,
      "PAGE sent what does not fit at .next: expected a URL or null, found 7; "
        + "give the path of the next page's URL."),
    Case(
      .page(.unfit(place: ".info", expected: "hasNextPage", found: [], remedy: .pageInfo)),
      .decoding, false,
      "PAGE sent what does not fit at .info: expected hasNextPage, found an empty list; "
        + "ask for pageInfo { hasNextPage endCursor } in the query and give its path."),
    Case(
      .page(.unreadable(place: ".a[0].out", reason: "no date", found: "x")), .decoding, false,
      "PAGE sent what cannot be read at .a[0].out: no date, found \"x\"; "
        + "make the row's type fit the answer, or skip such rows with skippingBadRows."),
    Case(
      .page(.ignoredParameter(name: "page", cursor: "2")), .ignoredParameter, false,
      "PAGE sent its first page again for 2: the server ignores \"page\"; "
        + "give the name of the parameter for the page."),
    Case(
      .page(.ignoredParameter(name: "after", cursor: "YQ==", isVariable: true)),
      .ignoredParameter, false,
      "PAGE sent its first page again for YQ==: the query does not use $after; "
        + "ask for the rows with after: $after, or give the name of the variable."),
    Case(
      .detection(.noListAnywhere(body: ["ok": true], lists: [])), .decoding, false,
      "PAGE has no list of rows: the body is an object with the key ok; "
        + "give the path of the rows."),
    Case(
      .detection(.noListAnywhere(body: ["tags": ["a"]], lists: ["tags"])), .decoding, false,
      "PAGE has no list of rows: the body is an object with the key tags, "
        + "with lists of other things at .tags; give the path of the rows."),
    Case(
      .detection(.noIDAnywhere(rows: "a", first: ["b": 1])), .decoding, false,
      "The rows of PAGE at .a have no id that tells them apart: "
        + "the first is an object with the key b; give the path of the id."),
  ]

  @Test(arguments: request + way + statuses + bodies + contents)
  func everyProblemHasOneSentence(_ test: Case) throws {
    let url = try #require(URL(string: "https://u:p@api.example.org:8443/people?page=2#top"))
    let failure = FeedFailure(test.problem, at: url)
    #expect(failure.message == test.sentence)
    #expect(failure.code == test.code)
    #expect(failure.isRetryable == test.isRetryable)
    #expect(failure.url == "https://api.example.org:8443/people?page=2", "no credentials")
  }

  @Test func aLongURLIsCut() throws {
    let url = try #require(URL(string: "https://h/" + String(repeating: "a", count: 5_000)))
    let failure = FeedFailure(.body(.empty), at: url)
    #expect(failure.message.count < 1_200)
    #expect(failure.message.contains("aaa… sent an empty body"))
    #expect(failure.url == url.absoluteString)
  }

  @Test(arguments: [
    ("https://u:p@h/a?page=2", "https://h/a?page=2"),
    ("https://h/a?api_key=abc&page=2", "https://h/a?api_key=…&page=2"),
    (
      "https://h/a?access_token=a%2Bb&Signature=x&q=key",
      "https://h/a?access_token=…&Signature=…&q=key"
    ),
    (
      "https://h/a?client%5Fsecret=a&password=&sig=1#top",
      "https://h/a?client%5Fsecret=…&password=…&sig=…"
    ),
    (
      "https://h/a?page_token=abc&nextPageToken=d&pageKey=e",
      "https://h/a?page_token=abc&nextPageToken=d&pageKey=e"
    ),
    ("https://h/a?monkey&token&X-Amz-Credential=1", "https://h/a?monkey&token&X-Amz-Credential=…"),
  ])
  func secretsInAddressesAreMasked(address: String, shown: String) throws {
    let failure = FeedFailure(.connection(.timeout), at: try #require(URL(string: address)))
    #expect(failure.url == shown)
    let status = FeedFailure(
      .response(.status(code: 404, words: nil, retryAfter: nil)),
      at: try #require(URL(string: address)))
    #expect(status.message.hasPrefix("\(shown) answered 404"))
  }

  /// A server may repeat the URL in its error.
  @Test func secretsInTheWordsOfAServerAreMasked() throws {
    let url = try #require(URL(string: "https://u:p%20w@h/a?api_key=k%2By&page=2&token=ab"))
    let words = "no route for /a?api_key=k%2By&page=2 (k+y, p w) ab"
    let response = HTTPResponse(
      url: url, status: 404, headers: ["content-type": "text/plain"], body: Data(words.utf8))
    let failure = FeedFailure(try #require(HTTPProblem(statusOf: response)), in: response)
    let hidden = "no route for /a?api_key=…&page=2 (…, …) ab"
    #expect(failure.excerpt == hidden)
    #expect(
      failure.message
        == "https://h/a?api_key=…&page=2&token=… answered 404 Not Found, saying \"\(hidden)\"; "
        + "check the address.")
  }

  @Test func aFailureCarriesStatusAndTime() throws {
    let url = try #require(URL(string: "https://example.org"))
    let failure = FeedFailure(
      .response(.status(code: 503, words: nil, retryAfter: .seconds(9))), at: url)
    #expect(failure.status == 503)
    #expect(failure.retryAfter == .seconds(9))
  }

  // MARK: - What a session throws

  /// Codes, the text of the underlying error, and what it is taken for.
  private static let errors: [(URLError.Code, String?, HTTPProblem)] = [
    (.notConnectedToInternet, nil, .connection(.offline)),
    (.timedOut, nil, .connection(.timeout)),
    (.cannotFindHost, "Could not resolve host: x", .connection(.unknownHost)),
    (.cannotConnectToHost, "Connection refused", .connection(.noConnection)),
    (.httpTooManyRedirects, nil, .connection(.endlessRedirect)),
    (.serverCertificateUntrusted, "self-signed", .connection(.notSecure(reason: "self-signed"))),
    (.networkConnectionLost, "reset by peer", .connection(.broken(reason: "reset by peer"))),
    (
      .badServerResponse, "Empty reply from server",
      .connection(.broken(reason: "Empty reply from server"))
    ),
    (
      .unknown, "SSL certificate problem: expired",
      .connection(.notSecure(reason: "SSL certificate problem: expired"))
    ),
    (
      .unknown, "SSL routines::unexpected eof while reading",
      .connection(.broken(reason: "SSL routines::unexpected eof while reading"))
    ),
    (.unknown, "Could not resolve proxy: h", .connection(.unknownProxy)),
    (.unknown, "Unsupported proxy syntax in 'pu:pw@[::1'", .connection(.unusableProxy)),
    (
      .cannotConnectToHost, "Unsupported proxy scheme for 'foo://pu:pw@h'",
      .connection(.unusableProxy)
    ),
    (
      .unknown, "it is at pu:pw @host",
      .connection(.broken(reason: "the reason may have a password and is not shown"))
    ),
    (.unknown, "transfer closed", .connection(.broken(reason: "transfer closed"))),
  ]

  @Test(arguments: errors.indices)
  func theUnderlyingErrorNamesTheCause(_ index: Int) {
    let (code, text, problem) = Self.errors[index]
    let underlying = text.map {
      NSError(
        domain: NSURLErrorDomain, code: code.rawValue,
        userInfo: [NSLocalizedDescriptionKey: $0])
    }
    let error = URLError(code, userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:])
    #expect(HTTPProblem(error) == problem)
  }

  @Test func anErrorInPlainTextIsSaid() async throws {
    let body = Data((String(repeating: "x", count: 130) + "\u{1b}[2J").utf8)
    let url = try Stub.url(
      .init(status: 400, headers: ["Content-Type": "text/plain; charset=utf-8"], body: body))
    let failure = await #expect(throws: FeedFailure.self) {
      try await HTTPRequest.get(url).json(size: 20, loader: Stub.loader)
    }
    let words = String(repeating: "x", count: 120) + "…"
    #expect(
      failure?.message == "\(url) answered 400 Bad Request, saying \"\(words)\"; check the request."
    )
  }

  @Test(
    arguments: [
      ("Token", "Token"), ("Bearer realm=\"a\", error=\"b\"", "Bearer"),
      ("Basic, Digest a=b", "Basic"),
      ("", nil), ("\"", nil), ("\u{1B}[31m x", nil), ("a-very-long-name-of-a-scheme x", nil),
    ])
  func theSchemeIsTheFirstOfTheChallenge(challenge: String, scheme: String?) throws {
    let response = HTTPResponse(
      url: try #require(URL(string: "https://api.example.org")), status: 401,
      headers: ["www-authenticate": challenge], body: Data())
    #expect(
      HTTPProblem(statusOf: response)
        == .response(.status(code: 401, words: nil, retryAfter: nil, scheme: scheme)))
  }
}
