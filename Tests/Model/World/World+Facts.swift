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
    for effect in effects { state.outside[list].add(effect, server: state.server) }
    var facts = state.outside[list].facts
    let isRestore = if case .feed(action: .restored) = action { true } else { false }
    if isRestore, let kept = state.outside[list].kept { facts.restore(kept, after: after) }
    noteTries(action, before: before, after: after, in: &facts)
    noteRefreshes(action, before: before, after: after, in: &facts)
    facts.noteEditTries(before: before.feed.pendingEdits, after: after.feed.pendingEdits)
    let answer = notePages(
      action, after: after, outside: state.outside[list], server: state.server, in: &facts)
    let step = KnownDefect.Step(
      answer: answer, before: before, after: after, server: state.server)
    if excuses.contains(where: { $0.shows(step) }) { facts.isBlurred = true }
    if let answer {
      // Rows tell where others belong, and one that has moved tells another place.
      let rows = after.items.map(\.id) + answer.page.items.map(\.id)
      if rows.contains(where: { state.server.moved.contains($0) }) { facts.isBlurred = true }
      let isAsked = before.feed.refresh != after.feed.refresh && after.feed.refresh.isPending
      facts.isStartedOver = answer.request.kind != .refresh && (facts.isStartedOver || isAsked)
      if facts.isStartedOver { facts.hasForgotten = true }
    }
    if machine.feed.gaps != nil {
      facts.noteNeighbours(answer: answer, state.server)
    }
    notePause(action, before: before, in: &facts)
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
      facts.isBlurred = false
    }
    state.outside[list].facts = facts
  }

  /// Notes which rows showed when the pages were read. Returns the page that was accepted, if one was.
  private func notePages(
    _ action: WorldSearch.Action, after: WorldMachine.List, outside: Outside, server: WorldServer,
    in facts: inout Facts
  ) -> (request: WorldFeed.Request, page: WorldFeed.Page)? {
    guard case .feed(action: .pageLoaded(let ticket, let page)) = action,
      let call = outside.ended.last(where: { $0.ticket == ticket }),
      case .load(let request, let query) = call.task, case .page(_, let rows) = call.served
    else { return nil }
    if facts.query != query { (facts.query, facts.isBlurred) = (query, false) }
    let shown = page.items.map(\.id)
    // A page that does not lead to the list is read again.
    if request.kind != .refresh, !request.isReadAgain(after: page, in: after.feed) {
      facts.noteTold(page, askedAs: request.ticket, after, server)
    }
    if request.kind == .refresh, after.feed.pendingEdits.isEmpty,
      after.items.allSatisfy({ shown.contains($0.id) })
    {
      // The page took the place of the whole list. What was on the server then and still stays is a stayer.
      facts.stayers = call.isOutdated ? facts.stayers.intersection(rows) : rows
      if after.feed.page == page.next {
        facts.isShifted =
          call.isOutdated || outside.calls.contains { $0.isOutdated && $0.served != nil }
      }
      facts.isBlurred = false
      facts.noteTold(page, askedAs: request.ticket, after, server)
    } else {
      facts.stayers.formIntersection(rows)
      // It does not tell where a row is that has moved since it was read.
      if call.isOutdated { facts.stayers.subtract(server.moved) }
    }
    for row in page.items {
      // Pages that were asked for before it may come later, read before or behind it.
      facts.settled[row.id] = max(request.ticket, facts.settled[row.id] ?? request.ticket)
      if request.kind == .refresh, facts.isQuiet, let newest = facts.newest[row.id] {
        facts.newest[row.id] = min(newest, server.version(row) ?? 0)
      }
    }
    if paging.namesRows, !page.items.isEmpty, let next = page.next,
      next == request.position.cursor
    {
      facts.isBlurred = true  // The server told rows of another place.
    }
    return (request, page)
  }

  /// Notes how often each load was tried again.
  private func noteTries(
    _ action: WorldSearch.Action, before: WorldMachine.List, after: WorldMachine.List,
    in facts: inout Facts
  ) {
    let goesOn =
      switch action {
      case .submitted: before.search?.asked == after.search?.asked
      case .feed(action: .timerFired), .feed(action: .connectivityChanged),
        .feed(action: .retryTapped), .feed(action: .failed):
        true
      default: false
      }
    if action == .feed(action: .reset) || before.search?.asked != after.search?.asked {
      (facts.tries, facts.isOutOfDate, facts.isQuiet) = ([:], false, false)
    }
    for kind in LoadKind.allCases {
      let (old, new) = (before.feed[kind], after.feed[kind])
      let isNew = new.request != nil && new.request != old.request
      if new.timer != nil, new.timer != old.timer {
        facts.tries[kind, default: 0] += 1
      } else if isNew || new.isOffline && !old.isOffline,
        !goesOn || !old.isPending
      {
        facts.tries[kind] = 0
      }
    }
  }

  /// Notes whether the first page is to be read again, and why.
  private func noteRefreshes(
    _ action: WorldSearch.Action, before: WorldMachine.List, after: WorldMachine.List,
    in facts: inout Facts
  ) {
    switch action {
    case .feed(action: .refreshPulled), .feed(action: .invalidated): facts.isOutOfDate = true
    case .feed(action: .restored(_, let age)):
      facts.isOutOfDate = machine.feed.snapshotAgeLimit.map { age > $0 } ?? false
    case .feed(action: .failed), .feed(action: .cancelled), .feed(action: .errorDismissed),
      .feed(action: .reset), .feed(action: .stopped):
      if !after.feed.refresh.isPending { facts.isOutOfDate = false }
    default: break
    }
    if case .feed(action: .failed(let ticket, let failure)) = action,
      failure.startsOver(as: ticket, before: before.feed, after: after.feed)
    {
      (facts.isStartedOver, facts.hasForgotten) = (true, true)
      if before.feed.refresh.request != ticket {
        (facts.tries[.refresh], facts.isQuiet) = (0, false)
      }
    }
    noteQuiet(action, before: before.feed.refresh, after: after.feed.refresh, in: &facts)
    facts.isBackOnline = action == .feed(action: .connectivityChanged(isOnline: true))
    let isAsked = after.feed.refresh.request.map { $0 != before.feed.refresh.request } ?? false
    if isAsked { facts.isOutOfDate = false }
  }

  /// Notes whether the refresh comes from `invalidated`.
  private func noteQuiet(
    _ action: WorldSearch.Action, before: LoadState, after: LoadState, in facts: inout Facts
  ) {
    let isNew = after.request != nil && after.request != before.request
    guard isNew || after.isOffline && !before.isOffline else { return }
    switch action {
    case .feed(action: .invalidated): facts.isQuiet = true
    case .feed(action: .pageLoaded(let ticket, _)): facts.isQuiet = before.request == ticket
    case .submitted, .feed(action: .retryTapped), .feed(action: .timerFired),
      .feed(action: .connectivityChanged):
      break
    case .feed(action: .failed(let ticket, _)) where before.request == ticket: break
    default: facts.isQuiet = false
    }
  }

  private func notePause(
    _ action: WorldSearch.Action, before: WorldMachine.List, in facts: inout Facts
  ) {
    guard case .feed(let action) = action else { return }
    switch action {
    // That rows could not be brought up to date stops no scrolling, and neither does a further page that failed.
    case .failed(let ticket, _):
      if before.feed.refresh.request == ticket, !facts.isQuiet { facts.mayPause = true }
    case .cancelled(let ticket):
      let refresh = before.feed.refresh
      if !facts.isQuiet || (refresh.request ?? refresh.timer) != ticket { facts.mayPause = true }
    case .errorDismissed, .restored: facts.mayPause = true
    case .itemAppeared, .visible, .loadMore, .retryTapped(kind: .append),
      .retryTapped(kind: .prepend), .reset, .stopped, .started:
      (facts.mayPause, facts.hasForgotten) = (false, false)
    case .refreshPulled, .retryTapped: facts.hasForgotten = false
    default: break
    }
  }
}

