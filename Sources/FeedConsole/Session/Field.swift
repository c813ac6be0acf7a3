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
  static func named(_ name: String) -> Field? { byName[name] }

  /// Returns the field that `word` names. If there is none, the failure suggests a name.
  static func named(by word: Word) throws(Failure) -> Field {
    if let field = named(word.text) { return field }
    throw word.unknown(
      "unknown field \(quoted(word.text))", among: allNames,
      or: "'help conditions' lists all fields")
  }

  private static let byName = Dictionary(
    all.flatMap { field in field.names.map { ($0, field) } },
    uniquingKeysWith: { first, _ in first })

  /// All names and aliases.
  static var allNames: [String] { all.flatMap(\.names) }
}

extension Field {
  /// All fields, in the order of `state`.
  static let all = Array(values.prefix(4)) + words + values.dropFirst(4)

  private static let words = FeedWords.all.map { word, name, meaning in
    // Of the words only this one does not follow from the fields that steps show.
    field(name, as: .flag, inSteps: word == .isStale, summary: meaning) {
      .flag($0.state.display.words.contains(word))
    }
  }

  private static let values = [
    field("items", "count", as: .number, inSteps: true, summary: "how many rows there are") {
      .rows($0.state.items)
    },
    field("first", as: .text, summary: "the first row: its id and title; none if there is none") {
      $0.state.items.first.map { .text($0.text) } ?? .none
    },
    field("last", as: .text, summary: "the last row, as the first") {
      $0.state.items.last.map { .text($0.text) } ?? .none
    },
    field(
      "page", as: .text, inSteps: true,
      summary: "the cursor of the next page; none if there is none"
    ) {
      FieldValue($0.state.feed.page)
    },
    field("error", as: .text, summary: "the failure that is shown; none if there is none") {
      $0.state.display.error.map { .name($0.shortText, detail: "(\($0))") } ?? .none
    },
    field(
      "failedEdits", as: .number, inSteps: true,
      summary: "how many edits failed, to retry or dismiss"
    ) {
      .number($0.state.feed.failedEdits.count)
    },
    field("total", as: .number, inSteps: true, summary: "how many rows the server says it has") {
      $0.state.display.total.map { .number($0) } ?? .none
    },
    field("refresh", as: loadState, inSteps: true, summary: "how the load of the first page stands")
    {
      FieldValue($0.state.feed.refresh)
    },
    field("append", as: loadState, inSteps: true, summary: "how the load of the next page stands") {
      FieldValue($0.state.feed.append)
    },
    field(
      "prepend", as: loadState, inSteps: true, summary: "how the load of the previous page stands"
    ) {
      FieldValue($0.state.feed.prepend)
    },
    field(
      "query", as: .text, inSteps: true, summary: "what is searched for; none for the whole list"
    ) {
      FieldValue($0.state.search?.query)
    },
    field("asked", as: .text, inSteps: true, summary: "the query that the requests are for") {
      FieldValue($0.state.search?.asked)
    },
    field("pages", as: .number, summary: "how many pages the rows came in") {
      .number($0.state.feed.pages.count)
    },
    field("reader", as: .text, summary: "the rows last reported as visible; none before a report") {
      $0.state.reader.map { .text($0.rowsText) } ?? .none
    },
    field("generation", as: .number, inSteps: true, summary: "how many first pages have arrived") {
      .number($0.state.feed.generation)
    },
    field("pending", as: .number, summary: "how many requests and timers are pending") {
      .number($0.state.pending.count)
    },
    field("clock", as: .number, inSteps: true, summary: "the virtual time, in seconds") {
      .seconds($0.state.clock)
    },
    field(
      "server", as: .text, inSteps: true, summary: "what the server has; none over an API"
    ) {
      $0.state.server.map { .text($0.text) } ?? .none
    },
    field("seed", as: .text, summary: "where the feed takes its random numbers from") {
      .text("\($0.state.feed.seed)")
    },
    field("step", as: .number, summary: "the number of the last step") { .number($0.number) },
    field("ignored", as: .flag, summary: "whether the last step was ignored") {
      .flag($0.reaction.refusal != nil)
    },
  ]

  private static let loadState = Kind.name(
    ["idle", "loading", "waiting", "offline", "failed", "ended"] + endings)

  private static let endings = LoadState.End.allCases.map(\.rawValue)

  private static func field(
    _ names: String..., as kind: Kind, inSteps isShownInSteps: Bool = false,
    summary: String, value: @escaping @Sendable (Entry) -> FieldValue
  ) -> Field {
    Field(
      names: names, kind: kind, isShownInSteps: isShownInSteps, summary: summary, value: value)
  }
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
