// The answers to requests: which kind they belong to, and what becomes of it.
extension Feed {
  func land(
    _ state: inout State, _ page: Page, _ ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    switch state.kind(of: ticket) {
    case .refresh: landRefresh(&state, page)
    case .append: landAppend(&state, page)
    default: .ignored(.unknownTicket(ticket: ticket))
    }
  }

  func fail(
    _ state: inout State, _ failure: FeedFailure, _ ticket: Ticket
  ) -> Reaction<Effect, FeedRefusal> {
    switch state.kind(of: ticket) {
    case .refresh:
      state.refresh = .failed(failure: failure)
      state.isDemandPaused = true
    case .append:
      state.tail.load = .failed(failure: failure)
    default:
      return .ignored(.unknownTicket(ticket: ticket))
    }
    return accept(&state)
  }

  func cancel(_ state: inout State, _ ticket: Ticket) -> Reaction<Effect, FeedRefusal> {
    switch state.kind(of: ticket) {
    case .refresh: state.refresh = .idle
    case .append: state.tail.load = .idle
    default: return .ignored(.unknownTicket(ticket: ticket))
    }
    state.isDemandPaused = true
    return accept(&state)
  }
}

extension Feed.State {
  /// The kind whose request in flight has `ticket`, or nil if there is none.
  func kind(of ticket: Ticket) -> LoadKind? {
    LoadKind.allCases.first { self[$0].request == ticket }
  }
}
