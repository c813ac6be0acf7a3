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

  /// The steps: the feed's configuration, what happened, and the action with the rows and cursors of the
  /// test. The first is the start.
  let steps: [(feed: JSONFeed, event: Entry.Event, action: Machine.Action?)]
  let seed: UInt64
  let source: SwiftSource

  /// Whether something is about edits. The test leaves their rules out else.
  private let hasEdits: Bool

  /// Whether the user has typed a query.
  let hasSearch: Bool

  /// Creates the test that makes the steps of a script.
  init(_ script: Script) {
    var indices: [Row: Int] = [:]
    var values: [Row: [JSONValue]] = [:]
    var hasNumbers = true
    let mapping = FeedMapping<JSONRow, PageCursor, Row, Cursor, Never>(
      row: { row in
        let plain = Row(id: row.id.rawValue, title: row.title)
        let known = values[plain] ?? []
        let version = known.firstIndex(of: row.value) ?? known.count
        if version == known.count { values[plain] = known + [row.value] }
        let result = Row(id: plain.id, title: plain.title, version: version)
        indices[result] = indices[result] ?? indices.count
        return result
      }, id: { $0.rawValue },
      cursor: { cursor in
        hasNumbers = hasNumbers && Int(cursor.testText) != nil
        return Cursor(text: cursor.testText)
      })
    let entries = script.steps.flatMap(\.entries)
    seed = script.start.state.feed.seed
    steps =
      [(entries.first?.machine ?? script.start.machine, script.start.event, nil)]
      + entries.map { ($0.machine, $0.event, $0.event.action.map(mapping.action)) }
    hasEdits = entries.contains { $0.event.action?.isAboutEdits == true }
    hasSearch = entries.contains { $0.event.isOfSearch }
    source = SwiftSource(indices: indices, hasNumbers: hasNumbers)
  }

  /// The feed of the test with the configuration of the session's.
  func machine(_ feed: JSONFeed) -> Machine {
    Machine(
      pageSize: feed.pageSize, prefetchDistance: feed.prefetchDistance,
      refreshMode: feed.refreshMode, retry: feed.retry, maxEmptyPages: feed.maxEmptyPages,
      maxItems: feed.maxItems, edits: hasEdits && feed.isEditable ? .optimistic : nil,
      gaps: feed.gaps.map { $0.isAutomatic ? .automatic : .manual },
      snapshotAgeLimit: feed.snapshotAgeLimit)
  }
}

// MARK: - The file

extension SwiftTest {
  /// The text of the file with this name.
  func text(source name: String, file: String) -> String {
    """
    // \(Script.mark) \(Version.number): \((steps.count - 1).counted("step")).
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
    \(hasSearch ? shown : "")
    @Test func \(file.testName)() {
      let report = recordFirst()
    \(body.map { "  \($0)\n" }.joined())}

    """
  }

  /// The rows as elements of a list, each in a line.
  private var rowText: String {
    source.indices.sorted { $0.value < $1.value }.map { row, _ in
      let title = row.title.map { ", title: \($0.swiftLiteral)" } ?? ""
      let version = row.version > 0 ? ", version: \(row.version)" : ""
      return "  Row(id: \(row.id.swiftLiteral)\(title)\(version)),\n"
    }.joined()
  }

  /// What the test of a search compares.
  private var shown: String {
    """

    /// What a user of the search sees.
    nonisolated private struct Shown: Equatable {
      var items: [Row]
      var page: \(source.cursorType)?
      var isStale: Bool
      var total: Int?
      var error: FeedFailure?

      init(_ state: Search<[String: String], Row, \(source.cursorType)>.State) {
        items = Array(state.items)
        page = state.page
        isStale = state.isStale
        total = state.total
        error = state.error
      }
    }

    """
  }
}

extension Entry.Event {
  fileprivate var isOfSearch: Bool {
    switch self {
    case .typed, .submitted: true
    default: false
    }
  }
}

extension JSONFeed.Action {
  /// Whether it is about an edit, or brings one back.
  fileprivate var isAboutEdits: Bool {
    if case .restored(let snapshot, _) = self {
      return !(snapshot.edits.isEmpty && snapshot.refusedEdits.isEmpty)
    }
    return text.hasPrefix("edit")
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
