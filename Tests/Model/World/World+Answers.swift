import FeedReducer
import FeedTesting

// What becomes of edits, and what answers and refusals say.
extension World {
  var editLaws: [Law<World>] {
    [
      each(
        "no edit is lost",
        says:
          "An edit shows and stays until it is answered, dismissed or dropped by name, also over a restart; those of a row are sent in order, and each is carried out once."
      ) { list, outside, server in
        outside.facts.wrongEdit == nil && Set(server.drafts).count == server.drafts.count
          && (list.isOfAnotherQuery(outside.facts) || areEditsShown(in: list))
      }
    ]
  }

  private func areEditsShown(in list: WorldMachine.List) -> Bool {
    if list.feed.generation == 0 { return true }
    var last: [Int: WorldFeed.Change] = [:]
    for pending in list.feed.pendingEdits { last[pending.edit.change.id] = pending.edit.change }
    return last.allSatisfy { id, change in
      switch change {
      // What was added to the list of a query may be in none of another's.
      case .insert: list.items.contains(id: id) || isSearch
      case .update(let row): list.items[id: id].map { $0 == row } ?? true
      case .remove: !list.items.contains(id: id)
      }
    }
  }

  // MARK: - Answers

  var answerLaws: [Law<World>] {
    [
      .changeProperty(
        "nothing leaks",
        says:
          "What a list says is under way is under way, and nothing else is; only that is cancelled. After a log out nothing is."
      ) { transition in
        guard let list = transition.list else { return true }
        let (shown, outside) = (transition.after.lists[list], transition.after.outside[list])
        let (awaited, calls) = (shown.awaited, Set(outside.calls.map(\.ticket)))
        return calls.count == outside.calls.count && calls.isSubset(of: awaited.all)
          && awaited.surely.isSubset(of: calls)
          && isCancelRight(in: transition, list: list)
          && (!shown.feed.isStopped
            || shown.items.isEmpty && shown.editTickets.isEmpty
              && calls.isSubset(of: [shown.search?.timer].compactMap { $0 }))
      },
      .actionProperty(
        "an answer counts once",
        says:
          "The answer to a call that is under way is accepted, one to old work is ignored, and new work has a new ticket."
      ) { transition in
        guard let list = transition.list else { return true }
        switch transition.step {
        case .answer, .fail: if !transition.isAccepted { return false }
        case .late: if transition.isAccepted, !transition.wasAwaited { return false }
        default: break
        }
        let before = transition.before.lists[list]
        // A load that was held back while the user typed has its ticket already.
        return transition.loads.allSatisfy {
          $0.ticket > before.feed.lastTicket || before.awaited.all.contains($0.ticket)
        } && transition.after.lists[list].feed.lastTicket >= before.feed.lastTicket
      },
      .actionProperty(
        "a refusal is true",
        says:
          "What a refusal says is so, and what it advises is accepted; so is why a load does not start. The buttons of a list work, and no load is due that was not started."
      ) { transition in
        guard let list = transition.list, let exchange = transition.exchange else { return true }
        if let refusal = exchange.reaction.refusal {
          return falsehood(
            in: refusal, of: exchange.action.action, at: transition.before, list: list) == nil
        }
        let after = transition.after.lists[list]
        if brokenButton(in: after) != nil { return false }
        return LoadKind.allCases.allSatisfy { kind in
          guard let refusal = machine.explain(kind, in: after) else { return kind == .refresh }
          return falsehood(in: refusal, of: nil, at: transition.after, list: list) == nil
        }
      },
      .actionProperty(
        "what is accepted counts",
        says:
          "An accepted action changes or does something; the same action in the same state has the same result. (One in eight is repeated.)"
      ) { transition in
        guard let exchange = transition.exchange, transition.isAccepted, let list = transition.list
        else { return true }
        let (before, after) = (transition.before.lists[list], transition.after.lists[list])
        // What waits for the network is started over without a trace.
        if transition.effects.isEmpty, before == after { return transition.feedAction == .reset }
        if after.feed.lastTicket.rawValue % 8 != 0 { return true }
        var again = before
        return machine.reduce(into: &again, exchange.action.action) == exchange.reaction
          && again == after
      },
    ]
  }

  /// Whether only what is under way is cancelled, and no further page for rows that are out of date.
  private func isCancelRight(in transition: Transition, list: Int) -> Bool {
    var awaited = transition.before.lists[list].awaited.all
    if let ticket = transition.feedAction?.answeredTicket { awaited.remove(ticket) }
    if transition.feedAction == .invalidated {
      let feed = transition.before.lists[list].feed
      awaited.subtract([feed.append.request, feed.prepend.request].compactMap { $0 })
    }
    return transition.cancels.isSubset(of: awaited)
  }

  /// What a list offers and does not accept: a retry and, beside rows, a dismissal of a failure; more, where an end has
  /// stalled.
  private func brokenButton(in list: WorldMachine.List) -> WorldFeed.Action? {
    if list.feed.isStopped || list.search?.timer != nil { return nil }
    var offered: [WorldFeed.Action] = []
    for kind in LoadKind.allCases where list.feed.error(of: kind) != nil {
      offered.append(.retryTapped(kind: kind))
      if !list.items.isEmpty { offered.append(.errorDismissed(kind: kind)) }
    }
    if list.feed.append.end == .stalled, !list.feed.refresh.isUnderWay { offered.append(.loadMore) }
    return offered.first { action in
      var copy = list
      return machine.reduce(into: &copy, .feed(action: action)).refusal != nil
    }
  }
}
