#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// What libcurl needs to know of a request.
  struct CurlRequest: Sendable {
    /// The URL that a response names.
    let url: URL

    /// The URL that libcurl gets, without user name and password.
    let text: String

    let method: String
    let headers: [String]
    let body: Data?

    /// - Throws: `RequestProblem.notWebAddress`.
    init(_ request: URLRequest) throws(HTTPProblem) {
      guard let url = request.url, let text = url.textForCurl else {
        throw .request(.notWebAddress)
      }
      var fields = request.allHTTPHeaderFields ?? [:]
      if let credentials = url.basicCredentials,
        !fields.keys.contains(where: { $0.lowercased() == "authorization" })
      {
        fields["Authorization"] = credentials
      }
      self.url = url
      self.text = text
      method = request.httpMethod ?? "GET"
      body = request.httpBody
      let names = Set(fields.keys.map { $0.lowercased() })
      // A field without a value after its colon would be removed; a semicolon sends it empty.
      headers =
        fields.map { $1.utf8.isBlankField ? "\($0);" : "\($0): \($1)" }
        + Self.defaults.filter { !names.contains($0.name) }.map(\.field)
    }

    /// Fields that libcurl would send otherwise, or not at all.
    private static let defaults: [(name: String, field: String)] = [
      // It would wait a second for a server that does not know it.
      ("expect", "Expect:"),
      // It would say that a body is a form.
      ("content-type", "Content-Type:"),
      ("user-agent", "User-Agent: \(ProcessInfo.processInfo.processName.headerToken) FeedHTTP"),
    ]
  }

  extension URL {
    /// The URL for libcurl, put together from the parts by which its origin was judged.
    ///
    /// Two parsers of one text may see two hosts in it. This text has no user, and a host of letters,
    /// digits, dots and dashes, or a literal IPv6 address: there is only one way to read it.
    fileprivate var textForCurl: String? {
      guard let origin = Origin(self), origin.hasServerPort,
        origin.host.utf8.allSatisfy(\.isHostByte),
        let parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
      else { return nil }
      let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
      let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
      let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
      return "\(origin.scheme)://\(host):\(origin.port)\(path)\(query)"
    }

    /// The value of `Authorization` for the user name and the password in the URL (RFC 7617).
    fileprivate var basicCredentials: String? {
      guard let user = user(percentEncoded: false) else { return nil }
      let password = password(percentEncoded: false) ?? ""
      return "\(user):\(password)".basicCredentials
    }
  }

  extension UInt8 {
    fileprivate var isHostByte: Bool {
      switch self {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
  }

  extension String {
    /// The name of a program without what a header field can't have.
    fileprivate var headerToken: String {
      let kept = filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      return kept.isEmpty ? "swift" : kept
    }
  }
#endif
