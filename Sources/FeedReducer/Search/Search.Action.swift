extension Search {
  /// What can happen to a search.
  @nonexhaustive
  public enum Action: Equatable {
    /// The user typed or chose a query; nil for none, as in a cleared search field.
    ///
    /// The query is asked when the pause is over. Nil cancels the loads and empties the list at once; edits that
    /// the server has not answered go on.
    case typed(query: Query?)

    /// The user asked for the query now, as with the return key. For the query that is asked already, what
    /// failed is tried again.
    case submitted

    /// The pause is over: the timer that an effect `schedule` of the search started fired.
    case timerFired(ticket: Ticket)

    /// What happens to the feed. `stopped` means that the user logs out: there is no query any more, as after
    /// `typed(query: nil)`, and the edits are dropped, too.
    case feed(action: Feed<Item, Cursor>.Action)
  }

  /// What to do next, as a value.
  ///
  /// There are these three for good: a runner has to know all, so a `switch` needs no `@unknown default`.
  public enum Effect: Equatable {
    /// Carry out an effect of the feed, for this query. Answer with `feed(action:)`.
    ///
    /// Without a query only edits go on; then it is the one that was asked last.
    case feed(query: Query, effect: Feed<Item, Cursor>.Effect)

    /// Start the timer of the pause. Answer with `timerFired` and this ticket when the time is over.
    case schedule(ticket: Ticket, after: Duration)

    /// Cancel the timer of the pause. No answer is needed.
    case cancel(ticket: Ticket)
  }
}

/// Why a search ignored an action, or why a load does not start.
@nonexhaustive
public enum SearchRefusal: Error, Equatable, Sendable {
  /// The query is the one that is asked, or typed, already.
  case sameQuery

  /// There is no query.
  case noQuery

  /// There is a query, which has not been asked.
  case notAsked

  /// The user types, and the query is asked when the pause is over. The timer has this ticket.
  case typing(ticket: Ticket)

  /// The rows are those of a query before, which stay as they are.
  case staleRows

  /// A search restores a snapshot that has only edits, once a query is asked. Rows may be those of any query.
  case noSnapshots

  /// The timer of the pause has another ticket or does not run, or the request was not sent.
  case unknownTicket(ticket: Ticket)

  /// The feed ignored the action.
  case feed(reason: FeedRefusal)
}

extension SearchRefusal {
  /// The refusal as numbers, and what to do about it, as ``FeedRefusal/numbers``.
  public var numbers: (code: Int, values: [Int], remedy: Remedy) {
    switch self {
    case .sameQuery: (28, [], .nothing)
    case .noQuery: (29, [], .act)
    case .notAsked: (30, [], .act)
    case .typing(let ticket): (31, [ticket.rawValue], .wait)
    case .staleRows: (32, [], .wait)
    case .noSnapshots: (33, [], .nothing)
    case .unknownTicket(let ticket): (17, [ticket.rawValue], .nothing)
    case .feed(let reason): reason.numbers
    }
  }
}

extension SearchRefusal: CustomStringConvertible {
  /// The reason as a readable sentence, with what to do.
  public var description: String {
    switch self {
    case .sameQuery: "this is the query already; type another one"
    case .noQuery: "there is no query, so there are no rows and nothing loads; type one"
    case .notAsked: "the query has not been asked; submit it"
    case .typing(let ticket):
      "the query is asked after a pause, timer \(ticket.rawValue); wait, or submit it now"
    case .staleRows:
      "these are the rows of the query before, which stay until the first page of the new one; wait for it"
    case .noSnapshots:
      "a search restores edits alone, once a query is asked; rows may be those of another query"
    case .unknownTicket(let ticket): FeedRefusal.sentence(notAwaited: ticket)
    case .feed(let reason): reason.description
    }
  }
}

extension Search.Action: Sendable
where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Search.Effect: Sendable
where Query: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
