import FeedEffects
import FeedReducer
import Observation

/// What happened to the feeds of the app, and what they made of it.
@MainActor @Observable final class Log {
  nonisolated struct Line: Identifiable, Equatable {
    let id: Int
    let screen: Screen
    let action: String
    /// The effects, or why the action was ignored.
    let answer: String
  }

  static let shared = Log()

  /// The newest line is the first one.
  private(set) var lines: [Line] = []
  private var count = 0

  func add(_ screen: Screen, action: String, effects: [String], refusal: String?) {
    count += 1
    let answer = refusal.map { "ignored: \($0)" } ?? "→ \(effects.joined(separator: ", "))"
    lines.insert(Line(id: count, screen: screen, action: action, answer: answer), at: 0)
    if lines.count > 500 { lines.removeLast() }
  }
}

extension Store where Machine.Action: InWords, Machine.Effect: InWords {
  /// This list, with its steps in the log.
  func logged(as screen: Screen) -> Self {
    onStep { step in
      Log.shared.add(
        screen, action: step.action.words, effects: step.reaction.effects.map(\.words),
        refusal: step.reaction.refusal.map { "\($0)" })
    }
    return self
  }
}

/// What the log says of an action or an effect.
nonisolated protocol InWords {
  var words: String { get }
}

// Rows would be most of what is said: they are counted, or left out.

nonisolated extension Feed.Action: InWords {
  var words: String {
    switch self {
    case .pageLoaded(let ticket, let page): "page \(ticket): \(page.items.count) rows"
    case .failed(let ticket, let failure): "load \(ticket) failed: \(failure.message)"
    case .edit: "edit"
    case .editCommitted(let ticket, _): "edit \(ticket) was taken"
    case .editFailed(let ticket, let failure): "edit \(ticket) failed: \(failure.message)"
    case .restored(let snapshot, _): "restored: \(snapshot.items.count) rows"
    default: "\(self)"
    }
  }
}

nonisolated extension Feed.Effect: InWords {
  var words: String {
    switch self {
    case .load(let request): "load \(request.ticket) (\(request.kind))"
    case .send(let edit): "send edit \(edit.ticket)"
    case .drop(let edit): "give up edit \(edit.ticket)"
    default: "\(self)"
    }
  }
}

nonisolated extension Search.Action: InWords {
  var words: String {
    if case .feed(let action) = self { action.words } else { "\(self)" }
  }
}

nonisolated extension Search.Effect: InWords {
  var words: String {
    if case .feed(_, let effect) = self { effect.words } else { "\(self)" }
  }
}
