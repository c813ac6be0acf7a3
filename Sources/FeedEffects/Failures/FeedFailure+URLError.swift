public import FeedReducer
public import Foundation

extension ConnectionProblem {
  /// Finds the cause of an error that a URL session threw.
  ///
  /// On Linux many errors have the code -1; only the underlying error tells the cause.
  package init(_ error: URLError) {
    let underlying = error.errorUserInfo[NSUnderlyingErrorKey] as? NSError
    let reason = underlying?.localizedDescription ?? error.localizedDescription
    if reason.isOfProxySetting {
      self.init(proxy: reason)
      return
    }
    self.init(error.code, reason: reason.withoutCredentials)
  }

  private init(_ code: URLError.Code, reason: String) {
    switch code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
    case .timedOut: self = .timeout
    case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
    case .cannotConnectToHost: self = .noConnection
    case .httpTooManyRedirects: self = .endlessRedirect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .notSecure(reason: reason)
    case .unknown where Self.isNotSecure(reason): self.init(handshake: reason)
    default: self = .broken(reason: reason)
    }
  }

  /// Whether a text of OpenSSL tells of a certificate, or of a server that speaks no TLS. A connection that
  /// ends within the handshake is broken.
  private static func isNotSecure(_ reason: String) -> Bool {
    ["certificate", "SSL routines"].contains(where: reason.contains) && !reason.contains("eof")
  }

  /// The code of the failure for this problem.
  package var code: FeedFailure.Code {
    switch self {
    case .offline: .offline
    case .timeout: .timeout
    case .unknownHost, .noConnection, .unknownProxy, .unusableProxy, .notSecure, .noTLS, .broken:
      .unreachable
    case .endlessRedirect: .http
    }
  }

  /// The two halves of a message: what happened at `url`, and what to do about it.
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
    case .unknownProxy:
      (
        "\(server) is asked through a proxy whose host is not known",
        "check the connection, and http_proxy, https_proxy and all_proxy or the system's settings"
      )
    case .unusableProxy:
      (
        "\(server) is asked through a proxy whose setting can't be read",
        "check http_proxy, https_proxy and all_proxy, or the system's settings"
      )
    case .notSecure(let reason):
      (
        "A secure connection to \(server) could not be established (\(reason.shown(120)))",
        "check the address and the server's certificate"
      )
    case .noTLS(let reason):
      (
        "A secure connection to \(server) could not be established: it speaks no TLS (\(reason.shown(120)))",
        "check the port, or give an http URL if it does not encrypt"
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
  /// Creates a failure from an error that a URL session threw.
  ///
  /// Stores call it when a source or sink throws a `URLError`. The code is `offline`, `timeout`,
  /// `unreachable` or `http`. The URL is shown without user name, password and fragment, and with
  /// the values of known secret parameters masked.
  ///
  /// - Parameter error: The error. Without its `failingURL` the failure has no `url`.
  public init(_ error: URLError) {
    let problem = ConnectionProblem(error)
    guard let url = error.failingURL else {
      self.init(
        problem.code,
        message: "The server could not be asked "
          + "(\(error.localizedDescription.withoutCredentials)); try again.",
        isRetryable: problem.isRetryable, subject: problem.subject)
      return
    }
    let (what, remedy) = problem.parts(at: url)
    self.init(
      problem.code, message: "\(what); \(remedy).", url: url.withoutSecrets,
      isRetryable: problem.isRetryable, subject: problem.subject)
  }
}

// MARK: - URLs in messages

// They are here because `package` members of `URL` need a file that imports Foundation publicly. A
// `package import` would keep the compiler from specialising the code of this module elsewhere.

extension URL {
  /// The URL to show: without user name, password and fragment, and with secrets masked.
  ///
  /// ```swift
  /// // https://u:p@h/a?api_key=abc&page=2 becomes https://h/a?api_key=…&page=2
  /// ```
  package var withoutSecrets: String {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.user = nil
    parts?.password = nil
    parts?.fragment = nil
    return parts?.string?.maskingSecrets ?? absoluteString.maskingAuthority
  }
}

extension URL {
  /// A text of the server without what the URL has to hide: a server may repeat it in an error.
  package func hidingSecrets(in text: String) -> String {
    let parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    let items = parts?.percentEncodedQueryItems ?? []
    let secrets = items.filter { $0.name.queryDecoded.hides(value: $0.value ?? "") }.map(\.value)
    // Of one or two letters, a text would be full.
    return (secrets + [parts?.percentEncodedPassword]).compactMap { $0 }
      .flatMap { [$0, $0.queryDecoded] }.filter { $0.utf8.count > 2 }
      .reduce(text) { $0.replacing($1, with: "…") }
  }
}

extension URL {
  /// The host, and the port if the URL has one: `127.0.0.1:8000`.
  package var authority: String {
    let host = host().map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
    return (host ?? absoluteString) + (port.map { ":\($0)" } ?? "")
  }
}
