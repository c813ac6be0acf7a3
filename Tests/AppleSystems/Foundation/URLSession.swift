// What loads URLs: see ../Foundation.swift.
//
// In Apple's Foundation a delegate's methods are optional, and one with a wrong signature is never
// called. Here the methods that the package implements are required, so that the gate refuses one
// that does not fit.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// MARK: - Requests and responses

public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy
    case reloadIgnoringLocalCacheData
  }

  public init(
    url: URL, cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = 60.0)
  public var url: URL? { get set }
  public var httpMethod: String? { get set }
  public var httpBody: Data? { get set }
  public var httpShouldHandleCookies: Bool { get set }
  public var allHTTPHeaderFields: [String: String]? { get set }
  public func value(forHTTPHeaderField field: String) -> String?
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String)

  public static func == (lhs: URLRequest, rhs: URLRequest) -> Bool
  public func hash(into hasher: inout Hasher)
}

open class URLResponse: NSObject {
  open var url: URL? { get }
  deinit
}

open class HTTPURLResponse: URLResponse {
  open var statusCode: Int { get }
  open var allHeaderFields: [AnyHashable: Any] { get }
  open class func localizedString(forStatusCode statusCode: Int) -> String
  deinit
}

public struct URLError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int)
    public static var unknown: URLError.Code { get }
    public static var timedOut: URLError.Code { get }
    public static var cannotFindHost: URLError.Code { get }
    public static var cannotConnectToHost: URLError.Code { get }
    public static var dnsLookupFailed: URLError.Code { get }
    public static var httpTooManyRedirects: URLError.Code { get }
    public static var notConnectedToInternet: URLError.Code { get }
    public static var internationalRoamingOff: URLError.Code { get }
    public static var dataNotAllowed: URLError.Code { get }
    public static var secureConnectionFailed: URLError.Code { get }
    public static var serverCertificateHasBadDate: URLError.Code { get }
    public static var serverCertificateUntrusted: URLError.Code { get }
    public static var serverCertificateHasUnknownRoot: URLError.Code { get }
    public static var serverCertificateNotYetValid: URLError.Code { get }
  }

  public var code: URLError.Code { get }
  public var errorUserInfo: [String: Any] { get }
  public var failingURL: URL? { get }
}

// MARK: - What a session keeps

open class HTTPCookie: NSObject {
  public enum AcceptPolicy: UInt, Sendable {
    case always, never, onlyFromMainDocumentDomain
  }
  deinit
}

open class HTTPCookieStorage: NSObject {
  deinit
}

open class URLCache: NSObject {
  deinit
}

open class URLCredential: NSObject {
  deinit
}

open class URLCredentialStorage: NSObject {
  deinit
}

open class URLAuthenticationChallenge: NSObject {
  deinit
}

// MARK: - Sessions

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { get }
  open var httpAdditionalHeaders: [AnyHashable: Any]? { get set }
  open var httpMaximumConnectionsPerHost: Int { get set }
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy { get set }
  open var httpCookieStorage: HTTPCookieStorage? { get set }
  open var httpShouldSetCookies: Bool { get set }
  open var urlCache: URLCache? { get set }
  open var urlCredentialStorage: URLCredentialStorage? { get set }
  deinit
}

open class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge
    case rejectProtectionSpace
  }

  public enum ResponseDisposition: Int, Sendable {
    case cancel, allow, becomeDownload, becomeStream
  }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?)
  open func dataTask(with request: URLRequest) -> URLSessionDataTask
  open func finishTasksAndInvalidate()
  deinit
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { get }
  open func resume()
  open func cancel()
  deinit
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {
  deinit
}

// MARK: - Delegates

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
