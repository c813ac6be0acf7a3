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
