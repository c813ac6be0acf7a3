/// Whether and when a failed load or edit is repeated by itself.
///
/// The delay doubles with each attempt and is shortened by up to half at random, so that feeds that
/// fail together do not retry together. A server's Retry-After can make it longer, never shorter; if
/// it exceeds ``cap``, the load fails at once and the failure carries the time. (While the device is known to be offline a
/// load waits for the network instead.)
///
/// ```swift
/// RetryPolicy(attempts: 3)  // after 0.5–1 s, 1–2 s and 2–4 s
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// How often a load is repeated after its first failure; 0 for never.
  public let attempts: Int

  /// The longest delay before the first repetition.
  public let base: Duration

  /// The longest delay before any repetition.
  public let cap: Duration

  /// Creates a policy. Without arguments it never repeats.
  ///
  /// - Parameters:
  ///   - attempts: How often a load is repeated; a negative number counts as 0.
  ///   - base: The longest delay before the first repetition.
  ///   - cap: The longest delay before any repetition; at least `base`.
  public init(
    attempts: Int = 0, base: Duration = .seconds(1), cap: Duration = .seconds(30)
  ) {
    self.attempts = max(0, attempts)
    self.base = max(.zero, base)
    self.cap = max(max(.zero, base), cap)
  }
}

extension RetryPolicy {
  /// The delay before the repetition that follows `failure`; nil for none.
  ///
  /// It is the backoff, or the server's Retry-After if that is longer.
  ///
  /// - Parameters:
  ///   - attempt: How many repetitions there have been.
  ///   - random: Returns a random number, uniformly distributed.
  package func delay(after failure: FeedFailure, attempt: Int, random: () -> UInt64) -> Duration? {
    guard failure.isRetryable, attempt < attempts else { return nil }
    let wanted = failure.retryAfter ?? .zero
    if wanted > cap { return nil }
    return max(wanted, backoff(attempt: attempt, random: random()))
  }

  /// The delay of a policy without a Retry-After: the doubled `base`, shortened by up to half.
  private func backoff(attempt: Int, random: UInt64) -> Duration {
    let cap = min(cap, Self.longestDelay)
    var longest = min(base, cap)
    for _ in 0..<attempt where longest < cap { longest += longest }
    // A timer is no finer than a millisecond, and a round number reads better in a log. In whole
    // numbers: rounding a `Double` needs the C library's mathematics, which few programs link.
    let milliseconds = min(longest, cap).milliseconds
    let share = milliseconds.multipliedFullWidth(by: random).high
    return .milliseconds((milliseconds + share + 1) / 2)
  }

  /// The longest delay, some 35,000 years, so that doubling it does not overflow.
  private static let longestDelay = Duration.seconds(1 << 40 as Int64)
}

extension Duration {
  /// The whole milliseconds of a duration from zero to 35,000 years, bit by bit: its components are a division of
  /// 128 bits, 0.7 KB (compressed) of a WebAssembly module.
  fileprivate var milliseconds: UInt64 {
    var rest = self
    var whole: UInt64 = 0
    for bit in (0..<51).reversed() {
      let part = Duration.milliseconds(1 << bit as UInt64)
      if part <= rest {
        rest -= part
        whole |= 1 << bit
      }
    }
    return whole
  }
}
