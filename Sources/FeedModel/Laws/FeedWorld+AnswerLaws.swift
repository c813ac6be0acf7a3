import FeedReducer
import FeedTesting

// What the machine says to an action, whatever the action is about.
extension FeedWorld {
  /// Laws of tickets, answers and the order of effects.
  var answerLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "ignored is unchanged", "An action that is ignored leaves the state exactly as it was.",
        rule: .ignoring
      ) { step in
        !step.isIgnored || step.before.state == step.after.state
      },
      .onEveryChange(
        "what counts does something",
        "An action that changes nothing and wants nothing is ignored.",
        rule: .ignoring
      ) { step in
        // Starting over counts, also for a feed that has only just begun to wait for the network.
        guard step.isCounted, step.effects.isEmpty, step.move != .reset else { return true }
        return step.before.state != step.after.state
      },
      .onEveryChange(
        "deterministic",
        "An action that counts has the same result when it is tried again, as one in eight is.",
        rule: .determinism
      ) { step in
        // Trying all of them again would take a third of the time of all laws.
        guard step.after.feed.lastTicket.rawValue % 8 == 0, step.isCounted,
          let exchange = step.exchange
        else { return true }
        var again = step.before.state
        let reaction = machine.reduce(into: &again, exchange.action)
        return reaction == exchange.reaction && again == step.after.state
      },
      .onEveryChange(
        "tickets only grow",
        "The last ticket never falls, and what is begun has a ticket not given before.",
        rule: .tickets
      ) { tickets($0) },
      .onEveryChange(
        "cancels before loads",
        "In the effects of one action every cancel comes before every load.", rule: .oneRequest
      ) { step in
        step.effects.drop { $0.request == nil }.allSatisfy { !$0.isCancel }
      },
      .onEveryChange(
        "cancels hit", "What is cancelled was under way, and is not what has just been answered.",
        rule: .tickets
      ) { step in
        step.effects.allSatisfy { effect in
          guard case .cancel(let ticket) = effect else { return true }
          return step.before.work(ticket) != nil && step.answered?.ticket != ticket
        }
      },
      .onEveryChange(
        "late is ignored", "An answer to what is not under way is ignored.", rule: .tickets
      ) { step in
        !step.move.isAnswer || !step.isCounted || step.answered != nil
      },
      .onEveryStep(
        "awaited counts", "An answer to what is under way is not ignored.", rule: .tickets
      ) { step in
        !step.move.isAnswer || !step.isIgnored || step.answered == nil
      },
    ]
  }

  private func tickets(_ step: Step<FeedWorld>) -> Bool {
    if step.move == .restart { return true }
    var given = step.before.feed.lastTicket
    if step.after.feed.lastTicket < given { return false }
    for effect in step.effects {
      guard let ticket = effect.begun else { continue }
      // Edits that are sent again, or late, keep the tickets by which the server knows them.
      if case .send = effect, !step.move.isEdit || ticket <= given { continue }
      if ticket <= given { return false }
      given = ticket
    }
    return given <= step.after.feed.lastTicket
  }
}

extension FeedMoment.Work {
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
    case .schedule(let ticket, _): ticket
    case .send(let edit): edit.ticket
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
