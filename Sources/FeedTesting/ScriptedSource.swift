public import FeedEffects
public import FeedReducer

/// A page source whose answers a test or a preview gives by hand.
///
/// Use it to decide when a page arrives, which request fails, and in which order answers come.
/// Requests are identified by their tickets, which a feed numbers from 1.
///
/// ```swift
/// let source = ScriptedSource<Row, Int>()
/// let store = FeedStore(source: source)
/// store.send(.started)
/// await source.asked(1)  // The request has arrived.
/// source.answer(1, with: .init(items: [Row(id: 1)], next: 2))
/// await store.settle()
/// store.items.count  // 1
/// ```
///
/// An answer may be given before its request: the source keeps it until the request arrives. A
/// preview that needs a fixed page calls ``answer(with:)`` once and creates the store.
///
/// A search has a source for each query: `SearchStore { query in query == "swift" ? swift : others }`.
///
/// It is not a simulated server: it has no rows of its own and ignores the position of a request.
/// One source serves one feed, because two feeds would use the same tickets. All its methods may be
/// called from any thread.
public final class ScriptedSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// An event at the source.
  @nonexhaustive
  public enum Event: Equatable, Sendable {
    /// The request arrived.
    case asked(ticket: Ticket)

    /// The task of the request was cancelled.
    case cancelled(ticket: Ticket)
  }

  private typealias Answer = Result<Feed<Item, Cursor>.Page, any Error>

  /// A request without an answer.
  private struct Waiting {
    let continuation: CheckedContinuation<Feed<Item, Cursor>.Page, any Error>
    let work: Standstill.Work?
  }

  private struct Script {
    var requests: [Feed<Item, Cursor>.Request] = []
    var events: [Event] = []
    var answers: [Ticket: Answer] = [:]
    /// Answers to requests that have not arrived, whichever.
    var coming: [Answer] = []
    var waiting: [Ticket: Waiting] = [:]
  }

  private let script = Locked(Script())

  /// Says that a wait lasts.
  private static var standstill: Standstill { Standstill() }
  private let ignoresCancellation: Bool

  /// Creates a source without answers.
  ///
  /// - Parameter ignoresCancellation: Whether a request still waits for its answer after its task
  ///   was cancelled, like a response that is already on its way. If false, it throws
  ///   `CancellationError` at once.
  public init(ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
    Standstill.isScripted.use { $0 = true }
  }

  /// All requests so far, in order.
  public var requests: [Feed<Item, Cursor>.Request] { script.use { $0.requests } }

  /// All events so far, in order.
  public var events: [Event] { script.use { $0.events } }

  /// Waits until the request with `ticket` has arrived; returns at once if it has.
  ///
  /// It does not react to cancellation and has no time limit; after five seconds standard error says that it waits.
  public func asked(_ ticket: Ticket) async {
    await Self.standstill.watch("asked(\(ticket))") {
      await script.wait { $0.events.contains(.asked(ticket: ticket)) }
    }
  }

  /// Waits until the task of the request with `ticket` is cancelled; returns at once if it was.
  ///
  /// It does not react to cancellation of the caller and has no time limit.
  public func cancelled(_ ticket: Ticket) async {
    await Self.standstill.watch("cancelled(\(ticket))") {
      await script.wait { $0.events.contains(.cancelled(ticket: ticket)) }
    }
  }

  /// Answers the request with `ticket`. A second answer to the same request is dropped.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the request, which may arrive later.
  ///   - page: The page to return.
  public func answer(_ ticket: Ticket, with page: Feed<Item, Cursor>.Page) {
    settle(ticket, with: .success(page))
  }

  /// Answers the oldest request that waits; if none does, the next one.
  ///
  /// - Parameter page: The page to return.
  public func answer(with page: Feed<Item, Cursor>.Page) {
    settleOldest(with: .success(page))
  }

  /// Fails the oldest request that waits; if none does, the next one.
  ///
  /// - Parameter error: The error to throw. A `FeedFailure` reaches the feed unchanged.
  public func fail(with error: any Error) {
    settleOldest(with: .failure(error))
  }

  /// Fails the request with `ticket`. After an answer to the same request it does nothing.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the request, which may arrive later.
  ///   - error: The error to throw. A `FeedFailure` reaches the feed unchanged.
  public func fail(_ ticket: Ticket, with error: any Error) {
    settle(ticket, with: .failure(error))
  }

  /// Returns the page that the test gives for `request`. The feed calls it.
  ///
  /// - Throws: The error given with ``fail(_:with:)``; `CancellationError` if the task is
  ///   cancelled, unless the source ignores cancellation.
  /// - Precondition: No other request with the same ticket waits for its answer.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    let ticket = request.ticket
    let work = Standstill.current
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Answer? = script.use { script in
          precondition(
            script.waiting[ticket] == nil, "a script serves one feed: request \(ticket) is open")
          script.requests.append(request)
          script.events.append(.asked(ticket: ticket))
          if Task.isCancelled, !ignoresCancellation { return .failure(CancellationError()) }
          if let answer = script.answers[ticket] { return answer }
          if !script.coming.isEmpty {
            script.answers[ticket] = script.coming.removeFirst()
            return script.answers[ticket]
          }
          script.waiting[ticket] = Waiting(continuation: continuation, work: work)
          return nil
        }
        if let answer { continuation.resume(with: answer) } else { work?.hold(.answer) }
      }
    } onCancel: {
      let waiting = script.use { script in
        script.events.append(.cancelled(ticket: ticket))
        return ignoresCancellation ? nil : script.waiting.removeValue(forKey: ticket)
      }
      waiting?.work?.release()
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  private func settleOldest(with answer: Answer) {
    let oldest: Ticket? = script.use { script in
      let oldest = script.requests.first { script.waiting[$0.ticket] != nil }
      if oldest == nil { script.coming.append(answer) }
      return oldest?.ticket
    }
    if let oldest { settle(oldest, with: answer) }
  }

  private func settle(_ ticket: Ticket, with answer: Answer) {
    let waiting = script.use { script in
      if script.answers[ticket] == nil { script.answers[ticket] = answer }
      return script.waiting.removeValue(forKey: ticket)
    }
    waiting?.work?.release()
    waiting?.continuation.resume(with: answer)
  }
}
