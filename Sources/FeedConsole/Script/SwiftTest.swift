import FeedHTTP
import FeedReducer
import FeedTesting

/// A script as a Swift Testing file, which tests every step of the feed with a `FeedTester`.
///
/// The expectations are what a feed of these rows and cursors does, so the test passes until a rule of the
/// feed changes.
struct SwiftTest {
  /// A row of the test.
  struct Row: Identifiable, Hashable {
    let id: String
    var title: String?

    /// Tells apart rows with the same id and title that differ elsewhere.
    var version = 0
  }

  /// A cursor of the test, which is a number or a text there.
  struct Cursor: Hashable {
    let text: String
  }

  typealias Machine = SwiftSource.Machine

  /// What happens in the test, in order.
  enum Event {
    /// A tester begins: with a fresh state, or as the settings change.
    case begun(Machine, seed: UInt64?)
    case action(Machine.Action)

    /// The user types a query, or submits it.
    case search(SwiftSource.Search.Action)
    case comment(String)
  }

  let events: [Event]
  private let rows: [Row]
  let source: SwiftSource
  private let count: Int

  /// Creates the test that makes the steps of a script.
  init(_ script: Script) {
    var table = RowTable()
    var cursors: Set<Cursor> = []
    let mapping = FeedMapping<JSONRow, PageCursor, Row, Cursor, Never>(
      row: { table.row(for: $0) }, id: { $0.rawValue },
      cursor: { cursor in
        let cursor = Cursor(text: cursor.testText)
        cursors.insert(cursor)
        return cursor
      })
    var events = [Event.begun(Machine(script.start.machine), seed: script.start.state.feed.seed)]
    var machine = script.start.machine
    for entry in script.steps.flatMap(\.entries) {
      if entry.machine != machine { events.change(to: Machine(entry.machine)) }
      machine = entry.machine
      switch entry.event {
      case .begun: break
      case .action(let action): events.append(.action(mapping.action(action)))
      case .typed(let query): events.append(.search(.typed(query: query)))
      case .submitted: events.append(.search(.submitted))
      case .advanced, .server: events.append(.comment(entry.event.text))
      }
    }
    // What nothing in the script is about is left out.
    self.events = events.contains { $0.isAboutEdits } ? events : events.map { $0.withoutEdits }
    count = script.steps.flatMap(\.entries).count
    rows = table.rows
    source = SwiftSource(
      indices: table.indices, hasNumbers: cursors.allSatisfy { Int($0.text) != nil })
  }

  /// The text of the file with this name.
  func text(source name: String, file: String) -> String {
    return """
      // \(Script.mark) \(Version.number): \(count.counted("step")).
      // Source: \(name)
      import FeedReducer
      import FeedTesting
      import Testing

      nonisolated private struct Row: Identifiable, Equatable {
        let id: String
        var title: String?

        /// Tells apart rows that differ elsewhere.
        var version = 0
      }

      /// Every row, in the order in which they came.
      nonisolated private let allRows: [Row] = [
      \(rowText)]

      nonisolated private func rows(_ ranges: Range<Int>...) -> [Row] {
        ranges.flatMap { allRows[$0] }
      }

      /// Records the first step that differs. Those behind it follow from it.
      nonisolated private func recordFirst() -> (TesterFailure) -> Void {
        var hasFailed = false
        return { failure in
          if hasFailed { return }
          hasFailed = true
          let location = SourceLocation(
            fileID: "\\(failure.fileID)", filePath: "\\(failure.filePath)", line: Int(failure.line),
            column: Int(failure.column))
          Testing.Issue.record("\\(failure)", sourceLocation: location)
        }
      }
      \(hasSearch ? source.shown : "")
      @Test func \(file.testName)() {
        let report = recordFirst()
      \((hasSearch ? searchBody : feedBody).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined())}

      """
  }

  /// The rows as elements of a list, each in a line.
  private var rowText: String {
    rows.map { row in
      let title = row.title.map { ", title: \($0.swiftLiteral)" } ?? ""
      let version = row.version > 0 ? ", version: \(row.version)" : ""
      return "  Row(id: \(row.id.swiftLiteral)\(title)\(version)),\n"
    }.joined()
  }

  /// Whether the user has typed a query.
  private var hasSearch: Bool {
    events.contains { if case .search = $0 { true } else { false } }
  }

  private var feedBody: [String] {
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
  private var searchBody: [String] {
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

/// The rows of a session, each of its versions once.
private struct RowTable {
  private(set) var rows: [SwiftTest.Row] = []
  private(set) var indices: [SwiftTest.Row: Int] = [:]
  private var values: [SwiftTest.Row: [JSONValue]] = [:]

  mutating func row(for row: JSONRow) -> SwiftTest.Row {
    var result = SwiftTest.Row(id: row.id.rawValue, title: row.title)
    let known = values[result] ?? []
    let version = known.firstIndex(of: row.value) ?? known.count
    if version == known.count { values[result, default: []].append(row.value) }
    result.version = version
    if indices[result] == nil {
      indices[result] = rows.count
      rows.append(result)
    }
    return result
  }
}

extension [SwiftTest.Event] {
  /// Goes on with another machine. A tester that has not been used begins with it.
  fileprivate mutating func change(to machine: SwiftSource.Machine) {
    if case .begun(_, let seed)? = last {
      removeLast(); append(.begun(machine, seed: seed))
    } else {
      append(.begun(machine, seed: nil))
    }
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
  fileprivate struct Shown: Equatable {
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
  fileprivate var shown: String {
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

extension SwiftTest.Event {
  /// Whether it is about an edit, or brings one back.
  fileprivate var isAboutEdits: Bool {
    switch self {
    case .action(.edit), .action(.editCommitted), .action(.editFailed), .action(.editRetried),
      .action(.editDismissed):
      true
    case .action(.restored(let snapshot, _)):
      !(snapshot.edits.isEmpty && snapshot.refusedEdits.isEmpty)
    default: false
    }
  }

  /// The event with a feed that has no rules of edits.
  fileprivate var withoutEdits: SwiftTest.Event {
    guard case .begun(var machine, let seed) = self else { return self }
    machine.edits = nil
    return .begun(machine, seed: seed)
  }
}

extension Feed where Item == SwiftTest.Row, Cursor == SwiftTest.Cursor {
  /// The feed with the configuration of another.
  fileprivate init(_ feed: JSONFeed) {
    self.init(
      pageSize: feed.pageSize, prefetchDistance: feed.prefetchDistance,
      refreshMode: feed.refreshMode, retry: feed.retry, maxEmptyPages: feed.maxEmptyPages,
      maxItems: feed.maxItems, edits: feed.isEditable ? .optimistic : nil,
      snapshotAgeLimit: feed.snapshotAgeLimit)
  }
}

extension PageCursor {
  /// The cursor of the test: a number if it is one.
  fileprivate var testText: String {
    switch self {
    case .number(let number, nil): "\(number)"
    case .token(let token) where Int(token) == nil: token
    default: JSONText.of(self)
    }
  }
}

extension String {
  /// The name of the test in a file with this name: `a-b.swift` has `aBReplays`.
  fileprivate var testName: String {
    let words = split(separator: ".").dropLast().joined(separator: " ").split {
      !$0.isASCII || !($0.isLetter || $0.isNumber)
    }
    let name = words.enumerated()
      .map { $0 == 0 ? $1.lowercased() : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    let isName = name.first?.isLetter == true
    return (isName ? name : "session\(name)") + "Replays"
  }
}
