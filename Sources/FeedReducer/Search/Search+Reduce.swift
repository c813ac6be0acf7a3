// The rules of a search.
extension Search: StateMachine {
  /// Why a search ignored an action.
  public typealias Refusal = SearchRefusal

  /// Changes `state` as `action` demands and returns the effects, cancels before loads.
  ///
  /// - Complexity: As the feed's. O(1) for a query, and what comparing two queries takes.
  @inlinable public func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, SearchRefusal> {
    switch reportReader(&state, for: action) {
    case .moved: .accepted([])
    case .repeated(let refusal): .ignored(.feed(reason: refusal))
    case .other: react(&state, to: action)
    }
  }

  /// Returns the load that an action was ignored for, as its feed does; while the user types, the pause: until its end
  /// the feed's loads are held back.
  public func awaited(
    by action: Action, after reaction: Reaction<Effect, SearchRefusal>, in state: State
  ) -> Awaited? {
    if case .feed(let action) = action, !action.asksForRows { return nil }
    switch reaction.refusal {
    case .typing(let ticket): return .work(ticket)
    case .sameQuery, .staleRows:
      let ticket = state.timer ?? state.feed.refresh.request ?? state.feed.refresh.timer
      return ticket.map { .work($0) }
    case .feed(let reason):
      if let timer = state.timer, reason.load != nil { return .work(timer) }
      guard case .feed(let action) = action else { return nil }
      return feed.awaited(by: action, after: .ignored(reason), in: state.feed)
    case nil:
      // Another query has taken its place.
      if case .typed = action {
        let ticket = state.timer ?? state.feed.refresh.request ?? state.feed.refresh.timer
        return ticket.map { .work($0) }
      }
      guard state.timer == nil, !state.hasStaleRows, case .feed(let action) = action else {
        return nil
      }
      return feed.awaited(by: action, after: .accepted([]), in: state.feed)
    default: return nil
    }
  }

  /// Reduces every action that does more than move the reader.
  @inline(never) @usableFromInline func react(
    _ state: inout State, to action: Action
  ) -> Reaction<Effect, SearchRefusal> {
    do { return .accepted(try handle(action, in: &state)) } catch { return .ignored(error) }
  }

  private func handle(
    _ action: Action, in state: inout State
  ) throws(SearchRefusal) -> [Effect] {
    switch action {
    case .typed(let query): try typed(&state, query: query)
    case .submitted: try submitted(&state)
    case .timerFired(let ticket): try timerFired(&state, ticket: ticket)
    case .feed(action: .stopped): try stopped(&state)
    case .feed(let action): try passOn(action, to: &state)
    }
  }

  /// Returns the reason why a load of `kind` would not start now by itself, or nil if it would.
  ///
  /// - Parameters:
  ///   - kind: The kind of load.
  ///   - state: The state of this search.
  /// - Complexity: O(1).
  public func explain(_ kind: LoadKind, in state: State) -> SearchRefusal? {
    if let timer = state.timer, state.heldLoads.contains(where: { $0.kind == kind }) {
      return .typing(ticket: timer)
    }
    if !state.isAsked { return state.refusalWithoutQuery }
    if kind != .refresh, state.hasStaleRows { return state.refusalOfStaleRows }
    return feed.explain(kind, in: state.current).map { .feed(reason: $0) }
  }
}

// MARK: - The query

extension Search {
  /// Starts the pause. Typing back to the query that is asked ends it.
  private func typed(_ state: inout State, query: Query?) throws(SearchRefusal) -> [Effect] {
    // A query that the search began with may be wanted and neither asked nor typed.
    if query == state.query, query == state.asked || state.isTyping {
      throw query == nil ? .noQuery : .sameQuery
    }
    state.query = query
    let cancels = state.cancelTimer()
    guard let query else { return cancels + letGo(&state) }
    if query == state.asked { return cancels + state.releaseLoads(for: query) }
    let ticket = state.current.nextTicket()
    state.timer = ticket
    return cancels + [.schedule(ticket: ticket, after: pause)]
  }

  private func submitted(_ state: inout State) throws(SearchRefusal) -> [Effect] {
    guard let query = state.query else { throw .noQuery }
    if query != state.asked { return state.cancelTimer() + ask(query, in: &state) }
    do { return try passOn(.retryTapped(kind: nil), to: &state) } catch { throw .sameQuery }
  }

  private func timerFired(
    _ state: inout State, ticket: Ticket
  ) throws(SearchRefusal) -> [Effect] {
    guard state.timer == ticket, let query = state.query else {
      throw .unknownTicket(ticket: ticket)
    }
    state.timer = nil
    return ask(query, in: &state)
  }

