#if os(Linux)
  import FeedCurl
  import FeedEffects
  import Foundation

  /// One request of libcurl and the part of its response that has arrived. It belongs to the thread.
  final class CurlTransfer {
    let number: Int
    let easy: UnsafeMutableRawPointer
    private let transfer: Transfer
    private let errorText: UnsafeMutablePointer<CChar>
    private var list: UnsafeMutableRawPointer?
    private var head: CurlHead

    /// Prepares a transfer; nil without memory.
    init?(_ request: CurlRequest, transfer: Transfer, number: Int) {
      guard let easy = feed_curl_easy() else { return nil }
      self.easy = easy
      self.transfer = transfer
      self.number = number
      head = CurlHead(url: request.url)
      errorText = .allocate(capacity: 256)
      errorText.initialize(repeating: 0, count: 256)
      for field in request.headers {
        // Without one of its fields the request would be another.
        guard let longer = feed_curl_list(list, field) else { return nil }
        list = longer
      }
      set(request)
    }

    deinit {
      feed_curl_easy_free(easy)
      feed_curl_list_free(list)
      errorText.deallocate()
    }

    private func set(_ request: CurlRequest) {
      set(.url, to: request.text)
      // http and https, one bit each.
      set(.protocols, to: 0b11)
      // HTTP/2 over TLS, if the server has it.
      set(.httpVersion, to: 4)
      set(.http09Allowed, to: 0)
      set(.pathAsIs, to: 1)
      set(.noSignal, to: 1)
      // A cancelled transfer does not wait for the look-up of its host.
      set(.quickExit, to: 1)
      set(.keepAlive, to: 1)
      // The header of a proxy's answer is not that of the response.
      set(.suppressConnectHeaders, to: 1)
      // All encodings that libcurl knows.
      set(.acceptEncoding, to: "")
      set(.header, to: list)
      set(.errorBuffer, to: errorText)
      set(method: request.method, body: request.body)
      let context = Unmanaged.passUnretained(self).toOpaque()
      set(.headerContext, to: context)
      set(.bodyContext, to: context)
      feed_curl_set_take(easy, CurlOption.headerFunction.rawValue) { bytes, size, count, context in
        CurlTransfer.of(context)?.takeHeader(
          UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      }
      feed_curl_set_take(easy, CurlOption.bodyFunction.rawValue) { bytes, size, count, context in
        CurlTransfer.of(context)?.takeBody(
          UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      }
    }

    private func set(method: String, body: Data?) {
      if let body {
        feed_curl_set_size(easy, CurlOption.bodySize.rawValue, Int64(body.count))
        body.withUnsafeBytes { set(.bodyCopy, to: $0.baseAddress ?? UnsafeRawPointer(errorText)) }
      }
      switch method {
      case "GET" where body == nil: break
      case "POST" where body != nil: break
      case "HEAD": set(.noBody, to: 1)
      default: set(.method, to: method)
      }
    }

    private func set(_ option: CurlOption, to value: Int) {
      feed_curl_set_number(easy, option.rawValue, value)
    }

    private func set(_ option: CurlOption, to value: UnsafeRawPointer?) {
      feed_curl_set_pointer(easy, option.rawValue, value)
    }

    private func set(_ option: CurlOption, to text: String) {
      text.withCString { set(option, to: UnsafeRawPointer($0)) }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes one line of a header. Returns how many bytes it took; fewer than all end the transfer.
    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
      if transfer.isOver { return 0 }
      switch head.take(bytes) {
      case .more: break
      case .complete(let head): transfer.receive(head)
      case .tooLarge:
        let reason = "the header has more than \(CurlHead.maxBytes >> 10) kB"
        transfer.end(.failure(HTTPProblem.connection(.broken(reason: reason))))
        return 0
      }
      return bytes.count
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      transfer.receive(Data(bytes))
      return transfer.isOver ? 0 : bytes.count
    }

    /// Ends the transfer with libcurl's result.
    func end(code: Int32) {
      guard code != CurlResult.ok || !transfer.hasBegun else {
        return transfer.end(.success(()), isComplete: true)
      }
      // A header that breaks off is a success for libcurl.
      let text = String(cString: errorText)
      let reason =
        code == CurlResult.ok
        ? "the header breaks off" : text.isEmpty ? String(cString: feed_curl_text(code)) : text
      let problem = ConnectionProblem(
        curl: code, reason: reason, systemError: feed_curl_system_error(easy))
      transfer.end(.failure(HTTPProblem.connection(problem)), isComplete: true)
    }
  }

  extension ConnectionProblem {
    /// Finds the cause of a result of libcurl.
    ///
    /// - Parameters:
    ///   - code: The result.
    ///   - reason: Its text.
    ///   - systemError: The number of the operating system's error.
    fileprivate init(curl code: Int32, reason: String, systemError: Int) {
      switch code {
      case CurlResult.noHost, CurlResult.noProxy: self = .unknownHost
      case CurlResult.noConnection:
        self = systemError == Int(ENETUNREACH) ? .offline : .noConnection
      case CurlResult.timeout: self = .timeout
      case _ where CurlResult.notSecure.contains(code): self = .notSecure(reason: reason)
      default: self = .broken(reason: reason)
      }
    }
  }

  /// Results of libcurl (`CURLcode`).
  enum CurlResult {
    static let ok: Int32 = 0
    static let noProxy: Int32 = 5
    static let noHost: Int32 = 6
    static let noConnection: Int32 = 7
    static let timeout: Int32 = 28

    /// The handshake failed, or the certificate is not trusted.
    static let notSecure: Set<Int32> = [35, 53, 54, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91, 98]
  }

  /// Options of libcurl (`CURLoption`).
  private enum CurlOption: Int32 {
    case bodyContext = 10001
    case url = 10002
    case errorBuffer = 10010
    case header = 10023
    case headerContext = 10029
    case method = 10036
    case noBody = 44
    case httpVersion = 84
    case noSignal = 99
    case acceptEncoding = 10102
    case bodyCopy = 10165
    case protocols = 181
    case keepAlive = 213
    case pathAsIs = 234
    case suppressConnectHeaders = 265
    case http09Allowed = 285
    case quickExit = 322
    case bodyFunction = 20011
    case headerFunction = 20079
    case bodySize = 30120
  }
#endif
