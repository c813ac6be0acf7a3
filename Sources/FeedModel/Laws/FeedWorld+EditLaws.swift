import FeedReducer
import FeedTesting

// What a person changed: that it shows, that it is sent, and that nothing of it is lost.
extension FeedWorld {
  /// Laws of edits.
  var editLaws: [Law<FeedWorld>] {
    let laws = showingLaws + sendingLaws + failingLaws + holdingLaws
    return scenario.edits > 0 ? laws : laws.map(\.vacuous)
  }

  /// Laws of what shows.
  private var showingLaws: [Law<FeedWorld>] {
    [
      .always(
        "edits hold", "What a person changed shows until the server has answered.", rule: .edits
      ) { moment in
        moment.feed.pendingEdits.isEmpty
          || moment.pendingByRow.allSatisfy { id, change in
            shows(change, id, moment.feed)
          }
      },
      .onEveryChange(
        "a refusal changes nothing", "An edit that is refused has never changed the server's rows.",
        rule: .edits
      ) { step in
        guard case .reject = step.move else { return true }
        return step.before.base == step.after.base
      },
      .onEveryChange(
        "a new row takes the server's id", "A row that the server took is there once, as it says.",
        rule: .edits
      ) { step in
        guard case .commit = step.move, step.isCounted,
          case .editCommitted(_, let row?) = step.exchange?.action,
          case .edit(.insert(let draft, _), _) = step.answered?.task, draft.id != row.id
        else { return true }
        // A newer change of the row shows it as the person made it, under the person's id.
        return !step.after.ids.contains(draft.id)
          || step.after.feed.pendingEdits.contains { $0.edit.change.id == draft.id }
      },
    ]
  }

