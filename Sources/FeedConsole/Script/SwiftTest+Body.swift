import FeedHTTP
import FeedReducer
import FeedTesting

// The statements of a saved test, for a feed and for a search.
extension SwiftTest {
  /// Whether the user has typed a query.
  var hasSearch: Bool {
    events.contains { if case .search = $0 { true } else { false } }
  }

  var feedBody: [String] {
    body(
      Tested(
        tester: "FeedTester", construction: { source.construction(of: $0) }, state: "seed: ",
        arguments: []),
      machine: { $0 }, start: { Machine.State(seed: $0) }, fields: { Feed.Fields($0) },
      tracking: .feed()
    ) { event, _ in
      if case .action(let action) = event { action } else { nil }
    }
  }

  /// What happens before the first query is what a search without one does.
  var searchBody: [String] {
    body(
      Tested(
        tester: "Tester",
        construction: {
          "Search<[String: String], Row, \(source.cursorType)>(\(source.construction(of: $0)))"
        }, state: "query: [:], seed: ", arguments: ["fields: Shown.init"]),
      machine: { SwiftSource.Search($0) }, start: { .init(query: [:], seed: $0) },
      fields: { SwiftSource.Shown($0) }, tracking: .nothing
    ) { event, state in
      switch event {
      case .search(let action): return action
      case .action(.timerFired(let ticket)) where ticket == state.timer:
        return .timerFired(ticket: ticket)
      case .action(let action): return .feed(action: action)
      default: return nil
      }
    }
  }

  /// How the test of a machine begins.
  private struct Tested {
    let tester: String
    let construction: (Machine) -> String

    /// The arguments of the first state, up to the seed.
    let state: String

    /// What else the tester takes.
    let arguments: [String]
  }

  /// The lines of the test.
  private func body<Tested: StateMachine, Fields: Equatable>(
    _ texts: SwiftTest.Tested, machine: (Machine) -> Tested, start: (UInt64) -> Tested.State,
    fields: @escaping (Tested.State) -> Fields, tracking: Tracking<Tested>,
    action: (Event, Tested.State) -> Tested.Action?
  ) -> [String] {
    var lines: [String] = []
    var tester: Tester<Tested, Fields>?
    let isOne = events.count { if case .begun = $0 { true } else { false } } == 1
    var current = machine(Machine())
    for event in events {
      switch event {
      case .comment(let text): lines.append("// \(text)")
      case .begun(let next, let seed):
        if let tester { lines += finish(tester) }
        current = machine(next)
        let state = seed.map { ".init(\(texts.state)\($0))" } ?? "tester.state"
        lines += call(
          (tester != nil ? "" : isOne ? "let " : "var ") + "tester = \(texts.tester)",
          with: [texts.construction(next), "state: \(state)"] + texts.arguments
            + ["report: report"])
        tester = Tester(
          current, state: seed.map(start) ?? tester?.state ?? start(1), tracking: tracking,
          fields: fields, report: { _ in })
      default:
        guard let tester, let action = action(event, tester.state) else { continue }
        var state = tester.state
        let reaction = current.reduce(into: &state, action)
        let changes = source.changes(from: fields(tester.state), to: fields(state))
        lines += send(
          source.text(action), effects: source.texts(reaction.effects),
          refusal: reaction.refusal.map { source.text($0) }, changes: changes)
        tester.given(action)
      }
    }
    return lines + (tester.map { finish($0) } ?? [])
  }

  private func finish(_ tester: Tester<some StateMachine, some Any>) -> [String] {
    let effects = source.texts(tester.inFlight)
    return effects.isEmpty
      ? ["tester.finish()"]
      : ["tester.finish(inFlight: ["] + effects.map { "  \($0)," } + ["])"]
  }

  /// The statement that sends an action and states all that it does.
  private func send(
    _ action: String, effects: [String], refusal: String?, changes: [String]
  ) -> [String] {
    if let refusal { return call("tester.send", with: [action, "refused: \(refusal)"]) }
    let arguments =
      [action] + (effects.isEmpty ? [] : ["effects: [\(effects.joined(separator: ", "))]"])
    var lines = call("tester.send", with: arguments)
    guard !changes.isEmpty else { return lines }
    let last = lines.removeLast()
    if changes.count == 1, last.count + changes[0].count < 90 {
      return lines + ["\(last) { \(changes[0]) }"]
    }
    return lines + ["\(last) {"] + changes.map { "  \($0)" } + ["}"]
  }

  /// A call in one line if it fits, else with each argument in a line.
  private func call(_ name: String, with arguments: [String]) -> [String] {
    let line = "\(name)(\(arguments.joined(separator: ", ")))"
    if line.count <= 90 { return [line] }
    let last = arguments.count - 1
    return ["\(name)("] + arguments.enumerated().map { "  \($1)\($0 < last ? "," : "")" } + [")"]
  }
}

extension SwiftSource {
  /// The assignments that turn one state into another, as Swift source.
  fileprivate func changes(from before: some Any, to after: some Any) -> [String] {
    zip(Mirror(reflecting: before).children, Mirror(reflecting: after).children)
      .compactMap { old, new in
        let (was, value) = (text(old.value), text(new.value))
        guard was != value, let name = old.label else { return nil }
        if let old = old.value as? [Machine.PageRecord],
          let new = new.value as? [Machine.PageRecord], new.starts(with: old), !old.isEmpty
        {
          return "$0.\(name) += \(text(Array(new[old.count...])))"
        }
        return "$0.\(name) = \(value)"
      }
  }

  /// What a user of a search sees.
  struct Shown: Equatable {
    let items: [SwiftTest.Row]
    let page: SwiftTest.Cursor?
    let isStale: Bool
    let total: Int?
    let error: FeedFailure?

    init(_ state: Search.State) {
      items = Array(state.items)
      page = state.page
      isStale = state.isStale
      total = state.total
      error = state.error
    }
  }

  /// The same in the test.
  var shown: String {
    """

    /// What a user of the search sees.
    nonisolated private struct Shown: Equatable {
      var items: [Row]
      var page: \(cursorType)?
      var isStale: Bool
      var total: Int?
      var error: FeedFailure?

      init(_ state: Search<[String: String], Row, \(cursorType)>.State) {
        items = Array(state.items)
        page = state.page
        isStale = state.isStale
        total = state.total
        error = state.error
      }
    }

    """
  }

  /// The feed with its configuration. What is the default is left out, except for the sizes.
  func construction(of feed: Machine) -> String {
    let parts = [
      "pageSize: \(feed.pageSize)", "prefetchDistance: \(feed.prefetchDistance)",
      feed.refreshMode == .firstPage ? nil : "refreshMode: .\(feed.refreshMode.rawValue)",
      feed.retry.attempts == 0 ? nil : "retry: RetryPolicy(attempts: \(feed.retry.attempts))",
      feed.maxEmptyPages == 2 ? nil : "maxEmptyPages: \(feed.maxEmptyPages)",
      feed.maxItems.map { "maxItems: \($0)" }, feed.isEditable ? "edits: .optimistic" : nil,
      feed.snapshotAgeLimit.map { "snapshotAgeLimit: \(text($0))" },
    ]
    return "Feed<Row, \(cursorType)>(\(parts.compactMap { $0 }.joined(separator: ", ")))"
  }
}
