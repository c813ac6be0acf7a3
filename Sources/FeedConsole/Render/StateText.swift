import FeedHTTP
import FeedReducer

extension Entry {
  /// All fields, one a line.
  var stateLines: [Line] {
    let width = Field.all.map(\.name.count).max() ?? 0
    return Field.all.map { field in
      Line.column(field.name, width: width) + Line(text(field))
    }
  }

  private func text(_ field: Field) -> String {
    switch field.name {
    case "items": state.countOfTotal
    case "pages": state.feed.pages.map { "\($0.count) from \($0.position.text)" }.summary
    case "failedEdits":
      state.feed.failedEdits.map { "\($0.edit.change.text): \($0.failure)" }.summary
    case "pending": state.pending.map(state.text(of:)).summary
    default: "\(field.value(self))"
    }
  }

  /// All fields as JSON, with the rows in full.
  var stateJSON: JSONValue {
    var members = Dictionary(
      uniqueKeysWithValues: Field.all.map { ($0.name, $0.value(self).json) })
    members["items"] = .array(state.items.map(\.json))
    return .object(members)
  }
}

extension [String] {
  /// The number of texts, then the texts. If there are more than four, only the first and the last.
  fileprivate var summary: String {
    guard let last, count > 1 else { return isEmpty ? "none" : "1: \(self[0])" }
    return "\(count): " + (count > 4 ? "\(self[0]) … \(last)" : joined(separator: " · "))
  }
}

extension Session.State {
  /// How many rows show, of how many: `20 of 82`.
  var countOfTotal: String { "\(items.count)" + (display.total.map { " of \($0)" } ?? "") }

  /// The same with the noun: `20 of 82 rows`, `1 row`.
  var countedRows: String {
    display.total.map { "\(items.count) of \($0.counted("row"))" } ?? items.count.counted("row")
  }

  /// The pending work as text, with the time of an answer that waits for the clock.
  func text(of work: Pending) -> String {
    work.text + (arrivals[work.ticket].map { " at \($0.text)" } ?? "")
  }
}

extension Pending {
  /// The pending work as text: `timer 3 at 2s`.
  var text: String {
    switch self {
    case .load(let load): load.text
    case .timer(let ticket, let due): "timer \(ticket) at \(due.text)"
    case .edit(let edit): edit.text
    }
  }
}

extension JSONRow {
  var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "title": title.map { .string($0) } ?? .null, "value": value,
    ])
  }
}
