import FeedHTTP
import FeedReducer

/// Something that can happen next: a line that makes it happen, and what follows from it.
struct Choice: Equatable {
  /// The line that runs it.
  let command: String

  /// What it does: `load 2 append page 2`, or a word about the change.
  let result: String
}

extension Session {
  /// What can happen next, by the user, the network and the clock. What the feed would ignore is left out.
  var choices: [Choice] { networkChoices + userChoices }

  /// The answers to what is pending, oldest first.
  private var networkChoices: [Choice] {
    state.pending.flatMap { pending -> [Choice] in
      let id = pending.ticket.rawValue
      let rest = state.due(of: pending).map { max(.zero, $0 - state.clock).text }
      let wait = rest.map { ("advance \($0)", "the answer to \(id) arrives") }
      let ends =
        switch pending {
        case .load(let load):
          [
            wait, ("ok \(id)", "the page of \(load.text) arrives"),
            ("fail \(id) 503", "\(load.text) fails"), ("drop \(id)", "\(load.text) is stopped"),
          ]
        case .timer: [("advance \(rest ?? "0s")", "timer \(id) fires")]
        case .edit(let edit):
          [
            wait, ("ok \(id)", "the server takes \(edit.change.text)"),
            ("fail \(id) 403", "the server refuses \(edit.change.text)"),
            ("drop \(id)", "the sending is stopped"),
          ]
        }
      return ends.compactMap { $0 }.map(Choice.init)
    }
  }

  /// The gestures of the user, and what the device tells.
  private var userChoices: [Choice] {
    let last = max(0, state.items.count - 1)
    let gestures: [(String, JSONFeed.Action)] = [
      ("start", .started), ("appear last", .itemAppeared(index: last)),
      ("appear 0", .itemAppeared(index: 0)), ("retry", .retryTapped(kind: nil)),
      ("errorDismissed", .errorDismissed(kind: nil)), ("loadMore", .loadMore),
      ("refresh", .refreshPulled), ("invalidated", .invalidated),
      (
        state.feed.isOnline ? "offline" : "online",
        .connectivityChanged(isOnline: !state.feed.isOnline)
      ),
      ("reset", .reset), ("stopped", .stopped),
    ]
    var edits: [(String, JSONFeed.Action)] = []
    if let id = state.feed.failedEdits.last?.edit.id {
      edits = [("resend", .editRetried(id: id)), ("dismiss", .editDismissed(id: id))]
    }
    let gaps = state.display.gaps.flatMap { gap in
      GapSide.allCases.map {
        ("fill \(gap.id) \($0)", JSONFeed.Action.gapTapped(id: gap.id, from: $0))
      }
    }
    return (gestures + gaps + edits).compactMap { command, action in
      let entry = step(for: .action(action))
      guard entry.reaction.refusal == nil else { return nil }
      return Choice(command: command, result: entry.resultText(after: now))
    }
  }
}

extension Entry {
  /// What the step does, in a few words: its effects, or else the fields that change.
  fileprivate func resultText(after before: Entry) -> String {
    let effects = effectTexts
    if !effects.isEmpty { return effects.joined(separator: ", ") }
    let changes = changedFields(from: before, to: self).filter { $0.isShownInSteps }
    guard !changes.isEmpty else { return "nothing loads" }
    return changes.map { "\($0.name) \($0.value(before)) → \($0.value(self))".shortened(to: 40) }
      .joined(separator: ", ")
  }
}
