import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import Testing

// A transfer is internal, and only there the worst moment can be chosen.
@testable import FeedHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestWatch
#endif

/// Cancelled requests, over real HTTP.
@Suite(
  "HTTP cancels", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
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
      let transport = BothTransports.kind.make()
      let request = URLRequest(url: server.url(path))
      await withTaskGroup(of: Void.self) { group in
        for lane in 0..<8 {
          group.addTask {
            for round in 0..<40 {
              let transfer = transport.start(request, isBase: true, maxBodyBytes: 1 << 20)
              if (round + lane) % 4 > 0 { await Self.beginning(of: transfer) }
              for _ in 0..<round % 7 * lane { await Task.yield() }
              transfer.end(.failure(CancellationError()))
            }
          }
        }
      }
      // The session is as good as before.
      let last = transport.start(
        URLRequest(url: server.url("people")), isBase: true, maxBodyBytes: 1 << 20)
      let answer = try await last.response
      #expect(answer.status == 200)
      #expect(!answer.body.isEmpty)
      transport.invalidate()
    }
  }

  @Test func anAnswerBeginsWithItsOwnHead() throws {
    let transfer = Transfer(maxBodyBytes: 1) {}
    let url = try #require(URL(string: "https://feed.test"))
    transfer.receive(HTTPResponse.Head(url: url, status: 103, headers: [:]))
    #expect(!transfer.hasBegun, "the answer itself is still to come")
    transfer.receive(HTTPResponse.Head(url: url, status: 200, headers: [:]))
    #expect(transfer.hasBegun)
  }

  @Test func anAnswerThatBeganHasTheTimeOfAWholeOne() async throws {
    let clock = ManualClock()
    let transfer = Transfer(maxBodyBytes: 1) {}
    clock.timers.startTimeout(
      of: transfer, limits: HTTPLimits(), totalEnd: HTTPLimits().totalTimeout)
    await clock.sleepers(1)
    transfer.receive(.init(url: try #require(URL(string: "http://h")), status: 200, headers: [:]))
    clock.advance(by: .seconds(30))
    await clock.sleepers(1)
    #expect(!transfer.isOver)
    clock.advance(by: .seconds(20))
    await #expect(throws: HTTPProblem.response(.tooSlow(limit: .seconds(50)))) {
      try await transfer.response
    }
  }

  @Test func theTimeOfAWholeAnswerIsThatOfItsBeginningToo() async {
    let clock = ManualClock()
    var limits = HTTPLimits()
    limits.responseTimeout = .seconds(60)
    let transfer = Transfer(maxBodyBytes: 1) {}
    clock.timers.startTimeout(
      of: transfer, limits: limits, totalEnd: limits.totalTimeout)
    await clock.sleepers(1)
    clock.advance(by: .seconds(50))
    await #expect(throws: HTTPProblem.response(.tooSlow(limit: .seconds(50)))) {
      try await transfer.response
    }
  }

  @Test func atTheEndTheTimerStops() async {
    let transfer = Transfer(maxBodyBytes: 1) {}
    let clock = ManualClock()
    transfer.keep(timeout: clock.timers.schedule(at: .seconds(1)) {})
    await clock.sleepers(1)
    transfer.end(.success(()), isComplete: true)
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func aTimerThatComesTooLateStopsAtOnce() async {
    let transfer = Transfer(maxBodyBytes: 1) {}
    transfer.end(.success(()), isComplete: true)
    let clock = ManualClock()
    transfer.keep(
      timeout: clock.timers.schedule(at: .seconds(1)) {
        Issue.record("a timer fires after the end")
      })
    clock.advance(by: .seconds(1))
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  /// Waits until the answer begins, or until there will be none.
  private static func beginning(of transfer: Transfer) async {
    while !transfer.hasBegun, !transfer.isOver { await Task.yield() }
  }

  @Test func aServerSeesThatARequestWasGivenUp() async throws {
    var limits = HTTPLimits()
    // The answer without an end is given up and not cut off, however long it takes to be seen.
    limits.maxBodyBytes = .max
    let loader = HTTPLoader.tested(limits: limits)
    try await TestServer.run { server in
      for wire in ["hang", "drip", "endless"] {
        try await server.control(#"{"reset": true}"#)
        try await server.control(#"{"fail": {"path": "/people", "wire": "\#(wire)"}}"#)
        let request = HTTPRequest.get(server.url("people"))
        let load = Task { try await request.json(size: 20, loader: loader) }
        try await server.wait { $0.busy == 1 }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        try await server.wait { $0.gone == 1 && $0.busy == 0 }
      }
    }
  }
}
