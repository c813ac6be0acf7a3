// The switch over all actions, and the one place that decides whether a load starts.
extension Feed: StateMachine {
  /// Why a feed ignored an action.
  public typealias Refusal = FeedRefusal

  /// Changes `state` as `action` demands and returns the effects, cancels before loads.
  ///
  /// - Complexity: O(1) for a row that appears and loads nothing, and for an ignored action; checking
  ///   a snapshot that is then refused takes O(*n*). O(*p* + *v*) for a page, in its rows and those
  ///   that are visible.
  @inlinable public func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    switch reportReader(&state, for: action) {
    case .moved: .accepted([])
    case .repeated(let refusal): .ignored(refusal)
    case .other: react(&state, to: action)
    }
  }

  /// Returns the load in flight, or the wait for its retry, for which an action that asks for rows was ignored.
  ///
  /// A request for more has its turn after a refresh, which may replace the rows. Before the first page that page is
  /// what it asks for.
  @inlinable public func awaited(
    by action: Action, after reaction: Reaction<Effect, FeedRefusal>, in state: State
  ) -> Awaited? {
    guard action.asksForRows else { return nil }
    guard let refusal = reaction.refusal else {
      // An end that has stalled is open again, and the refresh decides what there is to load.
      guard case .loadMore = action, state.isRefreshAlone else { return nil }
      return (state.refresh.request ?? state.refresh.timer).map { .turn(after: $0) }
    }
    guard let load = refusal.load else { return nil }
    if case .loadMore = action, load.kind == .refresh, state.hasFirstPage {
      return .turn(after: load.ticket)
    }
    return .work(load.ticket)
  }

  /// Reduces every action that does more than move the reader. Out of line, since the short way is inlined in views.
  @inline(never) @usableFromInline func react(
    _ state: inout State, to action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    let reaction = reactUnchecked(&state, to: action)
    if case .accepted = reaction { state.checkInvariants() }
    return reaction
  }

  private func reactUnchecked(
    _ state: inout State, to action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    var effects: [Effect]
    do { effects = try handle(action, in: &state) } catch { return .ignored(error) }
    if let gaps {
      gaps.rules.follow(&state, of: self, effects: &effects)
    } else {
      effects += loadNearTheEnds(&state)
    }
    forgetConfirmed(&state)
    return .accepted(effects)
  }

  /// Reduces an action and checks no invariant: for tests, which show what is wrong where `reduce` would trap.
  package func reduceUnchecked(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, FeedRefusal> {
    switch reportReader(&state, for: action) {
    case .moved: .accepted([])
    case .repeated(let refusal): .ignored(refusal)
    case .other: reactUnchecked(&state, to: action)
    }
  }

  /// Calls the handler of an action, which has the action's name.
  private func handle(
    _ action: Action, in state: inout State
  ) throws(FeedRefusal) -> [Effect] {
    switch action {
    case .started: try started(&state)
    case .itemAppeared(let index): try itemAppeared(&state, index: index)
    case .visible(let range): try visible(&state, range: range)
    case .loadMore: try loadMore(&state)
    case .refreshPulled: try refreshPulled(&state)
    case .invalidated: try invalidated(&state)
    case .reset: try reset(&state)
    case .stopped: try stopped(&state)
    case .retryTapped(let kind): try retryTapped(&state, kind: kind)
    case .errorDismissed(let kind): try errorDismissed(&state, kind: kind)
    case .pageLoaded(let ticket, let page): try pageLoaded(&state, ticket: ticket, page: page)
    case .failed(let ticket, let failure): try failed(&state, ticket: ticket, failure: failure)
    case .cancelled(let ticket): try cancelled(&state, ticket: ticket)
    case .timerFired(let ticket): try timerFired(&state, ticket: ticket)
    case .connectivityChanged(let isOnline): try connectivityChanged(&state, isOnline: isOnline)
    case .edit, .editCommitted, .editFailed, .editRetried, .editDismissed:
      try handleEdit(&state, action, else: Self.refusalWithoutEdits(of: action))
    case .restored(let snapshot, let age):
      try snapshot.rules.restore(self, &state, snapshot, age)
    case .memoryWarning(let keep): try memoryWarning(&state, keep: keep)
    case .gapTapped(let id, let side):
      if let gaps { try gaps.rules.tap(&state, of: self, id: id, from: side) } else { throw .noGap }
    }
  }

  /// Leaves an action that may be about an edit to the rules of edits.
  func handleEdit(
    _ state: inout State, _ action: Action, else refusal: FeedRefusal
  ) throws(FeedRefusal) -> [Effect] {
    guard let effects = try edits?.rules.react(&state, of: self, to: action) else { throw refusal }
    return effects
  }

  /// Why an action about an edit is ignored where rows can't be edited.
  private static func refusalWithoutEdits(of action: Action) -> FeedRefusal {
    switch action {
    case .edit: .readOnly
    case .editCommitted(let ticket, _), .editFailed(let ticket, _): .unknownTicket(ticket: ticket)
    default: .noFailedEdit
    }
  }

  /// Rule 2: starts the loads that are due, after every accepted action, since a page may be short or a row
  /// gone, and no report would come.
  func loadNearTheEnds(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    if explain(.append, in: state) == nil { effects += loadFurtherPage(&state, at: .append) }
    if explain(.prepend, in: state) == nil { effects += loadFurtherPage(&state, at: .prepend) }
    return effects
  }
}

