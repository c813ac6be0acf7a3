import FeedEffects
import FeedReducer

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends requests, with limits on where they lead and on what comes back.
///
/// On Linux it uses libcurl, if that is 7.68 or newer. Elsewhere, and with a configuration, it uses
/// `URLSession`.
///
/// * It follows redirects on the same server only, or to origins that are allowed by name, and never
///   from https to http. Of headers it sends only `Accept` and `Content-Type` to another origin,
///   and no cookies.
/// * It counts the bytes of a body as they arrive, and cancels a response that is too large or too slow.
/// * When the calling task is cancelled it cancels the request at once.
/// * It opens at most 8 connections to a host, and so many in all that most of the process's file
///   descriptors stay free. Other requests wait. So let feeds share a loader, as they do by default.
///
/// An existing session can't be changed in this way, so the loader takes a configuration.
public final class HTTPLoader: Sendable {
  /// A loader that stores no cookies, no credentials and no responses.
  public static let shared = HTTPLoader()

  /// Limits on the time and size of responses.
  public let limits: HTTPLimits

  private let transport: any Transport
  let timers: TimerQueue
  let connections: ConnectionLimits
  let readingThreads: ReadingThreads

  /// Takes each response to a request of the current task, also those that redirect. For tools.
  package static let exchanges = TaskLocal<HTTPExchange.Observer?>(wrappedValue: nil)

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of URL sessions; nil for a transport that stores nothing.
  ///     On Linux that is libcurl, and a configuration asks for `URLSession` with the faults that it
  ///     has there; its cache is off, because cancelling a cached request crashes the process. Its own
  ///     `httpMaximumConnectionsPerHost` holds, too.
  ///   - limits: Limits on the time and size of responses.
  ///   - clock: The clock of the timeouts.
  public convenience init(
    configuration: URLSessionConfiguration? = nil, limits: HTTPLimits = HTTPLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      transport: configuration.map { URLSessionTransport($0) } ?? Self.transport(within: limits),
      limits: limits, clock: clock)
  }

  /// Creates a loader with a transport of its own.
  init(transport: any Transport, limits: HTTPLimits, clock: any Clock<Duration>) {
    self.transport = transport
    self.limits = limits
    timers = clock.timers
    connections = ConnectionLimits(limits)
    readingThreads = ReadingThreads(timers: timers)
  }

  deinit {
    transport.invalidate()
  }

  /// libcurl where it is present, else a URL session.
  private static func transport(within limits: HTTPLimits) -> any Transport {
    #if os(Linux)
      if CurlTransport.isAvailable {
        return CurlTransport(maxConnections: limits.maxConnections)
      }
    #endif
    return URLSessionTransport(maxConnectionsPerHost: limits.maxConnectionsPerHost)
  }
}

extension HTTPLoader {
  /// Sends `request`, follows redirects, and returns the response with any status.
  ///
  /// - Parameters:
  ///   - url: The URL to name in a failure: after a redirect that to which it led.
  ///   - totalEnd: When the response has to be complete. The time for which the request waits for a
  ///     connection is added.
  /// - Throws: An `HTTPProblem` if there is no response; `CancellationError` if the task was cancelled.
  private func response(
    to request: URLRequest, within policy: OriginPolicy, at url: inout URL,
    until totalEnd: inout Duration
  ) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let first = url
    var request = request
    for _ in 0...limits.maxRedirects {
      var response = try await response(
        to: request, isBase: policy.allowsCredentials(request), until: &totalEnd)
      response.isForeign = !policy.allowsCredentials(request)
      guard let target = response.redirect else { return response }
      let size = target.location.utf8.count
      guard size <= limits.maxCursorBytes else {
        throw HTTPProblem.request(.longLink(size: size, limit: limits.maxCursorBytes))
      }
      request = try policy.redirect(request, to: target)
      url = request.url ?? url
    }
    url = first
    throw HTTPProblem.connection(.endlessRedirect)
  }

  /// Sends one request when there is a connection for it.
  private func response(
    to request: URLRequest, isBase: Bool, until totalEnd: inout Duration
  ) async throws -> HTTPResponse {
    guard let host = request.url.flatMap(Origin.init) else {
      throw HTTPProblem.request(.notWebAddress)
    }
    let asked = timers.now
    return try await connections.run(at: host) {
      let begin = timers.now
      totalEnd += begin - asked
      let transfer = transport.start(request, isBase: isBase, maxBodyBytes: limits.maxBodyBytes)
      timers.startTimeout(of: transfer, limits: limits, totalEnd: totalEnd)
      let response = try await transfer.response
      Self.exchanges.get()?.note(HTTPExchange(request, response, duration: timers.now - begin))
      return response
    }
  }
}

extension HTTPLoader {
  /// Sends `request` and reads the response if its status is a success, both within the total timeout.
  ///
  /// - Parameters:
  ///   - request: The first request.
  ///   - policy: Where redirects may lead.
  ///   - url: The URL of the request, to name in a failure.
  ///   - queue: Reads the body.
  ///   - read: Reads the response. It calls its second argument now and then, which throws if the result
  ///     is not waited for any more.
  /// - Throws: A `FeedFailure` if there is no response, its status is not a success or reading takes too
  ///   long; what `read` throws; `CancellationError` if the task was cancelled.
  func load<Value: Sendable>(
    _ request: URLRequest, within policy: OriginPolicy, at url: URL, readingOn queue: ReadingQueue,
    read: @escaping @Sendable (HTTPResponse, _ checkpoint: () throws -> Void) throws -> Value
  ) async throws -> Value {
    var url = url
    do {
      var end = timers.now + limits.totalTimeout
      let response = try await self.response(
        to: request, within: policy, at: &url, until: &end)
      try response.check()
      let reading = Reading<Value>()
      let timeout = timers.schedule(at: end) { [limits] in
        reading.end(.failure(HTTPProblem.response(.tooSlowToRead(limit: limits.totalTimeout))))
      }
      defer { timeout.cancel() }
      return try await reading.run(on: queue) { try read(response, $0) }
    } catch let failure as FeedFailure {
      throw failure
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw FeedFailure(HTTPProblem(error), at: url)
    }
  }
}

extension TimerQueue {
  /// Starts the timeout of one transfer: it fails if no response begins within `responseTimeout`, or
  /// if the response is not complete at `totalEnd`, which all redirects share.
  func startTimeout(of transfer: Transfer, limits: HTTPLimits, totalEnd: Duration) {
    let scheduleEnd: @Sendable () -> TimerHandle = { [self] in
      schedule(at: totalEnd) {
        transfer.end(.failure(HTTPProblem.response(.tooSlow(limit: limits.totalTimeout))))
      }
    }
    let responseEnd = now + limits.responseTimeout
    if responseEnd >= totalEnd { return transfer.keep(timeout: scheduleEnd()) }
    let timeout = schedule(at: responseEnd) {
      if transfer.hasBegun { return transfer.keep(timeout: scheduleEnd()) }
      transfer.end(.failure(HTTPProblem.connection(.timeout)))
    }
    transfer.keep(timeout: timeout)
  }
}
