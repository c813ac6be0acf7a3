import FeedHTTP
import FeedReducer

/// The keys that run something, the most useful first: the live screen, its bar and its help read them.
///
/// The name of a case is the word for the bar, and its value the character of the key.
enum LiveKey: String, CaseIterable {
  case start = "s"
  case retry = "t"
  case ok = "o"
  case fail = "f"
  case back = "["
  case forward = "]"
  case save = "S"
  case now = "."
  case refresh = "r"
  case advance = "+"
  case drop = "d"
  case late = "l"
  case offline = "w"
  case auto = "a"
  case remove = "x"
  case edit = "e"
  case new = "n"

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

  /// What the key does, in a line for the help.
  var help: String {
    switch self {
    case .start: "the feed is shown"
    case .retry: "tap 'try again': of a load, else of an edit"
    case .ok: "answer the chosen request with its page"
    case .fail: "let the chosen request fail"
    case .back: "one step back in time"
    case .forward: "one step forward again"
    case .save: "save: type a name with .feed (a script), .swift (a test) or .html (a page)"
    case .now: "to the last step, and from a branch to the app that is followed"
    case .refresh: "pull to refresh"
    case .advance: "let time pass to the next timer or answer"
    case .drop: "stop the chosen request from outside"
    case .late: "let the answer of an ended request still arrive"
    case .offline: "the device goes offline, or online"
    case .auto: "answer requests by themselves, or wait"
    case .remove: "remove the marked row"
    case .edit: "change the marked row"
    case .new: "insert a row before the marked one"
    }
  }

  /// The help: these keys, and those that move and look.
  static let allHelp = Line.table(
    allCases.map { ($0.rawValue, $0.help) } + [
      ("↑ ↓ PgUp PgDn g G", "scroll; the rows that show are reported to the feed"),
      ("← →", "the same as [ and ]"), ("1 … 9", "choose which of the waiting requests is meant"),
      ("Tab", "to the log; Enter shows a step in full, Tab or Escape leads back"),
      ("/", "type a query, Enter asks it, none is all; without queries: find a row"),
      (":", "run any command"), ("?", "this help"),
      ("q", "leave; ^C twice ends the program"),
    ])
}

// MARK: - What the keys do

extension LiveView {
  /// What a key does now.
  func effect(of key: LiveKey) -> LiveKey.Effect {
    let (session, state) = (context.session, context.state)
    switch key {
    case .start: return gesture(.started, as: "start")
    case .refresh: return gesture(.refreshPulled, as: "refresh")
    case .retry:
      let effect = gesture(.retryTapped(kind: nil), as: "retry")
      return effect == .run("retry") || state.feed.failedEdits.isEmpty ? effect : .run("resend")
    case .ok, .fail, .drop: return answer(as: key)
    case .back: return run("undo", if: session.position > 0, else: "this is the beginning")
    case .forward:
      return run("redo", if: context.isPast, else: "this is the last step; '[' goes back")
    case .now where context.isPast: return .run("goto end")
    case .now:
      return run(
        "switch \(Session.appBranch); goto end", if: session.isFollowed && !context.isAtApp,
        else: "this is the last step; '[' goes back")
    case .save where session.position > 0: return .type("save ", suggesting: "session.swift")
    case .save: return .refuse("nothing has happened yet; 's' starts the feed")
    case .advance:
      return run(
        "advance", if: state.pause != nil,
        else: "nothing waits for the clock; ':advance 2s' lets time pass anyway")
    case .late:
      return session.lateRequest.map { .run("late \($0.ticket)") }
        ?? .refuse("no request has ended yet, so no answer can be late")
    case .offline: return .run(state.feed.isOnline ? "offline" : "online")
    case .auto: return .run(context.isAuto ? "auto off" : "auto on")
    case .remove, .edit, .new: return edit(as: key)
    }
  }

  private func run(_ line: String, if isPossible: Bool, else reason: String) -> LiveKey.Effect {
    isPossible ? .run(line) : .refuse(reason)
  }

  /// The effect of a key that is a gesture of the user.
  private func gesture(_ action: JSONFeed.Action, as line: String) -> LiveKey.Effect {
    let refusal = context.session.step(for: .action(action)).reaction.refusal
    return refusal.map { .refuse("\($0)") } ?? .run(line)
  }

  /// The effect of a key that ends the chosen work.
  private func answer(as key: LiveKey) -> LiveKey.Effect {
    let pending = context.state.pending
    guard pending.indices.contains(screen.chosen) else {
      return .refuse("nothing is pending; start, scroll or refresh asks for a page")
    }
    let work = pending[screen.chosen]
    if case .timer(let ticket, let due) = work, key != .drop {
      return .refuse("\(ticket) is a timer and fires at \(due.text); press + to let it fire")
    }
    if key == .ok, context.isRunning || context.waits[work.ticket] != nil {
      return .refuse("the answer comes by itself; 'f' lets it fail, and 'd' stops it")
    }
    return .run("\(key) \(work.ticket)" + (key == .fail ? " 503" : ""))
  }

  /// The effect of a key that edits the marked row.
  private func edit(as key: LiveKey) -> LiveKey.Effect {
    if !context.session.feed.isEditable { return .refuse(Problem.notEditable.message) }
    let (items, index) = (context.state.items, screen.selected)
    switch key {
    case .new where items.isEmpty: return .type("insert \"", before: "\"")
    case _ where items.isEmpty: return .refuse("there are no rows")
    case .new: return .type("insert \"", before: "\" at \(index)")
    case .remove: return .run("remove @\(index)")
    default:
      let title = (items[min(index, items.count - 1)].title ?? "").quotedWord.dropLast()
      return .type("update @\(index) title=\(title)", before: "\"")
    }
  }

  /// The keys that mean something now, with the lines that they run. Before the start that is the start, and
  /// what looks back.
  var keys: [(key: LiveKey, line: String?)] {
    let keys = LiveKey.allCases.compactMap { key -> (key: LiveKey, line: String?)? in
      switch effect(of: key) {
      case .run(let line): (key, line)
      case .type: (key, nil)
      case .refuse: nil
      }
    }
    let before: [LiveKey] = [.start, .back, .forward, .now, .save]
    return keys.first?.line == "start" ? keys.filter { before.contains($0.key) } : keys
  }
}
