// One place decides whether a load starts, and it is the same that says why not.
extension Feed {
  /// Returns the reason why a load of `kind` would not start now by itself, or nil if it would.
  ///
  /// The reasons are those with which actions are ignored.
  ///
  /// ```swift
  /// feed.explain(Feed.State(seed: 1), .append)  // .noFirstPage
  /// ```
  public func explain(_ state: State, _ kind: LoadKind) -> FeedRefusal? {
    switch kind {
    case .refresh:
      return state.refresh.obstacle(to: .refresh) ?? (state.hasLanded ? .alreadyStarted : nil)
    case .append:
      if let obstacle = obstacleToAppend(state) { return obstacle }
      if state.isDemandPaused { return .demandPaused }
      if isReaderNearEnd(state) { return nil }
      guard let anchor = state.anchor else { return .noReader }
      return .farFromEnd(
        index: anchor.upperBound - 1, count: state.items.count, distance: prefetchDistance)
    case .prepend:
      return .notSupported(action: "prepend")
    }
  }

  /// Why the next page can't be asked for now, wherever the reader is; nil if it can.
  func obstacleToAppend(_ state: State) -> FeedRefusal? {
    if let ticket = state.refresh.request {
      return state.hasLanded ? .refreshing(ticket: ticket) : .noFirstPage
    }
    if !state.hasLanded { return .noFirstPage }
    return state.append.obstacle(to: .append)
  }
}

extension LoadState {
  /// Why a load of `kind`, whose state this is, can't start; nil if it can.
  func obstacle(to kind: LoadKind) -> FeedRefusal? {
    switch self {
    case .idle: nil
    case .loading(let ticket, _): .loading(kind: kind, ticket: ticket)
    case .waiting(let ticket, _): .waiting(kind: kind, ticket: ticket)
    case .offline: .offline(kind: kind)
    case .failed: .failed(kind: kind)
    case .ended(let reason): .ended(kind: kind, reason: reason)
    }
  }
}
