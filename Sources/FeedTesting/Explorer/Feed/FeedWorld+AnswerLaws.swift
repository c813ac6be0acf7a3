import FeedReducer

// What the machine says to an action, whatever the action is about.
extension FeedWorld {
  /// Laws of tickets, answers and the order of effects.
  var answerLaws: [Law<FeedWorld>] {
    [
      .onEveryStep(
        "ignored is unchanged", "An action that is ignored leaves the state exactly as it was.",
        rule: .ignoring
      ) { step in
        step.exchange?.reaction.refusal == nil || step.before.state == step.after.state
      },
      .onEveryStep(
        "deterministic", "An action that counts has the same result when it is tried again.",
        rule: .determinism
      ) { step in
        guard let exchange = step.exchange, exchange.reaction.refusal == nil else { return true }
        var again = step.before.state
        let reaction = machine.reduce(into: &again, exchange.action)
        return reaction == exchange.reaction && again == step.after.state
      },
      .onEveryStep(
        "tickets only grow",
        "The last ticket never falls, and what is begun has a ticket not given before.",
        rule: .tickets
      ) { tickets($0) },
      .onEveryStep(
        "cancels before loads",
        "In the effects of one action every cancel comes before every load.", rule: .oneRequest
      ) { step in
        let firstLoad = step.effects.firstIndex { $0.request != nil } ?? step.effects.endIndex
        return step.effects[firstLoad...].allSatisfy { !$0.isCancel }
      },
      .onEveryStep("cancels hit", "What is cancelled was under way.", rule: .tickets) { step in
        step.effects.allSatisfy { effect in
          if case .cancel(let ticket) = effect { step.before.work(ticket) != nil } else { true }
        }
      },
      .onEveryStep(
        "late is ignored", "An answer to what is not under way is ignored.", rule: .tickets
      ) { step in
        guard let exchange = step.exchange, exchange.action.isAnswer else { return true }
        return exchange.reaction.refusal != nil || step.before.awaited(by: exchange.action) != nil
      },
      .onEveryStep(
        "awaited counts", "An answer to what is under way is not ignored.", rule: .tickets
      ) { step in
        guard let exchange = step.exchange, exchange.action.isAnswer else { return true }
        return exchange.reaction.refusal == nil || step.before.awaited(by: exchange.action) == nil
      },
    ]
  }

  private func tickets(_ step: Step<FeedWorld>) -> Bool {
    guard let exchange = step.exchange else { return true }
    var given = step.before.feed.lastTicket
    if step.after.feed.lastTicket < given { return false }
    for effect in step.effects {
      guard let ticket = effect.begun else { continue }
      // Edits that were restored keep the tickets by which the server knows them.
      if case .restored = exchange.action, effect.request == nil { continue }
      if ticket <= given { return false }
      given = ticket
    }
    return given <= step.after.feed.lastTicket
  }
}

extension Step<FeedWorld> {
  /// What the machine wants done.
  var effects: [ModelFeed.Effect] { exchange?.reaction.effects ?? [] }

  /// What was under way and has now been answered.
  var answered: FeedMoment.Work? { exchange.flatMap { before.awaited(by: $0.action) } }

  /// The requests that the machine sends.
  var requests: [ModelFeed.Request] { effects.compactMap(\.request) }
}

extension FeedMoment.Work {
  /// Whether this tells the server of an edit of the row `id`.
  func isEdit(of id: Int) -> Bool {
    if case .edit(let change, _) = task { change.row == id } else { false }
  }

  /// Whether this tells the server of an edit.
  var isEdit: Bool {
    if case .edit = task { true } else { false }
  }
}

extension Feed.Effect {
  /// The ticket of what this begins; nil for a cancel.
  var begun: Ticket? {
    switch self {
    case .load(let request): request.ticket
    case .schedule(let ticket, _), .send(let ticket, _): ticket
    case .cancel: nil
    }
  }

  /// The request that this sends, if it sends one.
  var request: Feed.Request? {
    if case .load(let request) = self { request } else { nil }
  }

  /// Whether this stops something.
  var isCancel: Bool { begun == nil }
}
