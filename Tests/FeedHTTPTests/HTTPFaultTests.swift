import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

/// What goes wrong between a server and a feed that repeats by itself: what passes leaves no trace
/// in the rows, and what does not is said as it is.
@Suite(
  "HTTP faults", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPFaultTests {
  private static let everyRow = (1...82).map { "\($0)" }

  // MARK: - What passes

  @Test(arguments: [
    (#""status": 503"#, 2), (#""status": 429, "headers": {"Retry-After": "7"}"#, 1),
    (#""status": 500, "html": true"#, 1), (#""wire": "reset""#, 1), (#""wire": "close""#, 1),
    (#""wire": "reset-before""#, 1), (#""wire": "close-before""#, 1), (#""wire": "not-http""#, 1),
    (#""wire": "truncated""#, 1), (#""wire": "length-less""#, 1), (#""wire": "gzip-cut""#, 1),
  ])
  func aFaultThatPassesLeavesNoTrace(fault: String, times: Int) async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "page": 3, "times": \#(times), \#(fault)}}"#)
      let walk = await FaultWalk(server.people)
      #expect(await walk.rows == Self.everyRow)
      #expect(await walk.state.error == nil)
      let log = try await server.log()
      #expect(log.map(\.query).filter { $0.hasPrefix("page=3") }.count >= times + 1)
      if fault.contains("Retry-After") { #expect(walk.waited >= .seconds(7)) }
    }
  }

  @Test func anAnswerThatDripsIsAskedForAgain() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "wire": "drip"}}"#)
      let clock = ManualClock()
      let source = HTTPPageSource<Person>(
        .get(server.url("people")), rows: .list(at: "results"), paging: .nextURL(at: "next"),
        loader: HTTPLoader.tested(clock: clock))
      async let walk = FaultWalk(source)
      try await server.wait { $0.busy == 1 }
      clock.advance(by: .seconds(50))
      #expect(await walk.rows == Self.everyRow)
    }
  }

  /// What was sent along can't be sent twice on Linux: over a connection that was kept, the server
  /// would wait for it until the deadline.
  @Test(arguments: ["reset-before", "close-before"])
  func aQueryThatMeetsAClosedConnectionFailsAtOnce(wire: String) async throws {
    try await TestServer.run { server in
      let request = HTTPRequest.graphql(server.url("graphql"), query: "query { a }")
      _ = try await request.json(size: 20, loader: .tested())
      try await server.control(#"{"fail": {"path": "/graphql", "wire": "\#(wire)"}}"#)
      do {
        _ = try await request.json(size: 20, loader: .tested())
      } catch let failure as FeedFailure {
        #expect(failure.code == .unreachable)
        #expect(failure.isRetryable)
      }
      _ = try await request.json(size: 20, loader: .tested())
      #expect(try await server.log().allSatisfy { $0.body?.isEmpty == false })
    }
  }

  // MARK: - What does not

  @Test(arguments: [
    (#""status": 404"#, "http", "answered 404 Not Found"),
    (#""status": 401"#, "http", "answered 401 Unauthorized"),
    (
      #""status": 302, "headers": {"Location": "http://127.0.0.2:1/"}"#, "refused", "another server"
    ),
    (#""wire": "endless""#, "refused", "sent more than 1048576 bytes"),
    (#""wire": "gzip-bomb""#, "refused", "sent more than 1048576 bytes"),
    (#""wire": "no-utf8""#, "decoding", "sent bytes that are not UTF-8 after"),
    (#""status": 200, "html": true"#, "decoding", "sent text/html where JSON was expected"),
  ])
  func aFaultThatStaysIsSaidAndNotRepeated(
    fault: String, code: String, words: String
  ) async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "page": 3, \#(fault)}}"#)
      var limits = HTTPLimits()
      limits.maxBodyBytes = 1 << 20
      let source = HTTPPageSource<Person>(
        .get(server.url("people")), rows: .list(at: "results"), paging: .nextURL(at: "next"),
        loader: HTTPLoader.tested(limits: limits))
      let walk = await FaultWalk(source)
      let failure = await walk.state.error
      #expect(failure?.code.rawValue == code)
      #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
      #expect(failure?.isRetryable == false)
      #expect(failure?.url == server.url("people?page=3&limit=10").absoluteString)
      #expect(await walk.rows == Array(Self.everyRow.prefix(20)), "what was there stays")
      // Rows that went could have taken the page with them: the one before it tells that it still leads there.
      let count = code == "http" && words.contains("404") ? 4 : 3
      #expect(try await server.log().count == count, "it was asked for once")
      await walk.retry()
      #expect(await walk.rows == Self.everyRow, "the user may try again")
    }
  }

  @Test func whatNeverPassesIsGivenUpAfterSoManyTries() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/people", "page": 2, "status": 503, "times": 100}}"#)
      let walk = await FaultWalk(server.people)
      #expect(await walk.state.error?.status == 503)
      #expect(await walk.rows.count == 10)
      #expect(try await server.log().count == 1 + 1 + 4, "the first page, and four repetitions")
    }
  }
}