  /// Asks a query: its feed starts over, so that no answer to an older request counts. The rows that show stay.
  private func ask(_ query: Query, in state: inout State) -> [Effect] {
    var rows = state.stale ?? StaleRows(feed: state.current, query: state.asked)
    for kind in LoadKind.allCases { rows.feed[kind] = .idle }
    let cancels = letGo(&state)
    (state.lastQuery, state.isAsked) = (query, true)
    state.stale = rows.feed.items.isEmpty ? nil : rows
    return cancels + ((try? run(.started, in: &state)) ?? [])
  }

  /// Cancels the loads of the feed, and empties it. Its edits go on.
  private func letGo(_ state: inout State) -> [Effect] {
    state.stale = nil
    state.isAsked = false
    let cancels = feed.letGo(&state.current)
    return state.effects(of: cancels)
  }

  /// The user logs out: there is no query, and the edits are dropped.
  private func stopped(_ state: inout State) throws(SearchRefusal) -> [Effect] {
    if state.query == nil, !state.current.hasEdits { throw .noQuery }
    let cancels = state.cancelTimer()
    state.query = nil
    state.stale = nil
    state.isAsked = false
    return cancels + ((try? run(.stopped, in: &state)) ?? [])
  }
}

// MARK: - The feed

extension Search {
  /// Passes an action on to the feed.
  private func passOn(
    _ action: Feed<Item, Cursor>.Action, to state: inout State
  ) throws(SearchRefusal) -> [Effect] {
    if case .restored(let snapshot, _) = action, !state.isAsked || !snapshot.hasOnlyEdits {
      throw .noSnapshots
    }
    if !state.isAsked { return try passOnWithoutQuery(action, to: &state) }
    if let ticket = action.answeredTicket, state.isHeld(ticket) {
      throw .unknownTicket(ticket: ticket)
    }
    switch action {
    case .itemAppeared(let index) where state.hasStaleRows:
      if let refusal = FeedRefusal(ofRow: index, count: state.items.count) {
        throw .feed(reason: refusal)
      }
      return try staleRowsAppeared(&state, range: index..<index + 1)
    case .visible(let range) where state.hasStaleRows:
      return try staleRowsAppeared(&state, range: range)
    case .errorDismissed(let kind) where state.hasStaleRows:
      // The rows of the query before show, so the failure need not.
      do {
        return state.effects(
          of: try feed.errorDismissed(&state.current, kind: kind, showsRows: true))
      } catch { throw refusal(of: error, in: state) }
    case .memoryWarning where state.hasStaleRows: throw state.refusalOfStaleRows
    case .restored where state.timer != nil: return try restoredWhileTyping(&state, action)
    case .reset: state.stale = nil
    default: break
    }
    let lastTicket = state.current.lastTicket
    let effects: [Effect]
    do { effects = try run(action, in: &state) } catch {
      if state.hasStaleRows, action.isOfRows, case .feed = error { throw state.refusalOfStaleRows }
      throw error
    }
    if state.current.hasFirstPage { return effects + endStaleness(of: &state) }
    showEdits(in: &state, after: action, lastTicket: lastTicket)
    return effects
  }

  /// Rule 3: does to the stale rows what an action about edits has done to the feed of the query. What was refused goes,
  /// and what the server made of a row shows.
  ///
  /// - Parameters:
  ///   - state: The state of this search.
  ///   - action: The action, which the feed of the query has accepted.
  ///   - lastTicket: Its last ticket before that: timers of edits get the same tickets in both feeds.
  private func showEdits(
    in state: inout State, after action: Feed<Item, Cursor>.Action, lastTicket: Ticket
  ) {
    guard let edits = feed.edits, var stale = state.stale else { return }
    (stale.feed.lastTicket, stale.feed.isOnline) = (lastTicket, state.current.isOnline)
    if case .connectivityChanged = action {
      _ = edits.rules.connect(&stale.feed, of: feed)
    } else {
      _ = try? edits.rules.react(&stale.feed, of: feed, to: action)
    }
    state.stale = stale.feed.items.isEmpty ? nil : stale
  }

  /// Starts the pause again under a new ticket: an edit of the snapshot may have the one that the timer has.
  private func restoredWhileTyping(
    _ state: inout State, _ action: Feed<Item, Cursor>.Action
  ) throws(SearchRefusal) -> [Effect] {
    let effects = try run(action, in: &state)
    let cancels = state.cancelTimer()
    let ticket = state.current.nextTicket()
    state.timer = ticket
    return cancels + effects + [.schedule(ticket: ticket, after: pause)]
  }

  /// Without a query the network is remembered, since the next one loads by it, and edits go on.
  private func passOnWithoutQuery(
    _ action: Feed<Item, Cursor>.Action, to state: inout State
  ) throws(SearchRefusal) -> [Effect] {
    switch action {
    case .started, .refreshPulled, .retryTapped:
      if state.query != nil { return try submitted(&state) }
      throw .noQuery
    case .itemAppeared, .visible, .loadMore, .invalidated, .reset, .edit, .memoryWarning,
      .gapTapped:
      throw state.refusalWithoutQuery
    default: return try run(action, in: &state)
    }
  }

