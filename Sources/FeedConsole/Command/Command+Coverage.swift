import FeedHTTP
import FeedReducer
import Foundation

// Commands that look over the whole list, and over the whole session.
extension Command {
  static let searchCommands: [Command] = [
    Command(
      name: "find", synonyms: ["grep", "locate"], group: .look, arguments: "TEXT",
      summary: "the rows whose id or title has a text in it",
      details: ["Capitals and accents don't matter."], example: "start; ok; find skywalker",
      body: .look(find)),
    Command(
      name: "coverage", synonyms: ["covered", "unseen"], group: .look, arguments: "[all]",
      summary: "how many of the machine's transitions were seen",
      details: [
        "A transition is an action in a situation that it changes, in any branch.",
        "'all' lists those not seen yet, each with a line for a new session.",
      ],
      example: "start; ok; coverage", body: .look(coverage)),
  ]
}

private func find(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Shown {
  let text = arguments.rest().map(\.text).joined(separator: " ")
  if text.isEmpty { throw arguments.missing("a text") }
  let items = session.state.items
  let found = items.indices.filter { items[$0].contains(text) }
  let count = "\(found.count) of \(items.count.counted("row"))"
  return Shown(
    rowLines(found, of: items)
      + [Line("  \(count) \(found.count == 1 ? "has" : "have") it", style: .faint)],
    value: .array(
      found.map { .object(["index": .integer($0), "row": items[$0].json]) }))
}

/// The rows at `indices`, one a line, with their indices.
func rowLines(_ indices: some Collection<Int>, of items: ItemList<JSONRow>) -> [Line] {
  let width = "\(items.count - 1)".count
  return indices.map { index in
    let number = String(repeating: " ", count: max(0, width - "\(index)".count)) + "\(index)"
    return Line("  \(number)  ", style: .faint) + Line(items[index].text)
  }
}

extension JSONRow {
  /// Whether the id or the title has `text` in it, in capitals or not, with accents or not.
  fileprivate func contains(_ text: String) -> Bool {
    [id.rawValue, title ?? ""].contains {
      $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }
}

private func coverage(_ arguments: inout Arguments, in session: Session) -> Shown {
  let isAll = arguments.flag("all")
  let coverage = Coverage(session)
  let unseen = coverage.unseen
  let title = "\(coverage.seen.count) of \(Coverage.all.count) transitions seen"
  var lines = [Line("  \(title)", style: .heading)]
  if isAll {
    lines += Line.table(unseen.map { ($0.name.text, $0.line) })
  } else if !unseen.isEmpty {
    let first = unseen.prefix(4).map(\.name.text).joined(separator: ", ")
    let more = unseen.count > 4 ? " and \(unseen.count - 4) more; 'coverage all' says how" : ""
    lines.append(Line("  not yet: \(first)\(more)"))
  }
  return Shown(
    lines,
    value: .object([
      "seen": .integer(coverage.seen.count), "all": .integer(Coverage.all.count),
      "unseen": .array(
        unseen.map {
          [
            "action": .string($0.name.action), "situation": .string($0.name.situation),
            "line": .string($0.line),
          ]
        }),
    ]))
}
