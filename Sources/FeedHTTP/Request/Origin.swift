import FeedEffects
import Foundation

/// Where a URL leads: scheme, host and port. Two URLs with the same origin are of one server.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Creates the origin of a URL, or nil if that does not lead to a web server.
  ///
  /// A port that is too long for a number is none to Foundation; it must not pass for the usual one.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host()?.lowercased(), !host.isEmpty,
      url.port != nil || URLComponents(url: url, resolvingAgainstBaseURL: true)?.rangeOfPort == nil
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}

extension URL {
  /// Creates the URL of a link that a server sent, relative to the page it was on.
  ///
  /// Everything that may stand in a URL stays as it is, byte for byte, and the rest is percent
  /// encoded. (`URL(string:)` encodes every `%` again as soon as one character is not allowed.)
  init?(link: String, on page: URL? = nil) {
    self.init(string: Self.escapingForbidden(link), relativeTo: page)
    self = absoluteURL
  }

  private static func escapingForbidden(_ link: String) -> String {
    if URL(string: link, encodingInvalidCharacters: false) != nil { return link }
    let bytes = Array(link.utf8)
    return bytes.indices.map { index in
      let isEscape =
        bytes[index] == UInt8(ascii: "%")
        && bytes[(index + 1)...].prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2
      let isAllowed =
        QueryEncoding.isUnreserved(bytes[index]) || ":/?#@!$&'()*+,;=".utf8.contains(bytes[index])
      return isEscape || isAllowed
        ? String(Unicode.Scalar(bytes[index])) : QueryEncoding.percentEncoded(bytes[index])
    }.joined()
  }
}
