/// Why a load or an edit failed, as a value that can be shown, compared and stored.
///
/// Texts are compared byte by byte.
public struct FeedFailure: Error, Equatable, Sendable {
  /// What kind of failure it is.
  public var code: Code

  /// What happened and what can be done, in a sentence for people.
  public var message: String

  /// Where it happened, without credentials.
  public var url: String?

  /// The HTTP status of the answer, if there was one.
  public var status: Int?

  /// Whether the same request may succeed later.
  public var isRetryable: Bool

  /// How long the server asks to wait before the next try.
  public var retryAfter: Duration?

  /// How often the load was tried before the feed gave it up; nil if once.
  public var attempts: Int?

  /// How the body of the answer begins, if there was one, for whoever looks for the cause.
  public var excerpt: String?

  /// Creates a failure.
  ///
  /// ```swift
  /// FeedFailure(.timeout, "no answer within 30 s", isRetryable: true)
  /// ```
  public init(
    _ code: Code, _ message: String, url: String? = nil, status: Int? = nil,
    isRetryable: Bool = false, retryAfter: Duration? = nil, attempts: Int? = nil,
    excerpt: String? = nil
  ) {
    self.code = code
    self.message = message
    self.url = url
    self.status = status
    self.isRetryable = isRetryable
    self.retryAfter = retryAfter
    self.attempts = attempts
    self.excerpt = excerpt
  }
}

extension FeedFailure {
  /// Whether nothing in the failures differs; texts are compared byte by byte.
  public static func == (lhs: FeedFailure, rhs: FeedFailure) -> Bool {
    lhs.code == rhs.code && lhs.status == rhs.status && lhs.isRetryable == rhs.isRetryable
      && lhs.retryAfter == rhs.retryAfter && lhs.attempts == rhs.attempts
      && lhs.message.hasSameBytes(as: rhs.message) && lhs.url.hasSameBytes(as: rhs.url)
      && lhs.excerpt.hasSameBytes(as: rhs.excerpt)
  }

  /// A kind of failure. A source may have kinds of its own: any text makes one.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates the kind with the given name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// A load was stopped while there were no rows to show.
  static let stopped = FeedFailure(
    .other, "The load was stopped before anything came; try again.", isRetryable: true)

  /// An edit was stopped before the server answered.
  static let stoppedEdit = FeedFailure(
    .other, "The change was stopped before the server answered; try again.", isRetryable: true)

  /// Whether the device or its network was at fault, so that being online may help.
  var isOfNetwork: Bool { code == .offline || code == .unreachable }

  /// The device is offline: what a load that waits for the network counts as.
  static let offline = FeedFailure(
    .offline, "The device is offline; the page loads when it is online again.",
    isRetryable: true)
}

extension FeedFailure.Code {
  /// Whether the names have the same bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue.hasSameBytes(as: rhs.rawValue)
  }

  /// Whether the names differ in a byte. Without it `!=` would be that of any raw value.
  public static func != (lhs: Self, rhs: Self) -> Bool {
    !(lhs == rhs)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    rawValue.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text has this byte, so that names in a row are told apart.
    hasher.combine(UInt8.max)
  }
}

extension FeedFailure.Code {
  /// The server answered with a status that is not a success.
  public static let http = Self(rawValue: "http")

  /// The device has no network.
  public static let offline = Self(rawValue: "offline")

  /// No answer came in time.
  public static let timeout = Self(rawValue: "timeout")

  /// The server could not be reached, or the connection broke.
  public static let unreachable = Self(rawValue: "unreachable")

  /// The answer arrived but could not be read.
  public static let decoding = Self(rawValue: "decoding")

  /// The server no longer knows the cursor.
  public static let invalidCursor = Self(rawValue: "invalidCursor")

  /// The request was not sent because it would break a rule of safety or is not valid.
  public static let refused = Self(rawValue: "refused")

  /// Anything else that a source threw.
  public static let other = Self(rawValue: "other")
}

extension FeedFailure.Code: CustomStringConvertible {
  /// The kind's name.
  public var description: String { rawValue }
}

extension FeedFailure: CustomStringConvertible {
  /// The sentence for people, with the number of attempts if there were several.
  public var description: String {
    if let attempts, attempts > 1 { "After \(attempts) attempts: \(message)" } else { message }
  }
}

#if !hasFeature(Embedded)
  extension FeedFailure.Code: Codable {}
#endif
