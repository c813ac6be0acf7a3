/// Whether and when a load that failed is repeated by itself.
///
/// The delay doubles with each attempt and is shortened by up to half at random, so that many
/// feeds that fail together do not come back together. A server's Retry-After takes its place;
/// when that is longer than the cap the load fails at once, with the time in the failure.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a load is repeated after its first failure. 0: never.
  public let attempts: Int

  /// The longest delay before the first repetition.
  public let base: Duration

  /// The longest delay before any repetition.
  public let cap: Duration

  /// Creates a policy; without arguments one that never repeats.
  public init(
    attempts: Int = 0, base: Duration = .seconds(1), cap: Duration = .seconds(30)
  ) {
    self.attempts = max(0, attempts)
    self.base = max(.zero, base)
    self.cap = max(max(.zero, base), cap)
  }
}

extension RetryPolicy {
  /// How long to wait before the repetition that follows `failure`; nil if none does.
  ///
  /// - Parameters:
  ///   - attempt: How many repetitions there have been.
  ///   - random: Makes a random number; every number is as likely.
  func delay(after failure: FeedFailure, attempt: Int, random: () -> UInt64) -> Duration? {
    guard failure.isRetryable, attempt < attempts else { return nil }
    if let wanted = failure.retryAfter { return wanted <= cap ? max(.zero, wanted) : nil }
    let cap = min(cap, Self.farthest)
    var longest = min(base, cap)
    for _ in 0..<attempt where longest < cap { longest += longest }
    // A timer is no finer than a millisecond, and a round number reads better in a log. In whole
    // numbers: rounding a `Double` needs the C library's mathematics, which few programs link.
    let (seconds, attoseconds) = min(longest, cap).components
    let milliseconds = UInt64(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let share = milliseconds.multipliedFullWidth(by: random()).high
    return .milliseconds((milliseconds + share + 1) / 2)
  }

  /// The longest delay, some 35,000 years: twice as much is still a `Duration`.
  private static let farthest = Duration.seconds(1 << 40 as Int64)
}

extension Feed.State {
  /// The next random number, from the seed.
  mutating func nextRandom() -> UInt64 {
    var generator = SplitMix64(seed: seed)
    defer { seed = generator.seed }
    return generator.next()
  }
}

/// A generator whose numbers its seed decides, the same on every machine.
package struct SplitMix64: RandomNumberGenerator {
  /// What the next number is made of; a generator with this seed goes on from here.
  package private(set) var seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
  }

  package mutating func next() -> UInt64 {
    seed &+= 0x9e37_79b9_7f4a_7c15
    var z = seed
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
