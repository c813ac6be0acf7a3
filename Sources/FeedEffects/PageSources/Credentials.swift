import FeedReducer

/// Credentials that expire, shared by all that send them, and renewed once for all after a 401.
///
/// A list and the sink of its edits use the same token. Give both the same value, and the token is
/// renewed once, after the first refusal of either:
///
/// ```swift
/// let credentials = Credentials(token) { old in
///   try await session.refresh(old)
/// }
/// let source = RenewingSource<Note, PageCursor>(credentials: credentials) { token in
///   HTTPPageSource<Note>(
///     .get(notes, headers: ["Authorization": "Bearer \(token)"]),
///     rows: .list(), paging: .linkHeader)
/// }
/// let sink = HTTPEditSink<Note, PageCursor>(credentials: credentials) { token in
///   ["Authorization": "Bearer \(token)"]
/// } request: { edit in
///   HTTPEdit(.delete, at: notes, path: "\(edit.id)")
/// }
/// let store = FeedStore(source: source, sink: sink)
/// ```
///
/// A source or a sink of your own sends its request in ``use(_:)``:
///
/// ```swift
/// func send(_ edit: Feed<Note, Int>.Edit, key: EditKey) async throws -> Note? {
///   try await credentials.use { try await api.send(edit, key: "\(key)", token: $0) }
/// }
/// ```
///
/// Only a `FeedFailure` with the status 401 counts as a refusal. A renewal that fails is the failure of all
/// that wait for it; the next 401 starts another one.
///
/// It does not keep credentials beyond the process, and does not renew them before they are refused.
public actor Credentials<Value: Sendable> {
  /// The credentials in use, and how often they were renewed.
  struct Newest: Sendable {
    let value: Value
    let generation: Int
  }

  private var newest: Newest
  private var running: Task<Value, any Error>?
  private let renew: @Sendable (Value) async throws -> Value

  /// Creates credentials. Nothing is renewed yet.
  ///
  /// - Parameters:
  ///   - value: The first credentials.
  ///   - timeout: How long a renewal may take; nil for no limit. A renewal that takes longer is
  ///     cancelled and its result is ignored. The calls that wait for it fail with a retryable
  ///     `FeedFailure` of the code `timeout`.
  ///   - clock: The clock of the timeout.
  ///   - renew: Takes the refused credentials and returns new ones. The calls that wait for it fail
  ///     with the error that it throws; the next 401 calls it again. One call runs at a time unless
  ///     one goes on after its timeout. A cancelled request does not cancel it. It must not call
  ///     ``use(_:)`` itself, which would wait for it.
  public init(
    _ value: Value, timeout: Duration? = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    renew: @escaping @Sendable (Value) async throws -> Value
  ) {
    newest = Newest(value: value, generation: 0)
    let timers = clock.timers
    self.renew = { old in
      guard let timeout else { return try await renew(old) }
      return try await timers.renewed(within: timeout) { try await renew(old) }
    }
  }

  /// Calls `body` with the newest credentials, after a 401 once more with renewed ones.
  ///
  /// Calls that are refused at the same time share one renewal. One that began with older credentials than
  /// the newest is repeated without another. `body` runs on the caller's actor.
  ///
  /// - Parameter body: Sends a request with the credentials. It may be called twice.
  /// - Returns: What `body` returns.
  /// - Throws: The error of the renewal, or of the last call of `body`; `CancellationError` if the task was
  ///   cancelled during the renewal.
  public nonisolated(nonsending) func use<Result>(
    _ body: nonisolated(nonsending) (Value) async throws -> Result
  ) async throws -> Result {
    try await useNewest { try await body($0.value) }
  }

  /// Does the same, and tells how often the credentials were renewed.
  nonisolated(nonsending) func useNewest<Result>(
    _ body: nonisolated(nonsending) (Newest) async throws -> Result
  ) async throws -> Result {
    let first = await newest
    do {
      return try await body(first)
    } catch let failure as FeedFailure where failure.status == 401 {
      let second = try await renewed(after: first.generation)
      // The user may have logged out meanwhile: nothing more is to be sent.
      try Task.checkCancellation()
      return try await body(second)
    }
  }

  /// Returns credentials that are newer than `generation`. Renews them if there are none.
  private func renewed(after generation: Int) async throws -> Newest {
    // Another call may have renewed the credentials already.
    if newest.generation > generation { return newest }
    let running = self.running ?? Task { [renew, newest] in try await renew(newest.value) }
    self.running = running
    let result = await running.result
    // Several calls wait for the renewal. The first one that resumes applies the result.
    if newest.generation == generation, self.running == running {
      self.running = nil
      newest = Newest(value: try result.get(), generation: generation + 1)
    }
    _ = try result.get()
    return newest
  }
}

extension TimerQueue {
  /// Returns the credentials of `renew`. After the timeout it throws, and does not wait for `renew`.
  fileprivate func renewed<Value: Sendable>(
    within timeout: Duration, _ renew: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (results, continuation) = AsyncThrowingStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingOldest(1))
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
    for try await value in results { return value }
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
