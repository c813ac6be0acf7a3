import FeedReducer
import FeedSpec
package import FeedTesting

// The laws of a search.
extension SimulatedSearch {
  /// Every law of a search, in the order of `Docs/Laws.md`; the laws of its feed follow.
  package var laws: [Law<SimulatedSearch>] {
    queryLaws + typingLaws + rowLaws + pageLaws + endLaws + reachableStates + part.laws
  }

  /// Laws of the query that is wanted and of the one that is asked.
  private var queryLaws: [Law<SimulatedSearch>] {
    [
      .invariant(
        "requests are for the query",
        says: "All requests in flight are for the query that is asked.",
        rule: .asking
      ) { state in
        state.work.inFlight.compactMap(\.startedTicket).allSatisfy { ticket in
          state.queries[ticket].map { $0 == state.search.asked } ?? true
        }
      },
      .invariant(
        "the feed is of the query", says: "The feed has rows of the query that is asked only.",
        rule: .asking
      ) { state in state.search.feed.items.allSatisfy { $0.value == state.search.asked } },
      .actionProperty(
        "what is typed is wanted", says: "After typing the query is the one that was typed.",
        rule: .pause
      ) { transition in
        if case .type(let query) = transition.step {
          transition.after.search.query == query
        } else {
          transition.after.search.query == transition.before.search.query
        }
      },
      .actionProperty(
        "the pause asks", says: "When the pause is over, or on submit, the query is asked.",
        rule: .pause
      ) { transition in
        switch transition.step {
        case .pause, .submit: transition.after.search.asked == transition.after.search.query
        default: true
        }
      },
      .changeProperty(
        "the same query loads nothing",
        says: "Typing or submitting the query that is asked starts no load, unless one failed or "
          + "waits.",
        rule: .sameQuery
      ) { loadsOnlyWhatWasHeld($0) },
    ]
  }

  private func loadsOnlyWhatWasHeld(_ transition: ModelTransition<SimulatedSearch>) -> Bool {
    let before = transition.before.search
    switch transition.step {
    case .type(let query) where query == before.asked:
      return transition.loads == before.heldLoads
    case .submit where before.query == before.asked:
      return transition.loads.isEmpty || before.error != nil || before.feed.refresh.timer != nil
        || before.feed.append.timer != nil
    default: return true
    }
  }

  /// Laws of the time while the user types.
  private var typingLaws: [Law<SimulatedSearch>] {
    [
      .invariant(
        "one timer", says: "The timer of the state runs, and no other.", rule: .pause
      ) { $0.timers == ($0.search.timer.map { [$0] } ?? []) },
      .changeProperty(
        "each letter starts the pause again",
        says: "Typing another query than the one that is asked starts a timer of the whole pause.",
        rule: .pause
      ) { transition in
        guard case .type(let query?) = transition.step, query != transition.before.search.asked,
          query != transition.before.search.query
        else { return true }
        return transition.effects.contains { effect in
          if case .schedule(let ticket, let after) = effect {
            ticket == transition.after.search.timer && after == Self.search.pause
          } else {
            false
          }
        }
      },
      .changeProperty(
        "nothing loads while the user types", says: "No load starts while the pause runs.",
        rule: .typing
      ) { transition in
        transition.after.search.timer == nil || transition.loads.isEmpty
      },
      .invariant(
        "nothing is held for ever", says: "Loads are held back only while the user types.",
        rule: .typing
      ) { $0.search.heldLoads.isEmpty || $0.search.timer != nil },
    ]
  }

  /// Laws of the rows that show.
  private var rowLaws: [Law<SimulatedSearch>] {
    [
      .invariant(
        "rows of one query", says: "All rows that show are of one query.", rule: .staleRows
      ) { Set($0.search.items.map(\.value)).count < 2 },
      .invariant(
        "stale rows are marked", says: "Rows of another query than the wanted one are marked.",
        rule: .staleRows
      ) { state in
        state.search.isStale || state.search.items.allSatisfy { $0.value == state.search.query }
      },
      .invariant(
        "rows of the query are not marked",
        says: "Rows of the wanted query are not marked as stale.",
        rule: .staleRows
      ) { state in
        !state.search.isStale || state.search.items.contains { $0.value != state.search.query }
      },
      .changeProperty(
        "rows vanish with a page or the query",
        says: "Rows vanish only when a page arrives or the query becomes nil.", rule: .staleRows
      ) { transition in
        let before = transition.before.search.items
        return transition.appliedPage != nil || transition.after.search.query == nil
          || before == transition.after.search.items
      },
      .invariant(
        "no query is empty",
        says: "Without a query there are no rows, nothing is in flight, and no timer runs.",
        rule: .noQuery
      ) { state in
        state.search.query != nil
          || state.search.items.isEmpty && state.work.inFlight.isEmpty && state.timers.isEmpty
            && !state.search.isStale && state.search.error == nil
      },
    ]
  }

