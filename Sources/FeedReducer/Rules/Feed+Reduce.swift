extension Feed: StateMachine {
  /// Why a feed ignored an action.
  public typealias Refusal = FeedRefusal

  /// Changes `state` as `action` demands and returns the effects, cancels before loads.
  ///
  /// - Complexity: O(1) for a row that appears and loads nothing; O(*p* + *v*) in the rows of a page
  ///   that lands and those that are visible.
  @inlinable public func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    passes(&state, action) ? .accepted([]) : change(&state, action)
  }

  /// Changes `state` as `action` demands.
  @inline(never) @usableFromInline func change(
    _ state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    defer { state.forgetConfirmed() }
    return react(&state, to: action)
  }

  private func react(
    _ state: inout State, to action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    switch action {
    case .started: start(&state)
    case .itemAppeared(let index): appear(&state, at: index)
    case .visible(let range): show(&state, range)
    case .loadMore: loadMore(&state)
    case .refreshPulled: pull(&state)
    case .invalidated: invalidate(&state)
    case .reset: reset(&state)
    case .retryTapped(let kind): retry(&state, kind)
    case .pageLoaded(let ticket, let page): land(&state, page, ticket)
    case .failed(let ticket, let failure): fail(&state, failure, ticket)
    case .cancelled(let ticket): cancel(&state, ticket)
    case .timerFired(let ticket): fire(&state, ticket)
    case .connectivityChanged(let isOnline): connect(&state, isOnline)
    case .edit(let change): edit(&state, change)
    case .editCommitted(let ticket, let item): commit(&state, ticket, item)
    case .editFailed(let ticket, let failure): failEdit(&state, failure, ticket)
    case .editRetried(let id): retryEdits(&state, of: id)
    case .editDismissed(let id): dismissEdits(&state, of: id)
    case .restored(let snapshot, let age): restore(&state, snapshot, age)
    case .memoryWarning(let keep): shrink(&state, keep)
    }
  }

  /// Accepts an action, and adds the loads that are wanted now.
  ///
  /// Every action that can change a wish ends here, so wishes are looked at after every change
  /// and not only when a row appears.
  func accept(_ state: inout State, _ effects: [Effect] = []) -> Reaction<Effect, FeedRefusal> {
    var effects = effects
    if explain(state, .append) == nil { effects += load(&state, .append) }
    if explain(state, .prepend) == nil { effects += load(&state, .prepend) }
    return .accepted(effects)
  }
}

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