extension World.Facts {
  /// What was told before the restart counts again; what is under way is of this run.
  fileprivate mutating func restore(_ kept: World.Kept, after list: WorldMachine.List) {
    if list.feed.generation > 0 {
      let now = self
      self = kept.facts
      wrongEdit = now.wrongEdit ?? wrongEdit
      (tries, editTries, isQuiet) = (now.tries, now.editTries, now.isQuiet)
      (isStartedOver, hasForgotten) = (now.isStartedOver, now.hasForgotten)
    }
    if !kept.edits.isSubset(of: list.editTickets) { wrongEdit = "an edit was lost in a restart" }
  }

  /// Notes the rows that an answer has as neighbours, with the one that it was asked from.
  fileprivate mutating func noteNeighbours(
    answer: (request: WorldFeed.Request, page: WorldFeed.Page)?, _ server: WorldServer
  ) {
    guard let (request, page) = answer else { return }
    let rows = page.items.map(\.id)
    neighbours.formUnion(zip(rows, rows.dropFirst()).map { .init(above: $0, below: $1) })
    guard let place = request.position.cursor.map({ $0 >> 8 }) else { return }
    let asked = server.places.first { $0.value == place }.map { [$0.key] }
    // A row that has moved since may be the one.
    for row in asked ?? Array(server.moved) {
      switch request.position {
      case .after: if let first = rows.first { neighbours.insert(.init(above: row, below: first)) }
      case .before: if let last = rows.last { neighbours.insert(.init(above: last, below: row)) }
      case .start: break
      }
    }
  }

  /// Whether two rows were told as neighbours, or rows that stood between them, each beside the next; users put their
  /// new rows above the `anchors`.
  func areTold(_ pair: World.Neighbours, anchors: [Int: Int]) -> Bool {
    if neighbours.contains(pair) { return true }
    var (reached, left): (Set<Int>, [Int]) = ([pair.above], [pair.above])
    while let row = left.popLast() {
      let anchor = anchors[row].map { World.Neighbours(above: row, below: $0) }
      for next in neighbours.union([anchor].compactMap { $0 })
      where next.above == row && !reached.contains(next.below) {
        if next.below == pair.below { return true }
        reached.insert(next.below)
        left.append(next.below)
      }
    }
    return false
  }

  /// Notes the versions that a page brings of rows without an edit: none that was asked for before the server took the
  /// last edit of its row, or before a page that has brought it, as it may be older than that.
  fileprivate mutating func noteTold(
    _ page: WorldFeed.Page, askedAs ticket: Ticket, _ list: WorldMachine.List, _ server: WorldServer
  ) {
    let edited = list.edited
    if page.items.contains(where: { !list.items.contains(id: $0.id) && !edited.contains($0.id) }) {
      return
    }
    for row in page.items where !edited.contains(row.id) {
      if let last = settled[row.id], ticket <= last { continue }
      newest[row.id] = max(server.version(row) ?? 0, newest[row.id] ?? 0)
    }
  }
}

extension World.Outside {
  /// Starts or ends what an effect names.
  fileprivate mutating func add(_ effect: WorldSearch.Effect, server: WorldServer) {
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
      noteSent(edit, server: server)
      calls.append(.init(task: .edit(edit)))
    default: break
    }
  }
}
