public import FeedReducer
public import Foundation

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
  /// Finds the cause of an error that a URL session threw.
  ///
  /// On Linux many errors have the code -1; only the underlying error tells the cause.
  package init(_ error: URLError) {
    let underlying = error.errorUserInfo[NSUnderlyingErrorKey] as? NSError
    let reason = underlying?.localizedDescription ?? error.localizedDescription
    switch error.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
    case .timedOut: self = .timeout
    case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
    case .cannotConnectToHost: self = .noConnection
    case .httpTooManyRedirects: self = .endlessRedirect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .notSecure(reason: reason)
    default: self = .broken(reason: reason)
    }
  }

  /// The code of the failure that this problem becomes.
  package var code: FeedFailure.Code {
    switch self {
    case .offline: .offline
    case .timeout: .timeout
    case .unknownHost, .noConnection, .notSecure, .broken: .unreachable
    case .endlessRedirect: .http
    }
  }

  /// Whether the same request may succeed later.
  package var isRetryable: Bool {
    switch self {
    case .offline, .timeout, .unknownHost, .noConnection, .broken: true
    case .notSecure, .endlessRedirect: false
    }
  }

  /// What happened at `url`, and what to do about it: two halves of a sentence.
  package func parts(at url: URL) -> (what: String, remedy: String) {
    let server = url.authority
    return switch self {
    case .offline:
      ("The device is offline and cannot reach \(server)", "try again when it is online")
    case .timeout:
      ("\(server) did not answer in time", "try again")
    case .unknownHost:
      ("The host \(server) is not known", "check the address and the connection")
    case .noConnection:
      ("\(server) accepts no connection", "check the address and that the server runs")
    case .notSecure(let reason):
      (
        "No secure connection to \(server) came about (\(reason.shown(120)))",
        "check the address and the server's certificate"
      )
    case .endlessRedirect:
      (
        "\(url.withoutSecrets) redirects again and again",
        "check the address, and whether it ends with a slash"
      )
    case .broken(let reason):
      ("The connection to \(server) broke (\(reason.shown(120)))", "try again")
    }
  }
}

extension FeedFailure {
  /// Makes a failure of an error that a URL session threw in a source or sink of the user's own.
  init(_ error: URLError) {
    let problem = ConnectionProblem(error)
    guard let url = error.failingURL else {
      self.init(
        problem.code, "The server could not be asked (\(error.localizedDescription)); try again.",
        isRetryable: problem.isRetryable)
      return
    }
    let (what, remedy) = problem.parts(at: url)
    self.init(
      problem.code, "\(what); \(remedy).", url: url.withoutSecrets,
      isRetryable: problem.isRetryable)
  }
}
