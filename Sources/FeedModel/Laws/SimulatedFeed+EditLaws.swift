import FeedReducer
import FeedSpec
import FeedTesting

// The user's edits: they show, they are sent, and none is lost.
extension SimulatedFeed {
  /// Laws of edits; none in a scenario without edits.
  var editLaws: [Law<SimulatedFeed>] {
    scenario.edits > 0 ? showingLaws + sendingLaws + failingLaws + holdingLaws : []
  }

  /// Laws of the rows that the list shows.
  private var showingLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "edits show",
        says: "The user's change shows until the server has answered, once there is a page.",
        rule: .edits
      ) { state in
        state.feed.pendingEdits.isEmpty || state.feed.generation == 0
          || state.pendingByRow.allSatisfy { id, change in
            shows(change, ofRow: id, in: state.feed)
          }
      },
      .changeProperty(
        "a refusal changes nothing",
        says: "A rejected edit does not change the server's rows in the list.",
        rule: .edits
      ) { transition in
        guard case .reject = transition.step else { return true }
        return transition.before.serverRows == transition.after.serverRows
      },
      .changeProperty(
        "a new row takes the server's id",
        says: "A new row that the server accepted is in the list once, with the server's id.",
        rule: .edits
      ) { transition in
        guard case .commit = transition.step, transition.isAccepted,
          case .editCommitted(_, let row?) = transition.exchange?.action,
          case .edit(.insert(let draft, _), _) = transition.answered?.task, draft.id != row.id
        else { return true }
        // A newer edit shows the row as the user made it, under the user's id.
        return !transition.after.ids.contains(draft.id)
          || transition.after.feed.pendingEdits.contains { $0.edit.change.id == draft.id }
      },
    ]
  }

  /// Laws of how edits are sent to the server.
  private var sendingLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "an edit is sent",
        says:
          "An edit is sent at once, unless an earlier edit of its row is pending or the device is offline.",
        rule: .edits
      ) { transition in
        guard transition.step.isEdit, transition.isAccepted,
          let made = transition.after.feed.pendingEdits.last
        else { return true }
        let isFirst = !transition.before.feed.pendingEdits.contains { $0.edit.id == made.edit.id }
        return transition.sends.contains(made.edit.ticket)
          == (isFirst && transition.before.feed.isOnline)
      },
      .invariant(
        "edits of a row keep their order",
        says: "Of the edits of one row one is sent, waits or has failed; the others are queued.",
        rule: .edits
      ) { state in
        let pending = state.feed.pendingEdits
        let active = pending.filter { $0.state != .queued }.map(\.edit.id)
        return Set(active).count == active.count && Set(active) == Set(pending.map(\.edit.id))
      },
      .changeProperty(
        "an edit knows its row",
        says: "An edit is sent with the id that the row has on the server.",
        rule: .edits
      ) { transition in
        transition.effects.allSatisfy { effect in
          guard case .send(let edit) = effect else { return true }
          if case .insert = edit.change { return true }
          return !transition.after.server.isDraft(edit.id)
        }
      },
      .actionProperty(
        "the user's retry of an edit is accepted",
        says: "An edit that waits or has failed is sent when the user retries it, also offline.",
        rule: .edits
      ) { transition in
        guard case .retryEdits(let id) = transition.step else { return true }
        let first = transition.before.feed.pendingEdits.first { $0.edit.id == id }
        let isUnderWay = first?.state.isSending ?? false
        let timer = first?.state.timer
        return transition.isAccepted && (isUnderWay || !transition.sends.isEmpty)
          && (timer == nil || transition.effects.contains(.cancel(ticket: timer ?? 0)))
      },
    ]
  }

  /// Laws of edits that fail.
  private var failingLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "no edit is lost",
        says:
          "An edit stays until the server accepts it, or the user dismisses it or logs out; also through a reset.",
        rule: .edits
      ) { transition in
        switch transition.step {
        case .commit, .dismissEdits, .logOut, .restart, .restore: return true
        default: break
        }
        let after = transition.after.allEdits
        return transition.before.allEdits.allSatisfy(after.contains)
      },
      .changeProperty(
        "a bad network undoes nothing",
        says:
          "An edit that did not reach the server still shows: it waits as a load would, or has failed.",
        rule: .edits
      ) { comesBack($0) },
      .changeProperty(
        "a refusal has a reason",
        says: "An edit that the server rejected is undone, and kept with its failure.",
        rule: .edits
      ) { transition in
        guard case .reject = transition.step, transition.isAccepted,
          let ticket = transition.answered?.ticket
        else { return true }
        let feed = transition.after.feed
        guard let failed = feed.failedEdits.first(where: { $0.edit.ticket == ticket }) else {
          return false
        }
        return failed.isUndone && failed.failure.message == transition.failure?.message
          && feed.failure(of: failed.edit.id) != nil
      },
      .changeProperty(
        "edits survive a restart",
        says: "A restored feed has the edits of its snapshot.",
        rule: .restore
      ) { transition in
        guard case .restore = transition.step, transition.isAccepted,
          let kept = transition.before.kept
        else { return true }
        return transition.after.allEdits
          == Set(kept.edits.map(\.ticket) + kept.refusedEdits.map(\.edit.ticket))
      },
      .changeProperty(
        "dropped edits are named",
        says: "An effect names each edit that goes with a log out, and no other.", rule: .edits
      ) { transition in
        let isLogOut = transition.step == .logOut && transition.isAccepted
        return transition.drops == (isLogOut ? transition.before.allEdits : [])
      },
    ]
  }

  /// Laws of edits that the server accepted.
  private var holdingLaws: [Law<SimulatedFeed>] {
    [
      .invariant(
        "removed rows stay away",
        says: "A row that the server removed for the user does not return.", rule: .edits
      ) { state in
        guard scenario.removals == 0, state.kept == nil else { return true }
        let edited = state.feed.pendingEdits.map(\.edit.change.id)
        let isServing = !state.served.isEmpty || state.inFlight.contains { $0.isServed }
        return isServing || scenario.restarts > 0
          || state.ids.allSatisfy {
            state.server.has($0) || edited.contains($0)
          }
      },
      .changeProperty(
        "confirmed changes stay",
        says: "A page that was requested earlier undoes no change that the server accepted since.",
        rule: .edits
      ) { transition in
        guard let page = transition.appliedPage, scenario.updates == 0 else { return true }
        let base = transition.after.serverRows
        let isWhole = page.next == nil || transition.answered?.kind != .refresh
        return transition.before.serverRows.allSatisfy { row in
          guard let now = base[id: row.id] else {
            // The user's row is on top, so every first page has it or was made before it.
            return !isWhole || !transition.after.server.isAddedByUser(row.id)
              || !transition.after.server.has(row.id)
              || scenario.feed.maxItems != nil
          }
          return now.value >= row.value
        }
      },
      .invariant(
        "confirmed changes are forgotten",
        says: "A confirmed change is kept only while an older request is unanswered.",
        rule: .edits
      ) { state in
        guard let first = state.feed.confirmed.first else { return true }
        let loads = LoadKind.allCases.compactMap { state.feed[$0].request }
        let inserts = state.feed.pendingEdits.filter { $0.edit.change.isInsertion }.map(
          \.edit.ticket)
        return (loads + inserts).contains { $0 <= first.lastTicket }
      },
    ]
  }

  private func shows(_ change: ModelFeed.Change, ofRow id: Int, in feed: ModelFeed.State) -> Bool {
    switch change {
    case .insert: feed.items.contains(id: id)
    case .update(let row): feed.items[id: id].map { $0 == row } ?? true
    case .remove: !feed.items.contains(id: id)
    }
  }

  /// Whether a retryable edit that failed waits or has failed, as the policy says.
  private func comesBack(_ transition: ModelTransition<SimulatedFeed>) -> Bool {
    guard let failure = transition.failure, failure.isRetryable, transition.isAccepted,
      let work = transition.answered,
      work.isEdit
    else { return true }
    func editState(in state: SimulationState) -> EditState? {
      state.feed.pendingEdits.first { $0.edit.ticket == work.ticket }?.state
    }
    guard case .sending(let attempt) = editState(in: transition.before) else { return false }
    switch editState(in: transition.after) {
    case .offline(attempt): return !transition.after.feed.isOnline
    case .waiting(let timer, attempt + 1):
      return attempt < scenario.feed.retry.attempts && transition.after.work(timer) != nil
    case .failed(let told):
      return transition.after.feed.isOnline && told.attempts == (attempt > 0 ? attempt + 1 : nil)
        && (attempt == scenario.feed.retry.attempts || failure.retryAfter != nil)
    default: return false
    }
  }
}

extension SimulationState {
  /// The last pending change of each row, by the row's id.
  fileprivate var pendingByRow: [Int: ModelFeed.Change] {
    var changes: [Int: ModelFeed.Change] = [:]
    for pending in feed.pendingEdits { changes[pending.edit.change.id] = pending.edit.change }
    return changes
  }

  /// The tickets of the edits that are pending or were refused.
  fileprivate var allEdits: Set<Ticket> {
    Set(feed.pendingEdits.map(\.edit.ticket) + feed.refusedEdits.map(\.edit.ticket))
  }
}

extension ModelTransition<SimulatedFeed> {
  /// The tickets of the edits that this transition gives up.
  fileprivate var drops: Set<Ticket> {
    Set(effects.compactMap { if case .drop(let edit) = $0 { edit.ticket } else { nil } })
  }

  /// The tickets of the edits that this transition sends.
  fileprivate var sends: [Ticket] {
    effects.compactMap { effect in
      if case .send(let edit) = effect { edit.ticket } else { nil }
    }
  }
}

extension Feed.Change {
  /// Whether this inserts a row.
  fileprivate var isInsertion: Bool {
    if case .insert = self { true } else { false }
  }
}
