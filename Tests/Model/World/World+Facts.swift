import FeedReducer
import FeedTesting

// What follows from an action for the world: calls start and end, and facts are noted.
extension World {
  func note(
    _ action: WorldSearch.Action, reaction: Reaction<WorldSearch.Effect, SearchRefusal>,
    before: WorldMachine.List, list: Int, in state: inout State
  ) {
    guard case .accepted(let effects) = reaction else { return }
    let after = state.lists[list]
    noteEdits(action, effects: effects, before: before, list: list, in: &state)
    for effect in effects { state.outside[list].add(effect) }
    var facts = state.outside[list].facts
    if case .feed(action: .restored) = action, after.feed.generation > 0,
      let kept = state.outside[list].kept
    {
      facts = kept.facts
      facts.isRestored = true
    }
    let answer = notePages(action, after: after, outside: state.outside[list], in: &facts)
    let step = KnownDefect.Step(
      answer: answer, before: before, after: after, server: state.server,
      isRestored: facts.isRestored)
    if excuses.contains(where: { $0.shows(step) }) { facts.isBlurred = true }
    notePause(action, in: &facts)
    let edited = after.edited
    for row in after.items where !edited.contains(row.id) {
      guard let version = state.server.version(row) else { continue }
      facts.newest[row.id] = max(version, facts.newest[row.id] ?? 0)
    }
    // What is added from now on may be missing in a page that was read before.
    if after.items.isEmpty, after.feed.generation == 0,
      !state.outside[list].calls.contains(where: { $0.served != nil })
    {
      facts.stayers = Set(state.server.rows.map(\.id))
      facts.isShifted = false
    }
    if after.feed.generation == 0, after.items.isEmpty {
      (facts.isBlurred, facts.isRestored) = (false, false)
    }
    state.outside[list].facts = facts
  }

  /// Notes which rows showed when the pages were read. Returns the page that was accepted, if one was.
  private func notePages(
    _ action: WorldSearch.Action, after: WorldMachine.List, outside: Outside, in facts: inout Facts
  ) -> (request: WorldFeed.Request, page: WorldFeed.Page)? {
    guard case .feed(action: .pageLoaded(let ticket, let page)) = action,
      let call = outside.ended.last(where: { $0.ticket == ticket }),
      case .load(let request, let query) = call.task, case .page(_, let rows) = call.served
    else { return nil }
    if facts.query != query { (facts.query, facts.isBlurred) = (query, false) }
    let shown = page.items.map(\.id)
    if request.kind == .refresh, after.feed.pendingEdits.isEmpty,
      after.items.allSatisfy({ shown.contains($0.id) })
    {
      // The page took the place of the whole list. What was on the server then and still stays is a stayer.
      facts.stayers = call.isOutdated ? facts.stayers.intersection(rows) : rows
      if after.feed.page == page.next { facts.isShifted = call.isOutdated }
      (facts.isBlurred, facts.isRestored) = (false, false)
    } else {
      facts.stayers.formIntersection(rows)
    }
    if paging.namesRows, !page.items.isEmpty, let next = page.next,
      next == request.position.cursor
    {
      facts.isBlurred = true  // The server told rows of another place.
    }
    return (request, page)
  }

  private func notePause(_ action: WorldSearch.Action, in facts: inout Facts) {
    guard case .feed(let action) = action else { return }
    switch action {
    case .cancelled, .errorDismissed, .failed, .restored: facts.mayPause = true
    case .itemAppeared, .visible, .loadMore, .retryTapped(kind: .append),
      .retryTapped(kind: .prepend), .reset, .stopped, .started:
      facts.mayPause = false
    default: break
    }
  }

  /// Notes what the server has told with the answer to an edit, and whether an edit was lost.
  private func noteEdits(
    _ action: WorldSearch.Action, effects: [WorldSearch.Effect], before: WorldMachine.List,
    list: Int, in state: inout State
  ) {
    let after = state.lists[list]
    var gone = before.editTickets.subtracting(after.editTickets)
    for case .feed(_, .drop(let edit)) in effects { gone.remove(edit.ticket) }
    switch action {
    case .feed(action: .editCommitted(let ticket, let item)):
      if gone.contains(where: { $0 > ticket }) {
        state.outside[list].facts.wrongEdit = "an edit was lost that is newer than the answer"
      }
      guard let edit = before.feed.pendingEdits.first(where: { $0.edit.ticket == ticket })?.edit
      else { return }
      state.noteCommitted(edit, item: item, list: list)
    case .feed(action: .editDismissed): break
    default:
      if !gone.isEmpty { state.outside[list].facts.wrongEdit = "an edit was lost" }
    }
  }
}

extension World.State {
  fileprivate mutating func noteCommitted(_ edit: WorldFeed.Edit, item: WorldRow?, list: Int) {
    let id = item?.id ?? edit.id
    outside[list].facts.taken[id] = edit.ticket
    switch edit.change {
    case .remove: outside[list].facts.newest[id] = .max
    case .insert(let draft, _), .update(let draft):
      let row = WorldRow(id: id, value: (item ?? draft).value)
      guard let version = server.version(row) else { return }
      // A list can't know whether a page that came before was read earlier.
      outside[list].facts.newest[id] = version
    }
  }
}

extension World.Outside {
  /// Starts or ends what an effect names.
  fileprivate mutating func add(_ effect: WorldSearch.Effect) {
    switch effect {
    case .schedule(let ticket, _): calls.append(.init(task: .pause(ticket)))
    case .cancel(let ticket), .feed(_, .cancel(let ticket)):
      guard let index = calls.firstIndex(where: { $0.ticket == ticket }) else { break }
      keepEnded(calls.remove(at: index))
    case .feed(_, .schedule(let ticket, _)): calls.append(.init(task: .timer(ticket)))
    case .feed(let query, .load(let request)):
      calls.append(.init(task: .load(request, query: query)))
      facts.hasLoaded = true
    case .feed(_, .send(let edit)):
      noteSent(edit)
      calls.append(.init(task: .edit(edit)))
    default: break
    }
  }

  /// A value must not be sent after a newer one of its row, nor beside another edit of it.
  private mutating func noteSent(_ edit: WorldFeed.Edit) {
    if case .update = edit.change, let last = facts.taken[edit.id], edit.ticket < last {
      facts.wrongEdit = "an old value was sent after a newer one"
    }
    for case .edit(let other) in calls.map(\.task) where other.id == edit.id {
      facts.wrongEdit = "two edits of a row were under way together"
    }
  }
}
