import FeedReducer
import FeedSpec
import FeedTesting

// Steps as the commands of a script that `feed-repl run` accepts.
extension SimulatedFeed {
  /// The commands that configure the feed.
  package var preamble: [String] {
    let feed = scenario.feed
    var lines = [
      "# \(scenario.name): \(scenario.summary)", "set page-size \(feed.pageSize)",
      "set prefetch \(feed.prefetchDistance)",
    ]
    if feed.refreshMode == .merge { lines.append("set refresh merge") }
    if feed.retry.attempts > 0 { lines.append("set retry \(feed.retry.attempts)") }
    if let count = feed.maxItems { lines.append("set max-items \(count)") }
    if feed.maxEmptyPages != 2 { lines.append("set max-empty-pages \(feed.maxEmptyPages)") }
    if let age = feed.snapshotAgeLimit {
      lines.append("set snapshot-age \(age.components.seconds)s")
    }
    return lines
  }

  /// Returns the command for a step, or a comment if the step sends no action.
  package func line(for step: SimulationStep, at state: SimulationState) -> String {
    var after = state
    change(step, isSent: false, in: &after)
    let line = action(for: step, at: after).map(line) ?? "# nothing"
    return switch step {
    case .insert(let index): "# the server adds a row in front of its row \(index)"
    case .remove(let index): "# the server takes away its row \(index)"
    case .update(let index): "# the server changes its row \(index)"
    case .serve(let index): "# the server carries out edit \(ticket(ofWork: index, in: state))"
    case .restart: "seed 1  # the program is quit and started again"
    case .answerLate, .failLate: line + "  # late: it had ended"
    case .answer(_, .early): line + "  # as it was when it was asked for"
    default: line
    }
  }

  private func ticket(ofWork index: Int, in state: SimulationState) -> String {
    index < state.inFlight.count ? "\(state.inFlight[index].ticket)" : "(none)"
  }

  private func line(for action: ModelFeed.Action) -> String {
    switch action {
    case .started: "start"
    case .itemAppeared(let index): "appear \(index)"
    case .visible(let rows) where !rows.isEmpty && rows.lowerBound >= 0:
      "visible \(rows.lowerBound)..\(rows.upperBound - 1)"
    case .visible(let rows):
      "{\"visible\":{\"range\":[\(rows.lowerBound),\(rows.upperBound)]}}"
    case .loadMore: "loadMore"
    case .refreshPulled: "refresh"
    case .invalidated: "invalidated"
    case .reset: "reset"
    case .stopped: "stopped"
    case .retryTapped(let kind): "retry\(kind.map { " \($0)" } ?? "")"
    case .pageLoaded(let ticket, let page): "loaded \(ticket) \(line(for: page))"
    case .failed(let ticket, let failure): "failed \(ticket) \(reason(failure))"
    case .cancelled(let ticket): "cancelled \(ticket)"
    case .timerFired(let ticket): "timerFired \(ticket)"
    case .connectivityChanged(let isOnline): "connectivityChanged \(isOnline)"
    case .memoryWarning(let keep): "memoryWarning keep=\(keep)"
    case .edit(let change): "{\"edit\":{\"change\":\(json(change))}}"
    case .editCommitted(let ticket, let row):
      "{\"editCommitted\":{\"ticket\":\(ticket)\(row.map { ",\"item\":\(json($0))" } ?? "")}}"
    case .editFailed(let ticket, let failure):
      "{\"editFailed\":{\"ticket\":\(ticket),\"failure\":\(json(failure))}}"
    case .editRetried(let id): "{\"editRetried\":{\"id\":\"\(id)\"}}"
    case .editDismissed(let id): "{\"editDismissed\":{\"id\":\"\(id)\"}}"
    case .restored(let snapshot, let age):
      "{\"restored\":{\"age\":\(age.components.seconds),\"snapshot\":\(json(snapshot))}}"
    @unknown default: "# an action that has no command"
    }
  }

  private func reason(_ failure: FeedFailure) -> String {
    let reason = failure.status.map { "\($0)" } ?? "\(failure.code)"
    return reason
      + (failure.retryAfter.map { " after=\($0.components.seconds)s" } ?? "")
  }

  private func line(for page: ModelFeed.Page) -> String {
    let rows = "[\(page.items.map(json).joined(separator: ","))]"
    if let previous = page.previous {
      // Only the JSON form of a page has a cursor on both sides.
      let next = page.next.map { ",\"next\":\(json(cursor: $0))" } ?? ""
      return "page={\"items\":\(rows)\(next),\"previous\":\(json(cursor: previous))}"
    }
    return "items=\(rows)" + (page.next.map { " next=\($0)" } ?? "")
      + (page.total.map { " total=\($0)" } ?? "")
  }
}

// JSON in the format of `feed-repl`: ids are strings, cursors are numbers.
extension SimulatedFeed {
  private func json(cursor: Int) -> String { "{\"number\":\(cursor)}" }

  private func json(_ row: ModelRow) -> String {
    "{\"id\":\"\(row.id)\",\"value\":\(row.value)}"
  }

  private func json(_ failure: FeedFailure) -> String {
    "{\"code\":\"\(failure.code)\",\"message\":\"\(failure.message)\",\"isRetryable\":"
      + "\(failure.isRetryable)}"
  }

  private func json(_ change: ModelFeed.Change) -> String {
    switch change {
    case .insert(let row, let before):
      "{\"insert\":{\"item\":\(json(row))\(before.map { ",\"before\":\"\($0)\"" } ?? "")}}"
    case .update(let row): "{\"update\":{\"item\":\(json(row))}}"
    case .remove(let id): "{\"remove\":{\"id\":\"\(id)\"}}"
    @unknown default: "{}"
    }
  }

  private func json(_ snapshot: ModelFeed.Snapshot) -> String {
    let members = [
      ("version", "\(snapshot.version)"), ("identity", "\(snapshot.identity)"),
      ("lastTicket", "\(snapshot.lastTicket)"), ("items", list(snapshot.items.map(json))),
      ("pages", list(snapshot.pages.map(json))), ("next", snapshot.next.map(json)),
      ("previous", snapshot.previous.map(json)),
      ("droppedBefore", list(snapshot.droppedBefore.map(json))),
      ("droppedAfter", list(snapshot.droppedAfter.map(json))),
      ("firstVisible", snapshot.firstVisible.map { "\"\($0)\"" }),
      ("edits", list(snapshot.edits.map(json))),
      ("refusedEdits", list(snapshot.refusedEdits.map(json))),
      ("total", snapshot.total.map { "\($0)" }),
    ]
    let texts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(texts.joined(separator: ","))}"
  }

  private func json(_ page: ModelFeed.PageRecord) -> String {
    "{\"count\":\(page.count),\"position\":\(json(page.position))}"
  }

  private func json(_ edit: ModelFeed.Edit) -> String {
    "{\"ticket\":\(edit.ticket),\"id\":\"\(edit.id)\",\"change\":\(json(edit.change))}"
  }

  private func json(_ refused: ModelFeed.FailedEdit) -> String {
    "{\"edit\":\(json(refused.edit)),\"failure\":\(json(refused.failure))}"
  }

  private func json(_ position: ModelFeed.Position) -> String {
    switch position {
    case .start: "{\"start\":{}}"
    case .after(let cursor): "{\"after\":{\"cursor\":\(json(cursor: cursor))}}"
    case .before(let cursor): "{\"before\":{\"cursor\":\(json(cursor: cursor))}}"
    @unknown default: "{}"
    }
  }

  private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}
