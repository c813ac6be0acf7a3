import FeedReducer
import Foundation
import Testing
import TestWatch

/// Every action in every load state, and what happens.
struct TransitionTable {
  private static let feed = Letters(
    pageSize: 3, prefetchDistance: 2, retry: RetryPolicy(attempts: 1), edits: .optimistic)

  /// A feed in which a load is in a certain state, and how it got there.
  private static let starts: [(name: String, kind: LoadKind, actions: [Letters.Action])] = {
    let first: [Letters.Action] = [
      .started, .pageLoaded(ticket: 1, page: .init("abc", next: "c1")),
    ]
    let append = first + [.itemAppeared(index: 2)]
    let final = FeedFailure(.http, message: "404", status: 404)
    return [
      ("fresh", .refresh, []),
      ("stopped", .refresh, first + [.stopped]),
      ("first page loading", .refresh, [.started]),
      ("first page waiting", .refresh, [.started, .failed(ticket: 1, failure: .server)]),
      ("first page offline", .refresh, [.connectivityChanged(isOnline: false), .started]),
      ("first page failed", .refresh, [.started, .failed(ticket: 1, failure: final)]),
      ("refreshing", .refresh, first + [.refreshPulled]),
      ("refresh failed", .refresh, first + [.refreshPulled, .failed(ticket: 2, failure: final)]),
      ("append idle", .append, first),
      ("append loading", .append, append),
      ("append waiting", .append, append + [.failed(ticket: 2, failure: .server)]),
      (
        "append offline", .append,
        first + [.connectivityChanged(isOnline: false), .itemAppeared(index: 2)]
      ),
      ("append failed", .append, append + [.failed(ticket: 2, failure: final)]),
      ("exhausted", .append, append + [.pageLoaded(ticket: 2, page: .init("def", next: nil))]),
      ("cycle", .append, append + [.pageLoaded(ticket: 2, page: .init("", next: "c1"))]),
      (
        "stalled", .append,
        append + [
          .pageLoaded(ticket: 2, page: .init("", next: "c2")),
          .pageLoaded(ticket: 3, page: .init("", next: "c3")),
          .pageLoaded(ticket: 4, page: .init("", next: "c4")),
        ]
      ),
    ]
  }()

  /// The actions, where those that carry a ticket carry the one that `state` waits for.
  private static func actions(
    _ state: Letters.State, _ kind: LoadKind
  ) -> [(name: String, action: Letters.Action)] {
    let live = state[kind].request ?? state[kind].timer ?? 99
    let request = state[kind].request ?? state.refresh.request ?? 99
    let asked = kind == .append ? "c1" : "x1"
    let last = max(0, state.items.count - 1)
    return [
      ("started", .started),
      ("itemAppeared (last row)", .itemAppeared(index: last)),
      ("loadMore", .loadMore),
      ("refreshPulled", .refreshPulled),
      ("invalidated", .invalidated),
      ("reset", .reset),
      ("stopped", .stopped),
      ("retryTapped", .retryTapped(kind: nil)),
      ("errorDismissed", .errorDismissed(kind: nil)),
      ("pageLoaded", .pageLoaded(ticket: request, page: .init("xyz", next: "x1"))),
      ("pageLoaded (the last one)", .pageLoaded(ticket: request, page: .init("xyz", next: nil))),
      ("pageLoaded (no rows)", .pageLoaded(ticket: request, page: .init("", next: "x2"))),
      (
        "pageLoaded (no rows, its own cursor)",
        .pageLoaded(ticket: request, page: .init("", next: asked))
      ),
      ("failed (can be retried)", .failed(ticket: request, failure: .server)),
      ("failed (final)", .failed(ticket: request, failure: FeedFailure(.http, message: "404"))),
      (
        "failed (cursor unknown)",
        .failed(ticket: request, failure: FeedFailure(.invalidCursor, message: ""))
      ),
      ("cancelled", .cancelled(ticket: live)),
      ("timerFired", .timerFired(ticket: live)),
      ("any answer, stale", .pageLoaded(ticket: 77, page: .init("xyz", next: nil))),
      ("online", .connectivityChanged(isOnline: true)),
      ("offline", .connectivityChanged(isOnline: false)),
      ("edit", .edit(change: .remove(id: "a"))),
      ("editCommitted, unknown", .editCommitted(ticket: 77, item: nil)),
      ("memoryWarning", .memoryWarning(keep: 1)),
    ]
  }

