import FeedEffects

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let store = FeedStore(source: source, clock: clock)
/// await clock.sleepers(1)  // a timer has been set
/// clock.advance(by: .seconds(2))
/// ```
public final class ManualClock: Clock, Sendable {
  /// A point in the clock's time.
  public struct Instant: InstantProtocol {
    /// How long after the clock's creation it is.
    public let offset: Duration

    /// The point that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it is from here to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether `lhs` comes before `rhs`.
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

  /// Creates a clock that stands at zero.
  public init() {}

  /// The present.
  public var now: Instant { time.use { $0.now } }

  /// The smallest step: none is too small.
  public var minimumResolution: Duration { .zero }

  /// How many sleep at present.
  public var sleeperCount: Int { time.use { $0.sleepers.count } }

  /// Waits until at least `count` sleep.
  public func sleepers(_ count: Int) async {
    await time.wait { $0.sleepers.count >= count }
  }

  /// Moves time on and wakes those whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let due = time.use { time in
      time.now = time.now.advanced(by: duration)
      let due = time.sleepers.filter { $0.value.deadline <= time.now }
      for number in due.keys { time.sleepers[number] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// Sleeps until the clock was moved to `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
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
