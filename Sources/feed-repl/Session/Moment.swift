import FeedHTTP
import FeedEffects
import FeedReducer

/// Everything that time travel brings back: the feed, what it waits for, and the clock.
struct Moment: Equatable {
  /// The state of the feed.
  var state: JSONFeed.State

  /// What has been asked for and not been answered, oldest first.
  var pending: [Pending] = []

  /// The virtual time since the session began.
  var clock = Duration.zero
}

/// A request, timer or edit that waits for its end.
struct Pending: Equatable {
  /// Its number.
  let ticket: Ticket

  /// What is waited for.
  let work: Work

  /// What can be waited for.
  enum Work: Equatable {
    case load(JSONFeed.Request)
    case timer(due: Duration)
    case edit(JSONFeed.Edit)
  }

  /// The request, if it is one.
  var request: JSONFeed.Request? {
    if case .load(let request) = work { request } else { nil }
  }

  /// When the timer fires, if it is one.
  var due: Duration? {
    if case .timer(let due) = work { due } else { nil }
  }
}

extension Moment {
  /// Brings what is pending up to date with an action that was reduced and its effects.
  mutating func follow(_ action: JSONFeed.Action, _ effects: [JSONFeed.Effect]) {
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
