import FeedHTTP
import FeedReducer

extension Entry {
  /// All fields, one a line.
  var stateLines: [Line] { Line.table(Field.all.map { ($0.name, text($0)) }) }

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

// MARK: - The prompt

extension Session {
  /// The prompt: `20/82 loading more>`. It shows the rows of all rows, and how the loads stand.
  ///
  /// `feed>` before the start; `[3/9] 20/82>` at step 3 of 9, in the past.
  var prompt: String {
    let time = undone == 0 ? "" : "[\(position)/\(position + undone)] "
    let words = state.words
    return time + state.count + (words.isEmpty ? "" : " " + words.joined(separator: ", ")) + ">"
  }
}

extension Session.State {
  /// The rows of all rows, `20/82`; `feed` before the start.
  fileprivate var count: String {
    let isNew = feed.generation == 0 && feed.refresh == .idle && items.isEmpty
    return isNew ? "feed" : "\(items.count)" + (display.total.map { "/\($0)" } ?? "")
  }

  /// How the loads and the edits stand, each in a word or two; empty if nothing is to be said.
  fileprivate var words: [String] {
    let isFirst = items.isEmpty
    let loads = [
      word(feed.refresh, verb: isFirst ? "loading" : isStale ? "searching" : "refreshing"),
      word(feed.append, verb: "loading more"), word(feed.prepend, verb: "loading before"),
      word(feed[.gap], verb: "filling a gap"),
    ]
    var words = (search?.isTyping == true ? ["typing"] : []) + loads.compactMap { $0 }
    if !feed.isOnline, !words.contains("offline") { words.append("offline") }
    if words.isEmpty, display.isEmpty { words = ["empty"] }
    if words.isEmpty, let end = feed.append.end {
      words = [end == .stalled ? "stalled" : "at the end"]
    }
    let edits = pending.count { if case .edit = $0 { true } else { false } }
    if edits > 0 { words.append(edits.counted("edit")) }
    return words
  }

  private func word(_ load: LoadState, verb: String) -> String? {
    switch load {
    case .loading: verb
    case .waiting(let ticket, _): "retry" + (timeLeft(of: ticket).map { " in \($0)" } ?? "")
    case .offline: "offline"
    case .failed: "failed"
    default: nil
    }
  }
}
