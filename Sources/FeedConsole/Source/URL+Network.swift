import Foundation

// Where a server is, by the host of its URL. Nothing is looked up.

extension URL {
  /// Whether the server is on this machine: 127/8, `::1`, `localhost` and the names in it (RFC 6761, section 6.3).
  var isOfThisMachine: Bool {
    switch networkHost {
    case .v4(let bytes): bytes[0] == 127
    case .v6(let bytes): bytes == [UInt8](repeating: 0, count: 15) + [1]
    case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
    }
  }

  /// Whether the server is on this machine or in a network that is not the public one: an address for private use
  /// (RFC 1918, RFC 4193) or of the link, a name without a dot, or one in a domain for such networks (RFC 6762,
  /// RFC 8375, and `internal`, `lan`).
  var isOfPrivateNetwork: Bool {
    if isOfThisMachine { return true }
    return switch networkHost {
    case .v4(let bytes):
      bytes[0] == 10 || bytes[0] == 172 && 16...31 ~= bytes[1]
        || bytes[0] == 192 && bytes[1] == 168 || bytes[0] == 169 && bytes[1] == 254
        || bytes == [0, 0, 0, 0]
    case .v6(let bytes): bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    case .name(let name):
      // A number is an address, whatever it is written like.
      name.first?.isLetter == true && !name.contains(".")
        || [".local", ".home.arpa", ".internal", ".lan"].contains(where: name.hasSuffix)
    }
  }

  private enum NetworkHost {
    case v4([UInt8])
    case v6([UInt8])
    case name(String)
  }

  private var networkHost: NetworkHost {
    var name = host(percentEncoded: true)?.lowercased() ?? ""
    // The dot of the root, which a look-up takes away.
    if name.hasSuffix(".") { name.removeLast() }
    var (v4, v6) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, name, &v4) == 1 {
      return .v4(withUnsafeBytes(of: &v4) { Array($0) })
    }
    let bare = name.filter { $0 != "[" && $0 != "]" }
    if inet_pton(AF_INET6, bare, &v6) == 1 {
      return .v6(withUnsafeBytes(of: &v6) { Array($0) })
    }
    return .name(name)
  }
}
