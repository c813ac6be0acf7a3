/// A timer that has been scheduled.
package struct TimerHandle: Sendable {
  fileprivate let queue: TimerQueue
  fileprivate let number: Int

  /// Keeps the timer from firing. A call that has begun goes on.
  package func cancel() {
    queue.cancel(number)
  }
}

extension Clock<Duration> {
  /// The timers of this clock. All users of the system's clock share one queue.
  package var timers: TimerQueue { timers(of: nil) }

  /// The same, of an engine.
  func timers(of party: Standstill.Party?) -> TimerQueue {
    self is ContinuousClock ? .continuous : TimerQueue(self, of: party)
  }
}

/// The timers of a clock. One task sleeps for all of them.
///
/// It sleeps until the first timer is due, even if that is cancelled, and then looks for the next.
package final class TimerQueue: Sendable {
  /// The timers of the system's clock, shared so that a program with many stores has one sleeping task.
  static let continuous = TimerQueue(ContinuousClock(), keepsSleeping: true)

  private struct State {
    /// The closures to call, and when.
    var pending: [Int: (time: Duration, fire: @Sendable () async -> Void)] = [:]
    var lastNumber = 0
    var sleeper: Sleeper?
  }

  private struct Sleeper {
    let number: Int
    let time: Duration
    let task: Task<Void, Never>
  }

  private let elapsed: @Sendable () -> Duration

  /// Sleeps until this time.
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Locked(State())

  /// Whether the sleep goes on when no timer is left.
  ///
  /// Most responses come in time, so timers are scheduled and cancelled all the time and few fire.
  /// Waking a thread to end a sleep takes longer than everything else that a runner does.
  let keepsSleeping: Bool

  /// The engine whose timers they are, in a test.
  private let party: Standstill.Party?

  /// Creates the timers of `clock`.
  package convenience init(_ clock: some Clock<Duration>, keepsSleeping: Bool = false) {
    self.init(clock, keepsSleeping: keepsSleeping, of: nil)
  }

  /// Creates the timers of `clock` for an engine.
  init(_ clock: some Clock<Duration>, keepsSleeping: Bool = false, of party: Standstill.Party?) {
    self.party = party
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0.sleepable), tolerance: nil) }
    self.keepsSleeping = keepsSleeping
  }

  /// The time since the queue was created.
  package var now: Duration { elapsed() }

  /// Calls `fire` in a task of its own at `time`.
  package func schedule(
    at time: Duration, _ fire: @escaping @Sendable () async -> Void
  ) -> TimerHandle {
    let (number, replaced) = state.use { state in
      state.lastNumber += 1
      let number = state.lastNumber
      state.pending[number] = (time, fire)
      return (number, wake(at: time, &state))
    }
    replaced?.cancel()
    return TimerHandle(queue: self, number: number)
  }

  /// Removes the timer with this number.
  fileprivate func cancel(_ number: Int) {
    let (timer, sleeper) = state.use { state in
      let timer = state.pending.removeValue(forKey: number)
      if !state.pending.isEmpty { return (timer, nil as Sleeper?) }
      // Gives memory back after many timers at once, since a dictionary never shrinks by itself.
      if state.pending.capacity > 100 { state.pending = [:] }
      if keepsSleeping { return (timer, nil) }
      defer { state.sleeper = nil }
      return (timer, state.sleeper)
    }
    // The closure is released here, outside the lock, since it may be the last reference to an object, whose deinitializer
    // may use the lock.
    _ = timer
    sleeper?.task.cancel()
  }

  /// Makes sure that a task wakes at `time` or before.
  ///
  /// - Returns: A task that would wake later, to be cancelled.
  private func wake(at time: Duration, _ state: inout State) -> Task<Void, Never>? {
    if let sleeper = state.sleeper, sleeper.time <= time { return nil }
    state.lastNumber += 1
    let number = state.lastNumber
    let replaced = state.sleeper?.task
    let work = party?.begin("a timeout")
    let task = Task.detached {
      try? await Standstill.$inherited.withValue(work) { try await self.sleep(time) }
      self.fireDue(after: number)
      work?.end()
    }
    work?.belongs(to: task)
    state.sleeper = Sleeper(number: number, time: time, task: task)
    return replaced
  }

  /// Fires the timers that are due, and sleeps on if there are more.
  private func fireDue(after sleeper: Int) {
    let due = state.use { state -> [@Sendable () async -> Void] in
      // Another task wakes sooner.
      if state.sleeper?.number != sleeper { return [] }
      state.sleeper = nil
      let now = now
      let due = state.pending.filter { $0.value.time <= now }
      for number in due.keys { state.pending[number] = nil }
      if let next = state.pending.values.map(\.time).min() { _ = wake(at: next, &state) }
      return due.values.map(\.fire)
    }
    for fire in due {
      let work = party?.begin("a timeout")
      Task {
        await fire()
        work?.end()
      }
    }
  }
}

extension Duration {
  /// The duration, at most ten years, since clocks trap where they add more to the current time.
  var sleepable: Duration { min(self, .seconds(10 * 366 * 86_400)) }
}
