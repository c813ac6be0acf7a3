extension Feed.Action {
  /// The ticket of the request, timer or edit that the action answers, or nil.
  public var answeredTicket: Ticket? {
    switch self {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket),
      .timerFired(let ticket), .editCommitted(let ticket, _), .editFailed(let ticket, _):
      ticket
    default: nil
    }
  }
}

extension Feed.Effect {
  /// The ticket of the request, timer or edit that the effect starts, or nil.
  public var startedTicket: Ticket? {
    switch self {
    case .load(let request): request.ticket
    case .schedule(let ticket, _): ticket
    case .send(let edit): edit.ticket
    case .cancel: nil
    }
  }
}
