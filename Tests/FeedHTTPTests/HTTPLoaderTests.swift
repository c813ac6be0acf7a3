import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestWatch
#endif

/// What is waited for, what is taken, and what is sent to whom.
@Suite(
  "HTTPLoader", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPLoaderTests {
  private func people(_ url: URL, _ loader: HTTPLoader = .tested()) -> HTTPPageSource<Person> {
    HTTPPageSource(
      .get(url), rows: .list(at: "results"), paging: .nextURL(at: "next"), loader: loader)
  }

  private func failure(_ source: HTTPPageSource<Person>) async -> FeedFailure? {
    await Walk.toEnd(of: source).state.error
  }

  // MARK: - Time

  @Test func anAnswerThatDoesNotBeginIsGivenUp() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "hang"}}"#)
      let clock = ManualClock()
      let source = people(server.url("people"), HTTPLoader.tested(clock: clock))
      async let failure = failure(source)
      await clock.sleepers(1)
      try await server.wait { $0.busy == 1 }
      clock.advance(by: .seconds(30))
      server.expect(
        await failure, .timeout,
        "\(server.base.authority) did not answer in time; try again.", isRetryable: true)
      try await server.wait { $0.gone == 1 }
    }
  }

  @Test func anAnswerThatDripsIsGivenUp() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "drip"}}"#)
      let clock = ManualClock()
      var limits = HTTPLimits()
      // So that it makes no difference when it begins.
      limits.responseTimeout = .seconds(60)
      let source = people(server.url("people"), HTTPLoader.tested(limits: limits, clock: clock))
      async let failure = failure(source)
      try await server.wait { $0.busy == 1 }
      clock.advance(by: .seconds(50))
      server.expect(
        await failure, .timeout,
        "\(server.base.authority) did not finish its answer within 50 s; try again.",
        isRetryable: true)
      try await server.wait { $0.gone == 1 }
    }
  }

  // MARK: - Size

  @Test(arguments: ["endless", "gzip-bomb"])
  func aBodyIsCutOffOverTheLimit(wire: String) async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "\#(wire)"}}"#)
      var limits = HTTPLimits()
      limits.maxBodyBytes = 1 << 20
      let source = people(server.url("people"), HTTPLoader.tested(limits: limits))
      server.expect(
        await failure(source), .refused,
        "BASE/people sent more than 1048576 bytes and was cut off; "
          + "ask for smaller pages or raise the limit.")
      if wire == "endless" {
        try await server.wait { $0.gone == 1 }
      }
    }
  }

  @Test func aCompressedBodyIsRead() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "gzip"}}"#)
      #expect(await Walk.toEnd(of: people(server.url("people"))).state.items.count == 82)
    }
  }

  // MARK: - Who is told what

  private static let secrets = ["Authorization": "Bearer letmein", "X-Key": "k"]

  private func redirect(
    _ server: TestServer, to target: String, status: Int = 302, times: Int = 1
  ) async throws {
    try await server.control(
      """
      {"fail": {"path": "/people", "status": \(status), "times": \(times),
        "headers": {"Location": "\(target)", "Set-Cookie": "crumb=1"}}}
      """)
  }

  @Test func nothingReachesAnotherOriginThatWasNotAllowed() async throws {
    try await TestServer.run { server in
      try await TestServer.run { other in
        for status in [301, 302, 303, 307, 308] {
          try await redirect(server, to: other.url("people").absoluteString, status: status)
          #expect(await failure(people(server.url("people")))?.code == .refused)
        }
        #expect(try await other.log().isEmpty)
      }
    }
  }

  @Test func noHeaderAndNoCookieReachesAnOriginThatWasAllowed() async throws {
    try await TestServer.run { server in
      try await TestServer.run { other in
        try await redirect(server, to: other.url("people").absoluteString)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Session": "s"]
        var request = HTTPRequest.get(server.url("people"), headers: Self.secrets)
        request.otherOrigins = [other.base]
        let source = HTTPPageSource<Person>(
          request, rows: .list(at: "results"), paging: .nextURL(at: "next"),
          loader: HTTPLoader(configuration: configuration))
        #expect(await Walk.toEnd(of: source).state.items.count == 82)
        let own = try #require(try await server.log().first)
        #expect(own.headers["authorization"] == "Bearer letmein")
        #expect(own.headers["x-session"] == "s")
        // The redirect and the links behind it.
        let foreign = try await other.log()
        #expect(foreign.count == 9)
        for request in foreign {
          for name in ["authorization", "x-key", "x-session", "cookie"] {
            #expect(request.headers[name] == nil, "\(name)")
          }
        }
      }
    }
  }

  /// The other origin chooses what is asked of the base, and so it is not asked in the user's name.
  @Test(arguments: [true, false])
  func whatAnotherOriginLeadsToGetsNoCredentials(byLink: Bool) async throws {
    try await TestServer.run { server in
      let back = server.url("people?page=2&limit=20").absoluteString
      let page = #"{"results": [{"uid": "x", "name": "y"}], "next": "\#(back)"}"#
      let answer =
        byLink
        ? "200 OK\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)"
        : "302 Found\r\nContent-Length: 0\r\nLocation: \(back)\r\n\r\n"
      try await RawServer.run { _ in
        RawServer.Answer(Data("HTTP/1.1 \(answer)".utf8))
      } body: { other in
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Session": "s"]
        for loader in [HTTPLoader.tested(), HTTPLoader(configuration: configuration)] {
          var request = HTTPRequest.get(server.url("people?limit=20"), headers: Self.secrets)
          request.otherOrigins = [other.url("")]
          let source = HTTPPageSource<Person>(
            request, rows: .list(at: "results"), paging: .nextURL(at: "next"), loader: loader)
          try await server.control(#"{"reset": true}"#)
          try await redirect(server, to: other.url("1").absoluteString)
          #expect(await Walk.toEnd(of: source).state.error == nil)
          let log = try await server.log()
          #expect(log.map(\.query).prefix(2) == ["limit=20", "page=2&limit=20"])
          #expect(log.count == 5)
          #expect(log.first?.headers["authorization"] == "Bearer letmein")
          // The pages behind the one that it chose are its choice, too.
          for request in log.dropFirst() {
            for name in ["authorization", "x-key", "x-session", "cookie"] {
              #expect(request.headers[name] == nil, "\(name)")
            }
          }
        }
      }
    }
  }

  @Test func aRedirectAtHomeKeepsItsHeaders() async throws {
    try await TestServer.run { server in
      try await redirect(server, to: "/private?size=20")
      let source = HTTPPageSource<Product>(
        .get(server.url("people"), headers: Self.secrets), rows: .list(at: "items"), paging: .none,
        loader: .tested())
      #expect(await Walk.toEnd(of: source).state.items.count == 20)
    }
  }

  @Test func aRedirectOfAQueryKeepsItsBodyOnlyWhereItMust() async throws {
    try await TestServer.run { server in
      for (status, method) in [(307, "POST"), (308, "POST"), (302, "GET"), (303, "GET")] {
        try await server.control(#"{"reset": true}"#)
        try await server.control(
          """
          {"fail": {"path": "/graphql", "status": \(status), "headers": {"Location": "/there"}}}
          """)
        let request = HTTPRequest.graphql(server.url("graphql"), query: "query { a }")
        await #expect(throws: FeedFailure.self) {
          try await request.json(size: 20, loader: .tested())
        }
        let log = try await server.log()
        #expect(log.map(\.path) == ["/graphql", "/there"])
        #expect(log.last?.method == method)
        #expect((log.last?.body == nil) == (method == "GET"))
      }
    }
  }

  /// The origin is allowed for pages. The variables of a query are the user's, and may be secret.
  @Test func noBodyReachesAnotherOrigin() async throws {
    try await TestServer.run { server in
      try await TestServer.run { other in
        let target = other.url("people").absoluteString
        var request = HTTPRequest.graphql(server.url("people"), query: "query { a }")
        request.otherOrigins = [other.base]
        for status in [307, 308] {
          try await redirect(server, to: target, status: status)
          let failure = await #expect(throws: FeedFailure.self) {
            try await request.json(size: 20, loader: .tested())
          }
          server.expect(
            failure, .refused,
            "BASE/people redirects the query to another server, \(target), which does not get it; "
              + "send it to that server's URL in the first place.")
        }
        #expect(try await other.log().isEmpty)
        try await redirect(server, to: target, status: 303)
        _ = try await request.json(size: 20, loader: .tested())
        #expect(try await other.log().map(\.method) == ["GET"], "without its body")
      }
    }
  }

  @Test func redirectsInACircleEnd() async throws {
    try await TestServer.run { server in
      try await redirect(server, to: "/people", times: 100)
      server.expect(
        await failure(people(server.url("people"))), .http,
        "BASE/people redirects again and again; check the address, and whether it ends with a "
          + "slash.")
      #expect(try await server.log().count == 11)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h/", "javascript:alert(1)", "//", "http://"])
  func aRedirectOutOfTheWebIsRefused(target: String) async throws {
    try await TestServer.run { server in
      try await redirect(server, to: target)
      #expect(await failure(people(server.url("people")))?.code == .refused)
    }
  }

  // MARK: - How many at once

  @Test func aSourceAsksForSoMuchAtOnceAndForARefreshFirst() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "hang", "times": 2}}"#)
      var limits = HTTPLimits()
      limits.maxConcurrentRequests = 2
      let source = people(server.url("people?limit=10"), HTTPLoader.tested(limits: limits))
      func load(_ ticket: Ticket, _ kind: LoadKind, page: Int) -> Task<Void, any Error> {
        Task {
          let link = PageCursor.link("/people?page=\(page)")
          _ = try await source.page(
            for: .init(ticket: ticket, kind: kind, position: .after(cursor: link), size: 10))
        }
      }
      let busy = [load(1, .append, page: 1), load(2, .append, page: 2)]
      try await server.wait { $0.busy == 2 }
      let late = load(3, .append, page: 3)
      let never = load(4, .append, page: 4)
      let refresh = load(5, .refresh, page: 5)
      never.cancel()
      await #expect(throws: CancellationError.self) { try await never.value }
      #expect(try await server.log().count == 2, "the others wait")
      for load in busy { load.cancel() }
      try await late.value
      try await refresh.value
      let pages = try await server.log().map(\.query)
      #expect(Set(pages.dropFirst(2)) == ["page=3", "page=5"])
      #expect(!pages.contains("page=4"))
    }
  }
}

extension URL {
  fileprivate var authority: String { (host() ?? "") + ":\(port ?? 0)" }
}
