import FeedModel
import FeedReducer
import FeedTesting

// What holds whatever a machine is told.
extension WildWorld {
  var laws: [Law<WildWorld>] { stateLaws + stepLaws + effectLaws }

  private var stateLaws: [Law<WildWorld>] {
    [
      .always("unique ids", "No two rows have the same id.", rule: .uniqueRows) { moment in
        let items = moment.state.items
        return items.isConsistent && Set(items.map(\.id)).count == items.count
      },
      .always("pages count the rows", "The pages have as many rows as there are.", rule: .window) {
        moment in
        let state = moment.state
        return !state.pendingEdits.isEmpty
          || state.pages.reduce(0) { $0 + $1.count } == state.snapshot?.items.count ?? 0
      },
      .always("tracked is live", "What is waited for is under way, all of it.", rule: .tickets) {
        moment in
        let state = moment.state
        let loads = LoadKind.allCases.compactMap { state[$0].request ?? state[$0].timer }
        let tracked = loads + state.pendingEdits.compactMap(\.live)
        return Set(tracked) == moment.live && tracked.count == moment.live.count
      },
      .always("refresh comes first", "No load is under way beside a refresh.", rule: .oneRequest) {
        moment in
        let state = moment.state
        return !state.refresh.isUnderWay || !state.append.isUnderWay && !state.prepend.isUnderWay
      },
      .always("the reader is in the list", "The reader is at rows that there are.", rule: .demand) {
        moment in
        moment.state.reader.map { !$0.isEmpty && $0.upperBound <= moment.state.items.count } ?? true
      },
    ]
  }

  private var stepLaws: [Law<WildWorld>] {
    [
      .onEveryStep("ignored is unchanged", "What is ignored changes nothing.", rule: .ignoring) {
        step in
        step.exchange?.reaction.refusal == nil || step.before.state == step.after.state
      },
      .onEveryStep("deterministic", "A step can be repeated.", rule: .determinism) { step in
        guard let exchange = step.exchange else { return true }
        let again = feed.reduce(step.before.state, exchange.action)
        return again.reaction == exchange.reaction && again.state == step.after.state
      },
      .onEveryStep("late is ignored", "Only what is live is answered.", rule: .tickets) { step in
        guard let exchange = step.exchange, exchange.reaction.refusal == nil,
          let ticket = exchange.action.answered
        else { return true }
        return step.before.live.contains(ticket)
      },
      .onEveryStep("tickets only grow", "The last ticket never falls.", rule: .tickets) { step in
        step.before.state.lastTicket <= step.after.state.lastTicket
      },
      .onEveryStep(
        "a failure keeps the rows", "A failed load changes no row.", rule: .steadyRefresh
      ) { step in
        guard case .failed = step.exchange?.action else { return true }
        return step.before.state.items == step.after.state.items
      },
    ]
  }

  private var effectLaws: [Law<WildWorld>] {
    [
      .onEveryStep(
        "a failure closes its kind", "Scrolling repeats nothing that failed.", rule: .closedByErrors
      ) { step in
        guard case .itemAppeared = step.exchange?.action else { return true }
        return step.loads.allSatisfy { step.before.state[$0].failure == nil }
      },
      .onEveryStep(
        "one load of a kind", "A step asks for a page of each kind at most.", rule: .oneRequest
      ) { Set($0.loads).count == $0.loads.count },
      .onEveryStep(
        "cancels before loads", "Every cancel comes before every load.", rule: .oneRequest
      ) { step in
        step.effects.drop { !$0.isLoad }.allSatisfy { $0.cancelled == nil }
      },
      .onEveryStep("cancels hit", "Only what is live is cancelled.", rule: .tickets) { step in
        let answered = step.exchange?.action.answered
        return step.effects.compactMap(\.cancelled).allSatisfy {
          $0 != answered && step.before.live.contains($0)
        }
      },
    ]
  }
}

extension Step<WildWorld> {
  fileprivate var effects: [Letters.Effect] { exchange?.reaction.effects ?? [] }

  /// The kinds that are asked for.
  fileprivate var loads: [LoadKind] {
    effects.compactMap { effect in
      if case .load(let request) = effect { request.kind } else { nil }
    }
  }
}

extension Letters.PendingEdit {
  /// The ticket of what is under way for it: its own, or its timer's.
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
