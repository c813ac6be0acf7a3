// One place decides whether a load starts, and it is the same that says why not.
extension Feed {
  /// Returns the reason why a load of `kind` would not start now by itself, or nil if it would.
  ///
  /// The reasons are those with which actions are ignored.
  ///
  /// ```swift
  /// feed.explain(Feed.State(seed: 1), .append)  // .noFirstPage
  /// ```
  ///
  /// - Complexity: O(1).
  public func explain(_ state: State, _ kind: LoadKind) -> FeedRefusal? {
    switch kind {
    case .refresh: state.refresh.obstacle(to: .refresh) ?? (state.hasLanded ? .alreadyStarted : nil)
    case .append: obstacle(to: .append, state) ?? indifference(to: .append, state)
    case .prepend: obstacle(to: .prepend, state) ?? indifference(to: .prepend, state)
    }
  }

  /// Why a further page can't be asked for now, wherever the reader is; nil if it can.
  @inlinable func obstacle(to side: Side, _ state: State) -> FeedRefusal? {
    if !state.hasLanded { return .noFirstPage }
    if let ticket = state.refresh.request ?? state.refresh.timer {
      return .refreshing(ticket: ticket)
    }
    return side == .append
      ? state.tail.load.obstacle(to: .append) : state.head.load.obstacle(to: .prepend)
  }

  /// Why nobody waits for a further page; nil if the reader does.
  private func indifference(to side: Side, _ state: State) -> FeedRefusal? {
    // A list without rows can't be scrolled, so it rests only while a refresh has failed.
    if state.isDemandPaused, !state.items.isEmpty || state.refresh.failure != nil {
      return .demandPaused
    }
    if isReaderNear(side, state) { return nil }
    guard let reader = state.reader else { return .noReader }
    let count = state.items.count
    return side == .append
      ? .farFromEnd(index: reader.upperBound - 1, count: count, distance: prefetchDistance)
      : .farFromStart(index: reader.lowerBound, distance: prefetchDistance)
  }
}

extension LoadState {
  /// Why a load of `kind`, whose state this is, can't start; nil if it can.
  @inlinable func obstacle(to kind: LoadKind) -> FeedRefusal? {
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
