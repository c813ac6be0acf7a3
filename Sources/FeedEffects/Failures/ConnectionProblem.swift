/// Why no response came from a server, as a URL session reports it.
package enum ConnectionProblem: Error, Equatable {
  /// The device has no network.
  case offline

  /// No response began in time.
  case timeout

  /// The host name can't be resolved.
  case unknownHost

  /// Nothing listens at the address, or the address can't be reached.
  case noConnection

  /// The host of the proxy that the system or the environment names can't be resolved.
  ///
  /// It has no reason: that of libcurl repeats the setting, which may have a password. Nor has the next one.
  case unknownProxy

  /// The setting of the proxy is none.
  case unusableProxy

  /// The TLS handshake failed, or the certificate is not trusted.
  case notSecure(reason: String)

  /// The server answered the TLS handshake with something else.
  case noTLS(reason: String)

  /// The server redirects in a circle, or too often.
  case endlessRedirect

  /// The connection broke, or the response was not HTTP.
  case broken(reason: String)
}

extension ConnectionProblem {
  /// Whether the same request may succeed later.
  package var isRetryable: Bool {
    switch self {
    case .offline, .timeout, .unknownHost, .unknownProxy, .noConnection, .broken: true
    case .unusableProxy, .notSecure, .noTLS, .endlessRedirect: false
    }
  }

  /// What it ended at, for a program; nil for a connection that was made.
  package var subject: String? {
    switch self {
    case .unknownHost: "host"
    case .noConnection: "port"
    case .unknownProxy, .unusableProxy: "proxy"
    case .notSecure: "certificate"
    case .noTLS: "tls"
    case .offline, .timeout, .endlessRedirect, .broken: nil
    }
  }

  /// The problem of a proxy, by the words of libcurl. A device without a network knows no host either.
  package init(proxy reason: String) {
    self = reason.hasPrefix("Could not resolve proxy") ? .unknownProxy : .unusableProxy
  }

  /// The problem of a TLS handshake that failed, by the words of the library.
  package init(handshake reason: String) {
    // Of OpenSSL, of GnuTLS. A server that ends the handshake by an alert speaks TLS.
    let signs = [
      "wrong version number", "packet length too long", "unexpected TLS packet", "unknown protocol",
    ]
    self =
      signs.contains(where: reason.contains) ? .noTLS(reason: reason) : .notSecure(reason: reason)
  }
}
