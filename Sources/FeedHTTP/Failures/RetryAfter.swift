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
    return .seconds(max(0, Double(min(seconds, longest)) - now).rounded())
  }

  /// Returns the time to wait, or nil if `header` has none. A past time gives zero.
  ///
  /// - Parameters:
  ///   - header: Seconds, or a date, which is measured against `date`.
  ///   - date: The response's own `Date` header; without one the clock of this device counts.
  static func duration(_ header: String?, date: String?) -> Duration? {
    guard let header = header?.trimmingCharacters(in: .whitespaces), !header.isEmpty else {
      return nil
    }
    let digits = header.hasPrefix("-") ? header.dropFirst() : header[...]
    if !digits.isEmpty, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      return header.hasPrefix("-") ? .zero : .seconds(min(Int64(digits) ?? .max, longest))
    }
    guard let end = self.date(header) else { return nil }
    let start = date.flatMap(self.date) ?? Date()
    let wait = end.timeIntervalSince(start).rounded()
    return .seconds(max(0, wait))
  }

  /// Reads a date in the one form that servers may send, `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}
