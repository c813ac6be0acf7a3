import FeedReducer

/// Every action that is about an edit, in every state of one.
enum EditTransitionTable {
  private static let feed = Letters(
    pageSize: 3, retry: RetryPolicy(attempts: 1), edits: .optimistic)

  /// The edit's ticket; its timer has the next one.
  private static let ticket: Ticket = 2

  private static let states: [(name: String, actions: [Letters.Action])] = {
    let edit = [Letters.Action.edit(change: .update(item: Row("a", "1")))]
    let failed = Letters.Action.editFailed(ticket: ticket, failure: .server)
    return [
      ("sending", edit), ("waiting", edit + [failed]),
      ("offline", [.connectivityChanged(isOnline: false)] + edit),
      ("failed", edit + [failed, .timerFired(ticket: 3), failed]),
      ("refused", edit + [.editFailed(ticket: ticket, failure: .refused)]),
    ]
  }()

  private static let actions: [(name: String, action: Letters.Action)] = [
    ("edit of the same row", .edit(change: .update(item: Row("a", "2")))),
    ("editCommitted", .editCommitted(ticket: ticket, item: nil)),
    ("editFailed (can be retried)", .editFailed(ticket: ticket, failure: .server)),
    ("editFailed (final)", .editFailed(ticket: ticket, failure: .refused)),
    ("cancelled", .cancelled(ticket: ticket)),
    ("timerFired", .timerFired(ticket: 3)),
    ("editRetried", .editRetried(id: "a")),
    ("editDismissed", .editDismissed(id: "a")),
    ("online", .connectivityChanged(isOnline: true)),
    ("offline", .connectivityChanged(isOnline: false)),
    ("reset", .reset),
  ]

  static var lines: [String] {
    let befores = states.map { state in
      var loop = Loop(feed, state: .init(seed: 1, identity: 1))
      loop.send(.started, .pageLoaded(ticket: 1, page: .init("abc", next: nil)))
      for action in state.actions { loop.send(action) }
      return loop.state
    }
    return [
      "| action | " + states.map(\.name).joined(separator: " | ") + " |",
      "| --- |" + String(repeating: " --- |", count: states.count),
    ]
      + actions.map { name, action in
        "| \(name) | " + befores.map { cell($0, action) }.joined(separator: " | ") + " |"
      }
  }

  private static func cell(_ before: Letters.State, _ action: Letters.Action) -> String {
    let step = feed.reduce(before, action)
    if let refusal = step.refusal { return "– " + TransitionTable.name(refusal) }
    return TransitionTable.cell(name(step.state), step.effects)
  }

  private static func name(_ state: Letters.State) -> String {
    if state.failedEdits.contains(where: { $0.edit.ticket == ticket && $0.isUndone }) {
      return "refused"
    }
    return switch state.pendingEdits.first(where: { $0.edit.ticket == ticket })?.state {
    case nil: "gone"
    case .queued: "queued"
    case .sending: "sending"
    case .waiting: "waiting"
    case .offline: "offline"
    case .failed: "failed"
    }
  }
}
