import FeedHTTP
import FeedReducer

extension Session {
  /// The part of a session that undo and redo restore.
  struct State: Equatable {
    var feed: JSONFeed.State

    /// The server, if it is a part of the session; nil over an API.
    var server: Server?

    /// The work without an answer yet, oldest first.
    var pending: [Pending] = []

    /// When the server answers what was sent while it was slow.
    var arrivals: [Ticket: Duration] = [:]

    /// The virtual time since the feed began.
    var clock = Duration.zero
  }
}

/// A request, timer or edit that waits for its answer.
enum Pending: Equatable {
  case load(JSONFeed.Request)
  case timer(Ticket, due: Duration)
  case edit(JSONFeed.Edit)

  /// The ticket, which the answer repeats.
  var ticket: Ticket {
    switch self {
    case .load(let request): request.ticket
    case .timer(let ticket, _): ticket
    case .edit(let edit): edit.ticket
    }
  }

  /// The request; nil for a timer or an edit.
  var request: JSONFeed.Request? {
    if case .load(let request) = self { request } else { nil }
  }

  /// Whether it waits for the clock, and has no answer.
  var isTimer: Bool {
    if case .timer = self { true } else { false }
  }

  /// The action that says that the request or the edit failed.
  func failed(_ failure: FeedFailure) -> JSONFeed.Action {
    if case .edit = self { return .editFailed(ticket: ticket, failure: failure) }
    return .failed(ticket: ticket, failure: failure)
  }

  /// The time at which the timer fires; nil for a request or an edit.
  var due: Duration? {
    if case .timer(_, let due) = self { due } else { nil }
  }
}

extension Session.State {
  /// Updates the server and the pending work after an accepted action. `action` ends work,
  /// `effects` start or cancel it.
  mutating func follow(_ action: JSONFeed.Action, effects: [JSONFeed.Effect]) {
    if case .editCommitted(let ticket, let row) = action,
      case .edit(let edit)? = pending.first(where: { $0.ticket == ticket })
    {
      server?.take(edit, as: row)
    }
    if let ticket = action.answeredTicket { remove(ticket) }
    for effect in effects {
      switch effect {
      case .load(let request): send(.load(request))
      case .cancel(let ticket): remove(ticket)
      case .schedule(let ticket, let after): pending.append(.timer(ticket, due: clock + after))
      case .send(let edit): send(.edit(edit))
      }
    }
  }

  private mutating func send(_ work: Pending) {
    pending.append(work)
    if let server, server.latency > .zero { arrivals[work.ticket] = clock + server.latency }
  }

  private mutating func remove(_ ticket: Ticket) {
    pending.removeAll { $0.ticket == ticket }
    arrivals[ticket] = nil
  }

  /// The time at which the clock ends the work; nil if it does not.
  func due(of work: Pending) -> Duration? { work.due ?? arrivals[work.ticket] }
}
