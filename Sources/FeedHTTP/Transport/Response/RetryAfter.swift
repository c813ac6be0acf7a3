import FeedEffects
import Foundation

/// Reads the header by which a server says how long to wait (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest wait that survives JSON: a longer one could not be written and read back.
  private static let longest: Int64 = 1_000_000_000_000_000_000

  /// Returns the time that a response asks to wait, or nil if it asks for none.
  ///
  /// Where there is no `Retry-After`, the end of a limit on requests counts: `X-RateLimit-Reset`,
  /// a time in seconds since 1970 or from now, if nothing of the limit is left.
  static func duration(_ response: HTTPResponse) -> Duration? {
    let (headers, date) = (response.headers, response.headers["date"])
    if let wait = duration(headers["retry-after"], date: date) { return wait }
    let remaining = headers["x-ratelimit-remaining"] ?? headers["ratelimit-remaining"]
    guard response.status == 429 || (response.status == 403 && remaining == "0"),
      let reset = headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"],
      let seconds = Int64(reset), seconds >= 0
    else { return nil }
    // No server asks for thirty years.
    if seconds < 1_000_000_000 { return .seconds(seconds) }
    let now = (date.flatMap(self.date) ?? Date()).timeIntervalSince1970
    return duration(max(0, Double(seconds) - now))
  }

  /// Returns the time to wait, or nil if `header` has none. A past time gives zero.
  ///
  /// It is never shorter than the server says: fractions are rounded up, and of several values, as a
  /// repeated field has them, the longest counts.
  ///
  /// - Parameters:
  ///   - header: Seconds, or a date, which is measured against `date`.
  ///   - date: The response's own `Date` header; without one the clock of this device counts.
  static func duration(_ header: String?, date: String?) -> Duration? {
    // No server repeats it more often.
    let parts = (header ?? "").prefix(500).split(separator: ",").prefix(8).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let seconds = parts.compactMap(self.seconds)
    // Reading a date takes long, and most servers send a number.
    if seconds.count == parts.count { return seconds.max() }
    let start = date.flatMap(self.date) ?? Date()
    // A date may have a comma, behind the day of the week.
    let dates = zip(parts, parts.dropFirst()).map { "\($0), \($1)" } + parts
    let waits = dates.compactMap(self.date).map { duration(max(0, $0.timeIntervalSince(start))) }
    return (seconds + waits).max()
  }

  /// Reads a number of seconds. A negative one is zero.
  private static func seconds(_ text: String) -> Duration? {
    guard text.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }), let seconds = Double(text)
    else { return nil }
    return duration(max(0, seconds))
  }

  private static func duration(_ seconds: Double) -> Duration {
    .seconds(min(Int64(exactly: seconds.rounded(.up)) ?? longest, longest))
  }

  /// Reads a date in one of the three forms of RFC 9110, section 5.6.7.
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    for format in [
      "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
    ] {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return date }
    }
    return nil
  }
}
