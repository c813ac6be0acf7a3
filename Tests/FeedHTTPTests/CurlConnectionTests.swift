#if os(Linux)
  import Dispatch
  import FeedEffects
  import FeedReducer
  import FeedTesting
  import Foundation
  import FoundationNetworking
  import TestServers
  import TestWatch
  import Testing

  // The transport itself is internal: only it takes requests that `HTTPRequest` can't make.
  @testable import FeedHTTP

  /// Connections of libcurl that are kept, that break in the TLS handshake, or that are never opened.
  @Suite(
    "libcurl connections", .watched, .enabled(if: CurlTransport.isAvailable, "there is no libcurl"))
  struct CurlConnectionTests {
    /// A loader whose timeouts never pass.
    private let loader = HTTPLoader(clock: ManualClock())

    private static func answer(_ body: String) -> Data {
      Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    private func load(_ url: URL) async throws -> JSONValue {
      try await HTTPRequest.get(url).json(size: 20, loader: loader)
    }

    // MARK: - Kept connections

    @Test func aCancelOnAKeptConnectionReachesTheServer() async throws {
      let events = Log<String>()
      try await RawServer.run { (connection: RawServer.Connection) in
        events.add("connection")
        while let request = connection.read() {
          events.add(request.path)
          if request.path == "good" { connection.send(Self.answer("[]")) }
        }
        events.add("closed")
      } body: { server in
        _ = try await load(server.url("good"))
        let hanging = Task { try await load(server.url("hang")) }
        await events.reach(3)
        hanging.cancel()
        await #expect(throws: CancellationError.self) { try await hanging.value }
        await events.reach(4)
        #expect(events.entries == ["connection", "good", "hang", "closed"])
      }
    }

    @Test func aRequestThatMeetsAClosedConnectionIsSentAgainInFull() async throws {
      let bodies = Log<String>()
      try await RawServer.run { (connection: RawServer.Connection) in
        let isFirst = bodies.entries.isEmpty
        while let request = connection.read() {
          bodies.add(request.body)
          // The second request of the first connection ends it.
          if isFirst, bodies.entries.count > 1 { return }
          connection.send(Self.answer(#""\#(request.path)""#))
        }
      } body: { server in
        let first = try await load(server.url("1"))
        let query = HTTPRequest.graphql(server.url("2"), query: "{ a }")
        let second = try await query.json(size: 20, loader: loader)
        #expect([first, second] == ["1", "2"])
        let body = #"{"query":"{ a }","variables":{}}"#
        #expect(bodies.entries == ["", body, body])
      }
    }

    /// Two connections of the same ports, to two addresses of a host, are two.
    @Test func connectionsAreKnownByAddressesAndPorts() {
      var sockets: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
      defer { for socket in sockets { close(socket) } }
      let ends = CurlKeptConnections.Ends(
        local: "127.0.0.1", localPort: 1, remote: "127.0.0.1", remotePort: 2)
      var (otherRemote, otherLocal) = (ends, ends)
      otherRemote.remote = "127.0.0.2"
      otherLocal.local = "127.0.0.2"
      let kept = CurlKeptConnections()
      kept.add(sockets[0], between: ends)
      kept.add(-1, between: otherRemote)
      kept.add(-1, between: otherLocal)
      #expect(write(sockets[1], "a", 1) == 1)
      #expect(!kept.hasInput(between: otherRemote) && !kept.hasInput(between: otherLocal))
      #expect(kept.hasInput(between: ends))
    }

    /// libcurl reads 103, and a second header behind it, in which anything may stand.
    @Test func aStatusThatIsNoneEndsTheResponse() async throws {
      try await RawServer.run { _ in
        .init(
          Data(
            "HTTP/1.1 103x A\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
      } body: { server in
        let failure = await #expect(throws: FeedFailure.self) { try await load(server.url("")) }
        #expect(failure?.message.contains("the response has no status") == true)
      }
    }

    /// A server that can be made to add bytes to one response would answer the next request, too.
    @Test func bytesBehindAResponseAreNotTheNextOne() async throws {
      let (isRead, isSent) = (DispatchSemaphore(value: 0), Log<Bool>())
      try await RawServer.run { (connection: RawServer.Connection) in
        while let request = connection.read() {
          connection.send(Self.answer(#""\#(request.path)""#))
          if request.path == "1" {
            isRead.wait()
            connection.send(Self.answer(#""stray""#))
            isSent.add(true)
          }
        }
      } body: { server in
        var bodies = [try await load(server.url("1"))]
        isRead.signal()
        await isSent.reach(1)
        for path in ["2", "3"] { bodies.append(try await load(server.url(path))) }
        #expect(bodies == ["1", "2", "3"])
      }
    }

    // MARK: - Broken answers

    private static let broken: [(name: String, answer: String)] = [
      ("two lengths", "Content-Length: 2\r\nContent-Length: 9\r\n\r\n[]       "),
      ("a negative length", "Content-Length: -2\r\n\r\n[]"),
      ("a large chunk", "Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n[]\r\n0\r\n\r\n"),
      ("a negative chunk", "Transfer-Encoding: chunked\r\n\r\n-2\r\n[]\r\n0\r\n\r\n"),
      ("a chunk of lies", "Transfer-Encoding: chunked\r\n\r\n1\r\n[]\r\n0\r\n\r\n"),
      ("no gzip", "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]"),
      ("an unknown coding", "Content-Encoding: none-such\r\nContent-Length: 2\r\n\r\n[]"),
      ("an end that is none", "Content-Length: 2\r\n\r\r\n[]"),
    ]

    @Test func aBrokenAnswerIsAFailureThatMayPass() async throws {
      try await RawServer.run { request in
        let fields =
          Int(request.path).map { Self.broken[$0].answer } ?? "Content-Length: 2\r\n\r\n[]"
        return .init(Data("HTTP/1.1 200 OK\r\n\(fields)".utf8))
      } body: { server in
        for (index, (name, _)) in Self.broken.enumerated() {
          let failure = await #expect(throws: FeedFailure.self, "\(name)") {
            _ = try await load(server.url("\(index)"))
          }
          #expect(failure?.code == .unreachable, "\(name)")
          #expect(failure?.isRetryable == true, "\(name)")
          let good = try await load(server.url("good"))
          #expect(good == [])
        }
      }
    }

    // MARK: - TLS

    private typealias Handshake = @Sendable (RawServer.Connection) -> Void

    private func handshakeFailure(_ serve: @escaping Handshake) async throws -> FeedFailure? {
      try await RawServer.run(serving: serve) { server in
        await #expect(throws: FeedFailure.self) {
          _ = try await load(server.url("", scheme: "https"))
        }
      }
    }

    @Test func aHandshakeThatBreaksOffIsABrokenConnection() async throws {
      let handshakes: [Handshake] = [
        { _ in },
        { $0.readAny() },
        { connection in
          connection.readAny()
          connection.resetAtEnd()
        },
        { connection in
          connection.readAny()
          // The beginning of a record.
          connection.send(Data([22, 3, 3, 0, 122, 2, 0, 0]))
        },
      ]
      for (index, serve) in handshakes.enumerated() {
        let failure = try await handshakeFailure(serve)
        #expect(failure?.isRetryable == true, "\(index): \(failure?.message ?? "")")
        #expect(failure?.message.contains("certificate") == false)
      }
    }

    @Test func aHandshakeThatIsRefusedIsNotSecure() async throws {
      let handshakes: [Handshake] = [
        { connection in
          connection.readAny()
          connection.send(Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
        },
        { connection in
          connection.readAny()
          // The alert "handshake failure".
          connection.send(Data([21, 3, 3, 0, 2, 2, 40]))
        },
      ]
      for serve in handshakes {
        let failure = try await handshakeFailure(serve)
        #expect(failure?.isRetryable == false)
        #expect(failure?.message.hasPrefix("A secure connection") == true)
      }
    }

    @Test func aHandshakeBehindARedirectNamesTheServerThatItWasWith() async throws {
      let refuse: Handshake = { connection in
        connection.readAny()
        connection.send(Data([21, 3, 3, 0, 2, 2, 40]))
      }
      try await RawServer.run(serving: refuse) { target in
        let there = target.url("there", scheme: "https")
        try await RawServer.run { _ in
          .init(Data("HTTP/1.1 302 Found\r\nLocation: \(there)\r\n\r\n".utf8))
        } body: { server in
          var request = HTTPRequest.get(server.url("here"))
          request.otherOrigins = [there]
          let failure = await #expect(throws: FeedFailure.self) {
            try await request.json(size: 20, loader: HTTPLoader())
          }
          let port = try #require(there.port)
          #expect(failure?.message.contains("A secure connection to 127.0.0.1:\(port)") == true)
          #expect(failure?.url == "\(there)")
        }
      }
    }

    // MARK: - Requests

    /// libcurl takes no text of more than 8 MB.
    @Test func aRequestThatLibcurlRefusesInPartIsNotSent() async throws {
      let paths = Log<String>()
      try await RawServer.run { request in
        paths.add(request.path)
        return .init(Self.answer("[]"))
      } body: { server in
        let long = String(repeating: "a", count: 9_000_000)
        var request = URLRequest(url: server.url(""))
        request.httpMethod = long
        for request in [request, URLRequest(url: server.url(long))] {
          let transfer = CurlTransport(maxConnections: 64).start(
            request, isBase: true, maxBodyBytes: 1_000)
          await #expect(throws: HTTPProblem.self) { try await transfer.response }
        }
      }
      #expect(paths.entries.isEmpty)
    }
  }
#endif
