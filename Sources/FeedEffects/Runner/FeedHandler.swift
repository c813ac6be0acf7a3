public import FeedReducer
import Foundation

/// Returns the work for the effects of a feed, a search, or feeds by key: loads go to a source, edits to a sink.
///
/// The stores and actors use it. Use it yourself to run ``Feeds``, or a feed or a search inside a bigger machine.
public struct FeedHandler<Machine: StateMachine>: EffectHandler {
  private let makeWork: @Sendable (Machine.Effect) -> Work<Machine.Action>

  /// Returns the work for `effect`. Its id is the effect's ticket: a search and its feed never give one twice.
  public func work(for effect: Machine.Effect) -> Work<Machine.Action> { makeWork(effect) }
}

extension FeedHandler {
  /// Creates a handler of a feed.
  ///
  /// - Parameters:
  ///   - source: Loads the pages, off the store's actor.
  ///   - sink: Sends the edits, off the store's actor. Without one the feed should not be editable. Edits
  ///     have no timeout: the server may still carry out one that was given up.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  public init<Item, Cursor>(
    _ source: any PageSource<Item, Cursor>, sink: (any EditSink<Item, Cursor>)? = nil,
    timeout: Duration? = .seconds(60)
  ) where Machine == Feed<Item, Cursor>, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
    let edits = sink.map { EditHandler($0) }
    makeWork = { effect in
      effect.work(timeout: timeout, edits: edits) { try await source.page(for: $0) }
    }
  }

  /// Creates a handler of a search.
  ///
  /// - Parameters:
  ///   - source: Returns the source of the pages of a query. It is called off the store's actor, once for a query:
  ///     the sources of the last eight queries are kept.
  ///   - sink: Sends the edits, as that of a feed.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  public init<Query, Item, Cursor, Source: PageSource<Item, Cursor>>(
    source: @escaping @Sendable (Query) -> Source,
    sink: (any EditSink<Item, Cursor>)? = nil, timeout: Duration? = .seconds(60)
  )
  where
    Machine == Search<Query, Item, Cursor>, Query: Sendable, Item: Sendable, Item.ID: Sendable,
    Cursor: Sendable
  {
    let edits = sink.map { EditHandler($0) }
    // As many queries as a user returns to.
    let sources = LatestSources(source, limit: 8)
    makeWork = { effect in
      switch effect {
      case .feed(let query, let effect):
        effect.work(timeout: timeout, edits: edits) {
          try await sources.source(for: query).page(for: $0)
        }.map { .feed(action: $0) }
      case .schedule(let ticket, let after):
        .schedule(id: WorkID(ticket), after: after, action: .timerFired(ticket: ticket))
      case .cancel(let ticket): .cancel(id: WorkID(ticket))
      }
    }
  }
}

extension FeedHandler {
  /// Creates a handler of feeds by key.
  ///
  /// - Parameters:
  ///   - source: Returns the source of the pages of a feed. It is called off the store's actor, and again for a feed that
  ///     has not loaded while 64 others did.
  ///   - sink: Returns the sink of the edits of a feed.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  public init<Key, Item, Cursor, Source: PageSource<Item, Cursor>>(
    source: @escaping @Sendable (Key) -> Source,
    sink: (@Sendable (Key) -> any EditSink<Item, Cursor>)? = nil,
    timeout: Duration? = .seconds(60)
  )
  where
    Machine == Feeds<Key, Item, Cursor>, Key: Sendable, Item: Sendable, Item.ID: Sendable,
    Cursor: Sendable
  {
    let calls = SinkCalls<Item.ID>()
    // More than are open at a time.
    let sources = LatestSources(source, limit: 64)
    makeWork = { effect in
      switch effect {
      case .feed(let key, let effect):
        effect.work(
          timeout: timeout, edits: sink.map { EditHandler($0(key), calls: calls, scope: [key]) }
        ) {
          try await sources.source(for: key).page(for: $0)
        }.map(scope: key) { .feed(key: key, action: $0) }
      }
    }
  }
}

/// The sources of the last queries of a search, or of the last feeds. Each remembers its own list, which takes memory.
private final class LatestSources<Key: Equatable & Sendable, Source: PageSource>: Sendable {
  /// The last one is the newest.
  private let kept = Locked<[(key: Key, source: Source)]>([])
  private let make: @Sendable (Key) -> Source
  private let limit: Int

  init(_ make: @escaping @Sendable (Key) -> Source, limit: Int) {
    self.make = make
    self.limit = limit
  }

  func source(for key: Key) -> Source {
    kept.use { kept in
      let index = kept.firstIndex { $0.key == key }
      let entry = index.map { kept.remove(at: $0) } ?? (key: key, source: make(key))
      kept.append(entry)
      if kept.count > limit { kept.removeFirst() }
      return entry.source
    }
  }
}

/// Returns the work for the edits of a feed.
struct EditHandler<Item: Identifiable & Equatable, Cursor: Hashable>: Sendable
where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
  private let sink: any EditSink<Item, Cursor>
  private let calls: SinkCalls<Item.ID>
  private let scope: WorkScope

  /// - Parameters:
  ///   - sink: Sends the edits.
  ///   - calls: The calls under way, shared by the handlers of several feeds.
  ///   - scope: Which of these feeds it is.
  init(
    _ sink: any EditSink<Item, Cursor>, calls: SinkCalls<Item.ID> = SinkCalls(),
    scope: WorkScope = []
  ) {
    self.sink = sink
    self.calls = calls
    self.scope = scope
  }

  func work(for edit: Feed<Item, Cursor>.Edit) -> Work<Feed<Item, Cursor>.Action> {
    let key = EditKey(feed: edit.feed, ticket: edit.ticket)
    return .run(
      id: WorkID(edit.ticket),
      operation: .concurrent { [sink, calls, scope] in
        do {
          let item = try await calls.call(for: edit.id, in: scope) {
            try await sink.send(edit, key: key)
          }
          return .editCommitted(ticket: edit.ticket, item: item)
        } catch {
          return .editFailed(ticket: edit.ticket, failure: FeedFailure(error, of: "sink"))
        }
      })
  }
}

