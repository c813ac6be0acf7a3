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

  /// What ends a request, or an edit.
  private enum Reply {
    case page(JSONFeed.Page)
    case row(JSONRow?)
  }

  private typealias Answer = Result<Reply, FeedFailure>

  private var running: [Ticket: Running] = [:]
  private var timers: [Ticket: Timer] = [:]

  /// Waits in real time. Tests put another wait in its place.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// A timer that runs, or has run out.
  private struct Timer {
    let hasEnded: Locked<Bool>
    let task: Task<Void, Never>
  }

  /// A request or an edit in flight, or its answer.
  private struct Running {
    let work: Pending
    let answer: Mailbox<Answer>
    let task: Task<Void, Never>
    let start = ContinuousClock.now
  }

  // MARK: - For subclasses

  var name: String { "a source" }

  var details: [String] { [] }

  /// The work that loads a page.
  func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    { throw CancellationError() }
  }

  /// The work that sends an edit, and returns the server's version of its row; nil if edits go nowhere.
  func work(for edit: JSONFeed.Edit) -> (@Sendable () async throws -> JSONRow?)? { nil }

  /// A page that is known before it is asked for; nil if there is none.
  func knownPage(for load: Load) -> JSONFeed.Page? { nil }

  func advice(
    after answer: JSONFeed.Action, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? { nil }

  func curl(_ load: Load) throws(FeedFailure) -> String? { nil }

  func response(to load: Load) -> HTTPExchange? { nil }

  func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    JSONText.pretty(JSONText.value(try page(for: load, server: server)))
  }

  // MARK: - Requests

  final var runsByItself: Bool { true }

  final var server: Server? { nil }

  var queries: QueryNames? { nil }

  final func follow(_ pending: [Pending], at clock: Duration) {
    follow(timers: pending.filter(\.isTimer), at: clock)
    let wanted = pending.filter { !$0.isTimer }
    for (ticket, current) in running where !wanted.contains(current.work) {
      current.task.cancel()
      running[ticket] = nil
    }
    for work in wanted where running[work.ticket] == nil {
      running[work.ticket] = start(work)
    }
  }

  private func follow(timers pending: [Pending], at clock: Duration) {
    let tickets = Set(pending.map(\.ticket))
    for (ticket, timer) in timers where !tickets.contains(ticket) {
      timer.task.cancel()
      timers[ticket] = nil
    }
    for timer in pending where timers[timer.ticket] == nil {
      let pause = max(.zero, (timer.due ?? clock) - clock)
      let hasEnded = Locked(false)
      let task = Task { [sleep, hasArrived] in
        guard (try? await sleep(pause)) != nil else { return }
        hasEnded.use { $0 = true }
        hasArrived?(timer.ticket)
      }
      timers[timer.ticket] = Timer(hasEnded: hasEnded, task: task)
    }
  }

  final func page(for load: Load, server: Server?) throws(FeedFailure) -> JSONFeed.Page {
    guard case .page(let page)? = try reply(to: .load(load), named: load.request.text) else {
      throw .stopped
    }
    return page
  }

  final func row(taking edit: JSONFeed.Edit, server: Server?) throws(FeedFailure) -> JSONRow? {
    guard case .row(let row)? = try reply(to: .edit(edit), named: edit.text) else { return nil }
    return row
  }

  /// Blocks until some work ends. Nil if there is none to do.
  private func reply(
    to work: Pending, named name: @autoclosure () -> String
  ) throws(FeedFailure) -> Reply? {
    let known = running[work.ticket]
    guard let current = known?.work == work ? known : start(work) else { return nil }
    running[work.ticket] = current
    // An answer that no one waits for any longer can still be taken later.
    guard let answer = current.answer.take(unless: interruption, waitingFor: name())
    else { throw .stopped }
    running[work.ticket] = nil
    return try answer.get()
  }

  /// Whether the answer to `work` has arrived and was not taken, or its timer has run out.
  final func hasEnded(_ work: Pending) -> Bool {
    if work.isTimer { return timers[work.ticket]?.hasEnded.use { $0 } ?? false }
    return running[work.ticket].map { $0.work == work && !$0.answer.isEmpty } ?? false
  }

  /// How long what runs has been waited for.
  final var waits: [Ticket: Duration] {
    running.filter { $0.value.answer.isEmpty }.mapValues { $0.start.duration(to: .now) }
  }

  /// Starts a request or an edit. Nil if it leads nowhere.
  private func start(_ work: Pending) -> Running? {
    switch work {
    case .timer: return nil
    case .load(let load):
      if let page = knownPage(for: load) {
        let answer = Mailbox<Answer>()
        answer.post(.success(.page(page)))
        hasArrived?(load.ticket)
        return Running(work: work, answer: answer, task: Task {})
      }
      let page = self.work(for: load)
      return run(work) { .page(try await page()) }
    case .edit(let edit):
      guard let row = self.work(for: edit) else { return nil }
      return run(work) { .row(try await row()) }
    }
  }

  private func run(
    _ work: Pending, _ body: @escaping @Sendable () async throws -> Reply
  ) -> Running {
    let answer = Mailbox<Answer>()
    let task = Task { [hasArrived] in
      answer.post(await outcome(of: body))
      hasArrived?(work.ticket)
    }
    return Running(work: work, answer: answer, task: task)
  }

  final func wait(for duration: Duration) {
    if duration.inSeconds > Interruption.patience {
      interruption.sayWait("waiting \(duration.text) for a timer …")
    }
    interruption.sleep(for: duration)
  }
}