  /// Runs the feed.
  private func run(
    _ action: Feed<Item, Cursor>.Action, in state: inout State
  ) throws(SearchRefusal) -> [Effect] {
    switch feed.reduce(into: &state.current, action) {
    case .ignored(let reason): throw refusal(of: reason, in: state)
    case .accepted(let effects): return state.effects(of: effects)
    }
  }

  /// Why the search ignores what its feed ignored. A load that is held back has not started.
  private func refusal(of reason: FeedRefusal, in state: State) -> SearchRefusal {
    if let timer = state.timer, let load = reason.load, state.isHeld(load.ticket) {
      return .typing(ticket: timer)
    }
    // A stopped search goes on with a query.
    if reason == .stopped, !state.isAsked { return state.refusalWithoutQuery }
    return .feed(reason: reason)
  }

  /// Notes which of the stale rows are visible. They get no further page.
  private func staleRowsAppeared(
    _ state: inout State, range: Range<Int>
  ) throws(SearchRefusal) -> [Effect] {
    let count = state.items.count
    if let refusal = FeedRefusal(ofRows: range, count: count) {
      throw .feed(reason: refusal)
    }
    let rows = range.clamped(to: 0..<count)
    if rows == state.reader { throw state.refusalOfStaleRows }
    state.stale?.feed.visibleRows = rows
    return []
  }

  /// Drops the stale rows, since the first page is there. The reader stays on the rows that are in both
  /// lists, because a user interface does not report them again.
  private func endStaleness(of state: inout State) -> [Effect] {
    guard var stale = state.stale?.feed else { return [] }
    state.stale = nil
    let ids = stale.reader.map { stale.items[$0].map { $0.id } } ?? []
    // Edits of the stale rows have counted its revision up.
    stale.items.show(state.current.items)
    state.current.items = stale.items
    let rows = ids.compactMap { state.current.items.index(id: $0) }
    guard let first = rows.min(), let last = rows.max() else { return [] }
    return (try? run(.visible(range: first..<last + 1), in: &state)) ?? []
  }
}

extension Feed.Action {
  /// Whether it is about the rows that show.
  fileprivate var isOfRows: Bool {
    switch self {
    case .loadMore, .edit, .gapTapped: true
    default: false
    }
  }
}

extension Search.State {
  /// Why rows of a query before get no further page: the first page of the new one is to come, or has failed.
  fileprivate var refusalOfStaleRows: SearchRefusal {
    switch current.refresh {
    case .failed: .feed(reason: .failed(kind: .refresh))
    case .idle: .feed(reason: .noFirstPage)
    default: .staleRows
    }
  }

  /// Why an action that needs the rows of a query is ignored when none is asked.
  fileprivate var refusalWithoutQuery: SearchRefusal {
    timer.map { .typing(ticket: $0) } ?? (query == nil ? .noQuery : .notAsked)
  }

  /// Ends the pause, if the user types, and returns the cancel.
  fileprivate mutating func cancelTimer() -> [Search.Effect] {
    guard let ticket = timer else { return [] }
    timer = nil
    return [.cancel(ticket: ticket)]
  }

  /// The effects of the feed for the query that was asked last. Loads that it asks for while the user types are held
  /// back.
  fileprivate mutating func effects(
    of effects: [Feed<Item, Cursor>.Effect]
  ) -> [Search.Effect] {
    // A feed for which no query was ever asked has nothing to do.
    guard let query = lastQuery else { return [] }
    return effects.filter { !holds($0) }.map { .feed(query: query, effect: $0) }
  }

  /// Whether the load with this ticket was asked for while the user types, and has not started.
  fileprivate func isHeld(_ ticket: Ticket) -> Bool {
    heldLoads.contains { $0.ticket == ticket }
  }

  /// Holds a load back while the user types; a cancel of such a load forgets it.
  ///
  /// - Returns: Whether the effect is not to be carried out now.
  fileprivate mutating func holds(_ effect: Feed<Item, Cursor>.Effect) -> Bool {
    switch effect {
    case .load(let request) where timer != nil:
      heldLoads.append(request)
      return true
    case .cancel(let ticket) where isHeld(ticket):
      heldLoads.removeAll { $0.ticket == ticket }
      return true
    default: return false
    }
  }

  /// Starts the loads that were held back.
  fileprivate mutating func releaseLoads(for query: Query) -> [Search.Effect] {
    let loads = heldLoads
    heldLoads = []
    return loads.map { .feed(query: query, effect: .load(request: $0)) }
  }
}
