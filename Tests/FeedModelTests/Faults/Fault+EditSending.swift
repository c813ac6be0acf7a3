import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that send an edit wrongly, or mishandle the server's answer.
  static let ofEditSending: [Fault] = [
    Fault(
      "a bad network undoes",
      says: "An edit that did not reach the server is undone as if it were rejected.",
      breaks: .edits, in: .editRetries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .editFailed(let ticket, var failure) = action else { return action }
        failure.isRetryable = false
        return .editFailed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "an edit is given up", says: "An edit that did not reach the server is forgotten.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .editFailed = outcome.action else { return }
        outcome.after.changeLog { log in log.pending.removeAll { $0.state.failure != nil } }
        outcome.after.showEdits()
      }
    },
    Fault(
      "a refusal looks like a bad network",
      says: "A rejected edit counts as one that may be retried.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        var refused = outcome.after.refusedEdits
        for index in refused.indices { refused[index].failure.isRetryable = true }
        outcome.after.setRefused(refused)
      }
    },
    Fault(
      "edits overtake", says: "An edit is sent before an earlier edit of its row is answered.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .edit = outcome.action, let last = outcome.after.pendingEdits.last,
          last.state == .queued
        else { return }
        outcome.after.setEdit(at: outcome.after.pendingEdits.count - 1, to: .sending(attempt: 0))
        outcome.effects.append(.send(edit: last.edit))
      }
    },
    Fault(
      "an edit waits forever",
      says: "When an edit was answered, the next one of its row is not sent.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .editCommitted = outcome.action else { return }
        for effect in outcome.effects {
          guard case .send(let edit) = effect, let index = outcome.after.sendingEdit(edit.ticket)
          else { continue }
          outcome.after.setEdit(at: index, to: .queued)
        }
        outcome.effects.removeAll { if case .send = $0 { true } else { false } }
      }
    },
    Fault(
      "an edit knows the old id",
      says: "An edit is sent with the id that its row had before the server changed it.",
      breaks: .edits, in: .editRetries
    ) { feed in
      .amended(feed) { outcome in
        outcome.effects = outcome.effects.map { effect in
          guard case .send(var edit) = effect else { return effect }
          edit.id = edit.change.id
          return .send(edit: edit)
        }
      }
    },
    Fault(
      "an edit can't be retried", says: "The retry of a failed edit is refused.",
      breaks: .edits, in: .edits
    ) { feed in
      .refusing(feed) { action, _ in
        if case .editRetried = action { .noFailedEdit } else { nil }
      }
    },
    Fault(
      "an old page undoes a change",
      says: "A page that was requested earlier undoes a change that the server accepted since.",
      breaks: .edits, in: .olderAnswers
    ) { feed in
      .amended(feed) { outcome in
        outcome.after.forget { if case .remove = $0 { false } else { true } }
      }
    },
    Fault(
      "confirmed changes are never forgotten",
      says: "A confirmed change also overrides pages that were requested later.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        let held = outcome.before.confirmed
        if !held.isEmpty, outcome.after.confirmed.isEmpty { outcome.after.confirmed = held }
      }
    },
    Fault(
      "a failed edit stays", says: "A failed edit can't be dismissed.", breaks: .wayOn, in: .edits
    ) { feed in
      .refusing(feed) { action, _ in
        if case .editDismissed = action { .noFailedEdit } else { nil }
      }
    },
  ]
}
