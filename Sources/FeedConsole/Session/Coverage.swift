import FeedHTTP
import FeedReducer

/// An action that changed the feed, and the situation in which it was handled: a cell of
/// `Docs/Transitions.md` in bold.
struct TransitionName: Hashable {
  let action: String
  let situation: String

  var text: String { "\(action) · \(situation)" }
}

/// How many of the machine's transitions a session has seen.
struct Coverage {
  /// A transition, and a line that makes it in a new session.
  struct Known {
    let name: TransitionName
    let line: String
  }

  /// The transitions that were seen, in any branch.
  let seen: Set<TransitionName>

  /// The others, in the order of the document.
  var unseen: [Known] { Self.all.filter { !seen.contains($0.name) } }

  init(_ session: Session) {
    let known = Set(Self.all.map(\.name))
    let names = session.history.steps.flatMap { $0.entry.transitions(from: $0.before) }
    seen = known.intersection(names)
  }

  /// All transitions that lines can make. The machine itself says which, as each line runs once.
  static let all: [Known] =
    known(in: loads, by: actions, isOfEdit: false)
    + known(in: edits, by: editActions, isOfEdit: true)

  private static func known(
    in situations: [String], by actions: [String], isOfEdit: Bool
  ) -> [Known] {
    var found: [Known] = []
    var names: Set<TransitionName> = []
    for situation in situations {
      let interpreter = Interpreter(
        settings: Settings(isQuiet: true), source: CatalogueSource(),
        output: Output(TextRenderer()) { _ in })
      try? interpreter.run(situation)
      let session = interpreter.session
      for action in actions {
        interpreter.session = session
        try? interpreter.run(action)
        let line = situation.isEmpty ? action : "\(situation); \(action)"
        for step in interpreter.session.history.steps.dropFirst(session.position) {
          for name in step.entry.transitions(from: step.before)
          where name.isOfEdit == isOfEdit && names.insert(name).inserted {
            found.append(Known(name: name, line: line))
          }
        }
      }
    }
    return found
  }

  /// A line for each situation of the loads.
  private static let loads = [
    "", "start; ok; stopped", "start", "set retry 1; start; fail 503", "offline; start",
    "start; fail 404", "start; ok; refresh", "start; ok; refresh; fail 404", "start; ok",
    "start; ok; appear last", "set retry 1; start; ok; appear last; fail 503",
    "start; ok; offline; appear last", "start; ok; appear last; fail 404",
    "start; ok; appear last; ok last", "start; ok; appear last; loaded items=0 next=2",
    "start; ok; appear last; loaded items=0 next=91; loaded items=0 next=92; "
      + "loaded items=0 next=93",
  ]

  private static let actions = [
    "start", "appear last", "loadMore", "refresh", "invalidated", "reset", "stopped", "retry",
    "errorDismissed", "ok",
    "fail 503", "fail 404", "fail invalidCursor", "drop", "advance 1", "online", "offline",
    "remove @0",
  ]

  /// A line for each situation of an edit.
  private static let edits = [
    "start; ok; update 1 name=A", "set retry 1; start; ok; update 1 name=A; fail 503",
    "start; ok; offline; update 1 name=A", "start; ok; update 1 name=A; fail 503",
    "start; ok; update 1 name=A; fail 403",
  ]

  private static let editActions = [
    "update 1 name=B", "ok", "fail 503", "fail 403", "drop", "advance 1", "editRetried 1",
    "editDismissed 1", "online", "offline", "reset",
  ]
}

// MARK: - The transitions of a step

extension TransitionName {
  fileprivate var isOfEdit: Bool { situation.hasPrefix("edit ") }
}

extension Entry {
  /// The transitions of the step: of the loads, and of the edits that it is about. Empty if it
  /// was ignored.
  fileprivate func transitions(from before: Entry) -> [TransitionName] {
    guard reaction.refusal == nil, case .action(let action) = event else { return [] }
    let feed = before.state.feed
    var names: [TransitionName] = []
    let edits = feed.edits(concerning: action)
    if let name = action.transitionName(in: feed), let situation = feed.situation,
      edits.isEmpty || action.answeredTicket == nil
    {
      names.append(TransitionName(action: name, situation: situation))
    }
    if let name = action.editTransitionName {
      names += edits.map { TransitionName(action: name, situation: "edit \($0)") }
    }
    return names
  }
}

extension JSONFeed.State {
  /// How the loads stand, by the load that decides; nil where the document has no such column.
  fileprivate var situation: String? {
    if isStopped { return "stopped" }
    if generation == 0 { return refresh == .idle ? "fresh" : "first page \(refresh.name)" }
    switch refresh {
    case .idle: break
    case .loading: return "refreshing"
    case .failed: return "refresh failed"
    default: return nil
    }
    return append.end?.rawValue ?? "append \(append.name)"
  }

  /// How each edit stands that the action is about: the one it answers, those of its row, or all.
  fileprivate func edits(concerning action: JSONFeed.Action) -> Set<String> {
    let isMeant: (JSONFeed.Edit, Ticket?) -> Bool
    switch action {
    case .edit(let change): isMeant = { edit, _ in edit.id == change.id }
    case .editRetried(let id), .editDismissed(let id): isMeant = { edit, _ in edit.id == id }
    case .connectivityChanged, .reset: isMeant = { _, _ in true }
    case .timerFired(let ticket): isMeant = { _, timer in timer == ticket }
    default:
      guard let ticket = action.answeredTicket else { return [] }
      isMeant = { edit, _ in edit.ticket == ticket }
    }
    let pending = pendingEdits.filter { isMeant($0.edit, $0.state.timer) }.map(\.state.phase)
    let refused = failedEdits.filter { $0.isUndone && isMeant($0.edit, nil) }.map { _ in "refused" }
    return Set(pending + refused)
  }
}

extension JSONFeed.Action {
  /// The row of the document, for the loads; nil if it has none.
  fileprivate func transitionName(in feed: JSONFeed.State) -> String? {
    switch self {
    case .itemAppeared(let index):
      index == feed.items.count - 1 ? "itemAppeared (last row)" : nil
    case .visible(let range):
      range.upperBound == feed.items.count ? "itemAppeared (last row)" : nil
    case .failed(_, let failure) where failure.code == .invalidCursor: "failed (cursor unknown)"
    case .failed(_, let failure):
      failure.isRetryable ? "failed (can be retried)" : "failed (final)"
    case .connectivityChanged(let isOnline): isOnline ? "online" : "offline"
    case .editCommitted, .editFailed, .editRetried, .editDismissed, .restored, .memoryWarning: nil
    default: name
    }
  }

  /// The row of the document, for an edit; nil if it has none.
  fileprivate var editTransitionName: String? {
    switch self {
    case .edit: "edit of the same row"
    case .editFailed(_, let failure):
      failure.isRetryable ? "editFailed (can be retried)" : "editFailed (final)"
    case .connectivityChanged(let isOnline): isOnline ? "online" : "offline"
    case .editCommitted, .cancelled, .timerFired, .editRetried, .editDismissed, .reset: name
    default: nil
    }
  }

  /// The name of its case: that of the command that sends it.
  private var name: String { String(text.prefix { $0 != "(" }) }
}

extension LoadState {
  fileprivate var name: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .waiting: "waiting"
    case .offline: "offline"
    case .failed: "failed"
    case .ended(let reason): reason.rawValue
    @unknown default: "other"
    }
  }
}
