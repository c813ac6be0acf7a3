import FeedHTTP
import FeedReducer

/// Renders the output as JSON Lines: one object a line, with `v` and `type` first.
struct JSONRenderer: Renderer {
  /// The version of the format, the value of `v`.
  static let version = 1

  var uncoloured: any Renderer { self }

  /// One JSON object with a newline.
  func text(of item: OutputItem, line: Int?) -> String {
    switch item {
    case .session(let source, let details, let settings):
      object(
        "session", line: line,
        members: [
          "program": .string(Version.text), "source": .string(source),
          "details": .array(details.map { .string($0) }),
          "pageSize": .integer(settings.pageSize),
          "prefetchDistance": .integer(settings.prefetchDistance),
          "seed": .string("\(settings.seed)"),
        ])
    case .step(let report, _):
      object("step", line: line, members: report.members)
    case .result(let command, _, let value):
      object("result", line: line, members: ["command": .string(command), "value": value])
    case .error(let failure):
      object("error", line: line, members: failure.members)
    case .end(let code, let steps):
      object(
        "end", line: line,
        members: ["code": .integer(Int(code.rawValue)), "steps": .integer(steps)])
    }
  }

  /// The error object for a problem that keeps the program from starting.
  func text(of problem: Problem) -> String {
    object("error", line: nil, members: problem.members)
  }

  private func object(_ type: String, line: Int?, members: [String: JSONValue]) -> String {
    let lineMember = line.map { ",\"line\":\($0)" } ?? ""
    let rest = JSONText.of(members).dropFirst()
    let comma = members.isEmpty ? "" : ","
    return "{\"v\":\(Self.version),\"type\":\"\(type)\"\(lineMember)\(comma)\(rest)\n"
  }
}

extension Problem {
  fileprivate var members: [String: JSONValue] {
    ["message": .string(message), "code": .integer(Int(exitCode.rawValue))]
  }
}

extension Failure {
  fileprivate var members: [String: JSONValue] {
    var members = problem.members
    if let place {
      members["file"] = .string(place.file)
      members["column"] = .integer(place.column)
    }
    return members
  }
}

extension StepReport {
  var json: JSONValue { .object(members) }

  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["step": .integer(entry.number)]
    switch entry.event {
    case .begun(let seed): members["seed"] = .string("\(seed)")
    case .advanced(let duration): members["advance"] = .number(duration.inSeconds)
    case .action(let action): members["action"] = JSONText.value(action)
    }
    if discarded > 0 { members["discarded"] = .integer(discarded) }
    if let refusal = entry.reaction.refusal {
      members["ignored"] = .string("\(refusal)")
      members["stale"] = staleJSON
    } else {
      members["effects"] = .array(entry.reaction.effects.map { JSONText.value($0) })
      members["changes"] = changesJSON(from: before, to: entry)
      let ended = endings.map(\.json)
      if !ended.isEmpty { members["ended"] = .array(ended) }
    }
    return members
  }

  private var staleJSON: JSONValue? {
    switch outcome {
    case .answered(let step): .object(["was": .string("answered"), "step": .integer(step)])
    case .cancelled(let step): .object(["was": .string("cancelled"), "step": .integer(step)])
    case .never, .pending, nil: nil
    }
  }
}

/// The fields that differ between two steps, as `[old, new]`. Unless `all` is set, only those that
/// steps show.
func changesJSON(from old: Entry, to new: Entry, all: Bool = false) -> JSONValue {
  let fields = changedFields(from: old, to: new).filter { all || $0.isShownInSteps }
  return .object(
    Dictionary(
      uniqueKeysWithValues: fields.map {
        ($0.name, .array([$0.value(old).json, $0.value(new).json]))
      }))
}
