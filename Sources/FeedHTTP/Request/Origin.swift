import FeedEffects
import Foundation

/// The origin of a URL: scheme, host and port. URLs with the same origin belong to one server.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Creates the origin of a URL; nil if the URL is not one of a web server.
  ///
  /// Foundation reports no port if its number is too long for an `Int`. Such a URL has no origin,
  /// so that its port does not count as the default port.
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
  /// Creates the URL of a link from a server, relative to the page with the link.
  ///
  /// Characters that are allowed in a URL stay unchanged; the others are percent-encoded. (If one
  /// character is not allowed, `URL(string:)` encodes each `%` a second time.) User name and password are
  /// left out: those of a link are not the program's, and those of the page belong in no cursor.
  init?(link: String, on page: URL? = nil) {
    self.init(string: Self.escapingForbidden(link), relativeTo: page)
    self = absoluteURL.with(user: nil, password: nil)
  }

  /// The URL with the user name and the password of another URL.
  func withCredentials(of other: URL?) -> URL {
    with(user: other?.user(percentEncoded: true), password: other?.password(percentEncoded: true))
  }

  private func with(user: String?, password: String?) -> URL {
    if user == nil, self.user(percentEncoded: true) == nil { return self }
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    parts.percentEncodedUser = user
    parts.percentEncodedPassword = password
    return parts.url ?? self
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
