#if os(Linux)
  import FeedEffects
  import FeedReducer
  import FeedTesting
  import Foundation
  import FoundationNetworking
  import TestServers
  import TestWatch
  import Testing

  // The transport itself is internal: only there a test can see that its thread has ended.
  @testable import FeedHTTP

  /// What libcurl does before it has a connection: look-ups, and addresses without a route.
  @Suite(
    "libcurl look-ups", .watched, .enabled(if: CurlTransport.isAvailable, "there is no libcurl"))
  struct CurlLookUpTests {
    private static let answer = RawServer.Answer(Data("HTTP/1.1 200 OK\r\n\r\n[]".utf8))

    /// A loader whose timeouts never pass.
    private let loader = HTTPLoader(clock: ManualClock())

    private func failure(at url: URL) async -> FeedFailure? {
      await #expect(throws: FeedFailure.self) {
        _ = try await HTTPRequest.get(url).json(size: 20, loader: loader)
      }
    }

    /// Whatever a look-up would say.
    @Test(arguments: ["any.localhost", "a.b.localhost", "nowhere.LOCALHOST"])
    func aNameInLocalhostIsThisMachine(host: String) async throws {
      try await RawServer.run { _ in
        Self.answer
      } body: { server in
        let port = try #require(server.url("").port)
        let url = try #require(URL(string: "http://\(host):\(port)/"))
        #expect(try await HTTPRequest.get(url).json(size: 20, loader: loader) == [])
      }
    }

    @Test func aCancelledLookUpDelaysNoOtherLoad() async throws {
      let host = TestHost("127.0.0.1", isKnownAtOnce: false)
      let load = Task { try await HTTPRequest.get(host.url("")).json(size: 20, loader: loader) }
      await host.isLookedUp()
      load.cancel()
      await #expect(throws: CancellationError.self) { try await load.value }
      try await RawServer.run { _ in
        Self.answer
      } body: { server in
        _ = try await HTTPRequest.get(server.url("")).json(size: 20, loader: loader)
      }
      host.endLookUp()
    }

    @Test func aCancelledLookUpLeadsToNoConnection() async throws {
      let paths = Log<String>()
      try await RawServer.run { request in
        paths.add(request.path)
        return Self.answer
      } body: { server in
        let host = TestHost("127.0.0.1", isKnownAtOnce: false)
        weak var transport: CurlTransport?
        do {
          let port = try #require(server.url("").port)
          let loader = CurlTransport(maxConnections: 64)
          transport = loader
          let transfer = loader.start(
            URLRequest(url: host.url("never", port: port)), isBase: true, maxBodyBytes: 1)
          await host.isLookedUp()
          transfer.end(.failure(CancellationError()))
          loader.invalidate()
        }
        host.endLookUp()
        // The thread, which has the last reference, ends when the look-up has ended.
        while transport != nil { await Task.yield() }
        _ = try await HTTPRequest.get(server.url("other")).json(size: 20, loader: loader)
        #expect(paths.entries == ["other"])
      }
    }

    // MARK: - Addresses

    /// An address of an interface that does not exist: no system has a route to it.
    private static let withoutRoute = "fe80::1%99999"

    @Test func withoutARouteTheDeviceIsOffline() async throws {
      let failure = await failure(at: TestHost(Self.withoutRoute).url(""))
      #expect(failure?.code == .offline)
      #expect(failure?.isRetryable == true)
    }

    @Test(arguments: [[withoutRoute, "127.0.0.1"], ["127.0.0.1", withoutRoute]])
    func oneAddressWithoutARouteIsNoMissingNetwork(addresses: [String]) async throws {
      // No server listens at this port.
      let failure = await failure(at: TestHost(addresses[0], addresses[1]).url("", port: 1))
      #expect(failure?.code == .unreachable)
      #expect(failure?.message.contains("accepts no connection") == true)
    }

    @Test func anUnknownHostIsSaidToBeUnknown() async throws {
      let url = try #require(URL(string: "http://unknown.test/"))
      let failure = await failure(at: url)
      #expect(failure?.message.hasPrefix("The host unknown.test is not known") == true)
    }

    @Test func anUnknownProxyIsSaidToBeAProxy() async throws {
      await #expect(processExitsWith: .success) {
        setenv("http_proxy", "http://proxy.test:3128", 1)
        let url = try #require(URL(string: "http://api.test/"))
        let failure = await #expect(throws: FeedFailure.self) {
          _ = try await HTTPRequest.get(url).json(size: 20)
        }
        #expect(failure?.message.contains("a proxy whose host is not known;") == true)
        // As a host that is not known: an edit that is made without a network stays.
        #expect(failure?.isRetryable == true)
      }
    }

    /// libcurl's texts about it repeat the setting.
    @Test func thePasswordOfAMistypedProxyIsNotShown() async throws {
      await #expect(processExitsWith: .success) {
        let url = try #require(URL(string: "http://api.test/"))
        let settings = [
          "http://pu:PROXYPW@[::1:80", "pu:PROXYPW@[::1:80", "HTTP://PU:PROXYPW@127.0.0.1:99999",
          "http://pu:PROXY PW@127.0.0.1:1", "http://pu%3APROXYPW%40127.0.0.1:x",
          "pu:PROXYPW@no.test",
          "http://pu:PROXYPW[::1:80", "socks5h://pu:PROXYPW@[::1:80", "foo://pu:PROXYPW@host:80",
          "http://pu:PROXYPW/x@127.0.0.1:1",
        ]
        for name in ["http_proxy", "all_proxy"] {
          for setting in settings {
            setenv(name, setting, 1)
            // A loader may keep what it has read of the environment.
            let failure = await #expect(throws: FeedFailure.self) {
              _ = try await HTTPRequest.get(url).json(size: 20, loader: HTTPLoader())
            }
            #expect("\(failure, default: "")".contains("PW") == false, "\(name)=\(setting)")
            let message = failure?.message ?? ""
            #expect(message.contains("http_proxy, https_proxy"), "\(name)=\(setting)")
            let isKnown = message.contains("whose setting can't be read")
            #expect(failure?.isRetryable == !isKnown, "\(name)=\(setting)")
            unsetenv(name)
          }
        }
      }
    }

    @Test func aProxyThatAcceptsNoConnectionIsNamed() async throws {
      await #expect(processExitsWith: .success) {
        // No server listens at this port.
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        let url = try #require(URL(string: "http://localhost:2/"))
        let failure = await #expect(throws: FeedFailure.self) {
          _ = try await HTTPRequest.get(url).json(size: 20)
        }
        #expect(failure?.message.contains("127.0.0.1") == true)
        #expect(failure?.code == .unreachable)
        #expect(failure?.isRetryable == true)
        setenv("no_proxy", "localhost", 1)
        let direct = await #expect(throws: FeedFailure.self) {
          _ = try await HTTPRequest.get(url).json(size: 20, loader: HTTPLoader())
        }
        #expect(direct?.message.hasPrefix("localhost:2 accepts no connection") == true)
      }
    }

    // MARK: - File descriptors

    /// Neither the thread's handle, which has to be woken, nor a socket can be opened.
    @Test func withoutFileDescriptorsALoadFailsAtOnce() async throws {
      await #expect(processExitsWith: .success) {
        #expect(CurlTransport.isAvailable)
        // At its start, and then once in a second, Dispatch opens files, and ends a process that can't.
        for _ in 0..<2 { try await Task.sleep(for: .milliseconds(1)) }
        // No server listens at this port.
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
        let transport = CurlTransport(maxConnections: 64)
        let start = { transport.start(request, isBase: true, maxBodyBytes: 1) }
        for hasDescriptors in [false, true, false] {
          let transfer = hasDescriptors ? start() : CurlLookUpTests.withoutDescriptors(start)
          let problem = await #expect(throws: HTTPProblem.self) { try await transfer.response }
          #expect(problem == (hasDescriptors ? .connection(.noConnection) : .outOfMemory))
        }
      }
    }

    @Test func withoutAThreadALoadFailsAtOnceAndTheNextOneDoesNot() async throws {
      await #expect(processExitsWith: .success) {
        #expect(CurlTransport.isAvailable)
        // The limit does not hold for root.
        if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
        // No server listens at this port.
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
        let transport = CurlTransport(maxConnections: 64)
        // RLIMIT_NPROC, which Swift does not have.
        let threads = __rlimit_resource_t(6)
        var limit = rlimit()
        getrlimit(threads, &limit)
        var lower = limit
        lower.rlim_cur = 1
        setrlimit(threads, &lower)
        let failed = transport.start(request, isBase: true, maxBodyBytes: 1)
        setrlimit(threads, &limit)
        let problem = await #expect(throws: HTTPProblem.self) { try await failed.response }
        #expect(problem == .outOfMemory)
        let next = transport.start(request, isBase: true, maxBodyBytes: 1)
        let other = await #expect(throws: HTTPProblem.self) { try await next.response }
        #expect(other == .connection(.noConnection))
      }
    }

    /// Starts a transfer and waits for its end while no file can be opened.
    private static func withoutDescriptors(_ start: () -> Transfer) -> Transfer {
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      getrlimit(files, &limit)
      let free = open("/dev/null", O_RDONLY)
      close(free)
      var lower = limit
      lower.rlim_cur = rlim_t(free)
      setrlimit(files, &lower)
      defer { setrlimit(files, &limit) }
      let transfer = start()
      while !transfer.isOver { sched_yield() }
      return transfer
    }
  }
#endif
