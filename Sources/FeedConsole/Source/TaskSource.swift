import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A source whose answers take time: its requests run as tasks while the user types lines.
///
/// Subclasses say how a page is loaded. Use it from the interpreter's thread.
class TaskSource: FeedSource {
  /// Called on any thread when an answer has arrived, or a timer has run out.
  var hasArrived: (@Sendable (Ticket) -> Void)?

  /// Ends every wait. The requests go on.
  var interruption = Interruption()

  private typealias Answer = Result<JSONFeed.Page, FeedFailure>

  private var running: [Ticket: Running] = [:]
  private var timers: [Ticket: Timer] = [:]

  /// Waits in real time. Tests put another wait in its place.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// A timer that runs, or has run out.
  private struct Timer {
    let hasEnded: Locked<Bool>
    let task: Task<Void, Never>
  }

  /// A request in flight, or its answer.
  private struct Running {
    let load: Load
    let answer: Mailbox<Answer>
    let task: Task<Void, Never>
  }

  // MARK: - For subclasses

  var name: String { "a source" }

  var details: [String] { [] }

  /// The work that loads a page.
  func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    { throw CancellationError() }
  }

  /// A page that is known before it is asked for; nil if there is none.
  func knownPage(for load: Load) -> JSONFeed.Page? { nil }

  func advice(after answer: JSONFeed.Action, in state: JSONFeed.State) -> Advice? { nil }

  func curl(_ load: Load) throws(FeedFailure) -> String? { nil }

  func response(to load: Load) -> HTTPExchange? { nil }

  func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    JSONText.pretty(JSONText.value(try page(for: load, server: server)))
  }

  func row(taking edit: JSONFeed.Edit, server: Server?) throws(FeedFailure) -> JSONRow? { nil }

  // MARK: - Requests

  final var runsByItself: Bool { true }

  final var server: Server? { nil }

  var queries: QueryNames? { nil }

  final func follow(_ pending: [Pending], at clock: Duration) {
    follow(timers: pending.filter(\.isTimer), at: clock)
    let loads = pending.compactMap(\.load)
    for (ticket, work) in running where !loads.contains(work.load) {
      work.task.cancel()
      running[ticket] = nil
    }
    for load in loads where running[load.ticket] == nil {
      running[load.ticket] = start(load)
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

  final func page(
    for load: Load, server: Server?
  ) throws(FeedFailure) -> JSONFeed.Page {
    let known = running[load.ticket]
    let work = known?.load == load ? known : nil
    let current = work ?? start(load)
    running[load.ticket] = current
    // An answer that no one waits for any longer can still be taken later.
    guard let answer = current.answer.take(unless: interruption, waitingFor: load.request.text)
    else { throw .stopped }
    running[load.ticket] = nil
    return try answer.get()
  }

  /// Whether the answer to `work` has arrived and was not taken, or its timer has run out.
  final func hasEnded(_ work: Pending) -> Bool {
    if work.isTimer { return timers[work.ticket]?.hasEnded.use { $0 } ?? false }
    return running[work.ticket].map { $0.load == work.load && !$0.answer.isEmpty } ?? false
  }

  private func start(_ load: Load) -> Running {
    let answer = Mailbox<Answer>()
    if let page = knownPage(for: load) {
      answer.post(.success(page))
      hasArrived?(load.ticket)
      return Running(load: load, answer: answer, task: Task {})
    }
    let work = work(for: load)
    let task = Task { [hasArrived] in
      answer.post(await outcome { try await work() })
      hasArrived?(load.ticket)
    }
    return Running(load: load, answer: answer, task: task)
  }

  final func wait(for duration: Duration) {
    if duration.inSeconds > Interruption.patience {
      interruption.sayWait("waiting \(duration.text) for a timer …")
    }
    interruption.sleep(for: duration)
  }
}
