/// The timer of an engine's deadlines: one for all, set to the earliest.
///
/// Nearly all work ends before its deadline. On the system's clock a timer that is no longer needed
/// stays and serves the work that follows, so that hardly any load has to schedule one. On any other
/// clock, such as a test's, it is cancelled when no work has a deadline.
struct Deadlines {
  private let timers: TimerQueue
  private let fire: @Sendable () async -> Void
  private var next: (time: Duration, timer: TimerHandle)?

  /// Creates the timer of an engine; `fire` tells the engine that a deadline may have passed.
  init(_ timers: TimerQueue, fire: @escaping @Sendable () async -> Void) {
    self.timers = timers
    self.fire = fire
  }

  /// The current time of the timers.
  var now: Duration { timers.now }

  /// Makes sure that the timer fires after `duration`, or earlier.
  ///
  /// - Returns: The time after `duration`.
  mutating func wake(after duration: Duration) -> Duration {
    let time = now + duration
    wake(at: time)
    return time
  }

  /// Makes sure that the timer fires at `time`, or earlier.
  mutating func wake(at time: Duration) {
    if let next, next.time <= time { return }
    next?.timer.cancel()
    next = (time, timers.schedule(at: time, fire))
  }

  /// Notes that the timer has fired.
  mutating func fired() {
    if let next, next.time <= now { self.next = nil }
  }

  /// Notes that no work has a deadline.
  mutating func becameIdle() {
    if !timers.keepsSleeping { cancel() }
  }

  /// Cancels the timer.
  mutating func cancel() {
    next?.timer.cancel()
    next = nil
  }
}
