import FeedModel
import FeedReducer
import FeedTesting

// The laws that hold for every sequence of actions.
extension WildModel {
  var laws: [Law<WildModel>] { stateLaws + stepLaws + effectLaws }

  private var stateLaws: [Law<WildModel>] {
    [
      .invariant("unique ids", says: "No two rows have the same id.", rule: .uniqueRows) { state in
        let items = state.feed.items
        return items.isConsistent && Set(items.map(\.id)).count == items.count
      },
      .invariant(
        "pages count the rows", says: "The pages have as many rows as there are.", rule: .window
      ) {
        wild in
        let state = wild.feed
        return !state.pendingEdits.isEmpty
          || state.pages.reduce(0) { $0 + $1.count } == state.snapshot?.items.count ?? 0
      },
      .invariant(
        "tracked is live", says: "What is waited for is under way, all of it.", rule: .tickets
      ) {
        wild in
        let state = wild.feed
        let loads = LoadKind.allCases.compactMap { state[$0].request ?? state[$0].timer }
        let tracked = loads + state.pendingEdits.compactMap(\.live)
        return Set(tracked) == wild.live && tracked.count == wild.live.count
      },
      .invariant(
        "refresh comes first",
        says: "No load is under way beside a refresh that may replace the rows.",
        rule: .oneRequest
      ) {
        wild in
        let state = wild.feed
        return state.keepsPlace || !state.refresh.isUnderWay
          || !state.append.isUnderWay && !state.prepend.isUnderWay
      },
      .invariant(
        "the reader is in the list", says: "The reader is at rows that there are.", rule: .demand
      ) {
        state in
        state.feed.reader.map { !$0.isEmpty && $0.upperBound <= state.feed.items.count } ?? true
      },
    ]
  }

  private var stepLaws: [Law<WildModel>] {
    [
      .actionProperty(
        "ignored is unchanged", says: "What is ignored changes nothing.", rule: .ignoring
      ) {
        transition in
        transition.exchange?.reaction.refusal == nil
          || transition.before.feed == transition.after.feed
      },
      .actionProperty("deterministic", says: "A step can be repeated.", rule: .determinism) {
        transition in
        guard let exchange = transition.exchange else { return true }
        let again = feed.reduce(transition.before.feed, exchange.action)
        return again.reaction == exchange.reaction && again.state == transition.after.feed
      },
      .actionProperty("late is ignored", says: "Only what is live is answered.", rule: .tickets) {
        transition in
        guard let exchange = transition.exchange, exchange.reaction.refusal == nil,
          let ticket = exchange.action.answered
        else { return true }
        return transition.before.live.contains(ticket)
      },
      .actionProperty("tickets only grow", says: "The last ticket never falls.", rule: .tickets) {
        transition in
        transition.before.feed.lastTicket <= transition.after.feed.lastTicket
      },
      .actionProperty(
        "a failure keeps the rows", says: "A failed load changes no row.", rule: .steadyRefresh
      ) { transition in
        guard case .failed = transition.exchange?.action else { return true }
        return transition.before.feed.items == transition.after.feed.items
      },
    ]
  }

  private var effectLaws: [Law<WildModel>] {
    [
      .actionProperty(
        "a failure closes its kind", says: "Scrolling repeats nothing that failed.",
        rule: .closedByErrors
      ) { transition in
        guard case .itemAppeared = transition.exchange?.action else { return true }
        return transition.loads.allSatisfy { transition.before.feed[$0].failure == nil }
      },
      .actionProperty(
        "one load of a kind", says: "A step asks for a page of each kind at most.",
        rule: .oneRequest
      ) { Set($0.loads).count == $0.loads.count },
      .actionProperty(
        "cancels before loads", says: "Every cancel comes before every load.", rule: .oneRequest
      ) { transition in
        transition.effects.drop { !$0.isLoad }.allSatisfy { $0.cancelled == nil }
      },
      .actionProperty("cancels hit", says: "Only what is live is cancelled.", rule: .tickets) {
        transition in
        let answered = transition.exchange?.action.answered
        return transition.effects.compactMap(\.cancelled).allSatisfy {
          $0 != answered && transition.before.live.contains($0)
        }
      },
    ]
  }
}

extension ModelTransition<WildModel> {
  fileprivate var effects: [Letters.Effect] { exchange?.reaction.effects ?? [] }

  /// The kinds of the pages that this requests.
  fileprivate var loads: [LoadKind] {
    effects.compactMap { effect in
      if case .load(let request) = effect { request.kind } else { nil }
    }
  }
}

extension Letters.PendingEdit {
  /// The ticket of the edit's work in flight: its own, or its timer's.
  fileprivate var live: Ticket? { state.isSending ? edit.ticket : state.timer }
}

extension Letters.Effect {
  fileprivate var isLoad: Bool {
    if case .load = self { true } else { false }
  }

  fileprivate var cancelled: Ticket? {
    if case .cancel(let ticket) = self { ticket } else { nil }
  }
}
