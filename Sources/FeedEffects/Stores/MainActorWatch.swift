import Foundation

/// Tells once that nothing runs the main actor, while answers wait for it.
///
/// Where another main loop than Apple's or Dispatch's owns the main thread, nothing runs the main
/// actor: a store compiles, starts and loads, and no answer ever arrives.
///
/// The five seconds are five sleeps of one. A program that stands still as a whole, in a debugger or
/// on a computer that sleeps, takes one of them, and then the main actor has time to answer.
package final class MainActorWatch: Sendable {
  /// Watches in debug builds only, so that others do not pay for it.
  static let shared: MainActorWatch? = {
    #if DEBUG
      MainActorWatch(clock: ContinuousClock()) {
        FileHandle.standardError.write(Data("\($0)\n".utf8))
      }
    #else
      nil
    #endif
  }()

  /// What is told.
  package static let message = """
    FeedEffects: answers have waited 5 s for the main actor, and nothing runs it. FeedStore and Store \
    belong to the main actor. If GTK, Qt, SDL, a game or another loop owns the main thread, use \
    FeedActor or StoreActor and hand their states to your thread. If the main thread is only busy or \
    blocked, let it go. (Debug builds say this once.)
    """

  private struct State {
    var waiting = 0
    var delivered = 0
    var isWatching = false
    var hasReported = false
  }

  private let state = Locked(State())
  private let sleep: @Sendable () async -> Void
  private let report: @Sendable (String) -> Void

  /// Creates a watch that calls `report` at most once.
  package init(clock: some Clock<Duration>, report: @escaping @Sendable (String) -> Void) {
    sleep = { try? await clock.sleep(for: .seconds(1)) }
    self.report = report
  }

  /// Says that something begins to wait for the main actor.
  package func waits() {
    let starts = state.use { state in
      state.waiting += 1
      if state.isWatching || state.hasReported { return false }
      state.isWatching = true
      return true
    }
    if starts { Task.detached { await self.watch() } }
  }

  /// Says that something that waited is on the main actor.
  package func arrives() {
    state.use { state in
      state.waiting -= 1
      state.delivered += 1
    }
  }

  /// Watches until nothing waits any more, or nothing has arrived for five seconds.
  private func watch() async {
    var before = state.use { $0.delivered }
    while true {
      for _ in 0..<5 { await sleep() }
      let (goesOn, isStuck) = state.use { state in
        let isStuck = state.waiting > 0 && state.delivered == before
        before = state.delivered
        state.isWatching = state.waiting > 0 && !isStuck
        state.hasReported = isStuck
        return (state.isWatching, isStuck)
      }
      if isStuck { report(Self.message) }
      if !goesOn { return }
    }
  }
}
