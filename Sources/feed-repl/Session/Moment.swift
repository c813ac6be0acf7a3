import FeedHTTP
import FeedEffects
import FeedReducer

/// What time travel restores: the feed, its pending work and the clock.
struct Moment: Equatable {
  /// The state of the feed.
  var state: JSONFeed.State

  /// The work without an answer yet, oldest first.
  var pending: [Pending] = []

  /// The virtual time since the feed began.
  var clock = Duration.zero
}

/// A request, timer or edit that waits for its answer.
struct Pending: Equatable {
  /// The ticket, which its answer repeats.
  let ticket: Ticket

  /// The work to answer.
  let work: Work

  /// The kinds of work, with their parameters.
  enum Work: Equatable {
    case load(JSONFeed.Request)
    case timer(due: Duration)
    case edit(JSONFeed.Edit)
  }

  /// The request; nil for a timer or an edit.
  var request: JSONFeed.Request? {
    if case .load(let request) = work { request } else { nil }
  }

  /// The time at which the timer fires; nil for a request or an edit.
  var due: Duration? {
    if case .timer(let due) = work { due } else { nil }
  }
}

extension Moment {
  /// Updates the pending work after an accepted action. `action` ends work, `effects` start or
  /// cancel it.
  mutating func follow(_ action: JSONFeed.Action, effects: [JSONFeed.Effect]) {
    if let ticket = action.answeredTicket { remove(ticket) }
    for effect in effects {
      switch effect {
      case .load(let request):
        pending.append(Pending(ticket: request.ticket, work: .load(request)))
      case .cancel(let ticket): remove(ticket)
      case .schedule(let ticket, let after):
        pending.append(Pending(ticket: ticket, work: .timer(due: clock + after)))
      case .send(let edit):
        pending.append(Pending(ticket: edit.ticket, work: .edit(edit)))
      }
    }
  }

  private mutating func remove(_ ticket: Ticket) {
    pending.removeAll { $0.ticket == ticket }
  }
}
