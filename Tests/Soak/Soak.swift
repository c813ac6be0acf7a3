import FeedEffects
import FeedTesting
import TestServers

/// A run of many feeds with random actions and failing servers.
struct Soak {
  /// How many feeds run at any time.
  let feeds: Int

  /// How many actions are sent to all feeds together.
  let actions: Int

  /// The seed of all random choices. Concurrent tasks may still run in another order.
  let seed: UInt64

  private let tally = SharedTally(Tally())

  init(feeds: Int, actions: Int, seed: UInt64) {
    self.feeds = feeds
    self.actions = actions
    self.seed = seed
  }

  /// How many feeds read over HTTP: one in ten, at most 20. None without the test server.
  private var webFeeds: Int { TestServer.isAvailable ? min(20, max(1, feeds / 10)) : 0 }

  /// Runs all feeds, drops them and looks for leaks.
  func run() async throws -> Report {
    if webFeeds == 0 { return try await run(on: nil) }
    return try await TestServer.run { try await run(on: $0) }
  }

  private func run(on server: TestServer?) async throws -> Report {
    let start = ContinuousClock.now
    let connections = try await server?.connections()
    // Other tasks than those that wait move these on.
    let clocks = (0..<2).map { _ in ManualClock(patience: ManualClock()) { _ in } }
    var lanes = await lanes(clocks, server)
    var memory: [Int] = []
    for quarter in 1...4 {
      lanes = try await run(lanes, actions: actions * quarter / 4 - actions * (quarter - 1) / 4)
      memory.append(Memory.resident)
    }
    await end(lanes, clocks)
    lanes = []
    await rest(clocks)
    let left = try await server?.connections(atMost: connections ?? 0)
    tally.use { tally in
      let timers = clocks.reduce(0) { $0 + $1.sleeperCount }
      tally.breaches += Self.breaches(tally, timers: timers)
      if let left, let connections, left > connections {
        tally.breach("\(left - connections) connections are left")
      }
    }
    return Report(
      soak: self, webFeeds: webFeeds, tally: tally.use { $0 }, memory: memory,
      time: .now - start)
  }

  /// Creates the lanes: feeds in memory on the first clock, feeds over HTTP on the second.
  private func lanes(_ clocks: [ManualClock], _ server: TestServer?) async -> [Lane] {
    var lanes: [Lane] = []
    var left = feeds - webFeeds
    let width = max(1, min(8, left))
    for number in 0..<width {
      let share = left / (width - number)
      left -= share
      let environment = Environment(clock: clocks[0], tally: tally)
      lanes.append(
        await Lane(
          feeds: share, of: feeds - webFeeds, seed: seed &* 1_000 &+ UInt64(number),
          in: environment))
    }
    if let server {
      let web = Environment.Web(server, clock: clocks[1])
      let environment = Environment(clock: clocks[1], tally: tally, web: web)
      lanes.append(
        await Lane(feeds: webFeeds, of: webFeeds, seed: seed &* 1_000 &+ 999, in: environment))
    }
    return lanes
  }

  private func run(_ lanes: [Lane], actions: Int) async throws -> [Lane] {
    try await withThrowingTaskGroup(of: Lane.self) { group in
      var (left, waiterCount) = (actions, feeds)
      for var lane in lanes {
        let share = left * lane.count / waiterCount
        left -= share
        waiterCount -= lane.count
        group.addTask {
          try await lane.run(actions: share)
          return lane
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// How many rounds the end may take. Work that is left then is a leak.
  private static let patience = 200_000

  /// Ends the feeds while the clocks advance.
  private func end(_ lanes: [Lane], _ clocks: [ManualClock]) async {
    let open = Locked(lanes.count)
    for var lane in lanes {
      Task {
        await lane.finish()
        open.use { $0 -= 1 }
      }
    }
    for _ in 0..<Self.patience where open.use({ $0 }) > 0 {
      for clock in clocks { clock.advance(by: .seconds(1)) }
      await round()
    }
    if open.use({ $0 }) > 0 { tally.use { $0.breach("the feeds do not settle") } }
  }

  /// Gives each executor a turn. A store waits for the main actor, which others may keep busy: without this
  /// the rounds would be over before it had one.
  private func round() async {
    await MainActor.run {}
    await Task.yield()
  }

  /// Waits until no task, engine or timer is left, or `patience` runs out.
  private func rest(_ clocks: [ManualClock]) async {
    for _ in 0..<Self.patience {
      if tally.use({ $0.isAtRest }), clocks.allSatisfy({ $0.sleeperCount == 0 }) { return }
      await round()
    }
  }

  /// The leaks at the end of a run.
  static func breaches(_ tally: Tally, timers: Int) -> [String] {
    let left = [
      (tally.work, "requests and edits are left"), (tally.companions, "readers and waits are left"),
      (tally.engines, "engines are left"), (timers, "timers are left"),
    ]
    return left.filter { $0.0 != 0 }.map { "\($0) \($1)" }
  }
}

extension TestServer {
  /// Returns the number of open connections, including the one of this request.
  ///
  /// - Parameter expected: The call polls up to 300 times while there are more.
  fileprivate func connections(atMost expected: Int = .max) async throws -> Int {
    var connections = 0
    for _ in 0..<300 {
      connections = try await state().connections
      if connections <= expected { break }
    }
    return connections
  }
}
