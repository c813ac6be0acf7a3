import FeedHTTP
import FeedReducer
import FeedTesting

// The statements of a saved test, for a feed and for a search.
extension SwiftTest {
  /// The lines of the test.
  var body: [String] { hasSearch ? searchBody : feedBody }

  private var feedBody: [String] {
    body(
      machine: { $0 }, start: { Machine.State(seed: $0) }, tracking: .feed(),
      fields: { source.fields(of: Feed.Fields($0)) }
    ) { machine, seed in
      ("FeedTester", [machine, "state: \(seed.map { ".init(seed: \($0))" } ?? "tester.state")"])
    } action: { event, _ in
      if case .action(let action) = event { action } else { nil }
    }
  }

  /// What happens before the first query is what a search without one does.
  private var searchBody: [String] {
    body(
      machine: { SwiftSource.Search($0) }, start: { .init(query: [:], seed: $0) },
      tracking: .nothing,
      fields: { state in
        source.fields(
          of: (
            items: Array(state.items), page: state.page, isStale: state.isStale,
            total: state.total, error: state.error
          ))
      }
    ) { machine, seed in
      let state = seed.map { ".init(query: [:], seed: \($0))" } ?? "tester.state"
      let search = "Search<[String: String], Row, \(source.cursorType)>(\(machine))"
      return ("Tester", [search, "state: \(state)", "fields: Shown.init"])
    } action: { event, state in
      switch event {
      case .search(let action): action
      case .action(.timerFired(let ticket)) where ticket == state.timer:
        .timerFired(ticket: ticket)
      case .action(let action): .feed(action: action)
      default: nil
      }
    }
  }

  /// The lines of the test of a machine.
  ///
  /// - Parameters:
  ///   - tester: The type of the tester, and its arguments for a feed as source and a seed; without a seed
  ///     its state is that of the tester before.
  ///   - action: What the machine gets.
  private func body<Tested: StateMachine>(
    machine: (Machine) -> Tested, start: (UInt64) -> Tested.State, tracking: Tracking<Tested>,
    fields: @escaping (Tested.State) -> [SwiftSource.Field],
    tester text: (_ feed: String, _ seed: UInt64?) -> (name: String, arguments: [String]),
    action: (Event, Tested.State) -> Tested.Action?
  ) -> [String] {
    var lines: [String] = []
    var tester: Tester<Tested, [SwiftSource.Field]>?
    let isOne = events.count { if case .begun = $0 { true } else { false } } == 1
    var current = machine(Machine())
    for event in events {
      switch event {
      case .comment(let text): lines.append("// \(text)")
      case .begun(let feed, let seed):
        if let tester { lines += finish(tester) }
        let keyword = tester != nil ? "" : isOne ? "let " : "var "
        let feed = self.machine(feed)
        let (name, arguments) = text(source.construction(of: feed), seed)
        lines += call("\(keyword)tester = \(name)", with: arguments + ["report: report"])
        current = machine(feed)
        tester = Tester(
          current, state: seed.map(start) ?? tester?.state ?? start(1), tracking: tracking,
          fields: fields, report: { _ in })
      default:
        guard let tester, let action = action(event, tester.state) else { continue }
        var state = tester.state
        let reaction = current.reduce(into: &state, action)
        let changes = source.changes(from: fields(tester.state), to: fields(state))
        lines += send(source.text(action), reaction, changes: changes)
        tester.given(action)
      }
    }
    return lines + (tester.map { finish($0) } ?? [])
  }

  private func finish(_ tester: Tester<some StateMachine, some Any>) -> [String] {
    let effects = tester.inFlight.map { "  \(source.text($0))," }
    return effects.isEmpty
      ? ["tester.finish()"] : ["tester.finish(inFlight: ["] + effects + ["])"]
  }

  /// The statement that sends an action and states all that it does.
  private func send(
    _ action: String, _ reaction: Reaction<some Any, some Any>, changes: [String]
  ) -> [String] {
    if let refusal = reaction.refusal {
      return call("tester.send", with: [action, "refused: \(source.text(refusal))"])
    }
    let effects = reaction.effects.map(source.text).joined(separator: ", ")
    var lines = call(
      "tester.send", with: [action] + (effects.isEmpty ? [] : ["effects: [\(effects)]"]))
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
    let lines = arguments.joined(separator: ",\n").split(separator: "\n").map { "  \($0)" }
    return ["\(name)("] + lines + [")"]
  }
}
