import FeedReducer

// The test of a session with a query: a `Search`, whose every reaction is expected.
extension SwiftTest {
  private typealias Search = SwiftSource.Search

  /// Whether the user has typed a query.
  var hasSearch: Bool {
    events.contains { if case .search = $0 { true } else { false } }
  }

  /// The lines of the test. What happens before the first query is what a search without one does.
  var searchBody: [String] {
    var lines: [String] = []
    var search = Search()
    var state = Search.State(query: [:], seed: 1)
    for event in events {
      switch event {
      case .comment(let text): lines.append("// \(text)")
      case .begun(let feed, let seed):
        let verb = lines.isEmpty ? "var " : ""
        search = Search(feed)
        lines.append("\(verb)search = Search<[String: String], Row, \(source.cursorType)>(")
        lines.append("  \(source.construction(of: feed)))")
        guard let seed else { continue }
        state = Search.State(query: [:], seed: seed)
        let type = "Search<[String: String], Row, \(source.cursorType)>.State"
        lines.append("\(verb)state = \(type)(query: [:], seed: \(seed))")
      case .action(let action):
        if let timer = state.timer, action == .timerFired(ticket: timer) {
          lines += send(.timerFired(ticket: timer), to: search, in: &state)
        } else {
          lines += send(.feed(action: action), to: search, in: &state)
        }
      case .search(let action): lines += send(action, to: search, in: &state)
      }
    }
    return lines
  }

  private func send(
    _ action: Search.Action, to search: Search, in state: inout Search.State
  ) -> [String] {
    let before = shown(state)
    let reaction = search.reduce(into: &state, action)
    let changes = zip(before, shown(state)).filter { $0 != $1 }.map { $1 }
    let call = "search.reduce(into: &state, \(source.text(action)))"
    return ["#expect(", "  \(call)", "    == \(source.text(reaction)))"]
      + changes.map { "#expect(\($0))" }
  }

  /// What a user of the search sees, as comparisons.
  private func shown(_ state: Search.State) -> [String] {
    let values: [(String, Any)] = [
      ("Array(state.items)", Array(state.items)), ("state.page", state.page as Any),
      ("state.isStale", state.isStale), ("state.total", state.total as Any),
      ("state.error", state.error as Any),
    ]
    return values.map { "\($0) == \(source.text($1))" }
  }
}
