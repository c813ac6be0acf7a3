import Foundation

/// Limits on the time and size of responses, and on connections.
///
/// ```swift
/// var limits = HTTPLimits()
/// limits.maxBodyBytes = 1 << 20
/// let loader = HTTPLoader(limits: limits)
/// ```
public struct HTTPLimits: Hashable, Sendable {
  /// The time until a response begins: 30 s. Waiting for a connection does not count.
  public var responseTimeout: Duration = .seconds(30)

  /// The time until a response is complete, redirects included: 50 s, less than a store's timeout, which could not
  /// say what it waited for. Waiting for a connection does not count.
  public var totalTimeout: Duration = .seconds(50)

  /// The size of a body in bytes, after decompression: 32 MB. Kilobytes can decompress to megabytes.
  public var maxBodyBytes = 32 << 20

  /// The number of redirects that are followed: 10. A chain that long is a loop in most cases.
  public var maxRedirects = 10

  /// How deeply arrays and objects may be nested in JSON: 128. Each level takes stack of the thread that reads.
  public var maxNestingDepth = 128

  /// The number of rows of a page: 100,000. They become the list's in one step, on the actor of the store.
  public var maxRows = 100_000

  /// The number of values, keys included, in one row, and in all that is read undecoded: 200,000.
  ///
  /// A value of one byte takes up to 200 bytes of memory while it is decoded.
  public var maxValues = 200_000

  /// The size of a next link or a token in bytes: 8 kB, more than servers accept.
  public var maxCursorBytes = 8 << 10

  /// The number of requests of one source that run at the same time: 4. The others wait, so one
  /// list leaves connections to the others.
  public var maxConcurrentRequests = 4

  /// The number of connections of a loader to one host and port: 8. Requests beyond it wait, in their order.
  ///
  /// Over HTTP/2 requests share connections; then it is the number of requests at the same time.
  public var maxConnectionsPerHost = 8

  /// The number of connections of a loader in all, those kept for the next request included. Requests
  /// beyond it wait.
  ///
  /// By default a quarter of the file descriptors that the process may open. A process without free
  /// descriptors can open no file, and Dispatch ends it on Linux.
  public var maxConnections = Self.quarterOfDescriptors

  /// Creates the limits with the values above.
  public init() {}

  private static var quarterOfDescriptors: Int {
    let descriptors = sysconf(Int32(_SC_OPEN_MAX))
    // Negative if there is no limit.
    return descriptors < 0 ? 1 << 16 : max(1, descriptors / 4)
  }
}
