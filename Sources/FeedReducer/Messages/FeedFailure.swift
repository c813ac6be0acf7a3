/// Why a load or an edit failed, as a value to show, compare and store.
///
/// A source or sink throws it. Stores turn any other error into one: a `URLError` by its cause, any
/// other error with the code `other`. That is not retryable, unless it is a `CancellationError`: then the
/// source gave up by itself.
/// Texts are compared byte by byte.
public struct FeedFailure: Error, Equatable, Sendable {
  /// What kind of failure it is.
  public var code: Code {
    get { box.fields.code }
    set { fields.code = newValue }
  }

  /// What happened and what to do, in a sentence for developers. The person at the screen reads ``text``.
  public var message: String {
    get { box.fields.message }
    set { fields.message = newValue }
  }

  /// Where it happened, without credentials.
  public var url: String? {
    get { box.fields.url }
    set { fields.url = newValue }
  }

  /// The HTTP status of the response, if there was one.
  public var status: Int? {
    get { box.fields.status }
    set { fields.status = newValue }
  }

  /// Whether the same request may succeed later.
  public var isRetryable: Bool {
    get { box.fields.isRetryable }
    set { fields.isRetryable = newValue }
  }

  /// How long the server asks to wait before the next attempt.
  public var retryAfter: Duration? {
    get { box.fields.retryAfter }
    set { fields.retryAfter = newValue }
  }

  /// The number of attempts after which the feed gave up; nil for one.
  public var attempts: Int? {
    get { box.fields.attempts }
    set { fields.attempts = newValue }
  }

  /// The beginning of the response body, if there was one, to find the cause with.
  public var excerpt: String? {
    get { box.fields.excerpt }
    set { fields.excerpt = newValue }
  }

  /// What it is about, as a value for a program: what it is, the ``code`` tells. Nil for most.
  ///
  /// A program reads it in place of ``message``, which may repeat words of the server.
  public var subject: String? {
    get { box.fields.subject }
    set { fields.subject = newValue }
  }

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure. `invalidCursor` makes the feed refresh, and so does a
  ///     `status` of 404 or 410 for a page that was in the list before.
  ///   - message: What happened and what to do, in a sentence for developers.
  ///   - url: The URL, without credentials.
  ///   - status: The HTTP status, if there was a response.
  ///   - isRetryable: Whether the same request may succeed later. Only then the feed retries by itself.
  ///   - retryAfter: How long the server asks to wait.
  ///   - attempts: The number of attempts, if there were several.
  ///   - excerpt: The beginning of the response body.
  ///   - subject: What it is about, as a value for a program.
  ///
  /// ```swift
  /// FeedFailure(.timeout, message: "no answer within 30 s", isRetryable: true)
  /// ```
  public init(
    _ code: Code, message: String, url: String? = nil, status: Int? = nil,
    isRetryable: Bool = false, retryAfter: Duration? = nil, attempts: Int? = nil,
    excerpt: String? = nil, subject: String? = nil
  ) {
    box = Box(
      Fields(
        code: code, message: message, url: url, status: status, isRetryable: isRetryable,
        retryAfter: retryAfter, attempts: attempts, excerpt: excerpt, subject: subject))
  }

  /// What it says. Each copy of it shares one object: it is copied far more often than it is made.
  private var box: Box

  private var fields: Fields {
    get { box.fields }
    set { box = Box(newValue) }
  }

  private struct Fields {
    var code: Code
    var message: String
    var url: String?
    var status: Int?
    var isRetryable: Bool
    var retryAfter: Duration?
    var attempts: Int?
    var excerpt: String?
    var subject: String?
  }

  private final class Box: Sendable {
    let fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }
}

#if !hasFeature(Embedded)
  extension FeedFailure: CustomReflectable {
    /// What it says, field by field: how it is stored is of no interest.
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "code": code, "message": message, "url": url as Any, "status": status as Any,
          "isRetryable": isRetryable, "retryAfter": retryAfter as Any, "attempts": attempts as Any,
          "excerpt": excerpt as Any, "subject": subject as Any,
        ], displayStyle: .struct)
    }
  }
#endif

extension FeedFailure {
  /// Whether nothing in the failures differs; texts are compared byte by byte.
  public static func == (lhs: FeedFailure, rhs: FeedFailure) -> Bool {
    lhs.code == rhs.code && lhs.status == rhs.status && lhs.isRetryable == rhs.isRetryable
      && lhs.retryAfter == rhs.retryAfter && lhs.attempts == rhs.attempts
      && lhs.message.hasSameBytes(as: rhs.message) && lhs.url.hasSameBytes(as: rhs.url)
      && lhs.excerpt.hasSameBytes(as: rhs.excerpt) && lhs.subject.hasSameBytes(as: rhs.subject)
  }

  /// A kind of failure. A source may define kinds of its own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates the kind with the given name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// A load was cancelled while there were no rows to show.
  package static let cancelled = FeedFailure(
    .other, message: "The load was stopped before anything came; try again.", isRetryable: true)

  /// An edit was cancelled before the server answered.
  package static let cancelledEdit = FeedFailure(
    .other, message: "The change was stopped before the server answered; try again.",
    isRetryable: true)

  /// The answer to an edit was another row of the list.
  package static let anotherRow = FeedFailure(
    .other,
    message:
      "The server answered with another row, so it may not have made this change; refresh, and make it again."
  )

  /// Whether the network was at fault, so that coming online may help.
  @inline(never) package var isOfNetwork: Bool { code == .offline || code == .unreachable }

  /// The failure of a load that waits for the network.
  static let offline = FeedFailure(
    .offline, message: "The device is offline; the page loads when it is online again.",
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
    // No UTF-8 text has this byte, so it ends the name.
    hasher.combine(UInt8.max)
  }
}

extension FeedFailure.Code {
  /// The HTTP status was not a success.
  public static let http = Self(rawValue: "http")

  /// The device has no network.
  public static let offline = Self(rawValue: "offline")

  /// No response came in time.
  public static let timeout = Self(rawValue: "timeout")

  /// The server could not be reached, or the connection broke.
  public static let unreachable = Self(rawValue: "unreachable")

  /// The response arrived but could not be decoded.
  public static let decoding = Self(rawValue: "decoding")

  /// The server has forgotten the cursor. The feed refreshes.
  public static let invalidCursor = Self(rawValue: "invalidCursor")

  /// The request was not sent, because it is not valid or not allowed.
  public static let refused = Self(rawValue: "refused")

  /// Any other error of a source.
  public static let other = Self(rawValue: "other")

  /// Every kind above: the alphabet of what is tried on a feed. A test counts them.
  package static let all: [Self] = [
    .http, .offline, .timeout, .unreachable, .decoding, .invalidCursor, .refused, .other,
  ]
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
