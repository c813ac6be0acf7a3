import FeedHTTP
import FeedReducer

extension StepReport {
  /// The step as text: the event, the changes and the effects.
  func lines(hints: RequestHints) -> [Line] {
    let stale = outcome.map { "stale: \($0.text)" }
    var lines = [title]
    lines += [forkText, stale, failedEditsText].compactMap { $0 }
      .map { Line("  \($0)", style: .faint) }
    if entry.reaction.refusal == nil { lines += changeLines(from: before, to: entry) }
    lines +=
      ([repeatedText, ignoredQueryText].compactMap { $0 } + skipped.map(\.text)
      + endings.map(\.text)).map { Line("  \($0)", style: .bad) }
    lines += entry.reaction.effects.compactMap { hints.line(for: $0, in: entry) }
    return lines + stillLines
  }

  /// What a step in the past left behind; nil for any other.
  var forkText: String? {
    if kept > 0 {
      return "not recorded: \(kept.counted("undone step")) as before; 'redo' leads to the next"
    }
    return fork.map { fork in
      "a new branch: branch \(fork.branch) keeps \(fork.kept.counted("undone step"))"
        + "; 'switch \(fork.branch)' leads back"
    }
  }

  private var title: Line {
    var (number, event) = ("\(entry.number)", entry.event.text)
    if let run, let start = run.first.appearedIndex, let end = entry.appearedIndex {
      number = "\(run.first.number)…\(number)"
      event = "itemAppeared(index: \(start)…\(end)) ×\(run.count)"
    }
    return Line("[\(kept > 0 ? "-" : number)] ", style: .faint) + Line(event) + ignoredText
  }

  /// The reason for which the step was ignored, as the end of its first line.
  var ignoredText: Line {
    guard let refusal = entry.reaction.refusal else { return "" }
    return Line("  ignored: ", style: .bad) + Line("\(refusal)")
  }

  /// Says what to do with edits that have failed, where a retry finds no load that has.
  private var failedEditsText: String? {
    let count = entry.state.feed.failedEdits.count
    guard case .action(.retryTapped) = entry.event, entry.reaction.refusal != nil, count > 0
    else { return nil }
    return "\(count.counted("edit")) \(count == 1 ? "has" : "have") failed: 'resend' or 'dismiss'"
  }

  /// Says that a further page brought rows that were in the list; nil if it brought none.
  private var repeatedText: String? {
    guard let repeated = repeatedRows else { return nil }
    let added = entry.state.items.count - before.state.items.count
    let cause = repeated.known < repeated.all ? ": the pages have shifted" : ""
    return
      "\(repeated.known) of \(repeated.all.counted("row")) were here already\(cause); +\(max(0, added))"
  }

  /// Says that a query left the rows of an API as they were; nil for any other step.
  private var ignoredQueryText: String? {
    guard entry.reaction.refusal == nil, entry.state.server == nil,
      case .action(.pageLoaded(_, let page)) = entry.event, !page.items.isEmpty,
      let stale = before.state.search?.stale, stale.query == [:],
      let search = entry.state.search, search.stale == nil, let asked = search.asked,
      !asked.isEmpty,
      stale.feed.total == search.total,
      page.items.elementsEqual(stale.feed.items.prefix(page.items.count))
    else { return nil }
    let names = asked.keys.sorted().map { "'\($0)'" }.joined(separator: " and ")
    return "these are the rows without the query: does the server know \(names)?"
  }

  /// The request that the step answers; nil for any other step, and for an answer that came too late.
  var answeredLoad: Load? {
    let ticket = entry.event.action?.answeredTicket
    return before.state.pending.first { $0.ticket == ticket }?.load
  }

  /// How many of the rows of a further page were in the list before; nil if none was.
  var repeatedRows: (known: Int, all: Int)? {
    guard entry.reaction.refusal == nil, case .action(.pageLoaded(_, let page)) = entry.event,
      let load = answeredLoad, load.request.kind != .refresh
    else { return nil }
    let known = page.items.count { before.state.feed.items.index(id: $0.id) != nil }
    return known == 0 ? nil : (known, page.items.count)
  }
}

extension Session {
  /// Why the current step, an answer that came too late, changed nothing; nil for any other.
  ///
  /// - Complexity: O(*n*) in the steps, after a late answer.
  var lateText: String? {
    guard now.reaction.refusal != nil, let ticket = now.event.action?.answeredTicket else {
      return nil
    }
    return outcome(of: ticket, before: now.number)
      .map { "\($0.text), so this answer changes nothing" }
  }
}

// MARK: - Scrolling

extension Entry {
  /// Whether the step only moved the reader, or would have: a row came into view and nothing loads.
  var isScroll: Bool { isReport && reaction.effects.isEmpty }

