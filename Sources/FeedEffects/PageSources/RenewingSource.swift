public import FeedReducer

/// A source that renews its credentials when a server refuses them, and asks again.
///
/// ```swift
/// let source = RenewingSource(credentials: token) { old in
///   try await session.refresh(old)
/// } source: { token in
///   HTTPPageSource<Item>(
///     .get(url, headers: ["Authorization": "Bearer \(token)"]), rows: .list(), paging: .linkHeader)
/// }
/// ```
///
/// They are renewed once for all requests that were refused with them, and a request is repeated
/// once. Refused is what failed with the HTTP status 401.
public struct RenewingSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private let renewal: any SourceRenewal<Item, Cursor>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - credentials: What is used first.
  ///   - renew: Returns credentials in place of those that were refused. What it throws is what
  ///     the requests fail with.
  ///   - source: Makes the source that uses some credentials. It is called once for each.
  public init<Credentials: Sendable>(
    credentials: Credentials,
    renew: @escaping @Sendable (Credentials) async throws -> Credentials,
    source: @escaping @Sendable (Credentials) -> any PageSource<Item, Cursor>
  ) {
    renewal = Renewal(credentials, renew: renew, source: source)
  }

  /// Asks for a page, and once more with new credentials if these were refused.
  ///
  /// - Throws: What the source throws, or what kept the credentials from being renewed.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    let (source, generation) = await renewal.current
    do {
      return try await source.page(for: request)
    } catch let failure as FeedFailure where failure.status == 401 {
      return try await renewal.renewed(after: generation).page(for: request)
    }
  }
}

/// Holds the source with the newest credentials.
private protocol SourceRenewal<Item, Cursor>: Sendable {
  associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
  associatedtype Cursor: Hashable & Sendable

  /// The source in use, and how often the credentials were renewed before.
  var current: (source: any PageSource<Item, Cursor>, generation: Int) { get async }

  /// Returns a source newer than that of `generation`.
  func renewed(after generation: Int) async throws -> any PageSource<Item, Cursor>
}

private actor Renewal<Item: Identifiable & Equatable & Sendable, Cursor, Credentials: Sendable>:
  SourceRenewal
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private(set) var current: (source: any PageSource<Item, Cursor>, generation: Int)
  private var credentials: Credentials
  private var running: Task<Credentials, any Error>?
  private let renew: @Sendable (Credentials) async throws -> Credentials
  private let source: @Sendable (Credentials) -> any PageSource<Item, Cursor>

  init(
    _ credentials: Credentials,
    renew: @escaping @Sendable (Credentials) async throws -> Credentials,
    source: @escaping @Sendable (Credentials) -> any PageSource<Item, Cursor>
  ) {
    self.credentials = credentials
    self.renew = renew
    self.source = source
    current = (source(credentials), 0)
  }

  func renewed(after generation: Int) async throws -> any PageSource<Item, Cursor> {
    // Another request that was refused may have seen to it already.
    if current.generation > generation { return current.source }
    let running = self.running ?? Task { [renew, credentials] in try await renew(credentials) }
    self.running = running
    let result = await running.result
    // Of all that waited the first one to come back takes the result.
    if current.generation == generation, self.running == running {
      self.running = nil
      credentials = try result.get()
      current = (source(credentials), generation + 1)
    }
    _ = try result.get()
    return current.source
  }
}
