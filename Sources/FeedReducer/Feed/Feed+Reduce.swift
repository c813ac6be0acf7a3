extension Feed: StateMachine {
  /// Why a feed ignored an action.
  public typealias Refusal = FeedRefusal

  /// Changes `state` as `action` demands and returns the effects, cancels before loads.
  ///
  /// - Complexity: O(1) for an ignored action; O(*p*) in the rows of a page that lands.
  public func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .started: start(&state)
    case .itemAppeared(let index): appear(&state, at: index)
    case .loadMore: loadMore(&state)
    case .refreshPulled: pull(&state)
    case .reset: reset(&state)
    case .retryTapped(let kind): retry(&state, kind)
    case .pageLoaded(let ticket, let page): land(&state, page, ticket)
    case .failed(let ticket, let failure): fail(&state, failure, ticket)
    case .cancelled(let ticket): cancel(&state, ticket)
    case .timerFired(let ticket): .ignored(.unknownTicket(ticket: ticket))
    case .invalidated: .ignored(.notSupported(action: "invalidated"))
    case .connectivityChanged: .ignored(.notSupported(action: "connectivityChanged"))
    case .edit: .ignored(.notSupported(action: "edit"))
    case .editCommitted: .ignored(.notSupported(action: "editCommitted"))
    case .editRejected: .ignored(.notSupported(action: "editRejected"))
    case .restored: .ignored(.notSupported(action: "restored"))
    case .memoryWarning: .ignored(.notSupported(action: "memoryWarning"))
    }
  }

  /// Accepts an action: brings the anchor up to date, and adds the load that is wanted now.
  ///
  /// Every accepted action ends here, so a wish is looked at after every change and not only when
  /// a row appears.
  func accept(_ state: inout State, _ effects: [Effect] = []) -> Reaction<Effect, FeedRefusal> {
    settleAnchor(&state)
    guard explain(state, .append) == nil else { return .accepted(effects) }
    return .accepted(effects + [startAppend(&state)])
  }
}
