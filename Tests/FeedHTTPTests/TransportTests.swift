import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

// Which transport a loader has is internal.
@testable import FeedHTTP

/// What both transports do alike with requests at the edge of what can be sent.
@Suite("Transports", .watched, .bothTransports)
struct TransportTests {
  @Test(arguments: ["0", "65536", "70000", "4294967376"])
  func aPortThatNoServerHasIsRefused(port: String) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let failure = await #expect(throws: FeedFailure.self) {
      _ = try await HTTPRequest.get(url).json(size: 20, loader: .tested())
    }
    #expect(failure?.code == .refused)
    #expect(failure?.isRetryable == false)
    #expect(failure?.message.contains("is not the address of a web server") == true)
  }

  #if os(Linux)
    @Test(arguments: ["", " ", "\t", " \t "])
    func aHeaderValueOfBlanksIsSentEmpty(value: String) async throws {
      let log = Log<[String]>()
      try await RawServer.run { request in
        log.add(request.values(of: "x-key"))
        return .init(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
      } body: { server in
        let request = HTTPRequest.get(server.url(""), headers: ["X-Key": value])
        _ = try await request.json(size: 20, loader: .tested())
      }
      #expect(log.entries == [[""]])
    }

    /// A server may close a connection while the next request is sent on it. `URLSession` would send that one
    /// again without its body.
    @Test func aBodyIsNeverSentOnAConnectionThatMayBeClosed() async throws {
      let (log, bodies) = (Log<Int>(), Log<String>())
      try await RawServer.run(serving: { connection in
        var count = 0
        while let request = connection.read() {
          count += 1
          log.add(count)
          bodies.add(request.body)
          connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
        }
      }) { server in
        let loader = BothTransports.$kind.withValue(.urlSession) {
          HTTPLoader.tested()
        }
        for number in 1...3 {
          let request = HTTPRequest.post(server.url(""), body: ["number": .integer(number)])
          _ = try await request.json(size: 20, loader: loader)
        }
      }
      #expect(log.entries == [1, 1, 1])
      #expect(bodies.entries.map { $0.filter(\.isNumber) } == ["1", "2", "3"])
    }
  #endif
}
