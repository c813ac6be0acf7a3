import FeedReducer
import FeedTesting
import Foundation
import TestServers
import Testing

// A transfer is internal, and only there the worst moment can be chosen.
@testable import FeedEffects

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What becomes of requests that nobody wants any more, over real HTTP.
@Suite("HTTP cancels", .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPCancelTests {
  /// The worst moment is when the answer ends: on Linux `URLSession` then forgets its task while
  /// a cancel still looks for it, which ends the process, one time in some hundred.
  @Test(arguments: ["people", "gone", "private", "old"])
  func aRequestMayBeCancelledAtAnyMoment(path: String) async throws {
    try await TestServer.run { server in
      try await server.control(
        #"""
        {"fail": {"path": "/old", "status": 302, "times": 1000000,
          "headers": {"Location": "/people?limit=20"}}}
        """#)
      let transfers = Transfers(.ephemeral, bodySize: 1 << 20)
      let request = URLRequest(url: server.url(path))
      await withTaskGroup(of: Void.self) { group in
        for lane in 0..<8 {
          group.addTask {
            for round in 0..<40 {
              let transfer = transfers.start(request)
              if (round + lane) % 4 > 0 { await Self.beginning(of: transfer) }
              for _ in 0..<round % 7 * lane { await Task.yield() }
              transfer.end(.failure(CancellationError()))
            }
          }
        }
      }
      // The session is as good as before.
      let last = transfers.start(URLRequest(url: server.url("people")))
      let answer = try await last.answer
      #expect(answer.status == 200)
      #expect(!answer.body.isEmpty)
      transfers.invalidate()
    }
  }

  @Test func atBeginningAndEndTheTimersStop() throws {
    let transfer = Transfer(bodySize: 1) {}
    let (beginning, whole) = (Self.timer(), Self.timer())
    transfer.keep(beginning: beginning, whole: whole)
    #expect(!beginning.isCancelled)
    let url = try #require(URL(string: "https://feed.test"))
    transfer.receive(HTTPAnswer.Head(url: url, status: 103, headers: [:]))
    #expect(!beginning.isCancelled, "the answer itself is still to come")
    transfer.receive(HTTPAnswer.Head(url: url, status: 200, headers: [:]))
    #expect(beginning.isCancelled)
    #expect(!whole.isCancelled)
    transfer.end(.success(()), isAnswered: true)
    #expect(whole.isCancelled)
  }

  @Test func timersThatComeTooLateStopAtOnce() {
    let transfer = Transfer(bodySize: 1) {}
    transfer.end(.success(()), isAnswered: true)
    let (beginning, whole) = (Self.timer(), Self.timer())
    transfer.keep(beginning: beginning, whole: whole)
    #expect(beginning.isCancelled && whole.isCancelled)
  }

  /// Waits until the answer begins, or until there will be none: then its timer is stopped.
  private static func beginning(of transfer: Transfer) async {
    let timer = timer()
    transfer.keep(beginning: timer, whole: Task {})
    await timer.value
  }

  /// A timer that only ends when it is stopped.
  private static func timer() -> Task<Void, Never> {
    Task {
      do { try await ManualClock().sleep(for: .seconds(1)) } catch {}
    }
  }

  @Test func aServerSeesThatARequestWasGivenUp() async throws {
    try await TestServer.run { server in
      for wire in ["hang", "drip", "endless"] {
        try await server.control(#"{"reset": true}"#)
        try await server.control(#"{"fail": {"path": "/people", "wire": "\#(wire)"}}"#)
        let request = HTTPRequest.get(server.url("people"))
        let load = Task { try await request.json(size: 20) }
        try await server.wait { $0.busy == 1 }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        try await server.wait { $0.gone == 1 && $0.busy == 0 }
      }
    }
  }
}
