import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

@testable import FeedConsole
@testable import FeedHTTP

/// When a URL without a scheme is asked without encryption.
@Suite("Plain http", .watched) struct PlainTextTests {
  private static let unanswered = FeedFailure(
    .unreachable, message: "a", isRetryable: true, subject: "port")
  private static let withoutTLS = FeedFailure(.unreachable, message: "a", subject: "tls")

  private func plain(
    _ arguments: [String], after failure: FeedFailure = unanswered,
    change: (inout HTTPRequest) -> Void = { _ in }
  ) throws -> URL? {
    let options = try Options(arguments).remote
    var request = HTTPRequest.get(try #require(options.url))
    change(&request)
    return options.plain(of: request, after: failure)?.url
  }

  @Test(
    arguments: [
      "192.168.0.1:81/a", "10.1.2.3/a", "172.16.0.1:81/a", "172.31.9.9:81/a", "169.254.1.1:81/a",
      "0.0.0.0:81/a", "nas:81/a", "printer.local/a", "a.b.internal/a", "router.lan/a",
      "nas.home.arpa/a", "[fd00::1]:81/a", "[fe80::1]:81/a",
    ])
  func aServerOfAPrivateNetworkMayBeAskedWithout(host: String) throws {
    #expect(try plain([host])?.absoluteString == "http://\(host)")
    #expect(try plain([host], after: Self.withoutTLS)?.absoluteString == "http://\(host)")
    #expect(try plain(["https://\(host)"]) == nil, "the scheme was given")
  }

  @Test(
    arguments: [
      "example.org/a", "8.8.8.8/a", "172.32.0.1:81/a", "192.169.0.1:81/a", "11.0.0.1:81/a",
      "nas.evil.example:81/a", "local.example/a", "notlocal:81.example/a", "134744072:81/a",
      "0x08080808:81/a", "[2001:db8::1]:81/a", "[::ffff:8.8.8.8]:81/a", "10.0.0.1.example/a",
    ])
  func anyOtherServerIsNot(host: String) throws {
    #expect((try? plain([host])) == nil)
    #expect((try? plain([host], after: Self.withoutTLS)) == nil)
  }

  /// Who stands between can present any certificate, and answer anything.
  @Test func nothingFollowsACertificateOrAnAnswer() throws {
    let failures = [
      FeedFailure(.unreachable, message: "SSL certificate problem", subject: "certificate"),
      FeedFailure(.unreachable, message: "the connection broke", isRetryable: true),
      FeedFailure(.unreachable, message: "no host", isRetryable: true, subject: "host"),
      FeedFailure(.http, message: "503", status: 503, isRetryable: true),
      FeedFailure(.http, message: "401", status: 401, subject: "Bearer"),
      FeedFailure(.decoding, message: "wrong version number"),
      FeedFailure(.refused, message: "speaks no TLS", subject: "tls"),
      FeedFailure(.timeout, message: "timeout", isRetryable: true),
      FeedFailure(.offline, message: "offline", isRetryable: true),
    ]
    for failure in failures {
      #expect(try plain(["nas:81/a"], after: failure) == nil, "\(failure)")
    }
  }

  @Test func nothingOfTheUsersGoesWithout() throws {
    #expect(try plain(["nas.lan/a", "pull", "--resume-at", "/x?key=SECRET"]) == nil)
    #expect(try plain(["nas:81/a?api_key=SECRET"]) == nil)
    #expect(try plain(["nas:81/a?"]) == nil)
    #expect(try plain(["me@nas.lan/a"]) == nil)
    #expect(try plain(["nas:81/a"]) { $0.headers["Authorization"] = "Bearer SECRET" } == nil)
    #expect(try plain(["nas:81/a"]) { $0.body = ["key": "SECRET"] } == nil)
    #expect(try plain(["nas:81/a"]) { $0.graphQL = .init(query: "{ a }") } == nil)
  }

  /// A server without TLS on an address that is not the loopback.
  @Test(.enabled(if: Program.path != nil)) func aServerWithoutTLSIsReadAndGetsNoSecret()
    async throws
  {
    let heads = Locked<[String]>([])
    let serve: @Sendable (RawServer.Connection) -> Void = { connection in
      guard let bytes = connection.readAny() else { return }
      heads.use { $0.append(String(decoding: bytes, as: UTF8.self)) }
      // What a server of http says of the beginning of a handshake.
      let status = bytes.first == 0x16 ? "400 Bad Request" : "200 OK"
      let head =
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
      connection.send(Data("\(head)[{\"id\": 1}]".utf8))
    }
    try await RawServer.run(serving: serve) { server in
      let host = "0.0.0.0:\(try #require(server.url("").port))"
      let run = try Program.run(["pull", "\(host)/rows"])
      #expect(run.status == 0 && run.output == "{\"id\": 1}\n", "\(run)")
      #expect(run.errors.contains("it speaks no TLS"), "\(run)")
      #expect(run.errors.contains("Trying http."), "\(run)")
      heads.use { $0 = [] }
      for options in [
        ["\(host)/rows?api_key=SECRET"], ["--token", "SECRET", "\(host)/rows"],
        ["--header", "X-Key: SECRET", "\(host)/rows"], ["\(host)/rows?page=1"],
      ] {
        let run = try Program.run(["pull"] + options)
        #expect(run.status == 66)
        #expect(run.errors.contains("it speaks no TLS") && !run.errors.contains("Trying http."))
      }
      #expect(heads.use { $0 }.allSatisfy { !$0.contains("HTTP/1") })
    }
  }
}
