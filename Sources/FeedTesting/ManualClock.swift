import FeedEffects

/// A clock whose time a test advances by hand.
///
/// Use it in place of `ContinuousClock` to test retries, timeouts and delays without waiting. The
/// store remains asynchronous: before you advance the time, wait with ``sleepers(_:)`` until its
/// timer runs.
///
/// ```swift
/// let source = ScriptedSource<Row, Int>()
/// let clock = ManualClock()
/// let feed = Feed<Row, Int>(retry: RetryPolicy(attempts: 1))
/// let store = FeedStore(feed, source: source, clock: clock, timeout: nil)
/// source.fail(
///   1, with: FeedFailure(.http, message: "busy", isRetryable: true, retryAfter: .seconds(7)))
/// store.send(.started)
/// await clock.sleepers(1)  // The retry waits for its timer.
/// clock.advance(by: .seconds(7))
/// source.answer(3, with: .init(items: [Row(id: 1)], next: nil))
/// await store.settle()
/// store.items.count  // 1
/// ```
///
/// A load with a `timeout` sleeps on the same clock: `timeout: nil` leaves the retry as the only sleeper, so
/// that `sleepers(1)` waits for it. The clock
/// does not run by itself and does not know the time of day. All its methods may be called from any
/// thread.
public final class ManualClock: Clock, Sendable {
  /// A time of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock's creation.
    public let offset: Duration

    /// Returns the time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from here to `other`; negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Time {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var last = 0
  }

  private let time = Locked(Time())

  /// Creates a clock at time zero.
  public init() {}

  /// The current time.
  public var now: Instant { time.use { $0.now } }

  /// Zero: any duration is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep now.
  public var sleeperCount: Int { time.use { $0.sleepers.count } }

  /// Waits until at least `count` tasks sleep.
  ///
  /// It does not react to cancellation and has no time limit.
  ///
  /// - Parameter count: The number of tasks, including those that slept before the call.
  public func sleepers(_ count: Int) async {
    await time.wait { $0.sleepers.count >= count }
  }

  /// Advances the time and resumes the tasks that are due, the earliest first.
  ///
  /// It returns at once. The resumed tasks run later, and those that sleep again by then wait for
  /// the next call.
  ///
  /// - Parameter duration: How far to advance. Deadlines in between are all due at the new time.
  /// - Complexity: O(*n* log *n*) in the number of sleeping tasks.
  public func advance(by duration: Duration) {
    let due = time.use { time in
      time.now = time.now.advanced(by: duration)
      let due = time.sleepers.filter { $0.value.deadline <= time.now }
      for number in due.keys { time.sleepers[number] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// Sleeps until the clock reaches `deadline`; returns at once if it has.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake at.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled before or during the sleep.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = time.use { time in
      time.last += 1
      return time.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(deadline: deadline, continuation: continuation)
        let result: Result<Void, any Error>? = time.use { time in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= time.now { return .success(()) }
          time.sleepers[number] = sleeper
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = time.use { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
