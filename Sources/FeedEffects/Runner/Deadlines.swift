/// Wakes an engine when the first of its deadlines is over.
///
/// Nearly all work is answered in time. What the system's clock was set to for it is left as it is
/// and serves the work that follows, so that hardly a load has to set anything. On any other clock,
/// such as one that a test moves, nothing stays that nobody waits for.
struct Deadlines {
  private let alarms: Alarms
  private let ring: @Sendable () async -> Void
  private var next: (time: Duration, alarm: Alarm)?

  /// Creates the deadlines of an engine, of which `ring` tells it.
  init(_ alarms: Alarms, ring: @escaping @Sendable () async -> Void) {
    self.alarms = alarms
    self.ring = ring
  }

  /// The present, as the time of a deadline.
  var now: Duration { alarms.now }

  /// Sees to it that the engine is told when the time is over, or before.
  ///
  /// - Returns: When that is.
  mutating func wake(after duration: Duration) -> Duration {
    let time = now + duration
    wake(at: time)
    return time
  }

  /// Sees to it that the engine is told at `time`, or before.
  mutating func wake(at time: Duration) {
    if let next, next.time <= time { return }
    next?.alarm.cancel()
    next = (time, alarms.set(at: time, ring))
  }

  /// Says that the engine was told, though perhaps of what had been cancelled meanwhile.
  mutating func rang() {
    if let next, next.time <= now { self.next = nil }
  }

  /// Says that nothing is left that has a deadline.
  mutating func rest() {
    if !alarms.sleepsOn { end() }
  }

  /// Says that nothing will have a deadline any more.
  mutating func end() {
    next?.alarm.cancel()
    next = nil
  }
}
