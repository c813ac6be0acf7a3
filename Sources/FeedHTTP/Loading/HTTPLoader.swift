import FeedEffects

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends requests over `URLSession` and keeps to what `URLSession` does not promise.
///
/// * Redirects are followed on the same server only, or to origins that are allowed by name, and
///   never from https to http. Headers and cookies don't go along to another origin.
/// * A body is counted as it arrives and cut off over a limit; so is an answer that takes too long.
/// * A request whose task is cancelled is ended at once, and so that the server sees it.
///
/// A session that exists can't be given this behaviour, so a configuration is what it takes.
public final class HTTPLoader: Sendable {
  /// A loader that keeps no cookies, no credentials and no answers.
  public static let shared = HTTPLoader()

  /// How much of an answer is waited for and taken.
  public let limits: HTTPLimits

  /// Which requests share a session: a server that keeps one busy keeps no other waiting.
  private struct Audience: Hashable {
    let origin: Origin?

    /// Whether it is told who asks.
    let isHome: Bool
  }

  private let sessions = Locked<[Audience: Transfers]>([:])
  private let configuration: URLSessionConfiguration
  private let alarms: Alarms

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - configuration: What the sessions are made with; when nil one that stores nothing. On
  ///     Linux its cache is not used.
  ///   - limits: How much of an answer is waited for and taken.
  ///   - clock: What the deadlines run on.
  public init(
    configuration: URLSessionConfiguration? = nil, limits: HTTPLimits = HTTPLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limits = limits
    alarms = clock.alarms
    self.configuration = configuration?.duplicate ?? .storingNothing
  }

  deinit {
    for session in sessions.use({ $0.values.map { $0 } }) { session.invalidate() }
  }

  private func session(for url: URL?, within territory: Territory) -> Transfers {
    let audience = Audience(origin: url.flatMap(Origin.init), isHome: territory.isHome(url))
    return sessions.use { sessions in
      if let session = sessions[audience] { return session }
      let session = Transfers(
        audience.isHome ? configuration.duplicate : configuration.withoutIdentity,
        bodySize: limits.bodySize)
      sessions[audience] = session
      return session
    }
  }
}

extension HTTPLoader {
  /// Sends `request` and returns the answer, whatever its status; redirects are followed.
  ///
  /// - Throws: An `HTTPProblem` when there is no answer; `CancellationError` when the task was
  ///   cancelled.
  func answer(to request: URLRequest, within territory: Territory) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    let watch = alarms.watch(limits)
    var request = request
    for _ in 0...limits.redirects {
      let transfer = session(for: request.url, within: territory).start(request)
      transfer.keep(watch(transfer))
      let answer = try await transfer.answer
      guard let target = answer.redirect else { return answer }
      let size = target.location.utf8.count
      guard size <= limits.cursorSize else {
        throw HTTPProblem.request(.longLink(size: size, limit: limits.cursorSize))
      }
      request = try territory.redirect(request, to: target)
    }
    throw HTTPProblem.connection(.endlessRedirect)
  }
}

extension Alarms {
  /// Returns what ends each of the transfers of an answer with a problem if it does not begin in
  /// time, or if the last is not over by the end that is the same for all.
  func watch(_ limits: HTTPLimits) -> (Transfer) -> Alarm {
    let whole = now + limits.whole
    return { [self] transfer in
      let end: @Sendable () -> Alarm = { [self] in
        set(at: whole) {
          transfer.end(.failure(HTTPProblem.response(.tooSlow(limit: limits.whole))))
        }
      }
      let beginning = now + limits.beginning
      if beginning >= whole { return end() }
      return set(at: beginning) {
        if transfer.hasBegun { return transfer.keep(end()) }
        transfer.end(.failure(HTTPProblem.connection(.timeout)))
      }
    }
  }
}

extension URLSessionConfiguration {
  /// A configuration that keeps no cookies, no credentials and no answers.
  fileprivate static var storingNothing: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration.withoutIdentity
  }

  fileprivate var duplicate: URLSessionConfiguration {
    copy() as? URLSessionConfiguration ?? .ephemeral
  }

  /// A copy that tells no server who asks.
  fileprivate var withoutIdentity: URLSessionConfiguration {
    let copy = duplicate
    copy.httpAdditionalHeaders = nil
    copy.httpCookieStorage = nil
    copy.httpCookieAcceptPolicy = .never
    copy.httpShouldSetCookies = false
    copy.urlCredentialStorage = nil
    return copy
  }
}
