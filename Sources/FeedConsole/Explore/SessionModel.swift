import FeedHTTP
import FeedReducer
import FeedTesting

/// All that can happen to a session from its current step on, for the explorer.
///
/// The user, the network and late answers act; the server stays as it is, but for the edits that it takes.
/// Where the session has no server, its answers are ``MadeUpPages``.
struct SessionModel: Model {
  typealias Machine = JSONFeed
  typealias Part = FeedPart<SessionModel, JSONRow, PageCursor>

  struct State: Equatable {
    var feed: JSONFeed.State
    var server: Server?
    var work = FeedWork<JSONRow, PageCursor>()
  }

  private(set) var start: State

  /// Everything that can happen, without a reset or a stop: they begin other stories.
  private static let events: FeedEvents = [
    .starts, .rows, .loadMore, .pulls, .retries, .connectivity, .cancels,
  ]

  private let feed: JSONFeed
  private let part: Part

  /// The step at which the exploration begins, for conditions that name the clock or the step.
  private let entry: Entry

  /// Creates the model of what follows `session`; nil if it has neither a server nor seen a page.
  init?(_ session: Session) {
    feed = session.feed
    entry = session.now
    start = State(feed: session.state.feed, server: session.state.server)
    let query = session.state.search?.asked ?? [:]
    let pages = start.server == nil ? MadeUpPages(session) : nil
    if start.server == nil, pages == nil { return nil }
    var part = Part(
      "feed", of: SessionModel.self, feed: feed, state: \State.feed, work: \State.work,
      events: Self.events, action: { $0 }, effect: { $0 }, unwrap: { $0 }
    ) { request, state in
      (try? state.server?.page(for: Load(request: request, query: query)))
        ?? pages?.page(for: request) ?? JSONFeed.Page(items: [], next: nil)
    }
    // One of each class that makes a difference, in the words of 'fail'.
    part.failures = ["503", "unreachable", "404", "invalidCursor"]
      .compactMap(FailureReason.failure)
    self.part = part
    let effects = session.state.pending.map { $0.effect(at: session.state.clock) }
    part.note(.loadMore, reaction: .accepted(effects), in: &start)
  }

  /// The laws of every feed, and the conditions that the user has set.
  func laws(_ conditions: [Condition]) -> [Law<SessionModel>] {
    part.laws
      + conditions.map { condition in
        .invariant(condition.text, says: "You have asked for it by 'invariant'.") { [entry] state in
          condition.holds(at: entry.with(state))
        }
      }
  }

  func steps(at state: State) -> [FeedStep] { part.steps(at: state) }

  func make(_ step: FeedStep, at state: inout State) -> Exchange<JSONFeed>? {
    guard let action = part.action(for: step, at: state) else { return nil }
    let reaction = feed.reduce(into: &state.feed, action)
    if case .editCommitted(let ticket, _) = action, reaction.refusal == nil {
      for case .send(let edit) in state.work.inFlight where edit.ticket == ticket {
        state.server?.take(edit, as: nil)
      }
    }
    part.note(action, reaction: reaction, in: &state)
    return Exchange(action, reaction: reaction)
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    part.mix(state, into: &fingerprint)
    if state.server != start.server { fingerprint.mix(state.server?.rows.hashValue ?? 0) }
    return fingerprint.value
  }

  func machineState(of state: State) -> JSONFeed.State? { state.feed }

  /// The line of the grammar that makes the step.
  func line(for step: FeedStep, at state: State) -> String {
    guard let action = part.action(for: step, at: state) else { return "# \(step)" }
    let isOfCatalogue = state.server != nil
    switch (step, action) {
    case (.start, _): return "start"
    case (.appear(let index), _): return "appear \(index)"
    case (.loadMore, _), (.dismissErrors, _), (.reset, _), (.stop, _): return action.text
    case (.pull, _): return "refresh"
    case (.retry, _): return "retry"
    case (.connect(let isOnline), _): return isOnline ? "online" : "offline"
    case (_, .timerFired(let ticket)): return "timerFired \(ticket)"
    case (_, .cancelled(let ticket)): return "drop \(ticket)"
    case (_, .failed(let ticket, let failure)), (_, .editFailed(let ticket, let failure)):
      return "fail \(ticket) \(failure.status.map { "\($0)" } ?? failure.code.rawValue)"
    case (.answer, _) where isOfCatalogue: return "ok \(action.answeredTicket ?? 0)"
    case (.answerLate, .pageLoaded(let ticket, _)) where isOfCatalogue: return "late \(ticket)"
    default: return Entry.Event.action(action).line
    }
  }
}

/// What a source might answer that is no part of the session: the pages that it has sent, and behind them
/// three pages of a few rows.
private struct MadeUpPages {
  private var seen: [JSONFeed.Position: JSONFeed.Page] = [:]

  /// Creates the pages of the query that is asked; nil if none was seen. Their secrets are masked, as people
  /// see them.
  init?(_ session: Session) {
    let entries = Script(session).steps.flatMap(\.entries)
    var sent: [Ticket: Load] = [:]
    for entry in entries {
      if case .pageLoaded(let ticket, let page)? = entry.event.action, let load = sent[ticket],
        load.query == entries.last?.state.search?.asked ?? [:]
      {
        seen[load.request.position] = page
      }
      for case .load(let request) in entry.reaction.effects {
        sent[request.ticket] = entry.state.load(of: request)
      }
    }
    if seen.isEmpty { return nil }
  }

  func page(for request: JSONFeed.Request) -> JSONFeed.Page {
    if let page = seen[request.position] { return page }
    let cursors: [PageCursor?] = [.token("made up 1"), .token("made up 2"), nil]
    let number = cursors.dropLast().firstIndex(of: request.position.cursor).map { $0 + 1 } ?? 0
    let rows = (1...3).map { JSONRow(id: "made up \(request.kind) \(number * 3 + $0)") }
    return request.kind == .prepend
      ? JSONFeed.Page(items: rows, next: nil, previous: cursors[number])
      : JSONFeed.Page(items: rows, next: cursors[number])
  }
}

extension Pending {
  /// The effect that started the work. A timer is due after what is left of it.
  fileprivate func effect(at clock: Duration) -> JSONFeed.Effect {
    switch self {
    case .load(let load): .load(request: load.request)
    case .timer(let ticket, let due): .schedule(ticket: ticket, after: max(.zero, due - clock))
    case .edit(let edit): .send(edit: edit)
    }
  }
}

extension Entry {
  /// This step with another state, for conditions.
  fileprivate func with(_ state: SessionModel.State) -> Entry {
    Entry(
      number: number, event: event, reaction: reaction,
      state: Session.State(
        feed: state.feed, server: state.server,
        pending: state.work.inFlight.compactMap(self.state.work), clock: self.state.clock),
      machine: machine, typed: nil)
  }
}
