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