  /// Laws of the first page of a query.
  private var pageLaws: [Law<SimulatedSearch>] {
    [
      .changeProperty(
        "the first page ends staleness",
        says: "When the first page of the query that is asked arrives, its rows show.",
        rule: .staleRows
      ) { transition in
        guard transition.appliedPage != nil else { return true }
        return transition.after.search.items == transition.after.search.feed.items
      },
      .changeProperty(
        "a failed first page keeps the rows",
        says:
          "If a page fails, the rows before stay, and the error shows, a retry waits or the feed refreshes.",
        rule: .staleRows
      ) { transition in
        guard case .feed(.fail) = transition.step, transition.exchange?.reaction.refusal == nil
        else { return true }
        let after = transition.after.search
        return after.items == transition.before.search.items
          && (after.error != nil || after.feed.refresh.isUnderWay
            || after.feed.append.timer != nil)
      },
      .changeProperty(
        "stale rows get no page", says: "No further page is asked for while rows are stale.",
        rule: .staleRows
      ) { transition in
        transition.after.search.items == transition.after.search.feed.items
          || transition.loads.allSatisfy { $0.kind == .refresh }
      },
      .changeProperty(
        "the reader stays on the rows",
        says: "When stale rows go, the reader is at the rows that are in both lists.",
        rule: .staleRows
      ) { transition in
        guard transition.before.search.stale != nil, transition.appliedPage != nil else {
          return true
        }
        let (before, after) = (transition.before.search, transition.after.search)
        let ids = before.reader.map { before.items[$0].map(\.id) } ?? []
        let rows = ids.compactMap { after.items.index(id: $0) }
        return after.reader == rows.min().map { $0..<(rows.max() ?? $0) + 1 }
      },
    ]
  }

  /// Liveness: the rows of the query show in the end.
  private var endLaws: [Law<SimulatedSearch>] {
    [
      .liveness(
        "leads to the rows of the query",
        says: "From every state pauses, answers and retries lead to all rows of the query.",
        rule: .asking, by: { wayOn(from: $0).map { [$0] } ?? [] }
      ) { isDone($0) }
    ]
  }

  private func wayOn(from state: State) -> Step? {
    if !state.search.feed.isOnline { return .feed(.connect(true)) }
    if !state.timers.isEmpty { return .pause(0) }
    if state.search.query != state.search.asked { return .submit }
    if !state.work.inFlight.isEmpty { return .feed(.answer(0)) }
    if state.search.error != nil { return .feed(.retry) }
    return isDone(state) ? nil : .feed(.loadMore)
  }

  private func isDone(_ state: State) -> Bool {
    let search = state.search
    guard let query = search.query else { return search.items.isEmpty && !search.isTyping }
    return search.asked == query && !search.isStale && search.feed.append.end == .exhausted
      && search.items.allSatisfy { $0.value == query } && search.error == nil
      && state.work.inFlight.isEmpty && !search.isTyping
  }

  /// What the model must reach, so that the laws say something.
  private var reachableStates: [Law<SimulatedSearch>] {
    [
      .reachable("stale beside an error", says: "Stale rows show beside an error.") {
        $0.search.isStale && $0.search.error != nil && !$0.search.items.isEmpty
      },
      .reachable("a load is held", says: "A load waits until the user has stopped typing.") {
        !$0.search.heldLoads.isEmpty
      },
      .reachable("two pages", says: "A query shows two pages.") { $0.search.feed.pages.count == 2 },
      .reachable("nothing found", says: "A query finds nothing.") { $0.search.isEmpty },
      .reachable("an old answer", says: "A request of an older query may still be answered.") {
        state in
        state.work.ended.compactMap(\.startedTicket).contains {
          state.queries[$0].map { $0 != state.search.asked } ?? false
        }
      },
    ]
  }
}

extension ModelTransition<SimulatedSearch> {
  /// The loads that the action started.
  fileprivate var loads: [ModelSearch.State.Request] {
    effects.compactMap { if case .feed(_, .load(let request)) = $0 { request } else { nil } }
  }

  /// The page that the search accepted; nil if there was none.
  fileprivate var appliedPage: ModelFeed.Page? {
    guard case .feed(action: .pageLoaded(_, let page)) = exchange?.action,
      exchange?.reaction.refusal == nil
    else { return nil }
    return page
  }
}

// The rules of a search, in the words of `Docs/Search.md`.
extension Rule {
  /// Every rule of a search, ascending by number.
  package static let ofSearches: [Rule] = [
    .pause, .asking, .staleRows, .typing, .sameQuery, .noQuery,
  ]

  package static let pause = Rule(1, says: "A query is asked after a pause, or on submit.")
  package static let asking = Rule(2, says: "Asking starts the feed over.")
  package static let staleRows = Rule(3, says: "Rows stay until the first page, marked as stale.")
  package static let typing = Rule(4, says: "Nothing loads while the user types.")
  package static let sameQuery = Rule(5, says: "The same query again loads nothing.")
  package static let noQuery = Rule(6, says: "No query, no rows.")
}
