extension Feed {
  /// What to do next, as a value. A runner carries it out and answers with an action.
  ///
  /// There are these five for good: a runner has to know all, so a `switch` needs no `@unknown default`.
  public enum Effect: Equatable {
    /// Load a page. Answer with `pageLoaded`, `failed` or `cancelled` and the request's ticket.
    case load(request: Request)

    /// Cancel the request, timer or edit with this ticket. No answer is needed.
    case cancel(ticket: Ticket)

    /// Start a timer. Answer with `timerFired` and this ticket when the time is over.
    case schedule(ticket: Ticket, after: Duration)

    /// Send an edit to the server. Answer with `editCommitted` or `editFailed` and the edit's ticket.
    ///
    /// The same edit may be sent again under the same ticket, when it is not known whether it reached
    /// the server. The edits of one row are sent one after the other.
    case send(edit: Edit)

    /// Nothing is to be done: an edit that the server has not accepted is given up.
    ///
    /// When the user logs out it names each one that was waiting, being sent or had failed; else the oldest
    /// refused one, if there are more than a hundred.
    case drop(edit: Edit)
  }
}

extension Feed.Effect {
  /// The ticket of the request, timer or edit that the effect starts, or nil.
  public var startedTicket: Ticket? {
    switch self {
    case .load(let request): request.ticket
    case .schedule(let ticket, _): ticket
    case .send(let edit): edit.ticket
    case .cancel, .drop: nil
    }
  }
}

extension Feed.Effect: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
