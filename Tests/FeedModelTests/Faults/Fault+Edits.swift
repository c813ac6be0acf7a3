import FeedModel
@testable import FeedReducer
import FeedSpec
import FeedTesting

extension Fault {
  /// Faults that lose an edit, duplicate it or never undo it.
  static let ofEdits: [Fault] = [
    Fault(
      "a page undoes edits", says: "A page that arrives shows the rows as the server has them.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard outcome.action.page != nil, let log = outcome.after.edits.log else { return }
        outcome.after.items = log.serverRows
      }
    },
    Fault(
      "edits go into the page",
      says: "An edit changes the server's rows; a rejection can't undo it.",
      breaks: .edits, in: .edits
    ) { feed in
      .receiving(feed) { action, _ in
        if case .editFailed(let ticket, _) = action {
          .editCommitted(ticket: ticket, item: nil)
        } else {
          action
        }
      }
    },
    Fault(
      "a refusal undoes too much",
      says: "A refusal brings the row back though a newer edit has changed it.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .editFailed = outcome.action, let log = outcome.after.edits.log else { return }
        outcome.after.items = log.serverRows
      }
    },
    Fault(
      "a new row doubles",
      says: "A new row stays under its own id when the server gives it another.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        guard case .editCommitted(let ticket, let row?) = outcome.action,
          case .insert(let draft, _) = outcome.before.pendingEdits.first(where: {
            $0.edit.ticket == ticket
          })?.edit.change, row.id != draft.id
        else { return }
        outcome.after.items.append(contentsOf: [draft])
      }
    },
    Fault(
      "removed rows come back",
      says: "A page that was requested earlier brings a removed row back.",
      breaks: .edits, in: .olderAnswers
    ) { feed in
      .amended(feed) { outcome in
        outcome.after.forget { if case .remove = $0 { true } else { false } }
      }
    },
    Fault(
      "an edit is not sent", says: "A removal is never sent to the server.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        if case .edit(.remove) = outcome.action { outcome.effects = [] }
      }
    },
    Fault(
      "a reset forgets edits", says: "A reset drops the edits that the server has not answered.",
      breaks: .edits, in: .edits
    ) { feed in
      .amended(feed) { outcome in
        if outcome.action == .reset { outcome.after.edits = .none }
      }
    },
  ]
}

extension Feed.State {
  /// Forgets the confirmed changes for which `isForgotten` is true.
  mutating func forget(_ isForgotten: (Feed.Change) -> Bool) {
    confirmed.removeAll { isForgotten($0.change) }
    closeLog()
  }
}