  /// Whether the step goes on with rows that come into view and load nothing.
  func continuesScroll(of before: Entry) -> Bool {
    isScroll && before.isScroll && (reaction.refusal == nil) == (before.reaction.refusal == nil)
  }

  /// Whether a front end tells which rows show.
  fileprivate var isReport: Bool {
    switch event.action {
    case .itemAppeared, .visible: true
    default: false
    }
  }

  /// The row of which a front end tells that it came into view.
  fileprivate var appearedIndex: Int? {
    if case .itemAppeared(let index) = event.action { index } else { nil }
  }
}

extension StepReport {
  /// Why nothing loads although the reader moved, in the words of the machine.
  private var stillLines: [Line] {
    guard entry.isScroll, entry.reaction.refusal == nil else { return [] }
    return entry.state.reasons(with: entry.machine).compactMap { _, refusal in
      refusal.map { Line("  nothing loads: ", style: .faint) + Line("\($0)") }
    }
  }

  /// This step and `next` as one; nil if that does not go on with a run of rows that came into view.
  func joined(with next: StepReport) -> StepReport? {
    guard next.entry.continuesScroll(of: entry), kept == next.kept, next.fork == nil,
      let index = entry.appearedIndex, let other = next.entry.appearedIndex,
      abs(other - index) == 1
    else { return nil }
    var all = next
    (all.before, all.fork) = (before, fork)
    all.run = (run?.first ?? entry, (run?.count ?? 1) + 1)
    return all
  }
}

extension Entry.Event {
  var text: String {
    switch self {
    case .begun(let seed): "a fresh feed with seed \(seed)"
    case .action(let action): action.text
    case .advanced(let duration): "advance \(duration.text)"
    case .server(let change): change.text
    case .typed(let query): query?.command ?? "typed(query: nil)"
    case .submitted: "submitted"
    }
  }

  /// The action of the event, if it has one.
  var action: JSONFeed.Action? {
    if case .action(let action) = self { action } else { nil }
  }
}

extension Session.State {
  /// Why no load of each kind starts, in the words of the machine; without a list that begins at its start,
  /// that is of the next page only.
  func reasons(with feed: JSONFeed) -> [(kind: LoadKind, refusal: SearchRefusal?)] {
    let kinds: [LoadKind] = self.feed.prepend.end == nil ? [.append, .prepend] : [.append]
    return kinds.map { ($0, explain($0, with: feed)) }
  }
}

/// The hint after an effect: which commands answer the request that it starts.
enum RequestHints {
  /// Requests wait for a command.
  case byHand

  /// Requests run automatically.
  case running

  case none

  func line(for effect: JSONFeed.Effect, in entry: Entry) -> Line? {
    guard let text = effect.text(among: entry.reaction.effects) else { return nil }
    let line = Line("  ⇒ ", style: .good) + Line(text)
    guard let hint = hint(for: effect, in: entry.state) else { return line }
    let space = String(repeating: " ", count: max(2, 28 - text.count))
    return line + Line(space + hint, style: .faint)
  }

  private func hint(for effect: JSONFeed.Effect, in state: Session.State) -> String? {
    guard let ticket = effect.startedTicket else { return nil }
    if case .schedule(_, let after) = effect {
      return self == .none ? nil : "pending: advance \(after.text)"
    }
    // What a slow server sends comes when the clock says so.
    let wait = state.arrivals[ticket].map { "advance \(($0 - state.clock).text)" }
    return switch self {
    case .none: wait.map { "pending: \($0)" }
    case .running: "running: settle · drop \(ticket)"
    case .byHand:
      "pending: \(wait.map { "\($0) · " } ?? "")ok \(ticket) · fail \(ticket) · drop \(ticket)"
    }
  }
}

/// The fields that differ between two steps, one a line: `append  idle → loading 2`.
///
/// Only those that steps show, and the reader: where rows moved it, or where nothing else changed.
func changeLines(from old: Entry, to new: Entry) -> [Line] {
  let changed = changedFields(from: old, to: new)
  let showsReader = !new.isReport || !changed.contains { $0.isShownInSteps }
  let fields = changed.filter { $0.isShownInSteps || showsReader && $0.name == "reader" }
  let table = fields.map { field in
    let values = [old, new].map { "\(field.value($0))".shortened(to: 100) }
    return (field.name, values.joined(separator: " → "))
  }
  return zip(fields, Line.table(table)).map { field, line in
    guard case (.rows(let old), .rows(let new)) = (field.value(old), field.value(new)) else {
      return line
    }
    return line + Line("  " + rowsText(from: old, to: new), style: .faint)
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
    .map { mark, rows in "\(mark) \(rows.endsText)" }
    .joined(separator: " · ")
}
