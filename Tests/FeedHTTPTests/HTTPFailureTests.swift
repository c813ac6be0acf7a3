import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestWatch
#endif

/// What becomes of answers that are no page, over real HTTP.
@Suite(
  "HTTP failures", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPFailureTests {
  private typealias People = Feed<Person, PageCursor>

  /// The failure of the first page of rows that are read from `path`.
  private func failure(
    _ server: TestServer, _ path: String, rows: HTTPRows<Person> = .list(at: "results"),
    paging: Paging = .nextURL(at: "next")
  ) async -> FeedFailure? {
    let source = HTTPPageSource(
      .get(server.url(path)), rows: rows, paging: paging, loader: .tested())
    return await Walk.toEnd(of: source).state.error
  }

  // MARK: - TLS

  @Test(.enabled(if: TestServer.canBeSecure, "needs openssl, which is not on the path"))
  func aCertificateThatNoOneSignedIsRefused() async throws {
    try await TestServer.run(isSecure: true) { server in
      let failure = try #require(await failure(server, "people"))
      #expect(failure.code == .unreachable && !failure.isRetryable, "\(failure)")
      #expect(failure.message.contains("certificate"), "\(failure.message)")
    }
  }

  @Test func aServerWithoutTLSIsNotSecure() async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString.replacing("http:", with: "https:")
      let failure = try #require(await failure(server, url))
      #expect(failure.code == .unreachable && !failure.isRetryable, "\(failure)")
    }
  }

  // MARK: - Cancelling

  @Test func cancellingALoadThatIsBeingAnsweredIsSafe() async throws {
    try await TestServer.run { server in
      let feed = FeedActor(
        Feed(pageSize: 10),
        source: HTTPPageSource<Person>(
          .get(server.url("people"), size: "limit"), rows: .list(at: "results"),
          paging: .nextURL(at: "next"), loader: .tested()))
      await feed.send(.started).finish()
      for round in 0..<150 {
        await feed.send(.loadMore)
        // Some turns later the answer is about to come, is coming, or has come.
        for _ in 0..<round * 4 { await Task.yield() }
        await feed.refresh()
      }
      await feed.settle()
      #expect(await feed.state.items.count == 10)
      #expect(await feed.state.error == nil)
    }
  }

  @Test func aCancelledLoadIsNoLongerWaitedFor() async throws {
    try await TestServer.run { server in
      let source = server.people
      let load = Task {
        try await source.page(for: .init(ticket: 1, kind: .refresh, position: .start, size: 10))
      }
      load.cancel()
      await #expect(throws: CancellationError.self) { try await load.value }
    }
  }

  @Test func whatASessionThrowsInACustomSourceIsClassified() async {
    let source = CallbackSource<Product, Int> { _, completion in
      completion(.failure(URLError(.timedOut)))
    }
    let feed = FeedActor(source: source)
    await feed.send(.started).finish()
    let failure = await feed.state.error
    #expect(failure?.code == .timeout)
    #expect(failure?.isRetryable == true)
    #expect(failure?.message.hasSuffix("; try again.") == true)
  }

  // MARK: - Status

  @Test func aPageThatIsNotThereSaysWhatTheServerSays() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "nowhere"), .http,
        "BASE/nowhere answered 404 Not Found, saying \"not found\"; check the address.",
        status: 404)
    }
  }

  @Test func aFailureHasTheBeginningOfTheBody() async throws {
    try await TestServer.run { server in
      #expect(await failure(server, "nowhere")?.excerpt == #"{"detail": "not found"}"#)
      let page = "<!doctype html><title>Feed</title><p>This is a web page.</p>"
      #expect(await failure(server, "odd/html")?.excerpt == page)
      #expect(await failure(server, "odd/empty")?.excerpt == nil)
      let long = await failure(server, "odd/truncated")?.excerpt
      #expect(long?.count == 201 && long?.hasSuffix("…") == true)
    }
  }

  @Test func aMissingTokenPointsToTheCredentials() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "private"), .http,
        "BASE/private answered 401 Unauthorized, saying \"unauthorized\"; check the credentials (the server wants the scheme Bearer).",
        status: 401)
      let headers = ["Authorization": "Bearer letmein"]
      let source = HTTPPageSource<Product>(
        .get(server.url("private"), size: "size", headers: headers), rows: .list(at: "items"),
        paging: .pageNumber(total: "totalItemsAvailable"), loader: .tested())
      #expect(await Walk.toEnd(of: source).state.items.count == 82)
    }
  }

  @Test func aServerErrorIsRetriedWhereItHappened() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "page": 3}}"#)
      var walk = await Walk.toEnd(of: server.people, pageSize: 10)
      #expect(walk.state.items.count == 20)
      server.expect(
        walk.state.append.failure, .http,
        "BASE/people?page=3&limit=10 answered 500 Internal Server Error, saying "
          + "\"planned failure\"; try again later.",
        status: 500, isRetryable: true)
      await walk.send(.retryTapped(kind: .append))
      await walk.scrollToEnd()
      #expect(walk.state.items.map(\.uid) == (1...82).map { "\($0)" })
      let log = try await server.log()
      #expect(log.count == 10)
    }
  }

  @Test func aLimitIsToldWithItsTime() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "status": 429, "headers": {"Retry-After": "7"}}}"#)
      let found = await failure(server, "people")
      server.expect(
        found, .http,
        "BASE/people answered 429 Too Many Requests, saying \"planned failure\"; "
          + "try again in 7 s.",
        status: 429, isRetryable: true)
      #expect(found?.retryAfter == .seconds(7))
    }
  }

  @Test func anErrorPageIsNotShown() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "status": 502, "html": true}}"#)
      server.expect(
        await failure(server, "people"), .http,
        "BASE/people answered 502 Bad Gateway; try again later.", status: 502, isRetryable: true)
    }
  }

  // MARK: - The way

  @Test func aServerThatIsGoneIsUnreachable() async throws {
    // No server listens at this port.
    let url = try #require(URL(string: "http://127.0.0.1:1/people"))
    let source = HTTPPageSource<Person>(
      .get(url), rows: .list(at: "results"), paging: .nextURL(at: "next"), loader: .tested())
    let failure = await Walk.toEnd(of: source).state.error
    #expect(failure?.code == .unreachable)
    #expect(failure?.isRetryable == true)
    #expect(
      failure?.message
        == "127.0.0.1:1 accepts no connection; check the address and that the server runs.")
  }

  @Test func aCancelledTaskIsNoFailure() async throws {
    try await TestServer.run { server in
      let source = server.people
      let request = People.Request(ticket: 1, kind: .refresh, position: .start, size: 10)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await source.page(for: request)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func aWrongSchemeIsRefused() async throws {
    for text in ["ftp://example.org/people", "http:///people", "people", "file:///etc/passwd"] {
      let url = try #require(URL(string: text))
      let source = HTTPPageSource<Person>(
        .get(url), rows: .list(), paging: .none, loader: .tested())
      let failure = await Walk.toEnd(of: source).state.error
      #expect(failure?.code == .refused)
      #expect(
        failure?.message == "\(text) is not the address of a web server; "
          + "give an http or https URL with a host.")
    }
  }

  // MARK: - The body

  @Test func aWebPageIsNamedAsOne() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "odd/html"), .decoding,
        "BASE/odd/html sent text/html where JSON was expected, beginning "
          + "\"<!doctype html><title>Feed</title><p>Thi…\"; check the address.")
    }
  }

  @Test func anEmptyBodyIsNamedAsOne() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "odd/empty"), .decoding,
        "BASE/odd/empty sent an empty body where JSON was expected; "
          + "try again or check the address.",
        isRetryable: true)
    }
  }

  @Test func aBodyThatBreaksOffIsNamedAsOne() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "odd/truncated"), .decoding,
        "BASE/odd/truncated sent JSON that breaks off after \"\": \"http://127.0.0.1\"; "
          + "try again.",
        isRetryable: true)
    }
  }

  @Test func aBodyWithoutRowsSaysWhatIsThere() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "odd/no-rows"), .decoding,
        "BASE/odd/no-rows has no list of rows at .results: the body is an object with the keys "
          + "ok and version; give the path of the rows.")
      server.expect(
        await failure(server, "people", rows: .list(at: "results[0].name")), .decoding,
        "BASE/people has no list of rows at .results[0].name: .results[0].name is \"Row 1 é😀\"; "
          + "give the path of the rows.")
      server.expect(
        await failure(server, "people", rows: .list(at: "results[].friends[]")), .decoding,
        "BASE/people sent what does not fit at .results[0].friends[]: expected a row, found an "
          + "object with the keys name, uid and url; make the row's type fit the answer, or skip such rows with skippingBadRows."
      )
    }
  }

  @Test func aRowOfTheWrongTypeIsNamedWithItsPlace() async throws {
    try await TestServer.run { server in
      server.expect(
        await failure(server, "odd/wrong-type"), .decoding,
        "BASE/odd/wrong-type sent what does not fit at .results[7].uid: expected a text, found an "
          + "object with the key value; make the row's type fit the answer, or skip such rows with skippingBadRows."
      )
    }
  }

  @Test func aRowWithoutAnIDIsNamedWithItsPlace() async throws {
    try await TestServer.run { server in
      let paging = Paging.nextURL(at: "next")
      let missing = HTTPPageSource<JSONRow>(
        .get(server.url("odd/no-id")), rows: .raw(at: "results", id: "uid"), paging: paging,
        loader: .tested())
      server.expect(
        await Walk.toEnd(of: missing).state.error, .decoding,
        "BASE/odd/no-id sent what does not fit at .results[0]: expected an id at .uid, found an "
          + "object with the key colour; give the path of the id.")
      let wrong = HTTPPageSource<JSONRow>(
        .get(server.url("odd/wrong-type")), rows: .raw(at: "results", id: "uid"), paging: paging,
        loader: .tested())
      server.expect(
        await Walk.toEnd(of: wrong).state.error, .decoding,
        "BASE/odd/wrong-type sent what does not fit at .results[7].uid: expected an id, found an "
          + "object with the key value; give the path of the id.")
    }
  }

  @Test func errorsOfGraphQLAreFailuresWithTheServersWords() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<ProjectIssue>(
        .graphql(server.url("graphql"), query: "nonsense"), rows: .list(at: "data.nodes"),
        paging: .relay(at: "data.pageInfo"), loader: .tested())
      server.expect(
        await Walk.toEnd(of: source).state.error, .graphQL,
        "BASE/graphql answered with the error \"syntax error\"; check the query.")
      await #expect(throws: FeedFailure.self) {
        try await source.request.json(size: 20, loader: .tested())
      }
    }
  }

  @Test func aConnectionWithoutPageInfoSaysSo() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<ProjectIssue>(
        server.issues.request, rows: server.issues.rows,
        paging: .relay(at: "data.project.issues.page"), loader: .tested())
      server.expect(
        await Walk.toEnd(of: source).state.error, .decoding,
        "BASE/graphql sent what does not fit at .data.project.issues.page: expected hasNextPage "
          + "and endCursor, found null; ask for pageInfo { hasNextPage endCursor } in the query "
          + "and give its path.")
    }
  }
}
