import FeedEffects

/// The header field `Content-Range` (RFC 9110, section 14.4): `items 0-19/95`, `0-19/*`, `*/0`.
struct ContentRange: Equatable {
  /// The unit; empty if the server leaves it out.
  var unit: String

  /// The indices of the first and the last row; nil if there are no rows.
  var rows: ClosedRange<Int>?

  /// The number of all rows; nil if it is unknown.
  var total: Int?

  /// Parses the field; nil if it is not one.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let parts = words.last?.split(separator: "/"), words.count <= 2, parts.count == 2 else {
      return nil
    }
    unit = words.count == 2 ? String(words[0]) : ""
    total = Int(parts[1])
    guard total != nil || parts[1] == "*" else { return nil }
    if parts[0] == "*" { return }
    let ends = parts[0].split(separator: "-").map { Int($0) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start <= end else { return nil }
    rows = start...end
  }
}

extension [String: String] {
  /// The value of a header field; of `Content-Range` it is the number of all rows. The keys are names in
  /// lower case.
  func value(ofField name: String) -> String? {
    let name = name.lowercased()
    guard let value = self[name] else { return nil }
    return name == "content-range" ? ContentRange(value)?.total.map { "\($0)" } : value
  }
}
