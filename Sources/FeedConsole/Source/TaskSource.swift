import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A source whose answers take time: its requests run as tasks while the user types lines.
///
/// Subclasses say how a page is loaded. Use it from the interpreter's thread.
class TaskSource: FeedSource {
  /// Called on any thread when an answer has arrived.
  var hasArrived: (@Sendable (Ticket) -> Void)?

  /// Ends every wait. The requests go on.
  var interruption = Interruption()

  private typealias Answer = Result<JSONFeed.Page, FeedFailure>

  private var running: [Ticket: Running] = [:]

  /// A request in flight, or its answer.
  private struct Running {
    let request: JSONFeed.Request
    let answer: Mailbox<Answer>
    let task: Task<Void, Never>
  }

  // MARK: - For subclasses

  var name: String { "a source" }

  var details: [String] { [] }

  /// The work that loads a page.
  func load(_ request: JSONFeed.Request) -> @Sendable () async throws -> JSONFeed.Page {
    { throw CancellationError() }
  }

  /// A page that is known before it is asked for; nil if there is none.
  func knownPage(for request: JSONFeed.Request) -> JSONFeed.Page? { nil }

  func advice(after answer: JSONFeed.Action, in state: JSONFeed.State) -> Advice? { nil }

  func curl(_ request: JSONFeed.Request) throws(FeedFailure) -> String? { nil }

  func response(to request: JSONFeed.Request) -> HTTPExchange? { nil }

  func body(for request: JSONFeed.Request, server: Server?) throws(FeedFailure) -> String {
    JSONText.pretty(JSONText.value(try page(for: request, server: server)))
  }

  func row(taking edit: JSONFeed.Edit, server: Server?) throws(FeedFailure) -> JSONRow? { nil }

  // MARK: - Requests

  final var runsByItself: Bool { true }

  final var server: Server? { nil }

  final func follow(_ pending: [Pending]) {
    let requests = pending.compactMap(\.request)
    for (ticket, work) in running where !requests.contains(work.request) {
      work.task.cancel()
      running[ticket] = nil
    }
    for request in requests where running[request.ticket] == nil {
      running[request.ticket] = start(request)
    }
  }

  final func page(
    for request: JSONFeed.Request, server: Server?
  ) throws(FeedFailure) -> JSONFeed.Page {
    let known = running[request.ticket]
    let work = known?.request == request ? known : nil
    let current = work ?? start(request)
    running[request.ticket] = current
    // An answer that no one waits for any longer can still be taken later.
    guard let answer = current.answer.take(unless: interruption, waitingFor: request.text)
    else { throw .stopped }
    running[request.ticket] = nil
    return try answer.get()
  }

  private func start(_ request: JSONFeed.Request) -> Running {
    let answer = Mailbox<Answer>()
    if let page = knownPage(for: request) {
      answer.post(.success(page))
      hasArrived?(request.ticket)
      return Running(request: request, answer: answer, task: Task {})
    }
    let load = load(request)
    let task = Task { [hasArrived] in
      answer.post(await outcome { try await load() })
      hasArrived?(request.ticket)
    }
    return Running(request: request, answer: answer, task: task)
  }

  final func wait(for duration: Duration) {
    if duration.inSeconds > Interruption.patience {
      interruption.sayWait("waiting \(duration.text) for a timer …")
    }
    interruption.sleep(for: duration)
  }
}
