import FeedEffects
import Foundation

/// Percent-encodes query strings, with an explicit set of characters that stay unchanged.
///
/// (`URLQueryItem` does not encode `+`, which servers read as a space.)
enum QueryEncoding {
  /// Whether `byte` needs no encoding in any part of a URL (RFC 3986, section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
  }

  /// Returns `%` and the two hexadecimal digits of the byte.
  static func percentEncoded(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0" + digits : "%" + digits
  }

  /// Returns `text` encoded as a name or value of a query.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      isUnreserved(byte) ? String(Unicode.Scalar(byte)) : percentEncoded(byte)
    }.joined()
  }
}

extension URL {
  /// The names and values of the query, decoded, in order.
  var parameters: [(name: String, value: String)] {
    (query(percentEncoded: true) ?? "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].queryDecoded, (parts.dropFirst().first ?? "").queryDecoded)
    }
  }

  /// Returns the value of the first parameter with the name, or nil.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// Returns the URL with the parameter set once for each value, and without it for none. All other
  /// parameters stay unchanged, byte for byte; the fragment is removed.
  func setting(_ name: String, to values: [String]) -> URL? {
    let text = absoluteString.prefix { $0 != "#" }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let new = values.map { QueryEncoding.encoded(name) + "=" + QueryEncoding.encoded($0) }
    var items = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
    let isNamed = { (item: String) in item.prefix { $0 != "=" }.queryDecoded == name }
    let place = items.firstIndex(where: isNamed) ?? items.endIndex
    items.removeAll(where: isNamed)
    items.insert(contentsOf: new, at: place)
    return URL(string: parts[0] + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
  }
}
