import FeedHTTP
import FeedReducer

/// A named value of a session, which commands show, compare and trace.
struct Field: Sendable {
  /// The name, followed by its aliases.
  let names: [String]

  /// The kind of values that it can be compared with.
  let kind: Kind

  /// Whether steps show a change of it. The other fields follow from these.
  let isShownInSteps: Bool

  /// One line for the help.
  let summary: String

  /// Returns the value after a step.
  let value: @Sendable (Entry) -> FieldValue

  /// The kind of values that a field can be compared with.
  enum Kind: Equatable, Sendable {
    case flag, number, text
    case name([String])
  }

  /// The name without the aliases.
  var name: String { names[0] }

  /// Returns the field with this name or alias, or nil.
  static func named(_ name: String) -> Field? { all.first { $0.names.contains(name) } }

  /// Returns the field that `word` names. If there is none, the failure suggests a name.
  static func named(by word: Word) throws(Failure) -> Field {
    if let field = named(word.text) { return field }
    throw word.unknown(
      "unknown field \(quoted(word.text))", among: allNames,
      or: "'help conditions' lists all fields")
  }

  /// All names and aliases.
  static var allNames: [String] { all.flatMap(\.names) }
}

extension Field {
  /// All fields, in the order of `state`.
  static let all = Array(values.prefix(4)) + words + values.dropFirst(4)

  private static let words = FeedWords.all.map { word, name, meaning in
    // Of the words only this one does not follow from the fields that steps show.
    Field(names: [name], kind: .flag, isShownInSteps: word == .isStale, summary: meaning) {
      .flag($0.state.display.words.contains(word))
    }
  }

  private static let values = zip(table.split(separator: "\n"), inOrder).map { line, value in
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    let words = parts[0].split(separator: " ").map(String.init)
    return Field(
      names: words[0].split(separator: ",").map(String.init), kind: kinds[words[1]] ?? .text,
      isShownInSteps: words.last == "steps", summary: parts[1], value: value)
  }

  private static let kinds: [String: Kind] = [
    "number": .number, "flag": .flag,
    "load": .name(
      ["idle", "loading", "waiting", "offline", "failed", "ended"]
        + LoadState.End.allCases.map(\.rawValue)),
  ]

  private static let table = """
    items,count number steps: how many rows there are
    first text: the first row: its id and title; none if there is none
    last text: the last row, as the first
    page text steps: the cursor of the next page; none if there is none
    error text: the failure that is shown; none if there is none
    failedEdits number steps: how many edits failed, to retry or dismiss
    total number steps: how many rows the server says it has
    refresh load steps: how the load of the first page stands
    append load steps: how the load of the next page stands
    prepend load steps: how the load of the previous page stands
    gap load steps: how the load of a gap stands
    gaps number steps: how many gaps there are between rows
    query text steps: what is searched for; none for the whole list
    asked text steps: the query that the requests are for
    pages number: how many pages the rows came in
    reader text: the rows last reported as visible; none before a report
    generation number steps: how many first pages have arrived
    pending number: how many requests and timers are pending
    clock number steps: the virtual time, in seconds
    server text steps: what the server has; none over an API
    seed text: where the feed takes its random numbers from
    step number: the number of the last step
    ignored flag: whether the last step was ignored
    """

  private static let inOrder: [@Sendable (Entry) -> FieldValue] = [
    { .rows($0.state.items) },
    { FieldValue($0.state.items.first?.text) },
    { FieldValue($0.state.items.last?.text) },
    { FieldValue($0.state.feed.page) },
    { $0.state.display.error.map { .name($0.shortText, detail: "(\($0))") } ?? .none },
    { .number($0.state.feed.failedEdits.count) },
    { $0.state.display.total.map { .number($0) } ?? .none },
    { FieldValue($0.state.feed.refresh) },
    { FieldValue($0.state.feed.append) },
    { FieldValue($0.state.feed.prepend) },
    { FieldValue($0.state.feed[.gap]) },
    { .number($0.state.display.gaps.count) },
    { FieldValue($0.state.search?.query) },
    { FieldValue($0.state.search?.asked) },
    { .number($0.state.feed.pages.count) },
    { FieldValue($0.state.reader?.rowsText) },
    { .number($0.state.feed.generation) },
    { .number($0.state.pending.count) },
    { .seconds($0.state.clock) },
    { FieldValue($0.state.server?.text) },
    { .text("\($0.state.feed.seed)") },
    { .number($0.number) },
    { .flag($0.reaction.refusal != nil) },
  ]
}

extension Range<Int> {
  /// The range as text: `row 3`, or `rows 3 to 7`.
  fileprivate var rowsText: String {
    count == 1 ? "row \(lowerBound)" : "rows \(lowerBound) to \(upperBound - 1)"
  }
}

/// The fields whose values differ between two steps.
func changedFields(from old: Entry, to new: Entry, among fields: [Field] = Field.all) -> [Field] {
  fields.filter { $0.value(old) != $0.value(new) }
}
