/// Something that happens when a time has come, unless it is cancelled before.
package struct Alarm: Sendable {
  fileprivate let alarms: Alarms
  fileprivate let number: Int

  /// Keeps the alarm from ringing. One that is ringing already goes on.
  package func cancel() {
    alarms.cancel(number)
  }
}

extension Clock<Duration> {
  /// What rings by this clock: for the system's clock, that which all share.
  package var alarms: Alarms { self is ContinuousClock ? .ofTheSystem : Alarms(self) }
}

/// The alarms of a clock, for which one task sleeps.
///
/// It sleeps until the first is due, even if that is cancelled, and looks then at what is left.
package final class Alarms: Sendable {
  /// Those of the system's clock.
  static let ofTheSystem = Alarms(ContinuousClock(), sleepsOn: true)

  private struct State {
    /// What is to be called, and when.
    var pending: [Int: (time: Duration, ring: @Sendable () async -> Void)] = [:]
    var last = 0
    var sleeper: Sleeper?
  }

  private struct Sleeper {
    let number: Int
    let time: Duration
    let task: Task<Void, Never>
  }

  private let elapsed: @Sendable () -> Duration

  /// Sleeps until so much time has passed.
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Locked(State())

  /// Whether the sleep goes on though nothing is left that could ring.
  ///
  /// Most answers come in time, so that alarms are set and cancelled all the time and hardly one
  /// ever rings. To wake a thread for that takes longer than all else that a runner does.
  let sleepsOn: Bool

  /// Creates the alarms of `clock`.
  package init(_ clock: some Clock<Duration>, sleepsOn: Bool = false) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.sleepsOn = sleepsOn
  }

  /// How much time has passed since the first moment.
  package var now: Duration { elapsed() }

  /// Calls `ring`, from a task of its own, when `time` has come.
  package func set(at time: Duration, _ ring: @escaping @Sendable () async -> Void) -> Alarm {
    let (number, late) = state.use { state in
      state.last += 1
      let number = state.last
      state.pending[number] = (time, ring)
      return (number, wake(at: time, &state))
    }
    late?.cancel()
    return Alarm(alarms: self, number: number)
  }

  /// Keeps the alarm with this number from ringing.
  fileprivate func cancel(_ number: Int) {
    let (alarm, sleeper) = state.use { state in
      let alarm = state.pending.removeValue(forKey: number)
      if !state.pending.isEmpty { return (alarm, nil as Sleeper?) }
      // After many at once it would else stay large.
      if state.pending.capacity > 100 { state.pending = [:] }
      if sleepsOn { return (alarm, nil) }
      defer { state.sleeper = nil }
      return (alarm, state.sleeper)
    }
    // What it was to call is let go of here, outside the lock.
    _ = alarm
    sleeper?.task.cancel()
  }

  /// Sees to it that somebody wakes at `time`.
  ///
  /// - Returns: Who would have woken later, and is no longer needed.
  private func wake(at time: Duration, _ state: inout State) -> Task<Void, Never>? {
    if let sleeper = state.sleeper, sleeper.time <= time { return nil }
    state.last += 1
    let number = state.last
    let late = state.sleeper?.task
    state.sleeper = Sleeper(
      number: number, time: time,
      task: Task.detached {
        try? await self.sleep(time)
        self.ring(for: number)
      })
    return late
  }

  /// Rings what is due, and sleeps on if more is to come.
  private func ring(for sleeper: Int) {
    let due = state.use { state -> [@Sendable () async -> Void] in
      // Another one wakes sooner.
      if state.sleeper?.number != sleeper { return [] }
      state.sleeper = nil
      let now = now
      let due = state.pending.filter { $0.value.time <= now }
      for number in due.keys { state.pending[number] = nil }
      if let next = state.pending.values.map(\.time).min() { _ = wake(at: next, &state) }
      return due.values.map(\.ring)
    }
    for ring in due { Task { await ring() } }
  }
}
