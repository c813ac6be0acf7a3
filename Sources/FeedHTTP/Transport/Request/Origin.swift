import FeedEffects
import Foundation

/// The origin of a URL: scheme, host and port. URLs with the same origin belong to one server.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Creates the origin of a URL; nil if the URL is not one of a web server.
  ///
  /// Case and the default port make no difference, and a host in Unicode is that in Punycode. Any other
  /// notation is another origin, even if it leads to the same server: `h.`, `%68` or `[0:0::1]`.
  ///
  /// Foundation reports no port if its number is too long for an `Int`. Such a URL has no origin,
  /// so that its port does not count as the default port. Neither has one with a name in brackets,
  /// `[h]`: for Foundation that is the host `h`, which another parser may not take it for.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let host = parts.encodedHost?.lowercased(), !host.isEmpty,
      host.hasPrefix("[") == host.contains(":"),
      url.port != nil || parts.rangeOfPort == nil
    else { return nil }
    self.scheme = scheme
    self.host = host.filter { $0 != "[" && $0 != "]" }
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}

extension Origin {
  /// Whether the port is one that a server can have. Others are not sent to a transport's library, which
  /// may take them for another port.
  var hasServerPort: Bool { 1...65_535 ~= port }

  /// The origin as a URL; nil if its host is no name and no address, or its port none of a server.
  var text: String? {
    let isAddress = host.contains(":"), others = isAddress ? "-.:" : "-."
    guard hasServerPort,
      host.utf8.allSatisfy({ $0.isASCIILetterOrDigit || others.utf8.contains($0) })
    else { return nil }
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(isAddress ? "[\(host)]" : host)\(isUsual ? "" : ":\(port)")"
  }
}

extension URL {
  /// Creates the URL of a link from a server, relative to the page with the link.
  ///
  /// Characters that are allowed in a URL stay unchanged; the others are percent-encoded. (If one
  /// character is not allowed, `URL(string:)` encodes each `%` a second time.) User name and password are
  /// left out: those of a link are not the program's, and those of the page belong in no cursor.
  init?(link: String, on page: URL? = nil) {
    let whole = URL(string: Self.escapingForbidden(link), relativeTo: page)?.absoluteURL
    guard let bare = whole?.with(user: nil, password: nil) else { return nil }
    self = bare
  }

  /// The URL with the user name and the password of another URL; nil if it can't have them.
  func withCredentials(of other: URL?) -> URL? {
    with(user: other?.user(percentEncoded: true), password: other?.password(percentEncoded: true))
  }

  private func with(user: String?, password: String?) -> URL? {
    if user == nil, self.user(percentEncoded: true) == nil { return self }
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.percentEncodedUser = user
    parts?.percentEncodedPassword = password
    return parts?.url
  }

  private static func escapingForbidden(_ link: String) -> String {
    if URL(string: link, encodingInvalidCharacters: false) != nil { return link }
    let bytes = Array(link.utf8)
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%")
        && bytes[(index + 1)...].prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2
      if isEscape || QueryEncoding.isUnreserved(byte) || ":/?#@!$&'()*+,;=".utf8.contains(byte) {
        escaped.append(byte)
      } else {
        escaped += QueryEncoding.percentEncoded(byte).utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension URL {
  /// The URL with the scheme, the host and the port of another one.
  func moved(to other: URL) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let origin = URLComponents(url: other, resolvingAgainstBaseURL: true)
    else { return self }
    (parts.scheme, parts.encodedHost, parts.port) = (origin.scheme, origin.encodedHost, origin.port)
    return parts.url ?? self
  }

  /// The URL by https, if it differs from that of a page that came by https in the scheme alone: servers behind a proxy
  /// that encrypts know only http.
  func encrypted(as page: URL) -> URL {
    guard page.scheme?.lowercased() == "https", scheme?.lowercased() == "http",
      host()?.lowercased() == page.host()?.lowercased(),
      port == page.port || page.port == nil && [nil, 80, 443].contains(port)
    else { return self }
    return moved(to: page)
  }
}
