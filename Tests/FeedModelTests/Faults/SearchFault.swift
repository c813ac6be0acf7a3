import FeedModel
@testable import FeedReducer
import FeedTesting
import Testing

/// A mutation of the search. It tests the laws: one of its rule's has to catch it.
struct SearchFault: Sendable {
  /// The short name, unique among the faults.
  let name: String

  /// What the machine does wrong, in one sentence for `Docs/Faults.md`.
  let sentence: String

  /// The rule that it breaks. Only the laws of this rule are checked.
  let rule: Rule

  /// The wrong machine.
  let machine: SimulatedSearch.Machine

  init(
    _ name: String, says sentence: String, breaks rule: Rule, machine: SimulatedSearch.Machine
  ) {
    self.name = name
    self.sentence = sentence
    self.rule = rule
    self.machine = machine
  }

  /// Every fault, in the order of the rules.
  static let all = ofThePause + ofAsking + ofStaleRows + ofTyping + ofTheSameQuery + ofNoQuery
}

extension SearchFault: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The right machine.
private let search = SimulatedSearch.search

extension SimulatedSearch.Machine {
  /// A search that receives other actions than those that were sent.
  static func receiving(
    by change: @escaping @Sendable (Action, State) -> Action
  ) -> Self {
    Self { state, action in search.reduce(into: &state, change(action, state)) }
  }

  /// A search that takes any page for the answer to its request of a kind, if one is in flight.
  static func taking(anyPageFor kind: LoadKind) -> Self {
    receiving { action, state in
      guard case .feed(action: .pageLoaded(_, let page)) = action,
        let request = state.feed[kind].request
      else { return action }
      return .feed(action: .pageLoaded(ticket: request, page: page))
    }
  }

  /// A search whose state and effects are changed after each accepted action.
  static func amended(
    by change: @escaping @Sendable (Action, State, inout State, inout [Effect]) -> Void
  ) -> Self {
    Self { state, action in
      let before = state
      let reaction = search.reduce(into: &state, action)
      guard case .accepted(var effects) = reaction else { return reaction }
      change(action, before, &state, &effects)
      return .accepted(effects)
    }
  }
}

extension SearchFault {
  private static let ofThePause: [SearchFault] = [
    SearchFault(
      "the timer leaks", says: "Typing on leaves the timer of the letter before running.",
      breaks: .pause,
      machine: .amended { _, _, _, effects in
        effects.removeAll { if case .cancel = $0 { true } else { false } }
      }),
    SearchFault(
      "an old timer counts", says: "Any timer that fires ends the pause.", breaks: .pause,
      machine: .receiving { action, state in
        if case .timerFired = action, let timer = state.timer {
          .timerFired(ticket: timer)
        } else {
          action
        }
      }),
    SearchFault(
      "one pause for all", says: "Typing on does not start the pause again.", breaks: .pause,
      machine: SimulatedSearch.Machine { state, action in
        guard case .typed(let query?) = action, state.timer != nil, query != state.asked,
          query != state.query
        else { return search.reduce(into: &state, action) }
        state.query = query
        return .accepted([])
      }),
    SearchFault(
      "the pause asks nothing", says: "When the pause is over, the query before stays asked.",
      breaks: .pause,
      machine: SimulatedSearch.Machine { state, action in
        guard case .timerFired(let ticket) = action, state.timer == ticket else {
          return search.reduce(into: &state, action)
        }
        state.timer = nil
        return .accepted([])
      }),
    SearchFault(
      "typing is forgotten", says: "A submitted query takes the place of the one that was typed.",
      breaks: .pause,
      machine: .amended { action, before, after, _ in
        if action == .submitted { after.query = before.asked ?? after.query }
      }),
  ]

  private static let ofAsking: [SearchFault] = [
    SearchFault(
      "asking refreshes", says: "A new query refreshes the feed in place of resetting it.",
      breaks: .asking,
      machine: SimulatedSearch.Machine { state, action in
        guard action == .submitted, let query = state.query, state.asked != nil,
          query != state.asked
        else { return search.reduce(into: &state, action) }
        let timer = state.timer
        (state.lastQuery, state.timer, state.heldLoads) = (query, nil, [])
        let refresh = search.feed.reduce(into: &state.current, .refreshPulled)
        return .accepted(
          (timer.map { [.cancel(ticket: $0)] } ?? [])
            + refresh.effects.map { .feed(query: query, effect: $0) })
      }),
    SearchFault(
      "late answers count", says: "The answer to a query before is taken for that of this one.",
      breaks: .asking,
      machine: .taking(anyPageFor: .refresh)),
    SearchFault(
      "the old request stays", says: "Asking does not cancel the requests of the query before.",
      breaks: .asking,
      machine: .amended { action, _, _, effects in
        guard action == .submitted else { return }
        effects.removeAll { if case .feed(_, .cancel) = $0 { true } else { false } }
      }),
    SearchFault(
      "no way to the rows", says: "A query is asked only if there are no rows.", breaks: .asking,
      machine: SimulatedSearch.Machine { state, action in
        switch action {
        case .timerFired, .submitted:
          if !state.items.isEmpty, state.query != state.asked { return .ignored(.sameQuery) }
        default: break
        }
        return search.reduce(into: &state, action)
      }),
  ]

  private static let ofTyping: [SearchFault] = [
    SearchFault(
      "typing loads", says: "Each letter is asked at once.", breaks: .typing,
      machine: SimulatedSearch.Machine { state, action in
        let reaction = search.reduce(into: &state, action)
        guard case .typed = action, let timer = state.timer else { return reaction }
        let effects = search.reduce(into: &state, .submitted).effects
        state.timer = timer
        return .accepted(
          reaction.effects + effects.filter { $0 != .cancel(ticket: timer) })
      }),
    SearchFault(
      "scrolling loads while the user types", says: "No load is held back while the user types.",
      breaks: .typing,
      machine: .amended { _, before, after, effects in
        let new = after.heldLoads.filter { !before.heldLoads.contains($0) }
        guard let query = after.asked else { return }
        after.heldLoads.removeAll { new.contains($0) }
        effects += new.map { .feed(query: query, effect: .load(request: $0)) }
      }),
    SearchFault(
      "held for ever", says: "A load that was held back never starts.", breaks: .typing,
      machine: .amended { _, before, after, effects in
        guard after.timer == nil, !before.heldLoads.isEmpty else { return }
        after.heldLoads = before.heldLoads
        effects.removeAll { if case .feed(_, .load) = $0 { true } else { false } }
      }),
  ]

  private static let ofTheSameQuery: [SearchFault] = [
    SearchFault(
      "the same query reloads", says: "Typing back to the query that is asked loads it again.",
      breaks: .sameQuery,
      machine: .amended { action, before, after, effects in
        guard case .typed(let query?) = action, query == before.asked else { return }
        effects += search.reduce(into: &after, .feed(action: .refreshPulled)).effects
      })
  ]

  private static let ofNoQuery: [SearchFault] = [
    SearchFault(
      "clearing keeps the rows", says: "Without a query the rows before still show.",
      breaks: .noQuery,
      machine: .amended { action, before, after, _ in
        guard action == .typed(query: nil), !before.items.isEmpty else { return }
        after.stale = ModelSearch.StaleRows(items: before.items, query: 1, total: nil, reader: nil)
      }),
    SearchFault(
      "clearing leaks", says: "Clearing the query does not cancel its requests.", breaks: .noQuery,
      machine: .amended { action, _, _, effects in
        if action == .typed(query: nil) { effects = [] }
      }),
  ]
}
