import FeedHTTP
import FeedReducer

/// An entry of the table of keys, which the live screen, its bar and its help read.
struct LiveKey: Sendable {
  /// The character of the key.
  let name: String

  /// What it does, in a word for the bar, and in a line for the help.
  let label: String
  let help: String

  /// What it does now.
  let effect: @Sendable (LiveScreen, LiveContext) -> Effect

  /// What a key does.
  enum Effect: Equatable {
    /// Runs a line.
    case run(String)

    /// Begins to type a line: with a suggestion behind the text, which another text replaces, and before the
    /// rest of the line.
    case type(String, suggesting: String = "", before: String = "")

    /// It can do nothing now, for this reason.
    case refuse(String)
  }

  var key: Key { .text(name) }

  /// All keys that run something, the most useful first.
  static let all: [LiveKey] = answers + time + rest + edits

  private static let answers = [
    gesture("s", "start", "the feed is shown", "start", .started),
    LiveKey(name: "t", label: "retry", help: "tap 'try again': of a load, else of an edit") {
      _, context in
      let session = context.session
      guard let refusal = session.step(for: .retryTapped(kind: nil)).reaction.refusal else {
        return .run("retry")
      }
      return session.state.feed.failedEdits.isEmpty ? .refuse("\(refusal)") : .run("resend")
    },
    LiveKey(name: "o", label: "ok", help: "answer the chosen request with its page") {
      screen, context in
      let effect = screen.answer(in: context, timer: "press + to let it fire") { "ok \($0)" }
      guard case .run = effect, context.isRunning else { return effect }
      return .refuse("the answer comes by itself; 'f' lets it fail, and 'd' stops it")
    },
    LiveKey(name: "f", label: "fail", help: "let the chosen request fail") {
      screen, context in
      screen.answer(in: context, timer: "press + to let it fire") { "fail \($0) 503" }
    },
  ]

  private static let time = [
    LiveKey(name: "[", label: "back", help: "one step back in time") {
      _, context in
      context.session.position > 0 ? .run("undo") : .refuse("this is the beginning")
    },
    LiveKey(name: "]", label: "forward", help: "one step forward again") {
      _, context in
      context.isPast ? .run("redo") : .refuse("this is the last step; '[' goes back")
    },
    LiveKey(
      name: "S", label: "save",
      help: "save: type a name with .feed (a script), .swift (a test) or .html (a page)"
    ) {
      _, context in
      context.session.position > 0
        ? .type("save ", suggesting: "session.swift")
        : .refuse("nothing has happened yet; 's' starts the feed")
    },
    LiveKey(
      name: ".", label: "now",
      help: "to the last step, and from a branch to the app that is followed"
    ) { _, context in
      if context.isPast { return .run("goto end") }
      guard context.session.isFollowed, !context.isAtApp else {
        return .refuse("this is the last step; '[' goes back")
      }
      return .run("switch \(Session.appBranch); goto end")
    },
  ]

  private static let rest = [
    gesture("r", "refresh", "pull to refresh", "refresh", .refreshPulled),
    LiveKey(name: "+", label: "advance", help: "let time pass to the next timer or answer") {
      _, context in
      context.state.pause == nil
        ? .refuse("nothing waits for the clock; ':advance 2s' lets time pass anyway")
        : .run("advance")
    },
    LiveKey(name: "d", label: "drop", help: "stop the chosen request from outside") {
      screen, context in
      screen.answer(in: context, timer: nil) { "drop \($0)" }
    },
    LiveKey(
      name: "l", label: "late",
      help: "let the answer of an ended request still arrive"
    ) { _, context in
      context.session.lateRequest.map { .run("late \($0.ticket)") }
        ?? .refuse("no request has ended yet, so no answer can be late")
    },
    LiveKey(name: "w", label: "offline", help: "the device goes offline, or online") { _, context in
      .run(context.state.feed.isOnline ? "offline" : "online")
    },
    LiveKey(name: "a", label: "auto", help: "answer requests by themselves, or wait") {
      _, context in .run(context.isAuto ? "auto off" : "auto on")
    },
  ]

  private static let edits = [
    LiveKey(name: "x", label: "remove", help: "remove the marked row") {
      screen, context in
      screen.onRow(in: context) { index, _ in .run("remove @\(index)") }
    },
    LiveKey(name: "e", label: "edit", help: "change the marked row") {
      screen, context in
      screen.onRow(in: context) { index, row in
        .type(
          "update @\(index) title=\(String((row.title ?? "").quotedWord.dropLast()))", before: "\"")
      }
    },
    LiveKey(name: "n", label: "new", help: "insert a row before the marked one") {
      screen, context in
      screen.onRow(in: context, orElse: .type("insert \"", before: "\"")) { index, _ in
        .type("insert \"", before: "\" at \(index)")
      }
    },
  ]

  private static func gesture(
    _ name: String, _ label: String, _ help: String, _ line: String, _ action: JSONFeed.Action
  ) -> LiveKey {
    LiveKey(name: name, label: label, help: help) { _, context in
      let refusal = context.session.step(for: action).reaction.refusal
      return refusal.map { .refuse("\($0)") } ?? .run(line)
    }
  }

  /// The keys that mean something now, with the lines that they run. Before the start that is the start, and
  /// what looks back.
  static func meaningful(
    on screen: LiveScreen, in context: LiveContext
  ) -> [(key: LiveKey, line: String?)] {
    let keys = all.compactMap { key -> (key: LiveKey, line: String?)? in
      switch key.effect(screen, context) {
      case .run(let line): (key, line)
      case .type: (key, nil)
      case .refuse: nil
      }
    }
    return keys.first?.line == "start" ? keys.filter { "s[].S".contains($0.key.name) } : keys
  }

  /// The keys that move and look, for the help.
  static let others: [(name: String, text: String)] = [
    ("↑ ↓ PgUp PgDn g G", "scroll; the rows that show are reported to the feed"),
    ("← →", "the same as [ and ]"), ("1 … 9", "choose which of the waiting requests is meant"),
    ("Tab", "to the log; Enter shows a step in full, Tab or Escape leads back"),
    ("/", "type a query, Enter asks it, none is all; without queries: find a row"),
    (":", "run any command"), ("?", "this help"),
    ("q", "leave; ^C twice ends the program"),
  ]
}

// MARK: - What keys do to what is chosen

extension LiveScreen {
  /// The effect of a key that ends the chosen work. `timer` is the reason for a timer, if it has none.
  fileprivate func answer(
    in context: LiveContext, timer: String?, line: (Int) -> String
  ) -> LiveKey.Effect {
    let pending = context.state.pending
    guard pending.indices.contains(chosen) else {
      return .refuse("nothing is pending; start, scroll or refresh asks for a page")
    }
    if case .timer(let ticket, let due) = pending[chosen], let timer {
      return .refuse("\(ticket) is a timer and fires at \(due.text); \(timer)")
    }
    return .run(line(pending[chosen].ticket.rawValue))
  }

  /// The effect of a key that edits the marked row; `other` if there are no rows.
  fileprivate func onRow(
    in context: LiveContext, orElse other: LiveKey.Effect = .refuse("there are no rows"),
    effect: (Int, JSONRow) -> LiveKey.Effect
  ) -> LiveKey.Effect {
    if !context.session.feed.isEditable { return .refuse(Problem.notEditable.message) }
    let items = context.state.items
    return items.isEmpty ? other : effect(selected, items[min(selected, items.count - 1)])
  }
}