// MARK: - Whether a load starts

extension Feed {
  /// Returns the reason why a load of `kind` would not start now by itself, or nil if it would.
  ///
  /// The same code decides whether a load starts. The reasons are those with which actions are
  /// ignored.
  ///
  /// ```swift
  /// feed.explain(.append, in: state)  // .noFirstPage
  /// ```
  ///
  /// - Parameters:
  ///   - kind: The kind of load.
  ///   - state: The state of this feed.
  /// - Complexity: O(1).
  public func explain(_ kind: LoadKind, in state: State) -> FeedRefusal? {
    switch kind {
    case .refresh:
      state.refresh.refusal(of: .refresh) ?? state.refusalOfStart
    case .append: loadRefusal(at: .append, in: state) ?? readerRefusal(at: .append, in: state)
    case .prepend: loadRefusal(at: .prepend, in: state) ?? readerRefusal(at: .prepend, in: state)
    case .gap:
      if let gaps {
        gaps.rules.explain(state, of: self)
      } else {
        state.hasFirstPage ? .noGap : explain(.append, in: state)
      }
    }
  }

  /// Why a further page can't be asked for now, wherever the reader is; nil if it can.
  func loadRefusal(at side: Side, in state: State) -> FeedRefusal? {
    if !state.hasFirstPage { return state.refusalWithoutPage }
    if state.isRefreshAlone { return state.refusalDuringRefresh }
    return side == .append
      ? state.tail.load.refusal(of: .append) : state.head.load.refusal(of: .prepend)
  }

  /// Why the reader does not need a further page; nil if the reader does.
  private func readerRefusal(at side: Side, in state: State) -> FeedRefusal? {
    if let refusal = pauseRefusal(in: state) { return refusal }
    if isReaderNear(side, in: state) { return nil }
    guard let reader = state.reader else { return .noReader }
    let count = state.items.count
    return side == .append
      ? .farFromEnd(index: reader.upperBound - 1, count: count, distance: prefetchDistance)
      : .farFromStart(index: reader.lowerBound, distance: prefetchDistance)
  }
}

extension Feed {
  /// Why nothing loads by itself while loads are paused; nil if they are not. A list without rows can't be scrolled,
  /// so only a failed refresh pauses it.
  func pauseRefusal(in state: State) -> FeedRefusal? {
    if !state.isDemandPaused { return nil }
    if !state.items.isEmpty { return .demandPaused }
    switch state.refresh {
    case .failed, .offline: return state.refresh.refusal(of: .refresh)
    default: return nil
    }
  }
}

extension Feed.Action {
  /// Whether a load may be what it asks for. What it asks for beside that, a load does not do.
  @usableFromInline var asksForRows: Bool {
    switch self {
    case .started, .itemAppeared, .visible, .loadMore, .refreshPulled, .invalidated, .reset,
      .retryTapped, .gapTapped:
      true
    default: false
    }
  }
}

extension FeedRefusal {
  /// The load in flight, or the wait for its retry, for which an action was ignored.
  @usableFromInline package var load: (kind: LoadKind, ticket: Ticket)? {
    switch self {
    case .loading(let kind, let ticket), .waiting(let kind, let ticket): (kind, ticket)
    case .refreshing(let ticket): (.refresh, ticket)
    default: nil
    }
  }
}

extension LoadState {
  /// Why a load of `kind`, whose state this is, can't start; nil if it can.
  @inline(never) @usableFromInline func refusal(of kind: LoadKind) -> FeedRefusal? {
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
