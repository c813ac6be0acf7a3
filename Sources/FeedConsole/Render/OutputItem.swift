import FeedHTTP
import FeedReducer

/// An item of the output.
enum OutputItem {
  /// The first line of JSON output.
  case session(source: String, details: [String], settings: Settings)

  /// A step of the feed, or a run of steps in which rows came into view.
  case step(StepReport, RequestHints)

  /// The result of a command.
  case result(Shown, command: String)

  /// A line that could not run.
  case error(Failure)

  /// The last line of JSON output.
  case end(ExitCode, steps: Int)
}

/// What a command shows: lines as text, and a value as JSON.
struct Shown {
  let lines: [Line]

  /// What JSON output has in place of the lines; nil if it has them.
  let value: JSONValue?

  /// Creates what is shown. If there are no lines, `none` says so.
  init(_ lines: [Line], none: Line? = nil, value: JSONValue? = nil) {
    self.lines = lines.isEmpty ? none.map { [$0] } ?? [] : lines
    self.value = value
  }
}

enum Version {
  /// The number alone, for JSON.
  static let number = "0.1.0"

  static let text = "feed-repl \(number)"
}

extension OutputItem {
  /// The item as text for people, with its newlines. It is empty for errors, which go to the error stream, and
  /// for the first and last lines of JSON output.
  func text(_ painter: Painter) -> String {
    switch self {
    case .step(let report, let hints): report.lines(hints: hints).map(painter.paragraph).joined()
    case .result(let shown, _): shown.lines.map(painter.paragraph).joined()
    case .session, .error, .end: ""
    }
  }
}

// MARK: - As JSON Lines: one object a line, with `v` and `type` first

extension OutputItem {
  /// The version of the format, the value of `v`.
  private static let version = 3

  /// One JSON object with a newline. `line` is the number of the input line that the item belongs to.
  func json(line: Int? = nil) -> String {
    let (type, members): (String, [String: JSONValue]) =
      switch self {
      case .session(let source, let details, let settings):
        (
          "session",
          [
            "program": .string(Version.text), "source": .string(source),
            "details": .array(details.map { .string($0) }),
            "pageSize": .integer(settings.pageSize),
            "prefetchDistance": .integer(settings.prefetchDistance),
            "seed": .string("\(settings.seed)"),
          ]
        )
      case .step(let report, _): ("step", report.members)
      case .result(let shown, let command):
        ("result", ["command": .string(command)].merging(shown.members) { $1 })
      case .error(let failure): ("error", failure.members)
      case .end(let code, let steps):
        ("end", ["code": .integer(Int(code.rawValue)), "steps": .integer(steps)])
      }
    let lineMember = line.map { ",\"line\":\($0)" } ?? ""
    let rest = JSONText.of(members).dropFirst()
    return "{\"v\":\(Self.version),\"type\":\"\(type)\"\(lineMember),\(rest)\n"
  }
}

extension Shown {
  /// The value, or the lines.
  fileprivate var members: [String: JSONValue] {
    value.map { ["value": $0] } ?? ["lines": .array(lines.map { .string($0.text) })]
  }
}

extension Failure {
  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "message": .string(problem.message), "code": .integer(Int(problem.exitCode.rawValue)),
    ]
    if let place {
      members["file"] = .string(place.file)
      members["column"] = .integer(place.column)
    }
    return members
  }
}

extension StepReport {
  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["step": .integer(entry.number)]
    switch entry.event {
    case .begun(let seed): members["seed"] = .string("\(seed)")
    case .advanced(let duration): members["advance"] = .number(duration.inSeconds)
    case .server(let change): members["server"] = .string(change.text)
    case .typed(let query): members["query"] = query?.json ?? .null
    case .submitted: members["submitted"] = .bool(true)
    case .action(let action): members["action"] = JSONText.value(action)
    }
    if let command = entry.typed?.text { members["command"] = .string(command) }
    members["fork"] = fork.map { ["kept": .integer($0.kept), "branch": .integer($0.branch)] }
    if kept > 0 { members["kept"] = .integer(kept) }
    if let refusal = entry.reaction.refusal {
      members["ignored"] = .string("\(refusal)")
      members["stale"] = outcome.map { ["was": .string($0.ending), "step": .integer($0.step)] }
    } else {
      members["effects"] = .array(entry.reaction.effects.map { JSONText.value($0) })
      members["changes"] = changesJSON
      members["rows"] = rowsJSON
      if let repeated = repeatedRows { members["repeated"] = .integer(repeated.known) }
      let skipped = skipped.flatMap(\.rows)
      if !skipped.isEmpty { members["skipped"] = .integer(skipped.count) }
      let ended = endings.map(\.json)
      if !ended.isEmpty { members["ended"] = .array(ended) }
    }
    return members
  }

  /// The rows that were added, removed and changed, with their indices; nil if they are the same.
  private var rowsJSON: JSONValue? {
    let (old, new) = (before.state.items, entry.state.items)
    guard old != new else { return nil }
    let difference = new.difference(from: old)
    func json(_ indices: some Sequence<Int>, of rows: ItemList<JSONRow>) -> JSONValue {
      .array(
        indices.map { index in
          let row = rows[index]
          return [
            "index": .integer(index), "id": .string(row.id.rawValue),
            "title": row.title.map { .string($0) } ?? .null,
          ]
        })
    }
    return [
      "added": json(difference.insertions, of: new), "removed": json(difference.removals, of: old),
      "changed": json(difference.updates, of: new),
    ]
  }

  /// The fields that differ, as `[old, new]`: those that steps show.
  private var changesJSON: JSONValue {
    let fields = changedFields(from: before, to: entry).filter { $0.isShownInSteps }
    let changes = fields.map { ($0.name, [$0.value(before).json, $0.value(entry).json]) }
    return .object(Dictionary(uniqueKeysWithValues: changes).mapValues(JSONValue.array))
  }
}

extension Pending {
  /// The work as JSON: `{"load":"append","position":"page 2","ticket":2}`. `due` is when the
  /// clock ends it.
  func json(due: Duration?) -> JSONValue {
    var members: [String: JSONValue] = ["ticket": .integer(ticket.rawValue)]
    switch self {
    case .load(let load):
      let request = load.request
      if !load.query.isEmpty { members["query"] = load.query.json }
      members["load"] = .string(request.kind.rawValue)
      members["position"] = .string(request.position.text)
      members["size"] = .integer(request.size)
    case .timer: break
    case .edit(let edit): members["edit"] = JSONText.value(edit.change)
    }
    if let due { members["due"] = .number(due.inSeconds) }
    return .object(members)
  }
}
