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

  /// How long the requests in flight have run or what the last answer was, over a real API.
  var notes: [Ticket: String] = [:]

  /// The state, the pending work and the clock after the current step.
  var state: Session.State { session.state }

  /// Whether steps are undone: then scrolling reports nothing, because that would begin a branch.
  var isPast: Bool { session.undone > 0 }
}

extension Session {
  /// The last request whose answer could still arrive: one that was stopped or failed, else one that was
  /// answered. Looks at the last 1,000 steps.
  ///
  /// - Complexity: O(*n*) in those steps: each frame of the live screen asks.
  var lateRequest: JSONFeed.Request? {
    let pending = Set(state.pending.map(\.ticket))
    var answered: Set<Ticket> = []
    var firstAnswered: JSONFeed.Request?
    for entry in entries[...position].suffix(1_000).reversed() {
      if case .begun = entry.event { break }
      if case .action(.pageLoaded(let ticket, _)) = entry.event, entry.reaction.refusal == nil {
        answered.insert(ticket)
      }
      for case .load(let request) in entry.reaction.effects
      where !pending.contains(request.ticket) {
        guard answered.contains(request.ticket) else { return request }
        firstAnswered = firstAnswered ?? request
      }
    }
    return firstAnswered
  }
}
