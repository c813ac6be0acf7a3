public import FeedEffects
public import FeedReducer

/// A source whose every answer a test or a preview gives by hand.
///
/// ```swift
/// let source = ScriptedSource<Row, Int>()
/// let store = FeedStore(source: source)
/// await source.asked(1)
/// source.answer(1, with: .init(items: rows, next: 2))
/// ```
///
/// An answer may be given before the question: it is kept until the request comes.
public final class ScriptedSource<Item: Identifiable & Equatable & Sendable, Cursor>: PageSource
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  /// What reached the source.
  public enum Event: Equatable, Sendable {
    /// The request came in.
    case asked(ticket: Ticket)

    /// The task of the request was cancelled.
    case cancelled(ticket: Ticket)
  }

  private typealias Answer = Result<Feed<Item, Cursor>.Page, any Error>

  private struct Script {
    var requests: [Feed<Item, Cursor>.Request] = []
    var events: [Event] = []
    var answers: [Ticket: Answer] = [:]
    var waiting: [Ticket: CheckedContinuation<Feed<Item, Cursor>.Page, any Error>] = [:]
  }

  private let script = Locked(Script())
  private let ignoresCancellation: Bool

  /// Creates a source that answers nothing yet.
  ///
  /// - Parameter ignoresCancellation: Whether a request whose task was cancelled goes on, as one
  ///   does whose answer is on its way already. Otherwise it throws `CancellationError`.
  public init(ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
  }

  /// The requests that came in, in order.
  public var requests: [Feed<Item, Cursor>.Request] { script.use { $0.requests } }

  /// What reached the source, in order.
  public var events: [Event] { script.use { $0.events } }

  /// Waits until the request with `ticket` has come in.
  public func asked(_ ticket: Ticket) async {
    await script.wait { $0.events.contains(.asked(ticket: ticket)) }
  }

  /// Waits until the task of the request with `ticket` was cancelled.
  public func cancelled(_ ticket: Ticket) async {
    await script.wait { $0.events.contains(.cancelled(ticket: ticket)) }
  }

  /// Answers the request with `ticket`. A second answer to the same request is dropped.
  public func answer(_ ticket: Ticket, with page: Feed<Item, Cursor>.Page) {
    settle(ticket, .success(page))
  }

  /// Makes the request with `ticket` fail.
  public func fail(_ ticket: Ticket, with error: any Error) {
    settle(ticket, .failure(error))
  }

  /// Waits for the answer that the test gives.
  public func page(
    for request: Feed<Item, Cursor>.Request
  ) async throws -> Feed<Item, Cursor>.Page {
    let ticket = request.ticket
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Answer? = script.use { script in
          precondition(
            script.waiting[ticket] == nil, "a script serves one feed: request \(ticket) is open")
          script.requests.append(request)
          script.events.append(.asked(ticket: ticket))
          if Task.isCancelled, !ignoresCancellation { return .failure(CancellationError()) }
          if let answer = script.answers[ticket] { return answer }
          script.waiting[ticket] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let continuation = script.use { script in
        script.events.append(.cancelled(ticket: ticket))
        return ignoresCancellation ? nil : script.waiting.removeValue(forKey: ticket)
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  private func settle(_ ticket: Ticket, _ answer: Answer) {
    let continuation = script.use { script in
      if script.answers[ticket] == nil { script.answers[ticket] = answer }
      return script.waiting.removeValue(forKey: ticket)
    }
    continuation?.resume(with: answer)
  }
}
