import FeedReducer
import FeedTesting

/// Writes values of a feed as Swift source.
///
/// It reads their stored properties: an initializer of each type has parameters of the same names, in the
/// same order. Types for which that is not so are named here.
struct SwiftSource {
  typealias Machine = Feed<SwiftTest.Row, SwiftTest.Cursor>
  typealias Search = FeedReducer.Search<Query, SwiftTest.Row, SwiftTest.Cursor>

  /// The index of each row in the list of all rows.
  let indices: [SwiftTest.Row: Int]

  /// Whether cursors are whole numbers.
  let hasNumbers: Bool

  var cursorType: String { hasNumbers ? "Int" : "String" }

  /// The value as Swift source.
  func text(_ value: Any) -> String { ValueText(special: special).whole(value) }

  private func special(_ value: Any) -> String? {
    switch value {
    case let text as String: text.swiftLiteral
    case let row as SwiftTest.Row: "allRows[\(indices[row] ?? 0)]"
    case let rows as [SwiftTest.Row]: list(of: rows)
    case let cursor as SwiftTest.Cursor:
      hasNumbers ? cursor.text : cursor.text.swiftLiteral
    case let duration as Duration: text(of: duration)
    case let failure as FeedFailure: text(of: failure)
    case let page as Machine.Page: text(of: page)
    case let edit as Machine.Edit:
      ".init(feed: \(edit.feed), ticket: \(edit.ticket), change: \(text(edit.change)), "
        + "id: \(text(edit.id)))"
    case let refusal as FeedRefusal:
      Self.refusals.first { $0.0 == refusal }.map { ".\($0.1)" }
    case SearchRefusal.sameQuery: ".sameQuery"
    case SearchRefusal.noQuery: ".noQuery"
    case SearchRefusal.notAsked: ".notAsked"
    case SearchRefusal.staleRows: ".staleRows"
    case SearchRefusal.noSnapshots: ".noSnapshots"
    default: nil
    }
  }

  /// Rows that follow each other in the list of all rows are a range of it.
  private func list(of rows: [SwiftTest.Row]) -> String {
    var ranges: [Range<Int>] = []
    for index in rows.map({ indices[$0] ?? 0 }) {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges.isEmpty ? "[]" : "rows(\(ranges.map { "\($0)" }.joined(separator: ", ")))"
  }

  /// The value of a type with these arguments; those that are nil are left out.
  private func value(of type: String = ".init", _ arguments: [String?]) -> String {
    "\(type)(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
  }

  private func text(of page: Machine.Page) -> String {
    value([
      "items: \(text(page.items))", "next: \(text(page.next as Any))",
      page.previous.map { "previous: \(text($0))" }, page.total.map { "total: \($0)" },
    ])
  }

  private func text(of failure: FeedFailure) -> String {
    let isKnown = FeedFailure.Code.all.contains(failure.code)
    let code = isKnown ? ".\(failure.code)" : ".init(rawValue: \(text(failure.code.rawValue)))"
    let others = fields(of: failure).dropFirst().filter { !["nil", "false"].contains($0.text) }
    return value([code] + others.map { "\($0.name): \($0.text)" })
  }

  /// The feed with its configuration. What is the default is left out, except for the sizes.
  func construction(of feed: Machine) -> String {
    value(
      of: "Feed<Row, \(cursorType)>",
      [
        "pageSize: \(feed.pageSize)", "prefetchDistance: \(feed.prefetchDistance)",
        feed.refreshMode == .firstPage ? nil : "refreshMode: .\(feed.refreshMode.rawValue)",
        feed.retry.attempts == 0 ? nil : "retry: \(text(of: feed.retry))",
        feed.maxEmptyPages == 2 ? nil : "maxEmptyPages: \(feed.maxEmptyPages)",
        feed.maxItems.map { "maxItems: \($0)" }, feed.isEditable ? "edits: .optimistic" : nil,
        feed.gaps.map { "gaps: .\($0)" },
        feed.snapshotAgeLimit.map { "snapshotAgeLimit: \(text($0))" },
      ])
  }

  /// The pauses of an app that is followed are its own; others are the usual ones.
  private func text(of retry: RetryPolicy) -> String {
    let usual = RetryPolicy(attempts: retry.attempts)
    return value(
      of: "RetryPolicy",
      [
        "attempts: \(retry.attempts)",
        retry.base == usual.base ? nil : "base: \(text(of: retry.base))",
        retry.cap == usual.cap ? nil : "cap: \(text(of: retry.cap))",
      ])
  }

  private func text(of duration: Duration) -> String {
    let (seconds, rest) = duration.components
    if rest == 0 { return ".seconds(\(seconds))" }
    let (thousandths, left) = rest.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    if left == 0 { return ".milliseconds(\(seconds * 1_000 + thousandths))" }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
  }

  /// The refusals without parts. They describe themselves in sentences.
  private static let refusals: [(FeedRefusal, String)] = [
    (.alreadyStarted, "alreadyStarted"), (.nothingVisible, "nothingVisible"),
    (.noReader, "noReader"), (.demandPaused, "demandPaused"), (.noFirstPage, "noFirstPage"),
    (.stopped, "stopped"), (.readOnly, "readOnly"), (.noSuchItem, "noSuchItem"),
    (.itemExists, "itemExists"), (.noFailedEdit, "noFailedEdit"),
    (.tooLateToRestore, "tooLateToRestore"), (.ambiguousEdits, "ambiguousEdits"),
    (.noGap, "noGap"), (.gapByHand, "gapByHand"),
  ]
}

// MARK: - What a step changes

extension SwiftSource {
  /// A part of what a test compares.
  struct Field: Equatable {
    let name: String

    /// The value as Swift source.
    let text: String
  }

  /// The stored properties of a value, or the parts of a tuple.
  func fields(of value: Any) -> [Field] {
    Mirror(reflecting: value).children.map { Field(name: $0.label ?? "", text: text($0.value)) }
  }

  /// The assignments that turn some values of the fields into others. Pages are added.
  func changes(from old: [Field], to new: [Field]) -> [String] {
    zip(old, new).filter { $0 != $1 }.map { old, new in
      let start = "\(old.text.dropLast()), "
      return new.name == "pages" && old.text != "[]" && new.text.hasPrefix(start)
        ? "$0.pages += [\(new.text.dropFirst(start.count))" : "$0.\(new.name) = \(new.text)"
    }
  }
}

extension String {
  /// The text as Swift source, in which nothing is hidden: marks of direction and the like are escaped.
  var swiftLiteral: String { Painter().escape(String(reflecting: self)) }
}
