import FeedEffects

/// How much of a server's answers is waited for and taken.
///
/// ```swift
/// var limits = HTTPLimits()
/// limits.bodySize = 1 << 20
/// let loader = HTTPLoader(limits: limits)
/// ```
public struct HTTPLimits: Hashable, Sendable {
  /// How long it may take until an answer begins: 30 s.
  public var beginning: Duration = .seconds(30)

  /// How long a whole answer may take, redirects and all: 50 s, less than the runner waits.
  public var whole: Duration = .seconds(50)

  /// How many bytes a body may have once it is decompressed: 32 MB.
  public var bodySize = 32 << 20

  /// How many redirects are followed: 10.
  public var redirects = 10

  /// How deep lists and objects may lie in each other: 128.
  public var depth = 128

  /// How many bytes a link or a token may have: 8 kB, more than servers take.
  public var cursorSize = 8 << 10

  /// How many requests of one source are under way at once: 4. The others wait.
  public var concurrentRequests = 4

  /// Creates the limits with the values above.
  public init() {}
}
