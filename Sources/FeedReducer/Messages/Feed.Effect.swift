extension Feed {
  /// What a feed wants done.
  @nonexhaustive
  public enum Effect: Equatable {
    /// Ask the server for a page. The answer bears the request's ticket.
    case load(request: Request)

    /// Stop the request or timer with this ticket.
    case cancel(ticket: Ticket)

    /// Send `timerFired` with this ticket when the time is over.
    case schedule(ticket: Ticket, after: Duration)

    /// Tell the server of an edit. The answer bears the edit's ticket.
    ///
    /// The same edit is sent again, under the same ticket, when it is not known whether the server
    /// got it. Of the edits of one row the next is sent when the one before has been answered.
    case send(edit: Edit)
  }
}

extension Feed.Effect: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
