import FeedReducer

/// Every action in every state of a search, and what happens.
enum SearchTransitionTable {
  private typealias Words = Search<String, Row, String>

  private static let search = Words(
    Letters(pageSize: 3, prefetchDistance: 1, retry: RetryPolicy(attempts: 1)))

  /// The states, with how the search got there. The query that is asked is "rust", or "go" after it.
  private static let starts: [(name: String, actions: [Words.Action])] = {
    let rows: [Words.Action] = [.typed(query: "rust"), .submitted, loaded(2, "abc")]
    let stale = rows + [.typed(query: "go"), .submitted]
    return [
      ("no query", []),
      ("typing", [.typed(query: "rust")]),
      ("loading", [.typed(query: "rust"), .submitted]),
      ("failed", [.typed(query: "rust"), .submitted, failed(2, .refused)]),
      ("rows", rows),
      ("typing, rows", rows + [.typed(query: "go")]),
      ("stale rows, loading", stale),
      ("stale rows, failed", stale + [failed(4, .refused)]),
      ("stale rows, waiting", stale + [failed(4, .server)]),
      ("typing, stale rows", stale + [.typed(query: "zig")]),
    ]
  }()

  private static func loaded(_ ticket: Ticket, _ letters: String) -> Words.Action {
    .feed(action: .pageLoaded(ticket: ticket, page: .init(letters, next: "c1")))
  }

  private static func failed(_ ticket: Ticket, _ failure: FeedFailure) -> Words.Action {
    .feed(action: .failed(ticket: ticket, failure: failure))
  }

  /// The actions, where those that carry a ticket carry the one that `state` waits for.
  private static func actions(
    _ state: Words.State
  ) -> [(name: String, action: Words.Action)] {
    let request = state.feed.refresh.request ?? 99
    return [
      ("typed (another)", .typed(query: "swift")),
      ("typed (the one asked)", .typed(query: state.asked ?? "rust")),
      ("typed (nil)", .typed(query: nil)),
      ("submitted", .submitted),
      ("timerFired", .timerFired(ticket: state.timer ?? 99)),
      ("timerFired, old", .timerFired(ticket: 77)),
      ("pageLoaded", loaded(request, "xyz")),
      ("pageLoaded, late", loaded(77, "xyz")),
      ("failed (can be retried)", failed(request, .server)),
      ("failed (final)", failed(request, .refused)),
      (
        "itemAppeared (last row)",
        .feed(action: .itemAppeared(index: max(0, state.items.count - 1)))
      ),
      ("loadMore", .feed(action: .loadMore)),
      ("refreshPulled", .feed(action: .refreshPulled)),
      ("retryTapped", .feed(action: .retryTapped(kind: nil))),
      ("errorDismissed", .feed(action: .errorDismissed(kind: nil))),
      ("reset", .feed(action: .reset)),
      ("stopped", .feed(action: .stopped)),
      ("offline", .feed(action: .connectivityChanged(isOnline: false))),
    ]
  }

  private static func state(after actions: [Words.Action]) -> Words.State {
    var loop = Loop(search, state: .init(seed: 1, identity: 1))
    for action in actions { loop.send(action) }
    return loop.state
  }

  /// What a state is called in the table.
  private static func name(_ state: Words.State) -> String {
    if state.query == nil { return "no query" }
    let load =
      switch state.feed.refresh {
      case .loading: "loading"
      case .waiting: "waiting"
      case .offline: "offline"
      case .failed: "failed"
      default: ""
      }
    let rows = state.items.isEmpty ? "" : state.feed.items.isEmpty ? "stale rows" : "rows"
    let parts = state.isTyping ? ["typing", rows] : [rows, load]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func name(_ refusal: SearchRefusal) -> String {
    switch refusal {
    case .sameQuery: "sameQuery"
    case .noQuery: "noQuery"
    case .notAsked: "notAsked"
    case .typing: "typing"
    case .staleRows: "staleRows"
    case .noSnapshots: "noSnapshots"
    case .unknownTicket: "unknownTicket"
    case .feed(let reason): "(\(TransitionTable.name(reason)))"
    }
  }

  private static func name(_ effect: Words.Effect) -> String {
    switch effect {
    case .schedule: "schedule"
    case .cancel: "cancel"
    case .feed(let query, .load(let request)): "load \(request.kind) of \(query)"
    case .feed(_, .cancel): "cancel load"
    case .feed(_, .schedule): "schedule retry"
    case .feed: "feed"
    }
  }

  private static func cell(_ before: Words.State, _ action: Words.Action) -> String {
    let step = search.reduce(before, action)
    if let refusal = step.refusal { return "– " + name(refusal) }
    let effects = step.effects.map(name).joined(separator: ", ")
    return "**" + name(step.state) + "**" + (effects.isEmpty ? "" : ": " + effects)
  }

  /// The table, with the refusals of the feed by their names.
  static var lines: [String] {
    let states = starts.map { state(after: $0.actions) }
    let names = actions(states[0]).map(\.name)
    return [
      "| action | " + starts.map(\.name).joined(separator: " | ") + " |",
      "| --- |" + String(repeating: " --- |", count: starts.count),
    ]
      + names.indices.map { row in
        let cells = states.map { cell($0, actions($0)[row].action) }
        return "| \(names[row]) | " + cells.joined(separator: " | ") + " |"
      }
  }
}
