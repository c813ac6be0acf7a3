import FeedReducer
import FeedTesting

// What happens to one feed as a script that `feed-repl run` accepts.
extension World {
  /// The settings.
  package var preamble: [String] {
    let feed = machine.feed
    let title = "# \(lists) × \(isSearch ? "search" : "feed") of \(rows) rows by \(paging)"
    return [title] + (isFeed ? feed.commands : ["# \(feed)"])
  }

  private var isFeed: Bool { lists == 1 && !isSearch }

  /// The command for a step, or a comment if it sends no action. The steps of a search, or of two lists, are Swift.
  package func line(for step: Step, at state: State) -> String {
    if !isFeed { return "\(step)" }
    var copy = state
    let exchange = make(step, at: &copy)
    if case .feed(let action)? = exchange?.action.action { return action.command }
    if case .restart = step { return "goto 0  # the program is killed and starts again" }
    return "# \(step)"
  }
}

extension WorldFeed {
  /// The commands that configure a feed.
  fileprivate var commands: [String] {
    var lines = ["set page-size \(pageSize)", "set prefetch \(prefetchDistance)"]
    if refreshMode == .merge { lines.append("set refresh merge") }
    if retry.attempts > 0 { lines.append("set retry \(retry.attempts)") }
    if let count = maxItems { lines.append("set max-items \(count)") }
    if edits == nil { lines.append("set editable off") }
    if maxEmptyPages != 2 { lines.append("set max-empty-pages \(maxEmptyPages)") }
    if let gaps { lines.append("set gaps \(gaps)") }
    if let age = snapshotAgeLimit {
      lines.append("set snapshot-age \(age.components.seconds)s")
    }
    return lines
  }
}

extension WorldFeed.Action {
  /// The command of `feed-repl` that sends the action.
  fileprivate var command: String {
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
    case .gapTapped(let id, let side): "gapTapped \(id) \(side)"
    @unknown default: "# an action that has no command"
    }
  }

  private func reason(_ failure: FeedFailure) -> String {
    let reason = failure.status.map { "\($0)" } ?? "\(failure.code)"
    return reason
      + (failure.retryAfter.map { " after=\($0 / .seconds(1))s" } ?? "")
  }

  private func line(for page: WorldFeed.Page) -> String {
    let rows = "[\(page.items.map(json).joined(separator: ","))]"
    if let previous = page.previous {
      // Only the JSON form of a page has a cursor on both sides.
      let next = page.next.map { ",\"next\":\(json(cursor: $0))" } ?? ""
      let total = page.total.map { ",\"total\":\($0)" } ?? ""
      return "page={\"items\":\(rows)\(next),\"previous\":\(json(cursor: previous))\(total)}"
    }
    return "items=\(rows)" + (page.next.map { " next=\($0)" } ?? "")
      + (page.total.map { " total=\($0)" } ?? "")
  }
}

// JSON in the format of `feed-repl`: ids are strings, cursors are numbers.
extension WorldFeed.Action {
  private func json(cursor: Int) -> String { "{\"number\":\(cursor)}" }

  private func json(_ row: WorldRow) -> String {
    "{\"id\":\"\(row.id)\",\"value\":\(row.value)}"
  }

  private func json(_ failure: FeedFailure) -> String {
    "{\"code\":\"\(failure.code)\",\"message\":\"\(failure.message)\",\"isRetryable\":"
      + "\(failure.isRetryable)"
      + (failure.retryAfter.map { ",\"retryAfter\":\($0 / .seconds(1))" } ?? "") + "}"
  }

  private func json(_ change: WorldFeed.Change) -> String {
    switch change {
    case .insert(let row, let before):
      "{\"insert\":{\"item\":\(json(row))\(before.map { ",\"before\":\"\($0)\"" } ?? "")}}"
    case .update(let row): "{\"update\":{\"item\":\(json(row))}}"
    case .remove(let id): "{\"remove\":{\"id\":\"\(id)\"}}"
    }
  }

  private func json(_ snapshot: WorldFeed.Snapshot) -> String {
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
      ("total", snapshot.total.map { "\($0)" }), ("gaps", list(snapshot.gaps.map(json))),
    ]
    let texts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(texts.joined(separator: ","))}"
  }

  private func json(_ page: WorldFeed.PageRecord) -> String {
    "{\"count\":\(page.count),\"position\":\(json(page.position))}"
  }

  private func json(_ gap: WorldFeed.GapRecord) -> String {
    let members = [
      ("id", "\(gap.id)"), ("row", "\(gap.row)"), ("next", gap.next.map(json)),
      ("previous", gap.previous.map(json)),
    ]
    let texts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(texts.joined(separator: ","))}"
  }

  private func json(_ edit: WorldFeed.Edit) -> String {
    "{\"ticket\":\(edit.ticket),\"id\":\"\(edit.id)\",\"change\":\(json(edit.change))}"
  }

  private func json(_ refused: WorldFeed.FailedEdit) -> String {
    "{\"edit\":\(json(refused.edit)),\"failure\":\(json(refused.failure))}"
  }

  private func json(_ position: WorldFeed.Position) -> String {
    switch position {
    case .start: "{\"start\":{}}"
    case .after(let cursor): "{\"after\":{\"cursor\":\(json(cursor: cursor))}}"
    case .before(let cursor): "{\"before\":{\"cursor\":\(json(cursor: cursor))}}"
    }
  }

  private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}
