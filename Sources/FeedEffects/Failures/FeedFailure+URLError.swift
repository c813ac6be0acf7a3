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
  /// Creates the failure of an error that a URL session threw.
  ///
  /// Stores call it for sources and sinks that throw a `URLError`. Its code is `offline`, `timeout`,
  /// `unreachable` or `http`, and its URL has no user name, password or known secret.
  public init(_ error: URLError) {
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

// MARK: - URLs in sentences

extension URL {
  /// The URL for people: without user name, password and fragment, and with secrets masked.
  ///
  /// ```swift
  /// // https://u:p@h/a?api_key=abc&page=2 becomes https://h/a?api_key=…&page=2
  /// ```
  package var withoutSecrets: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString.maskingSecrets
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return (parts.string ?? absoluteString).maskingSecrets
  }
}

extension URL {
  /// The host with the port if that is given, for people: `127.0.0.1:8000`.
  package var authority: String {
    (host() ?? absoluteString) + (port.map { ":\($0)" } ?? "")
  }
}

extension StringProtocol {
  /// What a name or value of a query stands for.
  package var queryDecoded: String {
    let spaced = String(self).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}

extension String {
  /// The text of a link with the values of those parameters masked that are secrets by their name.
  var maskingSecrets: String {
    let parts = split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return self }
    let items = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let isSecret = name.endIndex < item.endIndex && name.queryDecoded.isNameOfSecret
      return isSecret ? name + "=…" : item
    }
    return parts[0] + "?" + items.joined(separator: "&")
  }

  /// The link of a server for people: without user name and password, cut, secrets masked.
  package var asForeignLink: String {
    let url = URL(string: self, encodingInvalidCharacters: false)
    return (url?.withoutSecrets ?? maskingSecrets).shown(120)
  }

  /// Whether a parameter of this name holds a secret. A page's token is none.
  private var isNameOfSecret: Bool {
    let words = lowercased().filter { $0.isLetter }
    if ["page", "next", "cursor", "continu", "sync"].contains(where: words.contains) {
      return false
    }
    return words == "sig" || words == "auth" || words == "jwt" || words == "sid"
      || [
        "token", "key", "secret", "password", "passwd", "pwd", "signature", "credential",
        "authorization", "session", "sessionid",
      ].contains(where: words.hasSuffix)
  }
}
