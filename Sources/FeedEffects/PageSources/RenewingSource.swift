public import FeedReducer

/// A page source that renews its credentials after a 401 and repeats the request.
///
/// ```swift
/// let source = RenewingSource<Product, PageCursor>(credentials: token) { old in
///   try await session.refresh(old)
/// } source: { token in
///   HTTPPageSource<Product>(
///     .get(url, headers: ["Authorization": "Bearer \(token)"]),
///     rows: .list(), paging: .linkHeader)
/// }
/// ```
///
/// Any inner source works whose failures carry the HTTP `status`. If several requests fail with 401
/// at the same time, the credentials are renewed once for all of them. Each request is repeated
/// once; if the repetition fails too, its failure reaches the feed.
public struct RenewingSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private let renewal: any SourceRenewal<any PageSource<Item, Cursor>>

  /// Creates a source that starts with the given credentials.
  ///
  /// - Parameters:
  ///   - credentials: The first credentials.
  ///   - timeout: How long a renewal may take; nil for no limit. A renewal that takes longer is
  ///     cancelled and its result is ignored. The requests that wait for it fail with a retryable
  ///     `FeedFailure` of the code `timeout`.
  ///   - clock: The clock of the timeout.
  ///   - renew: Takes the refused credentials and returns new ones. The requests that wait for it
  ///     fail with the error that it throws; the next request with a 401 calls it again. It runs
  ///     off the store's actor, one call at a time unless one goes on after its timeout. A cancelled
  ///     request does not cancel it.
  ///   - source: Creates the inner source for some credentials. It runs once for the first ones, in
  ///     this initializer, and once after each renewal, off the store's actor.
  public init<Credentials: Sendable>(
    credentials: Credentials, timeout: Duration? = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (Credentials) async throws -> Credentials,
    source: @escaping @Sendable (Credentials) -> any PageSource<Item, Cursor>
  ) {
    renewal = Renewal(
      credentials, timeout: timeout, clock: clock, renew: renew, source: source)
  }

  /// Loads a page, after a 401 once more with new credentials.
  ///
  /// - Parameter request: The page to load.
  /// - Returns: The page of the inner source.
  /// - Throws: The error of the inner source, or of the renewal.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    try await renewal.load { try await $0.page(for: request) }
  }
}

/// A search source that renews its credentials after a 401 and repeats the request.
///
/// It is a ``RenewingSource`` for searches, and works in the same way. Put it around an `HTTPSearchSource`:
///
/// ```swift
/// let source = RenewingSearchSource<String, Product, PageCursor>(credentials: token) { old in
///   try await session.refresh(old)
/// } source: { token in
///   HTTPSearchSource<String, Product>(
///     .get(url, headers: ["Authorization": "Bearer \(token)"]), query: "q",
///     rows: .list(), paging: .linkHeader)
/// }
/// ```
public struct RenewingSearchSource<
  Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable, Cursor
>: SearchSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private let renewal: any SourceRenewal<any SearchSource<Query, Item, Cursor>>

  /// Creates a source that starts with the given credentials.
  ///
  /// The parameters are those of ``RenewingSource``.
  public init<Credentials: Sendable>(
    credentials: Credentials, timeout: Duration? = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (Credentials) async throws -> Credentials,
    source: @escaping @Sendable (Credentials) -> any SearchSource<Query, Item, Cursor>
  ) {
    renewal = Renewal(
      credentials, timeout: timeout, clock: clock, renew: renew, source: source)
  }

  /// Loads a page, after a 401 once more with new credentials.
  ///
  /// - Parameters:
  ///   - request: The page to load.
  ///   - query: The query whose page it is.
  /// - Returns: The page of the inner source.
  /// - Throws: The error of the inner source, or of the renewal.
  public func page(
    for request: Feed<Item, Cursor>.Request, query: Query
  ) async throws -> Feed<Item, Cursor>.Page {
    try await renewal.load { try await $0.page(for: request, query: query) }
  }
}

extension TimerQueue {
  /// Returns the credentials of `renew`. After the timeout it throws, and does not wait for `renew`.
  fileprivate func renewed<Credentials: Sendable>(
    within timeout: Duration, _ renew: @escaping @Sendable () async throws -> Credentials
  ) async throws -> Credentials {
    let (results, continuation) = AsyncThrowingStream.makeStream(
      of: Credentials.self, bufferingPolicy: .bufferingOldest(1))
    let renewal = Task {
      do {
        continuation.yield(try await renew())
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    let timer = schedule(at: now + timeout) {
      continuation.finish(throwing: FeedFailure.lateRenewal(timeout))
      renewal.cancel()
    }
    defer { timer.cancel() }
    for try await credentials in results { return credentials }
    throw CancellationError()
  }
}

extension FeedFailure {
  /// The failure of requests whose credentials were not renewed within `timeout`.
  fileprivate static func lateRenewal(_ timeout: Duration) -> FeedFailure {
    FeedFailure(
      .timeout,
      message: "The credentials were not renewed within \(timeout.inSentence); try again.",
      isRetryable: true)
  }
}

/// Holds the inner source with the newest credentials, and hides their type.
private protocol SourceRenewal<Source>: Sendable {
  associatedtype Source: Sendable

  /// The source in use, and the number of renewals so far.
  var current: (source: Source, generation: Int) { get async }

  /// Returns a source that is newer than `generation`. Renews the credentials if there is none.
  func renewed(after generation: Int) async throws -> Source
}

extension SourceRenewal {
  /// Loads from the source in use, and after a 401 once more with new credentials.
  func load<Page>(_ load: (Source) async throws -> Page) async throws -> Page {
    let (source, generation) = await current
    do {
      return try await load(source)
    } catch let failure as FeedFailure where failure.status == 401 {
      return try await load(renewed(after: generation))
    }
  }
}

private actor Renewal<Source: Sendable, Credentials: Sendable>: SourceRenewal {
  private(set) var current: (source: Source, generation: Int)
  private var credentials: Credentials
  private var running: Task<Credentials, any Error>?
  private let renew: @Sendable (Credentials) async throws -> Credentials
  private let source: @Sendable (Credentials) -> Source

  init(
    _ credentials: Credentials, timeout: Duration?, clock: any Clock<Duration>,
    renew: @escaping @Sendable (Credentials) async throws -> Credentials,
    source: @escaping @Sendable (Credentials) -> Source
  ) {
    self.credentials = credentials
    let timers = clock.timers
    self.renew = { old in
      guard let timeout else { return try await renew(old) }
      return try await timers.renewed(within: timeout) { try await renew(old) }
    }
    self.source = source
    current = (source(credentials), 0)
  }

  func renewed(after generation: Int) async throws -> Source {
    // Another request may have renewed the credentials already.
    if current.generation > generation { return current.source }
    let running = self.running ?? Task { [renew, credentials] in try await renew(credentials) }
    self.running = running
    let result = await running.result
    // Several requests wait for the renewal. The first one that resumes applies the result.
    if current.generation == generation, self.running == running {
      self.running = nil
      credentials = try result.get()
      current = (source(credentials), generation + 1)
    }
    _ = try result.get()
    return current.source
  }
}
