import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A source whose answers take time: its requests and edits run as tasks while the user types lines.
///
/// Subclasses say how a page is loaded, and how an edit is sent. Use it from the interpreter's thread.
class TaskSource: FeedSource {
  /// Called on any thread when an answer has arrived, or a timer has run out.
  var hasArrived: (@Sendable (Ticket) -> Void)?

  /// Ends every wait. The requests go on.
  var interruption = Interruption()

  private typealias Answer = Result<JSONFeed.Action, FeedFailure>

  private var running: [Ticket: Running] = [:]

  /// Waits in real time. Tests put another wait in its place.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// A request or an edit in flight, or its answer; a timer that runs, or has run out.
  private struct Running {
    let work: Pending
    let answer: Mailbox<Answer>
    let task: Task<Void, Never>
    let start = ContinuousClock.now
  }

  // MARK: - For subclasses

  var name: String { "a source" }

  /// The work that loads a page.
  func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    { throw CancellationError() }
  }

  /// The work that sends an edit, and returns the server's version of its row; nil if edits go nowhere.
  func work(for edit: JSONFeed.Edit) -> (@Sendable () async throws -> JSONRow?)? { nil }

  func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    JSONText.pretty(JSONText.value(try page(for: load, server: server)))
  }

  // MARK: - Requests

  final var server: Server? { nil }

  var queries: QueryNames? { nil }

  final func follow(_ pending: [Pending], at clock: Duration) {
    for (ticket, current) in running where !pending.contains(current.work) {
      current.task.cancel()
      running[ticket] = nil
    }
    for work in pending where running[work.ticket] == nil {
      running[work.ticket] = start(work, at: clock)
    }
  }

  /// An edit that goes nowhere is taken at once.
  final func answer(to work: Pending, server: Server?) throws(FeedFailure) -> JSONFeed.Action {
    let known = running[work.ticket]
    guard let current = known?.work == work ? known : start(work) else {
      return .editCommitted(ticket: work.ticket, item: nil)
    }
    running[work.ticket] = current
    // An answer that no one waits for any longer can still be taken later.
    guard let answer = current.answer.take(unless: interruption, waitingFor: work.text)
    else { throw .stopped }
    running[work.ticket] = nil
    return try answer.get()
  }

  /// Whether the answer to `work` has arrived and was not taken, or its timer has run out.
  final func hasEnded(_ work: Pending) -> Bool {
    running[work.ticket].map { $0.work == work && !$0.answer.isEmpty } ?? false
  }

  /// How long what runs has been waited for.
  final var waits: [Ticket: Duration] {
    running.filter { $0.value.answer.isEmpty }.mapValues { $0.start.duration(to: .now) }
  }

  /// Starts a request, an edit, or a timer. Nil if it leads nowhere.
  private func start(_ work: Pending, at clock: Duration = .zero) -> Running? {
    let ticket = work.ticket
    switch work {
    case .timer(_, let due):
      return run(work) { [sleep] in
        try await sleep(max(.zero, due - clock))
        return .timerFired(ticket: ticket)
      }
    case .load(let load):
      let page = self.work(for: load)
      return run(work) { .pageLoaded(ticket: ticket, page: try await page()) }
    case .edit(let edit):
      guard let row = self.work(for: edit) else { return nil }
      return run(work) { .editCommitted(ticket: ticket, item: try await row()) }
    }
  }

  private func run(
    _ work: Pending, _ body: @escaping @Sendable () async throws -> JSONFeed.Action
  ) -> Running {
    let answer = Mailbox<Answer>()
    let task = Task { [hasArrived] in
      answer.post(await outcome(of: body))
      hasArrived?(work.ticket)
    }
    return Running(work: work, answer: answer, task: task)
  }

  final func wait(for duration: Duration) {
    if duration.inSeconds > interruption.patience {
      interruption.sayWait("waiting \(duration.text) for a timer …")
    }
    interruption.sleep(for: duration)
  }
}
