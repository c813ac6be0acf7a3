import FeedModel
@testable import FeedReducer
import FeedTesting

extension Fault {
  /// Faults that send an edit wrongly, or mishandle the server's answer.
  static let ofEditSending: [Fault] = [
    Fault(
      "a bad network undoes",
      says: "An edit that did not get through is undone as if it were refused.",
      breaks: .edits, in: .editRetries
    ) { feed in
      .receiving(feed) { action, _ in
        guard case .editFailed(let ticket, var failure) = action else { return action }
        failure.isRetryable = false
        return .editFailed(ticket: ticket, failure: failure)
      }
    },
    Fault(
      "an edit is given up", says: "An edit that did not get through is forgotten.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .editFailed = outcome.action else { return }
        outcome.after.changeLog { log in log.pending.removeAll { $0.state.failure != nil } }
        outcome.after.showEdits()
      }
    },
    Fault(
      "a refusal looks like a bad network", says: "A refused edit is said to show still.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        var refused = outcome.after.refusedEdits
        for index in refused.indices { refused[index].failure.isRetryable = true }
        outcome.after.setRefused(refused)
      }
    },
    Fault(
      "edits overtake", says: "An edit is sent before the one of its row that was made before.",
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
      "an edit waits for ever",
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
      says: "An edit of a row that got its id is sent under the one before.",
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
      "an edit can't be retried", says: "Who retries an edit that failed is not heard.",
      breaks: .edits, in: .edits
    ) { feed in
      .refusing(feed) { action, _ in
        if case .editRetried = action { .noFailedEdit } else { nil }
      }
    },
    Fault(
      "an old page takes a change back",
      says: "A page that was on its way undoes a change that the server took since.",
      breaks: .edits, in: .olderAnswers
    ) { feed in
      .amended(feed) { outcome in
        outcome.after.forget { if case .remove = $0 { false } else { true } }
      }
    },
    Fault(
      "what was taken is never forgotten",
      says: "What the server took holds over pages that were asked for later.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        let held = outcome.before.edits.log?.confirmed ?? []
        guard !held.isEmpty, outcome.after.edits.log?.confirmed.isEmpty ?? true else { return }
        outcome.after.changeLog { $0.confirmed = held }
      }
    },
    Fault(
      "a failed edit stays", says: "What failed can't be given up.", breaks: .wayOn, in: .edits
    ) { feed in
      .refusing(feed) { action, _ in
        if case .editDismissed = action { .noFailedEdit } else { nil }
      }
    },
  ]
}
