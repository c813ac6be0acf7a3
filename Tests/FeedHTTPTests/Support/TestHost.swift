#if os(Linux)
  import FeedEffects
  public import Foundation

  /// A host name of a test, whose look-up ends when the test says so.
  ///
  /// The names end with `.test`, which no name server knows (RFC 6761). The look-up of such a name that is
  /// no `TestHost` fails at once.
  final class TestHost: Sendable {
    /// The name.
    let name = "h\(UUID().uuidString.lowercased()).test"

    private let addresses: [String]
    private let lookUps = Locked(0)
    private let gate = DispatchSemaphore(value: 0)

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - addresses: What it stands for, as numbers: `127.0.0.1`.
    ///   - isKnownAtOnce: Whether a look-up does not wait for ``endLookUp()``.
    init(_ addresses: String..., isKnownAtOnce: Bool = true) {
      self.addresses = addresses
      TestHosts.shared.use { $0[name] = self }
      if isKnownAtOnce { endLookUp() }
    }

    /// The URL of a path on this host.
    func url(_ path: String, port: Int = 1) -> URL {
      URL(string: "http://\(name):\(port)/\(path)") ?? URL(filePath: "/")
    }

    /// Waits until a look-up has begun.
    func isLookedUp() async {
      await lookUps.wait { $0 > 0 }
    }

    /// Ends the look-ups that wait, and those that begin later.
    func endLookUp() {
      gate.signal()
    }

    /// Waits for the end of a look-up, on the thread of the caller.
    fileprivate func lookUp() -> [String] {
      lookUps.use { $0 += 1 }
      gate.wait()
      gate.signal()
      return addresses
    }
  }

  private enum TestHosts {
    static let shared = Locked<[String: TestHost]>([:])
  }

  private typealias LookUp =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
      UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
    ) -> Int32

  /// The function of the system. (-1 is `RTLD_NEXT`.)
  private let systemLookUp = unsafeBitCast(
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo"), to: LookUp.self)

  /// Looks a host up, in place of the system's function: libraries find first what the program has.
  @_cdecl("getaddrinfo") public func lookUp(
    _ host: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?,
    _ hints: UnsafePointer<addrinfo>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
  ) -> Int32 {
    let name = host.map { String(cString: $0) } ?? ""
    guard name.hasSuffix(".test") else { return systemLookUp(host, service, hints, result) }
    guard let host = TestHosts.shared.use({ $0[name] }) else { return EAI_NONAME }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var end = result
    for address in host.lookUp() {
      let code = systemLookUp(address, service, &hints, end)
      guard code == 0 else { return code }
      while let next = end?.pointee {
        end = withUnsafeMutablePointer(to: &next.pointee.ai_next) { $0 }
      }
    }
    return 0
  }
#endif