  /// Laws of how edits get to the server.
  private var sendingLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "an edit is sent",
        "An edit is sent at once, unless one of its row is before it or the device is offline.",
        rule: .edits
      ) { step in
        guard step.move.isEdit, step.isCounted, let made = step.after.feed.pendingEdits.last else {
          return true
        }
        let isFirst = !step.before.feed.pendingEdits.contains { $0.edit.id == made.edit.id }
        return step.sends.contains(made.edit.ticket) == (isFirst && step.before.feed.isOnline)
      },
      .always(
        "edits of a row keep their order",
        "Of the edits of one row one is on its way, waits or has failed; the others are queued.",
        rule: .edits
      ) { moment in
        let pending = moment.feed.pendingEdits
        let active = pending.filter { $0.state != .queued }.map(\.edit.id)
        return Set(active).count == active.count && Set(active) == Set(pending.map(\.edit.id))
      },
      .onEveryChange(
        "an edit knows its row", "An edit reaches the server under the id that the row has there.",
        rule: .edits
      ) { step in
        step.effects.allSatisfy { effect in
          guard case .send(let edit) = effect else { return true }
          if case .insert = edit.change { return true }
          return !step.after.server.isDraft(edit.id)
        }
      },
      .onEveryStep(
        "a person's retry of an edit counts",
        "An edit that waits or has failed is sent when a person retries it, also offline.",
        rule: .edits
      ) { step in
        guard case .retryEdits(let id) = step.move else { return true }
        let first = step.before.feed.pendingEdits.first { $0.edit.id == id }
        let isUnderWay = first?.state.isSending ?? false
        let timer = first?.state.timer
        return step.isCounted && (isUnderWay || !step.sends.isEmpty)
          && (timer == nil || step.effects.contains(.cancel(ticket: timer ?? 0)))
      },
    ]
  }

  /// Laws of edits that fail.
  private var failingLaws: [Law<FeedWorld>] {
    [
      .onEveryChange(
        "no edit is lost",
        "An edit is there until the server took it, or a person gave it up or started over.",
        rule: .edits
      ) { step in
        switch step.move {
        case .commit, .dismissEdits, .reset, .restart, .restore: return true
        default: break
        }
        let after = step.after.allEdits
        return step.before.allEdits.allSatisfy(after.contains)
      },
      .onEveryChange(
        "a bad network undoes nothing",
        "An edit that did not get through still shows: it waits as a load would, or has failed.",
        rule: .edits
      ) { comesBack($0) },
      .onEveryChange(
        "a refusal is told", "An edit that the server refused is kept with its failure, undone.",
        rule: .edits
      ) { step in
        guard case .reject = step.move, step.isCounted, let ticket = step.answered?.ticket else {
          return true
        }
        let feed = step.after.feed
        guard let failed = feed.failedEdits.first(where: { $0.edit.ticket == ticket }) else {
          return false
        }
        return failed.isUndone && failed.failure.message == step.failure?.message
          && feed.failure(of: failed.edit.id) != nil
      },
      .onEveryChange(
        "edits survive a restart", "A restored feed has the edits that the one before it had.",
        rule: .restore
      ) { step in
        guard case .restore = step.move, step.isCounted, let kept = step.before.kept else {
          return true
        }
        return step.after.allEdits
          == Set(kept.edits.map(\.ticket) + kept.refusedEdits.map(\.edit.ticket))
      },
    ]
  }

  /// Laws of what the server took.
  private var holdingLaws: [Law<FeedWorld>] {
    [
      .always(
        "what was removed stays away",
        "A row that the server removed for a person does not return.", rule: .edits
      ) { moment in
        guard scenario.removals == 0, moment.kept == nil else { return true }
        let edited = moment.feed.pendingEdits.map(\.edit.change.id)
        let isServing = !moment.served.isEmpty || moment.live.contains { $0.isServed }
        return isServing || scenario.restarts > 0
          || moment.ids.allSatisfy {
            moment.server.has($0) || edited.contains($0)
          }
      },
      .onEveryChange(
        "what was taken stays",
        "A page that was asked for before takes back no row or value that the server took since.",
        rule: .edits
      ) { step in
        guard let page = step.landed, scenario.updates == 0 else { return true }
        let base = step.after.base
        let isWhole = page.next == nil || step.answered?.kind != .refresh
        return step.before.base.allSatisfy { row in
          guard let now = base[id: row.id] else {
            // A row that a person made is on top, so every first page has it or is older.
            return !isWhole || !step.after.server.isOwn(row.id) || !step.after.server.has(row.id)
              || scenario.feed.maxItems != nil
          }
          return now.value >= row.value
        }
      },
      .always(
        "what was taken is forgotten",
        "What the server took is remembered only while something sent before is unanswered.",
        rule: .edits
      ) { moment in
        guard let log = moment.feed.edits.log, let first = log.confirmed.first else { return true }
        let loads = LoadKind.allCases.compactMap { moment.feed[$0].request }
        let inserts = log.pending.filter { $0.edit.change.isInsertion }.map(\.edit.ticket)
        return (loads + inserts).contains { $0 <= first.lastTicket }
      },
    ]
  }

  private func shows(_ change: ModelFeed.Change, _ id: Int, _ feed: ModelFeed.State) -> Bool {
    switch change {
    case .insert: feed.items.contains(id: id)
    case .update(let row): feed.items[id: id].map { $0 == row } ?? true
    case .remove: !feed.items.contains(id: id)
    @unknown default: true
    }
  }

  /// Whether an edit that failed and may succeed later waits as the policy says.
  private func comesBack(_ step: Step<FeedWorld>) -> Bool {
    guard let failure = step.failure, failure.isRetryable, step.isCounted, let work = step.answered,
      work.isEdit
    else { return true }
    func state(_ moment: FeedMoment) -> EditState? {
      moment.feed.pendingEdits.first { $0.edit.ticket == work.ticket }?.state
    }
    guard case .sending(let attempt) = state(step.before) else { return false }
    switch state(step.after) {
    case .offline(attempt): return !step.after.feed.isOnline
    case .waiting(let timer, attempt + 1):
      return attempt < scenario.feed.retry.attempts && step.after.work(timer) != nil
    case .failed(let told):
      return step.after.feed.isOnline && told.attempts == (attempt > 0 ? attempt + 1 : nil)
        && (attempt == scenario.feed.retry.attempts || failure.retryAfter != nil)
    default: return false
    }
  }
}

extension FeedMoment {
  /// The last pending change of each row.
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

extension Step<FeedWorld> {
  /// The tickets of the edits that the machine sends.
  fileprivate var sends: [Ticket] {
    effects.compactMap { effect in
      if case .send(let edit) = effect { edit.ticket } else { nil }
    }
  }
}

extension Feed.Change {
  /// Whether this is a new row.
  fileprivate var isInsertion: Bool {
    if case .insert = self { true } else { false }
  }
}
