import FeedReducer
import FeedSpec

// Settings and actions as the commands of a script that `feed-repl run` accepts.
extension Feed where Item == ModelRow, Cursor == Int {
  /// The commands that configure a feed.
  var commands: [String] {
    var lines = ["set page-size \(pageSize)", "set prefetch \(prefetchDistance)"]
    if refreshMode == .merge { lines.append("set refresh merge") }
    if retry.attempts > 0 { lines.append("set retry \(retry.attempts)") }
    if let count = maxItems { lines.append("set max-items \(count)") }
    if maxEmptyPages != 2 { lines.append("set max-empty-pages \(maxEmptyPages)") }
    if let age = snapshotAgeLimit {
      lines.append("set snapshot-age \(age.components.seconds)s")
    }
    return lines
  }
}

extension Feed.Action where Item == ModelRow, Cursor == Int {
  /// The command of `feed-repl` that sends the action.
  var command: String {
    switch self {
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
    case .errorDismissed(let kind): "errorDismissed\(kind.map { " \($0)" } ?? "")"
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
extension Feed.Action where Item == ModelRow, Cursor == Int {
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
    }
  }

  private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}