  private static func state(after actions: [Letters.Action]) -> Letters.State {
    var loop = Loop(feed, state: .init(seed: 1, identity: 1))
    for action in actions { loop.send(action) }
    return loop.state
  }

  private static func name(_ load: LoadState) -> String {
    switch load {
    case .idle: "idle"
    case .loading: "loading"
    case .waiting: "waiting"
    case .offline: "offline"
    case .failed: "failed"
    case .ended(let reason): reason.rawValue
    }
  }

  static func name(_ refusal: FeedRefusal) -> String {
    switch refusal {
    case .alreadyStarted: "alreadyStarted"
    case .noSuchRow: "noSuchRow"
    case .nothingVisible: "nothingVisible"
    case .farFromEnd: "farFromEnd"
    case .farFromStart: "farFromStart"
    case .noReader: "noReader"
    case .demandPaused: "demandPaused"
    case .noFirstPage: "noFirstPage"
    case .stopped: "stopped"
    case .loading: "loading"
    case .waiting: "waiting"
    case .offline: "offline"
    case .failed: "failed"
    case .ended(_, let reason): "ended \(reason)"
    case .refreshing: "refreshing"
    case .nothingFailed: "nothingFailed"
    case .unknownTicket: "unknownTicket"
    case .connectivityUnchanged: "connectivityUnchanged"
    case .nothingToDrop: "nothingToDrop"
    case .readOnly: "readOnly"
    case .noSuchItem: "noSuchItem"
    case .itemExists: "itemExists"
    case .noFailedEdit: "noFailedEdit"
    case .tooLateToRestore: "tooLateToRestore"
    case .snapshotVersion: "snapshotVersion"
    case .snapshotInvalid: "snapshotInvalid"
    case .ambiguousEdits: "ambiguousEdits"
    case .noGap: "noGap"
    case .gapByHand: "gapByHand"
    case .farFromGap: "farFromGap"
    case .closed: "closed"
    }
  }

  /// What a step did: its effects and the load state it led to, or why it did nothing.
  private static func cell(
    _ before: Letters.State, _ kind: LoadKind, _ action: Letters.Action
  ) -> String {
    let step = feed.reduce(before, action)
    if let refusal = step.refusal {
      return "– " + name(refusal)
    }
    return cell(name(step.state[kind]), step.effects)
  }

  /// A state that follows, with its effects.
  static func cell(_ state: String, _ effects: [Letters.Effect]) -> String {
    let effects = effects.map { effect in
      switch effect {
      case .load(let request): "load \(request.kind)"
      case .cancel: "cancel"
      case .schedule: "schedule"
      case .send: "send"
      case .drop: "drop"
      }
    }
    return "**" + state + "**" + (effects.isEmpty ? "" : ": " + effects.joined(separator: ", "))
  }

  private static func line(_ arrow: Arrow) -> String {
    "  \(arrow.from) --> \(arrow.to) : " + arrow.actions.joined(separator: ", ")
  }

  private static func section(_ kind: LoadKind) -> [String] {
    let columns = starts.filter { $0.kind == kind }
    let states = columns.map { state(after: $0.actions) }
    var lines = [
      "| action | " + columns.map(\.name).joined(separator: " | ") + " |",
      "| --- |" + String(repeating: " --- |", count: columns.count),
    ]
    for row in actions(Letters.State(seed: 1, identity: 1), kind).indices {
      let cells = states.map { cell($0, kind, actions($0, kind)[row].action) }
      let name = actions(Letters.State(seed: 1, identity: 1), kind)[row].name
      lines.append("| \(name) | " + cells.joined(separator: " | ") + " |")
    }
    return lines
  }

