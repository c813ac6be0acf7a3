#if os(Linux)
  import FeedCurl
  import FeedEffects
  import Foundation

  /// One request of libcurl and the part of its response that has arrived. It belongs to the thread.
  final class CurlTransfer {
    let number: Int
    let easy: UnsafeMutableRawPointer
    private let transfer: Transfer
    private let host: String
    private let isEncrypted: Bool
    private let errorText: UnsafeMutablePointer<CChar>
    private var list: UnsafeMutableRawPointer?

    /// The addresses of a host that is not looked up.
    private var known: UnsafeMutableRawPointer?
    private var head: CurlHead
    private let kept: CurlKeptConnections

    private var body = CurlBody()

    /// Whether the host name is being looked up. Removing the handle would wait for that.
    private(set) var isLookingUp = false

    /// Whether the system knows a route to one of the addresses; nil before the first of them.
    private var hasRoute: Bool?

    /// Whether the request was not sent because bytes waited on its connection.
    private var foundInput = false

    /// Prepares a transfer.
    ///
    /// - Parameter kept: The connections that wait for another request.
    /// - Throws: `HTTPProblem.connection` if there is no memory, or if libcurl refuses a part of the
    ///   request: without it the request would be another.
    init(
      _ request: CurlRequest, transfer: Transfer, number: Int, kept: CurlKeptConnections
    ) throws(HTTPProblem) {
      guard let easy = feed_curl_easy() else { throw .outOfMemory }
      self.easy = easy
      self.transfer = transfer
      self.number = number
      self.kept = kept
      host = request.url.host() ?? ""
      isEncrypted = request.url.scheme?.lowercased() == "https"
      head = CurlHead(url: request.url)
      errorText = .allocate(capacity: 256)
      errorText.initialize(repeating: 0, count: 256)
      for field in request.headers {
        guard let longer = feed_curl_list(list, field) else { throw .outOfMemory }
        list = longer
      }
      try set(request)
      try setCallbacks()
    }

    deinit {
      feed_curl_easy_free(easy)
      feed_curl_list_free(list)
      feed_curl_list_free(known)
      errorText.deallocate()
    }

    private func set(_ request: CurlRequest) throws(HTTPProblem) {
      try set(.url, to: request.text)
      // A name in `localhost` is this machine (RFC 6761, section 6.3), whatever a look-up would say.
      if host.lowercased().hasSuffix(".localhost") {
        let port = request.url.port ?? (isEncrypted ? 443 : 80)
        known = feed_curl_list(nil, "\(host):\(port):127.0.0.1,[::1]")
        try set(.resolve, to: known)
      }
      // http and https, one bit each.
      try set(.protocols, to: 0b11)
      try set(.http09Allowed, to: 0)
      try set(.pathAsIs, to: 1)
      try set(.noSignal, to: 1)
      // libcurl reads a hundred times so much before it looks after the other transfers.
      try? set(.bufferSize, to: 1_024)
      // The loader keeps the time. At the end of libcurl's own it would wait for a look-up.
      try set(.connectTimeout, to: 86_400)
      // All encodings that libcurl knows.
      try set(.acceptEncoding, to: "")
      try set(.header, to: list)
      try set(.errorBuffer, to: errorText)
      try set(method: request.method, body: request.body)
      // HTTP/2 over TLS, if the server and libcurl have it.
      try? set(.httpVersion, to: 4)
      try? set(.keepAlive, to: 1)
      // The header of a proxy's answer is not that of the response.
      try? set(.suppressConnectHeaders, to: 1)
    }

    private func set(method: String, body: Data?) throws(HTTPProblem) {
      if let body {
        try check(feed_curl_set_size(easy, CurlOption.bodySize.rawValue, Int64(body.count)))
        let code = body.withUnsafeBytes {
          let bytes = $0.baseAddress ?? UnsafeRawPointer(errorText)
          return feed_curl_set_pointer(easy, CurlOption.bodyCopy.rawValue, bytes)
        }
        try check(code)
      }
      switch method {
      case "GET" where body == nil: break
      case "POST" where body != nil: break
      case "HEAD": try set(.noBody, to: 1)
      default: try set(.method, to: method)
      }
    }

    private func setCallbacks() throws(HTTPProblem) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      for option in [CurlOption.headerContext, .bodyContext, .lookUpContext, .openSocketContext] {
        try set(option, to: context)
      }
      let takeHeader: feed_curl_take = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.of(context)?.takeHeader(line) ?? 0
      }
      let takeBody: feed_curl_take = { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        // Without counting the reference, which would cost more than to take a byte.
        return context.map {
          Unmanaged<CurlTransfer>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.takeBody(part) }
        } ?? 0
      }
      let beginLookUp: feed_curl_look_up = { _, _, context in
        CurlTransfer.of(context)?.beginLookUp()
        return 0
      }
      let openSocket: feed_curl_open_socket = { context, _, address in
        CurlTransfer.of(context)?.openSocket(to: address) ?? -1
      }
      try check(feed_curl_set_take(easy, CurlOption.headerFunction.rawValue, takeHeader))
      try check(feed_curl_set_take(easy, CurlOption.bodyFunction.rawValue, takeBody))
      try check(feed_curl_set_look_up(easy, CurlOption.lookUpFunction.rawValue, beginLookUp))
      try check(feed_curl_set_open(easy, CurlOption.openSocketFunction.rawValue, openSocket))
      // Only libcurl 7.80 and newer have it, and only 7.88 needs it.
      let begin: feed_curl_begin = { context, remote, local, remotePort, localPort in
        let ends = CurlKeptConnections.Ends(
          local: local.map { String(cString: $0) } ?? "", localPort: Int(localPort),
          remote: remote.map { String(cString: $0) } ?? "", remotePort: Int(remotePort))
        return CurlTransfer.of(context)?.mayBegin(between: ends) == true ? 0 : 1
      }
      try? set(.beginContext, to: context)
      try? check(feed_curl_set_begin(easy, CurlOption.beginFunction.rawValue, begin))
    }

    private func set(_ option: CurlOption, to value: Int) throws(HTTPProblem) {
      try check(feed_curl_set_number(easy, option.rawValue, value))
    }

    private func set(_ option: CurlOption, to value: UnsafeRawPointer?) throws(HTTPProblem) {
      try check(feed_curl_set_pointer(easy, option.rawValue, value))
    }

    private func set(_ option: CurlOption, to text: String) throws(HTTPProblem) {
      try check(text.withCString { feed_curl_set_pointer(easy, option.rawValue, $0) })
    }

    private func check(_ code: Int32) throws(HTTPProblem) {
      guard code != CurlResult.ok else { return }
      throw .connection(.broken(reason: String(cString: feed_curl_text(code))))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Notes that a look-up begins. (A proxy may begin another one, over a connection.)
    private func beginLookUp() {
      isLookingUp = hasRoute == nil
    }

    /// Opens a socket to an address that was found. A transfer that is over gets none, and fails.
    private func openSocket(to address: UnsafeMutableRawPointer?) -> Int32 {
      isLookingUp = false
      if transfer.isOver { return -1 }
      hasRoute = hasRoute == true || feed_curl_has_route(address)
      let socket = feed_curl_socket(address)
      if socket < 0, errno == EMFILE || errno == ENFILE {
        transfer.end(.failure(HTTPProblem.outOfMemory), isComplete: true)
      }
      return socket
    }

    /// Whether the request may be sent on a connection: not if it was kept, and bytes wait on it.
    private func mayBegin(between ends: CurlKeptConnections.Ends) -> Bool {
      foundInput = hasRoute == nil && kept.hasInput(between: ends)
      return !foundInput
    }

    /// Whether the request has to be sent again, on another connection. It was not sent before.
    func beginsAgain() -> Bool {
      defer { foundInput = false }
      return foundInput && !transfer.isOver
    }

    /// Takes one line of a header. Returns how many bytes it took; fewer than all end the transfer.
    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
      if transfer.isOver { return 0 }
      switch head.take(bytes) {
      case .more: break
      case .complete(let head): transfer.receive(head)
      case .tooLong: transfer.end(.failure(HTTPProblem.response(.longHeader)))
      case .broken(let reason):
        transfer.end(.failure(HTTPProblem.connection(.broken(reason: reason))))
      }
      return transfer.isOver ? 0 : bytes.count
    }

    /// Takes a part of the body. Returns how many bytes it took; fewer than all end the transfer.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard let data = body.take(bytes) else { return bytes.count }
      handOver(data)
      return transfer.isOver ? 0 : bytes.count
    }

    private func handOver(_ data: Data) {
      transfer.receive(data)
      guard body.isInTinyPieces else { return }
      let problem = HTTPProblem.response(.tinyPieces(limit: CurlBody.maxTinyPieces))
      transfer.end(.failure(problem))
    }

    /// Ends the transfer with libcurl's result.
    func end(code: Int32) {
      handOver(body.rest())
      guard code != CurlResult.ok || !transfer.hasBegun else {
        return transfer.end(.success(()), isComplete: true)
      }
      // A header that breaks off is a success for libcurl.
      let text = String(cString: errorText)
      let reason =
        code == CurlResult.ok
        ? "the header breaks off" : text.isEmpty ? String(cString: feed_curl_text(code)) : text
      transfer.end(.failure(problem(code: code, reason: reason)), isComplete: true)
    }

    private func problem(code: Int32, reason: String) -> HTTPProblem {
      if code == CurlResult.noProxy || reason.isOfProxySetting {
        return .connection(ConnectionProblem(proxy: reason))
      }
      switch code {
      // The server itself is asked without encryption.
      case CurlResult.noHandshake where !isEncrypted:
        return .connection(.broken(reason: "the proxy: \(reason.withoutCredentials)"))
      case CurlResult.noConnection: return .connection(noConnection(reason: reason))
      // Once the request is sent, it is libcurl's limit on a header line or a trailer.
      case CurlResult.outOfMemory, CurlResult.tooLarge,
        _ where reason.hasPrefix("Out of memory"):
        let wasSent = feed_curl_number(easy, CurlInfo.requestSize) > 0
        return wasSent ? .response(.longHeader) : .outOfMemory
      // Nothing is written but to memory. A decoder that has reached its end says it of more.
      case CurlResult.writeError where transfer.hasBegun: return .response(.moreThanCompressed)
      default:
        return .connection(ConnectionProblem(curl: code, reason: reason.withoutCredentials))
      }
    }
  }

  extension CurlTransfer {
    /// Finds out why nothing accepted the connection. libcurl's text has the host that it tried; if it is
    /// another, it is a proxy's.
    private func noConnection(reason: String) -> ConnectionProblem {
      if hasRoute == false { return .offline }
      return reason.contains(host) ? .noConnection : .broken(reason: reason.withoutCredentials)
    }
  }

  extension HTTPProblem {
    /// There is no memory for a request, or no file descriptor.
    static let outOfMemory = Self.connection(.broken(reason: "out of memory or file descriptors"))
  }

  extension ConnectionProblem {
    /// Finds the cause of a result of libcurl.
    ///
    /// - Parameters:
    ///   - code: The result.
    ///   - reason: Its text.
    fileprivate init(curl code: Int32, reason: String) {
      switch code {
      case CurlResult.noHost: self = .unknownHost
      case CurlResult.timeout: self = .timeout
      case CurlResult.noHandshake where !reason.isOfBrokenHandshake:
        self.init(handshake: reason)
      case _ where CurlResult.notSecure.contains(code): self = .notSecure(reason: reason)
      default: self = .broken(reason: reason)
      }
    }
  }

  extension String {
    /// Whether this is libcurl's text for a connection that broke in the TLS handshake.
    ///
    /// It has no result of its own. libcurl names its own or OpenSSL's function, where OpenSSL has no
    /// error; OpenSSL 3 has one for a connection that was closed.
    fileprivate var isOfBrokenHandshake: Bool {
      ["SSL_connect:", "Recv failure:", "Send failure:", "unexpected eof"].contains { contains($0) }
    }
  }
#endif
