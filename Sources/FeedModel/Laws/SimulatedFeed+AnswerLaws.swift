import FeedReducer
import FeedTesting

// How the machine reacts to an action of any kind.
extension SimulatedFeed {
  /// Laws of reactions, tickets, cancels and answers.
  var answerLaws: [Law<SimulatedFeed>] { reactionLaws + ticketLaws }

  /// Laws of what follows an accepted or ignored action.
  private var reactionLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "ignored is unchanged",
        says: "An action that is ignored leaves the state exactly as it was.",
        rule: .ignoring
      ) { transition in
        !transition.isIgnored || transition.before.feed == transition.after.feed
      },
      .changeProperty(
        "acceptance has a result",
        says: "An accepted action changes the state or has effects.",
        rule: .ignoring
      ) { transition in
        // A reset is accepted even in a feed that just started and waits for the network.
        guard transition.isAccepted, transition.effects.isEmpty, transition.step != .reset else {
          return true
        }
        return transition.before.feed != transition.after.feed
      },
      .changeProperty(
        "deterministic",
        says: "An accepted action has the same result when it is repeated; one in eight is.",
        rule: .determinism
      ) { transition in
        // Repeating every action would take a third of the time of all laws.
        guard transition.after.feed.lastTicket.rawValue % 8 == 0, transition.isAccepted,
          let exchange = transition.exchange
        else { return true }
        var again = transition.before.feed
        let reaction = machine.reduce(into: &again, exchange.action)
        return reaction == exchange.reaction && again == transition.after.feed
      },
    ]
  }

  /// Laws of tickets, and of the cancels and answers that carry them.
  private var ticketLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "tickets only grow",
        says: "The last ticket never falls, and new work has a new ticket.",
        rule: .tickets
      ) { tickets($0) },
      .changeProperty(
        "cancels before loads",
        says: "In the effects of one action every cancel comes before every load.",
        rule: .oneRequest
      ) { transition in
        transition.effects.drop { $0.request == nil }.allSatisfy { !$0.isCancel }
      },
      .changeProperty(
        "cancels hit",
        says: "A cancel names work in flight, and not the work that was just answered.",
        rule: .tickets
      ) { transition in
        transition.effects.allSatisfy { effect in
          guard case .cancel(let ticket) = effect else { return true }
          return transition.before.work(ticket) != nil && transition.answered?.ticket != ticket
        }
      },
      .changeProperty(
        "late is ignored", says: "An answer to work that is not in flight is ignored.",
        rule: .tickets
      ) { transition in
        !transition.step.isAnswer || !transition.isAccepted || transition.answered != nil
      },
      .actionProperty(
        "awaited is accepted", says: "An answer to work in flight is accepted.", rule: .tickets
      ) { transition in
        !transition.step.isAnswer || !transition.isIgnored || transition.answered == nil
      },
    ]
  }

  private func tickets(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    if transition.step == .restart { return true }
    var given = transition.before.feed.lastTicket
    if transition.after.feed.lastTicket < given { return false }
    for effect in transition.effects {
      guard let ticket = effect.startedTicket else { continue }
      // An edit that is sent late or again keeps its ticket, by which the server recognizes it.
      if case .send = effect, !transition.step.isEdit || ticket <= given { continue }
      if ticket <= given { return false }
      given = ticket
    }
    return given <= transition.after.feed.lastTicket
  }
}

extension SimulationState.Work {
  /// Whether this is an edit sent to the server.
  var isEdit: Bool {
    if case .edit = task { true } else { false }
  }
}

extension Feed.Effect {
  /// The page request, if this is one.
  var request: Feed.Request? {
    if case .load(let request) = self { request } else { nil }
  }

  /// Whether this cancels work.
  var isCancel: Bool { startedTicket == nil }
}