/// Lets the calls of a sink for one row run one after the other.
///
/// A feed sends an edit when the edit of the row before it was answered. A log out drops the edits that
/// are being sent, but their calls go on until they notice that they are cancelled.
final class SinkCalls<ID: Hashable & Sendable>: Sendable {
  /// A row of a feed.
  private struct Row: Hashable {
    let id: ID
    let scope: WorkScope
  }

  /// Whether the last call of a row has ended, for each row with a call that has not.
  private let last = Locked<[Row: Locked<Bool>]>([:])

  /// Calls `body` when all earlier calls for the row have ended.
  ///
  /// - Throws: `CancellationError` if the task is cancelled by then; or the error of `body`.
  func call<Result>(
    for id: ID, in scope: WorkScope, _ body: () async throws -> Result
  ) async throws -> Result {
    let row = Row(id: id, scope: scope)
    let hasEnded = Locked(false)
    let before = last.use { last in
      defer { last[row] = hasEnded }
      return last[row]
    }
    defer {
      last.use { last in if last[row] === hasEnded { last[row] = nil } }
      hasEnded.use { $0 = true }
    }
    // A cancelled call waits, too: the call after it must not run beside the one before it.
    await before?.wait { $0 }
    try Task.checkCancellation()
    return try await body()
  }
}

/// Returns the work for the effects of a feed whose rows may not leave the main actor.
@MainActor
struct MainActorFeedHandler<Item: Identifiable & Equatable, Cursor: Hashable>:
  @MainActor EffectHandler
{
  let timeout: Duration?
  let page: @MainActor (Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page

  func work(for effect: Feed<Item, Cursor>.Effect) -> Work<Feed<Item, Cursor>.Action> {
    effect.work(timeout: timeout) { [page] request in
      .main {
        do {
          return .pageLoaded(ticket: request.ticket, page: try await page(request))
        } catch {
          return Feed.Action(ticket: request.ticket, error: error)
        }
      }
    }
  }
}

extension Feed.Effect where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
  /// The work for the effect: `page` loads a page, and `edits` sends an edit if there is a sink.
  func work(
    timeout: Duration?, edits: @autoclosure () -> EditHandler<Item, Cursor>?,
    page: @escaping @Sendable (Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page
  ) -> Work<Feed<Item, Cursor>.Action> {
    if case .send(let edit) = self {
      if let edits = edits() { return edits.work(for: edit) }
      _ = noteMissingSink
      return .none
    }
    return work(timeout: timeout) { request in
      .concurrent {
        do {
          return .pageLoaded(ticket: request.ticket, page: try await page(request))
        } catch {
          return Feed.Action(ticket: request.ticket, error: error)
        }
      }
    }
  }
}

extension Feed.Effect {
  /// The work for the effect; `load` returns the operation that loads a page.
  func work(
    timeout: Duration?, load: (Feed.Request) -> Work<Feed.Action>.Operation
  ) -> Work<Feed.Action> {
    switch self {
    case .load(let request):
      .run(
        id: WorkID(request.ticket), operation: load(request),
        deadline: timeout.map { timeout in
          .init(
            after: timeout, action: .failed(ticket: request.ticket, failure: .late(timeout)))
        })
    case .cancel(let ticket): .cancel(id: WorkID(ticket))
    case .schedule(let ticket, let after):
      .schedule(id: WorkID(ticket), after: after, action: .timerFired(ticket: ticket))
    case .send, .drop: .none
    }
  }
}

/// Says once in a debug build that nothing sends the edits of a feed that can be edited.
private let noteMissingSink: Void = {
  #if DEBUG
    Standstill.printError(
      """
      FeedEffects: an edit is not sent, since its handler has no sink, and stays pending. Give the handler a sink, or \
      send the effect `send` yourself before you ask the handler. (Debug builds say this once.)
      """)
  #endif
}()

extension Feed.Action {
  /// The action for a request that threw `error`: `cancelled` if the request was cancelled.
  ///
  /// A source that throws `CancellationError` by itself has failed. Otherwise the feed would neither
  /// load nor show why.
  init(ticket: Ticket, error: any Error) {
    self =
      error is CancellationError && Task.isCancelled
      ? .cancelled(ticket: ticket)
      : .failed(ticket: ticket, failure: FeedFailure(error, of: "source"))
  }
}

extension FeedFailure {
  /// The failure of a load that takes longer than `timeout`.
  fileprivate static func late(_ timeout: Duration) -> FeedFailure {
    FeedFailure(
      .timeout, message: "The page did not come within \(timeout.inSentence); try again.",
      isRetryable: true)
  }

  /// Returns `error` if it is a failure, or else a failure that says what `part` threw.
  package init(_ error: any Error, of part: String) {
    switch error {
    case let failure as FeedFailure: self = failure
    case is CancellationError:
      // The task was not cancelled: the source gave up by itself.
      self.init(
        .other, message: "The \(part) gave up before it had an answer; try again.",
        isRetryable: true)
    case let error as URLError: self.init(error)
    default: self.init(.other, message: "The \(part) failed: \("\(error)".shown(300))")
    }
  }
}
