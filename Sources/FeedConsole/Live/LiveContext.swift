import FeedHTTP
import FeedReducer

/// What the live screen shows of the tool: a copy of the session, and what surrounds it.
struct LiveContext {
  var session: Session

  /// The name of the source.
  var source: String

  /// The parameter of a query that a text is for; nil if the source can't be searched for one.
  var textName: String?

  /// Whether requests are answered by themselves.
  var isAuto = false

  /// Whether requests and edits run, and their answers are taken.
  var isRunning = false

  /// How long the work that runs has waited for its answer.
  var waits: [Ticket: Duration] = [:]

  /// The response over HTTP that answered a request, and the rows that moved before those of a ticket.
  var response: (Load) -> HTTPExchange? = { _ in nil }
  var drift: (Ticket) -> PageDrift? = { _ in nil }

  /// The state, the pending work and the clock after the current step.
  var state: Session.State { session.state }

  /// Whether what shows is the run of an app, whose rows the app itself reports.
  var isAtApp: Bool { session.isAtApp }

  /// Whether steps are undone: then scrolling reports nothing, because that would begin a branch.
  var isPast: Bool { session.undone > 0 }
}

// MARK: - The answers over HTTP

extension LiveContext {
  /// The step at `index`, and what it takes in: the response over HTTP, and what moved before its rows.
  private func answer(
    at index: Int
  ) -> (report: StepReport, response: HTTPExchange?, drift: PageDrift?) {
    let (before, entry) = (session.entries[max(0, index - 1)], session.entries[index])
    let report = StepReport(before: before, entry: entry)
    let load = report.answeredLoad
    return (report, load.flatMap(response), load.flatMap { drift($0.ticket) })
  }

  /// The step at `index` in full; an answer over HTTP with its header fields and its body.
  func lines(at index: Int) -> [Line] {
    let (report, response, drift) = answer(at: index)
    let moved = drift.map { [Line("  \($0)", style: .bad)] } ?? []
    return report.lines(hints: .none) + moved + (response.map { $0.head + $0.bodyLines } ?? [])
  }

  /// What moved before the rows of the response that a step takes in, and what the response is; nil for a step
  /// that takes in none.
  func facts(at index: Int) -> String? {
    let (_, response, drift) = answer(at: index)
    return response.map { (drift.map { "\($0) · " } ?? "") + $0.summary }
  }
}