  private typealias Arrow = (from: String, to: String, actions: [String])

  /// The states of a load: those of the table, after two pages without rows, beside a refresh, and offline.
  private static func befores(of kind: LoadKind) -> [Letters.State] {
    var states = starts.filter { $0.kind == kind }.map { state(after: $0.actions) }
    if kind == .append {
      let stalled = starts.first { $0.name == "stalled" }?.actions.dropLast() ?? []
      states.append(state(after: Array(stalled)))
      for pull in [Letters.Action.refreshPulled, .invalidated] {
        states += states.map { feed.reduce($0, pull).state }
      }
    }
    return states + states.map { feed.reduce($0, .connectivityChanged(isOnline: false)).state }
  }

  /// The arrows between the states of a load, with the actions that lead along them.
  private static func arrows(of kind: LoadKind) -> [Arrow] {
    var arrows: [Arrow] = []
    for before in befores(of: kind) {
      for (name, action) in actions(before, kind) {
        let step = feed.reduce(before, action)
        let (from, to) = (Self.name(before[kind]), Self.name(step.state[kind]))
        guard step.refusal == nil, from != to else { continue }
        let isOfRefresh = before[kind].request == nil
        let action =
          name.components(separatedBy: " (")[0]
          + (isOfRefresh && action.isAnswer ? " of a refresh" : "")
        if let known = arrows.firstIndex(where: { $0.from == from && $0.to == to }) {
          if !arrows[known].actions.contains(action) { arrows[known].actions.append(action) }
        } else {
          arrows.append((from, to, [action]))
        }
      }
    }
    return arrows
  }

  /// The same without the actions, for the page that draws the machine: the states that follow each.
  static var script: String {
    let kinds = [LoadKind.refresh, .append].map { kind in
      let arrows = arrows(of: kind)
      var states: [String] = []
      for arrow in arrows where !states.contains(arrow.from) { states.append(arrow.from) }
      let lines = states.map { state in
        let next = arrows.filter { $0.from == state }.map(\.to)
        return "    \(state): '\(next.joined(separator: " "))',\n"
      }
      return "  \(kind): {\n\(lines.joined())  },\n"
    }
    return """
      // Generated by a test, and checked to be current: what leads from one state of a load to another.
      export const transitions = {
      \(kinds.joined())};

      """
  }

  static var document: String {
    """
    # Transitions

    Generated by a test, and checked to be current. Each action in each state of a load: the state
    that follows in **bold** with its effects, or, after a dash, the refusal; an ignored action
    changes nothing. Pages have three rows, the prefetch distance is 2, and there is one automatic
    retry. The refusals' sentences are in `FeedRefusal.swift`.

    ## Refresh

    \(section(.refresh).joined(separator: "\n"))

    ## Append

    \(section(.append).joined(separator: "\n"))

    Prepend is append at the other end.

    ## An edit

    A row was changed. The columns are the states of that edit; "gone" is an edit that the feed no
    longer keeps.

    \(EditTransitionTable.lines.joined(separator: "\n"))

    ## A search

    The query that is asked is "rust", or "go" with stale rows of "rust". A refusal of the feed is in
    parentheses.

    \(SearchTransitionTable.lines.joined(separator: "\n"))

    ## The states of append

    What leads from one state of `append` to another, with the reader at the last row.

    ```mermaid
    stateDiagram-v2
      [*] --> idle
    \(arrows(of: .append).map(line).joined(separator: "\n"))
    ```

    """
  }
}

extension Letters.Action {
  fileprivate var isAnswer: Bool {
    switch self {
    case .pageLoaded, .failed: true
    default: false
    }
  }
}

@Suite("The transition table", .watched)
struct TransitionTableTests {
  @Test(arguments: [
    ("Docs/Transitions.md", TransitionTable.document),
    ("Examples/Web/page/transitions.js", TransitionTable.script),
  ]) func theFileIsCurrent(name: String, text: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
