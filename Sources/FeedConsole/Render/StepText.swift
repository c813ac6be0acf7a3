import FeedHTTP
import FeedReducer

extension StepReport {
  /// The step as text: the event, the changes and the effects.
  func lines(hints: RequestHints) -> [Line] {
    var lines = [title]
    if let discardedText { lines.append(Line("  \(discardedText)", style: .faint)) }
    if let outcome, let text = staleText(outcome) { lines.append(Line("  \(text)", style: .faint)) }
    if entry.reaction.refusal == nil { lines += changeLines(from: before, to: entry) }
    lines += endings.map { Line("  \($0.text)", style: .bad) }
    return lines + entry.reaction.effects.map { hints.line(for: $0) }
  }

  private var discardedText: String? {
    switch discarded {
    case 0: nil
    case 1: "1 undone step is discarded"
    default: "\(discarded) undone steps are discarded"
    }
  }

  private var title: Line {
    let number = Line("[\(entry.number)] ", style: .faint)
    guard let refusal = entry.reaction.refusal else { return number + Line(entry.event.text) }
    return number + Line(entry.event.text) + Line("  ignored: ", style: .bad) + Line("\(refusal)")
  }

  /// Explains a late answer: what happened to its request before.
  private func staleText(_ outcome: Outcome) -> String? {
    guard let ticket = entry.event.action?.answeredTicket else { return nil }
    return switch outcome {
    case .never, .pending: nil
    case .answered(let step): "stale: request \(ticket) was answered in step \(step)"
    case .cancelled(let step): "stale: request \(ticket) was cancelled in step \(step)"
    }
  }
}

extension Entry.Event {
  var text: String {
    switch self {
    case .begun(let seed): "a fresh feed with seed \(seed)"
    case .action(let action): action.text
    case .advanced(let duration): "advance \(duration.text)"
    }
  }

  /// The action of the event, if it has one.
  var action: JSONFeed.Action? {
    if case .action(let action) = self { action } else { nil }
  }
}

/// The hint after an effect: which commands answer the request that it starts.
enum RequestHints {
  /// Requests wait for a command.
  case byHand

  /// Requests run automatically.
  case running

  case none

  func line(for effect: JSONFeed.Effect) -> Line {
    let line = Line("  ⇒ ", style: .good) + Line(effect.text)
    guard let hint = hint(for: effect) else { return line }
    let space = String(repeating: " ", count: max(2, 28 - effect.text.count))
    return line + Line(space + hint, style: .faint)
  }

  private func hint(for effect: JSONFeed.Effect) -> String? {
    guard let ticket = effect.startedTicket else { return nil }
    switch (effect, self) {
    case (.load, .byHand): return "pending: ok \(ticket) · fail \(ticket) · drop \(ticket)"
    case (.load, .running): return "running: settle · drop \(ticket)"
    case (.schedule(_, let after), .byHand), (.schedule(_, let after), .running):
      return "pending: advance \(after.text)"
    default: return nil
    }
  }
}

/// The fields that differ between two steps, one a line: `append  idle → loading 2`.
///
/// Unless `all` is set, only those that steps show; if none of these changed, the reader.
func changeLines(from old: Entry, to new: Entry, all: Bool = false) -> [Line] {
  var fields = changedFields(from: old, to: new).filter { all || $0.isShownInSteps }
  if fields.isEmpty, let reader = Field.named("reader") {
    fields = changedFields(from: old, to: new, among: [reader])
  }
  let width = fields.map(\.name.count).max() ?? 0
  return fields.map { field in
    let (before, after) = (field.value(old), field.value(new))
    let name = Line.column(field.name, width: width)
    let change = Line("\(before.stepText) → \(after.stepText)")
    guard case (.rows(let old), .rows(let new)) = (before, after) else { return name + change }
    return name + change + Line("  " + rowsText(from: old, to: new), style: .faint)
  }
}

/// The difference between two lists of rows: `+ 11 Anakin Skywalker … 20 Yoda`.
private func rowsText(from old: ItemList<JSONRow>, to new: ItemList<JSONRow>) -> String {
  let difference = new.difference(from: old)
  let changes = [
    ("+", difference.insertions.map { new[$0] }), ("-", difference.removals.map { old[$0] }),
    ("changed", difference.updates.map { new[$0] }),
  ]
  return changes.filter { !$0.1.isEmpty }
    .map { mark, rows in
      let ends = rows.count > 1 ? [rows[0], rows[rows.count - 1]] : rows
      return "\(mark) " + ends.map(\.text).joined(separator: rows.count > 2 ? " … " : ", ")
    }
    .joined(separator: " · ")
}

/// The fields whose values differ between two steps.
func changedFields(from old: Entry, to new: Entry, among fields: [Field] = Field.all) -> [Field] {
  fields.filter { $0.value(old) != $0.value(new) }
}

extension FieldValue {
  /// The value as steps show it, at most 100 characters.
  fileprivate var stepText: String { description.shortened(to: 100) }
}
