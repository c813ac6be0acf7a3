import FeedReducer
import FeedTesting

// A snapshot as JSON in the format of `feed-repl`: ids are strings, cursors are numbers.
extension SimulatedFeed {
  func json(_ snapshot: ModelFeed.Snapshot) -> String {
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
