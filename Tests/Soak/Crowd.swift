import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers

/// Many feeds that read the same list over one loader, again and again.
///
/// They want more connections than there may be. Each list has to be right, or its feed has to name one of
/// the failures that the server was told to make.
struct Crowd {
  /// How many feeds read at the same time.
  let feeds: Int

  /// How long feeds begin to read the list once more.
  let time: Duration

  /// How many file descriptors the process may open; nil for the system's limit.
  var descriptors: Int?

  /// The failures that the server makes, and how often.
  private static let faults = [
    #""status": 503"#, #""wire": "reset""#, #""wire": "close-before""#, #""status": 404"#,
  ]
  private static let timesOfEachFault = 10
  private static let rows = 82

  /// What came of the lists.
  struct Report: CustomStringConvertible {
    /// How many were read to their end.
    var lists = 0

    /// How many of those had other rows than the server's.
    var wrong = 0

    /// The failures of the others, and how often each was seen.
    var failures: [String: Int] = [:]

    /// How many connections the server accepted.
    var connections = 0

    /// What may not be; empty if the run passed.
    var breaches: [String] {
      let planned = Crowd.faults.count * Crowd.timesOfEachFault
      let failed = failures.values.reduce(0, +)
      return [
        (wrong > 0, "\(wrong) lists are wrong"), (lists == 0, "no list was read"),
        (failed > planned, "\(failed) loads failed, and the server made \(planned) fail"),
        (connections > 100, "there were \(connections) connections"),
      ].filter(\.0).map(\.1)
    }

    var description: String {
      let seen = failures.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      let counts = "\(lists) lists read to their end over \(connections) connections"
      return ([counts] + seen + breaches.map { "BREACH: \($0)" }).joined(separator: "\n")
    }
  }

  /// Runs the feeds over a server of their own.
  func run() async throws -> Report {
    try await TestServer.run(count: Self.rows) { server in
      for fault in Self.faults {
        try await server.control(
          #"{"fail": {"path": "/offset", "times": \#(Self.timesOfEachFault), \#(fault)}}"#)
      }
      let before = try await server.state().accepted
      if let descriptors { Self.limit(descriptors: descriptors) }
      // After the limit, which the loader goes by.
      var report = await read(from: server, over: HTTPLoader())
      report.connections = try await server.state().accepted - before
      return report
    }
  }

  private func read(from server: TestServer, over loader: HTTPLoader) async -> Report {
    let end = ContinuousClock.now + time
    let report = Locked(Report())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<feeds {
        group.addTask {
          let source = HTTPPageSource<Row>(
            .get(server.url("offset"), page: "offset", size: "limit"), rows: .list(at: "rows"),
            paging: .offset(total: "total"), loader: loader)
          repeat {
            let feed = FeedActor(source: source)
            let isComplete = await feed.loadAll().isComplete
            let state = await feed.state
            report.use { $0.add(state, isComplete: isComplete) }
          } while ContinuousClock.now < end
        }
      }
    }
    return report.use { $0 }
  }

  /// Lowers the number of file descriptors that the process may open.
  private static func limit(descriptors: Int) {
    #if os(Linux)
      var limit = rlimit(rlim_cur: rlim_t(descriptors), rlim_max: rlim_t(descriptors))
      let result = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      var limit = rlimit(rlim_cur: rlim_t(descriptors), rlim_max: rlim_t(descriptors))
      let result = setrlimit(RLIMIT_NOFILE, &limit)
    #endif
    precondition(result == 0, "the system has fewer descriptors")
  }
}

extension Crowd.Report {
  fileprivate mutating func add(_ state: Rows.State, isComplete: Bool) {
    if isComplete {
      lists += 1
      if state.items.map(\.id) != Array(1...82) { wrong += 1 }
    } else {
      failures[state.error?.message ?? "no failure, and no end", default: 0] += 1
    }
  }
}
