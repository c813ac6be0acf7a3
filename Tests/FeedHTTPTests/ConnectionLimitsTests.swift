import Dispatch
import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

// What a loader remembers of hosts is internal.
@testable import FeedHTTP

@Suite("Limits on connections", .watched)
struct ConnectionLimitsTests {
  /// A server that answers each request when the test lets it.
  private struct Held: Sendable {
    let opened = Log<Void>()
    let asked = Log<String>()
    private let answers = DispatchSemaphore(value: 0)

    func serve(_ connection: RawServer.Connection) {
      opened.add(())
      while let request = connection.read() {
        asked.add(request.path)
        answers.wait()
        connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8))
      }
    }

    /// Lets the server answer so many requests.
    func answer(_ count: Int = 1) {
      for _ in 0..<count { answers.signal() }
    }

    /// Runs a server, whose threads end with it.
    func run(_ body: (RawServer) async throws -> Void) async throws {
      try await RawServer.run(serving: { serve($0) }) { server in
        defer { answer(1_000) }
        try await body(server)
      }
    }
  }

  private static func loader(
    perHost: Int = 1, inAll: Int = 100, clock: any Clock<Duration> = ManualClock()
  ) -> HTTPLoader {
    var limits = HTTPLimits()
    limits.maxConnectionsPerHost = perHost
    limits.maxConnections = inAll
    return .tested(limits: limits, clock: clock)
  }

  private static func load(_ url: URL, _ loader: HTTPLoader) -> Task<Void, any Error> {
    Task { _ = try await HTTPRequest.get(url).json(size: 20, loader: loader) }
  }

  /// Waits until so many requests wait for a connection to a server.
  private static func waiting(_ count: Int, for server: RawServer, _ loader: HTTPLoader) async {
    guard let host = Origin(server.url("")) else { return }
    await loader.connections.waiting(count, at: host)
  }

  @Test func theUsualLimitIsAQuarterOfTheDescriptors() {
    #expect(HTTPLimits().maxConnectionsPerHost == 8)
    #expect(HTTPLimits().maxConnections == max(1, sysconf(Int32(_SC_OPEN_MAX)) / 4))
  }

  // `URLSession` on Linux opens a new connection now and then, and closes one for it.
  @Test(
    .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"),
    .enabled(if: BothTransports.survivesBrokenServers, "there is no libcurl"))
  func manyRequestsAtOnceShareEightConnections() async throws {
    try await TestServer.run { server in
      let loader = HTTPLoader()
      let before = try await server.state().accepted
      let loads = (0..<200).map { _ in Self.load(server.url("plain"), loader) }
      for load in loads { try await load.value }
      #expect(try await server.state().accepted - before <= 8 + 1, "and one of the question")
      #expect(loader.connections.hostCount == 0)
    }
  }

  /// With libcurl's usual 64 idle connections, all above them were closed after each response.
  @Test(.enabled(if: BothTransports.survivesBrokenServers, "there is no libcurl"))
  func connectionsAreUsedAgainHoweverManyThereAre() async throws {
    let held = Held()
    try await held.run { server in
      var limits = HTTPLimits()
      limits.maxConnectionsPerHost = 100
      let loader = HTTPLoader(limits: limits, clock: ManualClock())
      let loads = (0..<300).map { _ in Self.load(server.url(""), loader) }
      await held.asked.reach(100)
      held.answer(300)
      for load in loads { try await load.value }
      #expect(held.opened.entries.count == 100)
    }
  }

  @Test(.bothTransports) func whoWaitsIsNotTooLate() async throws {
    let (held, clock) = (Held(), ManualClock())
    try await held.run { server in
      let loader = Self.loader(clock: clock)
      let first = Self.load(server.url("1"), loader)
      await held.asked.reach(1)
      let second = Self.load(server.url("2"), loader)
      await Self.waiting(1, for: server, loader)
      clock.advance(by: .seconds(29))
      held.answer()
      try await first.value
      await held.asked.reach(2)
      // 58 s after it was asked for, more than both limits.
      clock.advance(by: .seconds(29))
      held.answer()
      try await second.value
      // A response that does not begin is late all the same.
      let third = Self.load(server.url("3"), loader)
      await held.asked.reach(3)
      clock.advance(by: .seconds(30))
      let failure = await #expect(throws: FeedFailure.self) { try await third.value }
      #expect(failure?.code == .timeout)
    }
  }

  @Test(.bothTransports) func whoIsCancelledWhileWaitingIsNeverSent() async throws {
    let held = Held()
    try await held.run { server in
      let loader = Self.loader()
      let loads = (1...3).map { Self.load(server.url("\($0)"), loader) }
      await held.asked.reach(1)
      await Self.waiting(2, for: server, loader)
      // Which of them is first is not known.
      let first = held.asked.entries.first.flatMap { Int($0) } ?? 0
      let cancelled = first == 3 ? 2 : 3
      loads[cancelled - 1].cancel()
      await #expect(throws: CancellationError.self) { try await loads[cancelled - 1].value }
      held.answer(2)
      for number in 1...3 where number != cancelled { try await loads[number - 1].value }
      #expect(!held.asked.entries.contains("\(cancelled)"))
    }
  }

  @Test(.bothTransports) func aBusyHostKeepsNoOtherWaiting() async throws {
    let (busy, free) = (Held(), Held())
    try await busy.run { server in
      try await free.run { other in
        let loader = Self.loader(inAll: 2)
        let loads = (0..<4).map { _ in Self.load(server.url(""), loader) }
        await busy.asked.reach(1)
        await Self.waiting(3, for: server, loader)
        free.answer()
        try await Self.load(other.url(""), loader).value
        busy.answer(4)
        for load in loads { try await load.value }
      }
    }
  }

  @Test(.bothTransports) func hostsShareWhatThereIsInAll() async throws {
    let (first, second) = (Held(), Held())
    try await first.run { server in
      try await second.run { other in
        let loader = Self.loader(inAll: 1)
        let loads = [Self.load(server.url(""), loader)]
        await first.asked.reach(1)
        let late = Self.load(other.url(""), loader)
        await loader.connections.waitingInAll(1)
        #expect(second.asked.entries.isEmpty)
        first.answer()
        second.answer()
        for load in loads + [late] { try await load.value }
      }
    }
  }
}
