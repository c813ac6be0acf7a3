public import FeedEffects

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
/// let store = FeedStore(feed, source: source, clock: clock)
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
/// **Where nothing can go on** the waits of its stores end: `settle()`, `finish()`, `refresh()` and
/// ``sleepers(_:)``. That is so when each request waits for an answer of a ``ScriptedSource``, and each
/// timer for a later time. The clock then says what it stands at, what sleeps until when and for what, and
/// which requests have no answer. Another task of the test has a tenth of a second to go on. Of any other
/// source it can't be known: there the same is said after five seconds, and the wait lasts.
///
/// The clock does not run by itself and does not know the time of day. All its methods may be called from
/// any thread.
public final class ManualClock: HandMovedClock, Sendable {
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
    let work: Standstill.Work?
  }

  private struct Time {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var last = 0

    /// The time, and until when each sleeper sleeps for what.
    var sentence: String {
      let sleepers = sleepers.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      let list = sleepers.map { _, sleeper in
        "until \(sleeper.deadline.offset.inSentence) (\(sleeper.work?.name ?? "no store's"))"
      }
      let more = list.count > 6 ? " and \(list.count - 6) more" : ""
      return "The clock stands at \(now.offset.inSentence)"
        + (list.isEmpty
          ? "; no task sleeps." : ". Sleepers: \(list.prefix(6).joined(separator: ", "))\(more).")
    }
  }

  private let time: Locked<Time>

  package let standstill: Standstill

  /// Creates a clock at time zero.
  ///
  /// - Parameter report: Takes what is said where nothing can go on, or nothing has for five seconds. By default it
  ///   goes to standard error.
  public convenience init(report: (@Sendable (String) -> Void)? = nil) {
    self.init(patience: ContinuousClock(), report: report ?? Standstill.printError)
  }

  /// Creates a clock at time zero.
  ///
  /// - Parameter patience: The clock of the five seconds.
  package init(patience: any Clock<Duration>, report: @escaping @Sendable (String) -> Void) {
    let time = Locked(Time())
    self.time = time
    standstill = Standstill(
      clock: { time.use { $0.sentence } }, patience: patience, report: report)
  }

  /// The current time.
  public var now: Instant { time.use { $0.now } }

  /// Zero: any duration is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep now.
  public var sleeperCount: Int { time.use { $0.sleepers.count } }

  /// Waits until at least `count` tasks sleep, and the stores on this clock do nothing else.
  ///
  /// So a store whose load fails has set the timer of its retry, whether or not the load had a timeout that slept.
  /// The wait ends, too, when nothing can go on: no task will sleep then, and the report says what is waited for. It
  /// does not react to cancellation.
  ///
  /// - Parameter count: The number of tasks, including those that slept before the call.
  public func sleepers(_ count: Int) async {
    await standstill.sleepers(count)
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
    for (_, sleeper) in due {
      sleeper.work?.release()
      standstill.count(sleepers: -1)
      sleeper.continuation.resume()
    }
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
    let work = Standstill.current
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(deadline: deadline, continuation: continuation, work: work)
        let result: Result<Void, any Error>? = time.use { time in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= time.now { return .success(()) }
          time.sleepers[number] = sleeper
          return nil
        }
        if let result {
          continuation.resume(with: result)
        } else {
          work?.hold(.time)
          standstill.count(sleepers: 1)
        }
      }
    } onCancel: {
      let sleeper = time.use { $0.sleepers.removeValue(forKey: number) }
      guard let sleeper else { return }
      sleeper.work?.release()
      standstill.count(sleepers: -1)
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
