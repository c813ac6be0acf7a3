import Foundation

/// Reports, once, that actions have waited 5 s for the main actor and nothing runs it.
///
/// If another main loop than Apple's or Dispatch's owns the main thread, nothing runs the main
/// actor. Then a store compiles, starts and loads, but no action of its work is ever reduced.
///
/// The watch sleeps five times for one second. When the whole program is paused, in a debugger or
/// on a sleeping computer, this costs one of the sleeps. During the others the main actor can run.
package final class MainActorWatch: Sendable {
  /// The watch of all stores. It exists in debug builds only, so that release builds pay nothing.
  static let shared: MainActorWatch? = {
    #if DEBUG
      MainActorWatch(clock: ContinuousClock()) {
        FileHandle.standardError.write(Data("\($0)\n".utf8))
      }
    #else
      nil
    #endif
  }()

  /// The text of the report.
  package static let message = """
    FeedEffects: answers have waited 5 s for the main actor, and nothing runs it. FeedStore and Store \
    belong to the main actor. If GTK, Qt, libuv, a game or another loop owns the main thread, let it run \
    MainActorQueue; where it can't, use FeedActor or StoreActor. If the main thread is only busy or \
    blocked, unblock it. (Debug builds say this once.)
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

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - clock: The clock of the sleeps.
  ///   - report: Takes the message, at most once. It runs off the main actor.
  package init(clock: some Clock<Duration>, report: @escaping @Sendable (String) -> Void) {
    sleep = { try? await clock.sleep(for: .seconds(1)) }
    self.report = report
  }

  /// Notes that an action begins to wait for the main actor. Called on any thread.
  package func waits() {
    let starts = state.use { state in
      state.waiting += 1
      if state.isWatching || state.hasReported { return false }
      state.isWatching = true
      return true
    }
    if starts { Task.detached { await self.watch() } }
  }

  /// Notes that an action that waited now runs on the main actor.
  package func arrives() {
    state.use { state in
      state.waiting -= 1
      state.delivered += 1
    }
  }

  /// Runs until no action waits, or until none has reached the main actor for five sleeps.
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
