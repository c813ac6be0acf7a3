#if os(Linux)
  // Numbers of libcurl's stable interface.

  /// Results of libcurl (`CURLcode`).
  enum CurlResult {
    static let ok: Int32 = 0
    static let noProxy: Int32 = 5
    static let noHost: Int32 = 6
    static let noConnection: Int32 = 7
    static let writeError: Int32 = 23
    static let outOfMemory: Int32 = 27
    static let timeout: Int32 = 28
    static let noHandshake: Int32 = 35

    /// Something is longer than libcurl takes. Before 8.6 that is ``outOfMemory``.
    static let tooLarge: Int32 = 100

    /// The certificate is not trusted, or TLS can't be used as it is set up.
    static let notSecure: Set<Int32> = [53, 54, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91, 98]
  }

  /// Numbers and texts about a transfer (`CURLINFO`).
  enum CurlInfo {
    static let remoteAddress: Int32 = 0x100000 + 32
    static let requestSize: Int32 = 0x200000 + 12
    static let remotePort: Int32 = 0x200000 + 40
    static let localAddress: Int32 = 0x100000 + 41
    static let localPort: Int32 = 0x200000 + 42
    static let httpVersion: Int32 = 0x200000 + 46
  }

  /// Options of libcurl (`CURLoption`).
  enum CurlOption: Int32 {
    case bodyContext = 10001
    case url = 10002
    case errorBuffer = 10010
    case header = 10023
    case headerContext = 10029
    case method = 10036
    case noBody = 44
    case connectTimeout = 78
    case httpVersion = 84
    case bufferSize = 98
    case noSignal = 99
    case acceptEncoding = 10102
    case openSocketContext = 10164
    case resolve = 10203
    case bodyCopy = 10165
    case protocols = 181
    case keepAlive = 213
    case pathAsIs = 234
    case suppressConnectHeaders = 265
    case lookUpContext = 10273
    case beginContext = 10313
    case http09Allowed = 285
    case bodyFunction = 20011
    case headerFunction = 20079
    case openSocketFunction = 20163
    case lookUpFunction = 20272
    case beginFunction = 20312
    case bodySize = 30120
  }
#endif
