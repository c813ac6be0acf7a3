import FeedHTTP
import FeedReducer
import FeedTesting

// The statements of a saved test, for a feed and for a search.
extension SwiftTest {
  /// The lines of the test.
  var body: [String] { hasSearch ? searchBody : feedBody }

  private var feedBody: [String] {
    body(
      machine: { $0 }, start: Machine.State(seed: seed, identity: seed), tracking: .feed(),
      fields: { source.fields(of: Feed.Fields($0)) }
    ) { machine, isFirst in
      (
        "FeedTester",
        [machine, "state: \(isFirst ? ".init(seed: \(seed), identity: \(seed))" : "tester.state")"]
      )
    } action: { _, action, _ in
      action
    }
  }

  /// What happens before the first query is what a search without one does.
  private var searchBody: [String] {
    body(
      machine: { SwiftSource.Search($0) }, start: .init(query: [:], seed: seed, identity: seed),
      tracking: .nothing,
      fields: { state in
        source.fields(
          of: (
            items: Array(state.items), page: state.page, isStale: state.isStale,
            total: state.total, error: state.error
          ))
      }
    ) { machine, isFirst in
      let state = isFirst ? ".init(query: [:], seed: \(seed), identity: \(seed))" : "tester.state"
      let search = "Search<[String: String], Row, \(source.cursorType)>(\(machine))"
      return ("Tester", [search, "state: \(state)", "fields: Shown.init"])
    } action: { event, action, state in
      switch (event, action) {
      case (.typed(let query), _): .typed(query: query)
      case (.submitted, _): .submitted
      case (_, .timerFired(let ticket)?) where ticket == state.timer: .timerFired(ticket: ticket)
      default: action.map { .feed(action: $0) }
      }
    }
  }

  /// The lines of the test of a machine.
  ///
  /// - Parameters:
  ///   - tester: The type of the tester, and its arguments for a feed as source. The state of the first is
  ///     fresh, that of the others is of the tester before.
  ///   - action: What the machine gets.
  private func body<Tested: StateMachine>(
    machine: (Machine) -> Tested, start: Tested.State, tracking: Tracking<Tested>,
    fields: @escaping (Tested.State) -> [SwiftSource.Field],
    tester text: (_ feed: String, _ isFirst: Bool) -> (name: String, arguments: [String]),
    action: (Entry.Event, Machine.Action?, Tested.State) -> Tested.Action?
  ) -> [String] {
    var lines: [String] = []
    var tester: Tester<Tested, [SwiftSource.Field]>?
    var last: JSONFeed?
    let keyword = steps.allSatisfy { $0.feed == steps[0].feed } ? "let" : "var"
    for step in steps {
      let feed = self.machine(step.feed)
      if step.feed != last {
        if let tester { lines += finish(tester) }
        let (name, arguments) = text(source.construction(of: feed), tester == nil)
        lines += call(
          "\(tester == nil ? "\(keyword) " : "")tester = \(name)",
          with: arguments + ["report: report"])
        tester = Tester(
          machine(feed), state: tester?.state ?? start, tracking: tracking, fields: fields,
          report: { _ in })
        last = step.feed
      }
      switch step.event {
      case .advanced, .server: lines.append("// \(step.event.text)")
      default: break
      }
      guard let tester, let action = action(step.event, step.action, tester.state) else { continue }
      var state = tester.state
      let reaction = machine(feed).reduce(into: &state, action)
      let changes = source.changes(from: fields(tester.state), to: fields(state))
      lines += send(source.text(action), reaction, changes: changes)
      tester.given(action)
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
