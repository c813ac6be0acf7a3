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

  /// The TLS handshake failed, or the certificate is not trusted.
  case notSecure(reason: String)

  /// The server redirects in a circle, or too often.
  case endlessRedirect

  /// The connection broke, or the response was not HTTP.
  case broken(reason: String)
}

extension ConnectionProblem {
  /// Whether the same request may succeed later.
  package var isRetryable: Bool {
    switch self {
    case .offline, .timeout, .unknownHost, .noConnection, .broken: true
    case .notSecure, .endlessRedirect: false
    }
  }
}
