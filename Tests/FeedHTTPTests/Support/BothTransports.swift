import Foundation
import Testing

// Which transport a loader has is internal: a program can only leave the choice to it.
@testable import FeedHTTP

/// Runs each test of a suite twice: over libcurl, where it is present, and over `URLSession`.
///
/// A test makes its loaders with `HTTPLoader.tested`.
struct BothTransports: SuiteTrait, TestTrait, TestScoping {
  /// A kind of transport.
  enum Kind {
    case urlSession
    #if os(Linux)
      case curl
    #endif

    func make(_ limits: HTTPLimits = HTTPLimits()) -> any Transport {
      switch self {
      case .urlSession:
        URLSessionTransport(maxConnectionsPerHost: limits.maxConnectionsPerHost)
      #if os(Linux)
        case .curl: CurlTransport(maxConnections: limits.maxConnections)
      #endif
      }
    }
  }

  /// The transport of the run.
  @TaskLocal static var kind = Kind.urlSession

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Each test brings its suite's scope along, and needs it once.
    if testCase == nil { return try await function() }
    for kind in Self.all { try await Self.$kind.withValue(kind, operation: function) }
  }

  /// Whether the usual transport survives a header that breaks off: `URLSession` on Linux does not.
  static var survivesBrokenServers: Bool {
    #if os(Linux)
      CurlTransport.isAvailable
    #else
      true
    #endif
  }

  private static var all: [Kind] {
    #if os(Linux)
      if CurlTransport.isAvailable { return [.curl, .urlSession] }
    #endif
    return [.urlSession]
  }
}

extension Trait where Self == BothTransports {
  /// Runs each test over libcurl and over `URLSession`.
  static var bothTransports: Self { Self() }
}

extension HTTPLoader {
  /// A loader over the transport of the run.
  static func tested(
    limits: HTTPLimits = HTTPLimits(), clock: any Clock<Duration> = ContinuousClock()
  ) -> HTTPLoader {
    HTTPLoader(transport: BothTransports.kind.make(limits), limits: limits, clock: clock)
  }
}
