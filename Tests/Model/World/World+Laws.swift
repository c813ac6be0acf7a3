import FeedReducer
package import FeedTesting

// What a reader is owed. Nothing here knows how a list is built: only what it shows, what it was told, and the server.
extension World {
  package typealias Transition = ModelTransition<World>

  package var laws: [Law<World>] {
    let laws = placeLaws + readerLaws + askingLaws + editLaws + answerLaws
    return laws + [
      .liveness(
        "in the end the list is the server's",
        says: "When the world falls silent, what a user can do leads to the server's list.",
        by: { wayOn(from: $0).map { [$0] } ?? [] }, isFinished: { isFinished($0) })
    ]
  }

  // MARK: - Rows and their places

  private var placeLaws: [Law<World>] {
    [
      each("each row once", says: "Each row is in the list once.") { list, _, _ in
        Set(list.items.map(\.id)).count == list.items.count
      },
      each(
        "in the server's order", says: "Rows that did not move stand as they do on the server."
      ) { list, outside, server in
        if isExcused(outside.facts) { return true }
        // New rows of a user that the server took in another order stand as the user made them.
        var (last, lastOwn) = (Int.min, Int.min)
        let gaps = Set(list.gaps.map(\.index))
        // A removal hides it.
        let hasHidden = list.feed.pendingEdits.contains { !server.has($0.edit.id) }
        let isReadUp = list.items.contains { server.places[$0.id] ?? .max < server.first }
        for (index, row) in list.items.enumerated() where !server.moved.contains(row.id) {
          // Where the first page stands in the middle, or the row below a gap has gone, rows behind it may be others.
          if gaps.contains(index), isReadUp || hasHidden || !server.has(row.id) {
            (last, lastOwn) = (Int.min, Int.min)
          }
          guard let place = server.places[row.id] else { continue }
          let isOwn = server.users.contains(row.id)
          // A row that has gone stands nowhere, and where a user's new one is behind a gap is told when that is filled.
          if !server.has(row.id) || isOwn && list.gapIsAbove(row) { continue }
          // What a user added shows though others removed it since, or the query does not find it.
          if isOwn, !server.finds(row.id, by: outside.facts.query) { continue }
          if place < last || !isOwn && place < lastOwn { return false }
          if isOwn { lastOwn = max(lastOwn, place) } else { last = place }
        }
        return true
      },
      .changeProperty(
        "a page shows as it was told",
        says:
          "The rows of a page that was accepted stand in its order, and a merge leaves what follows them."
      ) { transition in
        guard let answer = answered(by: transition), !isExcused(answer.outside.facts) else {
          return true
        }
        if isCutOff(by: answer, transition) { return false }
        let (list, server) = (transition.after.lists[answer.list], transition.after.server)
        let edited = list.edited.union(server.moved).union(server.users)
        let places = answer.page.items.filter { !edited.contains($0.id) }.compactMap {
          list.items.index(id: $0.id)
        }
        return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
      },
      each(
        "nothing is missing",
        says:
          "Between two rows that show as neighbours, and beyond an end that has ended, no row is missing that was there and stays."
      ) { list, outside, server in
        isExcused(outside.facts) || missing(in: list, outside, server) == nil
      },
      each(
        "neighbours were told",
        says:
          "Two rows with no gap between them were neighbours in one answer, or answers join them that overlap. (Where a list may have gaps.)"
      ) { list, outside, server in
        if machine.feed.gaps == nil || isExcused(outside.facts) || !paging.namesRows { return true }
        // A last page that is asked once more leaves what followed it until the next one.
        let isAtEnd = list.feed.append.end == .exhausted && list.feed.prepend.end == .exhausted
        return list.neighbours(besides: server.users).allSatisfy { pair in
          outside.facts.areTold(pair, anchors: server.anchors)
            || !isAtEnd && ![pair.above, pair.below].allSatisfy { server.has($0) }
        }
      },
      .changeProperty(
        "what has gone goes",
        says:
          "A row shows no longer once a page was read over its place, and it was not there. (Beyond that page, once the next one was read.)"
      ) { transition in
        guard let answer = answered(by: transition), !isExcused(answer.outside.facts),
          let covered = transition.after.server.covered(
            by: answer.page, at: answer.request.position)
        else { return true }
        let list = transition.after.lists[answer.list]
        // A page that does not lead to the list is read again once the rows between are there.
        if answer.request.isReadAgain(after: answer.page, in: list.feed) { return true }
        let edited = list.edited
        if answer.page.items.contains(where: {
          !list.items.contains(id: $0.id) && !edited.contains($0.id)
        }) {
          return true
        }
        return list.items.allSatisfy { row in
          if answer.rows.contains(row.id) || edited.contains(row.id) { return true }
          if isBeyond(row, answer, in: list) { return true }
          let place = transition.after.server.places[row.id]
          return !(place.map { covered.contains($0) } ?? false)
            || transition.after.server.has(row.id)
            // The answer to its edit may have come after the page was asked for.
            || transition.after.server.users.contains(row.id)
        }
      },
      each(
        "nothing older shows",
        says: "A row without an unanswered edit is no older than it was shown or told before."
      ) { list, outside, server in
        let edited = list.edited
        return list.items.allSatisfy { row in
          if edited.contains(row.id) || list.isOfAnotherQuery(outside.facts) { return true }
          guard let version = server.version(row) else { return false }
          return server.moved.contains(row.id) || version >= outside.facts.newest[row.id] ?? 0
        }
      },
      .changeProperty(
        "rows stay",
        says:
          "Rows come and go only with a page, an edit, a query, a bound, a restart or a log out, and splices tell of it; those that no page brings keep their order."
      ) { transition in
        guard let list = transition.list else { return true }
        let (before, after) = (
          transition.before.lists[list].items, transition.after.lists[list].items
        )
        if !transition.mayChangeRows { return before == after }
        // A new row that the server has not accepted follows the one that it belongs before.
        let brought = transition.before.lists[list].edited
          .union(answered(by: transition)?.page.items.map(\.id) ?? [])
        func left(of items: ItemList<WorldRow>, in others: ItemList<WorldRow>) -> [Int] {
          items.map(\.id).filter { !brought.contains($0) && others.contains(id: $0) }
        }
        let isBlurred = transition.after.outside[list].facts.isBlurred
        return (isBlurred || left(of: before, in: after) == left(of: after, in: before))
          && before.changed(by: after.splices(from: before), to: after) == Array(after)
      },
      .changeProperty(
        "a bound holds",
        says:
          "When a next page comes, rows far before the reader go until the bound holds; two pages always stay."
      ) { transition in
        if case .memoryWarning? = transition.feedAction, let list = transition.list {
          func pages(_ state: State) -> Int { state.lists[list].feed.snapshot?.pages.count ?? 0 }
          return pages(transition.after) >= min(2, pages(transition.before))
        }
        guard let most = machine.feed.maxItems, let answer = answered(by: transition),
          answer.request.kind == .append
        else { return true }
        let feed = transition.after.lists[answer.list].feed
        let own = feed.items.count { transition.after.server.users.contains($0.id) }
        return feed.items.count - own <= most + machine.feed.pageSize + feed.pendingEdits.count
          || (feed.reader?.lowerBound ?? 0) <= machine.feed.prefetchDistance + 4
            * machine.feed.pageSize
      },
    ]
  }

  /// Whether a law of places can't judge: the pages have shifted, or a known defect showed.
  private func isExcused(_ facts: Facts) -> Bool {
    !paging.namesRows && facts.isShifted || facts.isBlurred
  }

  /// Whether a row stands beyond a page at its end of the list, which goes on there: the next page tells whether it has
  /// gone.
  private func isBeyond(_ row: WorldRow, _ answer: Answered, in list: WorldMachine.List) -> Bool {
    let shown = answer.page.items.compactMap { list.items.index(id: $0.id) }
    guard let index = list.items.index(id: row.id) else { return false }
    // Where a row is behind a gap is told when that is filled.
    if index > shown.max() ?? -1, list.gapIsAbove(row) { return true }
    guard let first = shown.min(), let last = shown.max() else { return false }
    if list.gaps.contains(where: { index < $0.index && $0.index <= first }) { return true }
    return switch answer.request.kind {
    case .append: index > last && list.feed.append.end != .exhausted
    case .prepend: index < first && list.feed.prepend.end != .exhausted
    case .refresh, .gap: false
    }
  }

  /// The first row that is missing in a list, or beyond an end of it that has ended.
  private func missing(
    in list: WorldMachine.List, _ outside: Outside, _ server: WorldServer
  ) -> Int? {
    if list.feed.generation == 0 || list.isOfAnotherQuery(outside.facts) { return nil }
    let hidden = Set(list.feed.pendingEdits.map(\.edit.id))
    // A user's new row shows before its neighbours have come.
    let stayers = outside.facts.stayers.subtracting(server.users)
    let shown = Set(list.items.map(\.id).filter { stayers.contains($0) })
    let wanted = server.found(by: outside.facts.query).map(\.id).filter {
      stayers.contains($0) && (shown.contains($0) || !hidden.contains($0))
    }
    // Rows may be missing in a gap.
    let ends = [0] + list.gaps.map(\.index) + [list.items.count]
    for (part, (start, end)) in zip(ends, ends.dropFirst()).enumerated() {
      let known = list.items[start..<end].map(\.id).filter { shown.contains($0) }
      var first = known.first.flatMap { wanted.firstIndex(of: $0) } ?? wanted.count
      var last = known.last.flatMap { wanted.firstIndex(of: $0) } ?? -1
      if part == ends.count - 2, list.feed.append.end == .exhausted { last = wanted.count - 1 }
      if part == 0, list.feed.prepend.end == .exhausted { first = 0 }
      let missing = first <= last ? wanted[first...last].first { !shown.contains($0) } : nil
      if let missing { return missing }
    }
    return nil
  }

  /// Whether a merge took rows that follow its last one, and have not gone on the server.
  private func isCutOff(by answer: Answered, _ transition: Transition) -> Bool {
    let (before, facts) = (
      transition.before.lists[answer.list], transition.before.outside[answer.list].facts
    )
    // Nothing of a first page shows that was dropped, so rows that are brought up to date take none with them.
    if answer.request.kind == .refresh, facts.isQuiet, before.feed.snapshot?.previous == .start,
      !before.items.isEmpty, !before.isOfAnotherQuery(facts)
    {
      let after = transition.after.lists[answer.list].items
      return before.items.allSatisfy { !after.contains(id: $0.id) }
    }
    guard machine.feed.refreshMode == .merge, !isExcused(answer.outside.facts),
      machine.feed.maxItems == nil,
      answer.request.kind == .refresh, answer.page.next != nil,
      !facts.isStartedOver,
      before.feed.append.end == nil || before.feed.append.end == .exhausted,
      before.feed.snapshot?.pages.first?.position == .start,
      !before.isOfAnotherQuery(answer.outside.facts),
      machine.feed.gaps == nil
        || !answer.page.items.contains(where: { transition.after.server.moved.contains($0.id) }),
      let last = answer.page.items.last.flatMap({ before.items.index(id: $0.id) })
    else { return false }
    let after = transition.after.lists[answer.list]
    return before.items[(last + 1)...].contains {
      !after.items.contains(id: $0.id) && answer.rows.contains($0.id)
    }
  }

  // MARK: - The reader

  private var readerLaws: [Law<World>] {
    [
      .changeProperty(
        "the reader's rows do not move",
        says:
          "The reader is at the rows that were reported, and stays there as long as one of them does."
      ) { transition in
        guard let list = transition.list else { return true }
        let (before, after) = (transition.before.lists[list], transition.after.lists[list])
        if let rows = transition.reported {
          return !transition.isAccepted || after.reader == rows.clamped(to: 0..<after.items.count)
        }
        guard let reader = before.reader, before.items.indices.contains(reader.upperBound - 1)
        else { return true }
        let renamed = transition.renamed
        let places = before.items[reader].compactMap { row in
          after.items.index(id: row.id)
            ?? renamed.flatMap { $0.old == row.id ? after.items.index(id: $0.new) : nil }
        }
        guard let first = places.min(), let last = places.max() else {
          return after.reader.map { after.items.indices.contains($0.lowerBound) } ?? true
        }
        return after.reader == first..<last + 1
      },
      each(
        "what a list says is so",
        says:
          "A list that was started shows rows, loads, tells a failure, has stalled, or is empty; *complete* waits for nothing, and is stored with all its rows; rows of another query are marked, and its new rows do not show."
      ) { list, outside, _ in
        !isBlank(list, outside.facts) && isTrulyComplete(list, outside)
          && isStoredWhole(list) && list.feed.total ?? 0 >= 0
          && !showsNewRowOfAnotherQuery(list, outside.facts)
          && list.words.contains(.isStale)
            == (!list.items.isEmpty && list.search.map { $0.query != outside.facts.query } ?? false)
      },
    ]
  }

  private func isBlank(_ list: WorldMachine.List, _ facts: Facts) -> Bool {
    if !list.items.isEmpty || list.feed.isStopped || !facts.hasLoaded { return false }
    if let search = list.search, search.asked == nil || search.timer != nil { return false }
    return list.footer == .nothing && list.header == .nothing
  }

  private func showsNewRowOfAnotherQuery(_ list: WorldMachine.List, _ facts: Facts) -> Bool {
    guard let search = list.search, search.stale == nil else { return false }
    return list.feed.pendingEdits.contains { pending in
      guard case .insert(let row, _) = pending.edit.change else { return false }
      return facts.madeUnder[row.id] ?? search.asked != search.asked
        && list.items.contains(id: row.id)
    }
  }

  private func isStoredWhole(_ list: WorldMachine.List) -> Bool {
    if list.completeness != .complete || list.search?.stale != nil { return true }
    let edited = list.edited
    let stored = Set(list.feed.snapshot?.items.map(\.id) ?? [])
    return list.items.allSatisfy { stored.contains($0.id) || edited.contains($0.id) }
  }

  private func isTrulyComplete(_ list: WorldMachine.List, _ outside: Outside) -> Bool {
    if list.completeness != .complete { return true }
    return list.error == nil && [.end, .empty, .nothing].contains(list.footer)
      && !outside.calls.contains { if case .load = $0.task { true } else { false } }
  }

  /// A law of each list by itself.
  func each(
    _ name: String, says sentence: String,
    holds: @escaping @Sendable (WorldMachine.List, Outside, WorldServer) -> Bool
  ) -> Law<World> {
    .invariant(name, says: sentence) { state in
      state.lists.indices.allSatisfy { holds(state.lists[$0], state.outside[$0], state.server) }
    }
  }

  typealias Answered = (
    list: Int, outside: Outside, request: WorldFeed.Request, page: WorldFeed.Page, rows: Set<Int>
  )

  /// The page that was accepted, with the rows that the server had when it was read.
  func answered(
    by transition: Transition
  ) -> Answered? {
    guard let list = transition.list, transition.isAccepted,
      case .feed(action: .pageLoaded(let ticket, let page))? = transition.exchange?.action.action,
      let call = transition.after.outside[list].ended.last(where: { $0.ticket == ticket }),
      case .load(let request, _) = call.task, case .page(_, let rows)? = call.served
    else { return nil }
    return (list, transition.after.outside[list], request, page, rows)
  }
}

extension Feed.Request {
  /// Whether it asks for a page that was dropped, from where that began.
  var isFromFarSide: Bool {
    switch position {
    case .start: kind != .refresh
    case .after: kind == .prepend
    case .before: kind == .append
    }
  }

  /// Whether what a page leads to is asked for next, since that is not in the list.
  func isReadAgain(after page: Feed.Page, in feed: Feed.State) -> Bool {
    let inner =
      kind == .append
      ? page.previous.map { .before(cursor: $0) }
      : page.next.map { Feed.Position.after(cursor: $0) }
    return isFromFarSide && inner != nil
      && (kind == .append ? feed.nextPosition : feed.previousPosition) == inner
  }
}

extension ModelTransition<World> {
  /// The list that the step was about; nil if it sent no action.
  var list: Int? { exchange?.action.list }

  var isAccepted: Bool { exchange.map { $0.reaction.refusal == nil } ?? false }

  var loads: [WorldFeed.Request] {
    effects.compactMap { if case .feed(_, .load(let request)) = $0 { request } else { nil } }
  }

  var feedAction: WorldFeed.Action? {
    if case .feed(let action)? = exchange?.action.action { action } else { nil }
  }

  /// Whether the list awaited what a late answer brought: an edit that is sent again keeps its ticket.
  var wasAwaited: Bool {
    guard let list, let ticket = feedAction?.answeredTicket else { return false }
    return before.lists[list].awaited.all.contains(ticket)
  }

  /// The rows that were reported as visible.
  fileprivate var reported: Range<Int>? {
    switch feedAction {
    case .itemAppeared(let index): index..<index + 1
    case .visible(let rows): rows
    default: nil
    }
  }

  /// The tickets of what is cancelled.
  var cancels: Set<Ticket> {
    Set(
      effects.compactMap { effect in
        switch effect {
        case .cancel(let ticket), .feed(_, .cancel(let ticket)): ticket
        default: nil
        }
      })
  }

  /// The row that got a new id with the answer to its edit.
  fileprivate var renamed: (old: Int, new: Int)? {
    guard case .editCommitted(let ticket, let row?) = feedAction, let list else { return nil }
    let feed = before.lists[list].feed
    guard let edit = feed.pendingEdit(ticket)?.edit, edit.isOf(row, in: feed) else { return nil }
    return (edit.change.id, row.id)
  }

  fileprivate var mayChangeRows: Bool {
    switch feedAction {
    case .pageLoaded, .edit, .editCommitted, .editFailed, .editRetried, .editDismissed, .reset,
      .stopped,
      .restored, .memoryWarning:
      true
    case nil: if case .typed(query: nil)? = exchange?.action.action { true } else { false }
    default: false
    }
  }
}

extension ItemList<WorldRow> {
  /// The rows as a view has them that is told of splices.
  fileprivate func changed(by splices: [Splice], to list: Self) -> [WorldRow] {
    var rows = Array(self)
    for splice in splices {
      rows.replaceSubrange(
        splice.index..<splice.index + splice.removed,
        with: list[splice.index..<splice.index + splice.inserted])
    }
    return rows
  }
}

extension WorldMachine.List {
  /// Whether there is a gap somewhere above a row.
  fileprivate func gapIsAbove(_ row: WorldRow) -> Bool {
    guard let gap = gaps.first, let index = items.index(id: row.id) else { return false }
    return gap.index <= index
  }

  /// Whether rows show of another query than the one that is asked.
  func isOfAnotherQuery(_ facts: World.Facts) -> Bool {
    search.map { $0.asked != facts.query || $0.feed.generation == 0 } ?? false
  }

  /// The tickets that the list waits for: those of loads that a search holds back while the user types only may be
  /// under way.
  var awaited: (all: Set<Ticket>, surely: Set<Ticket>) {
    let feed = feed
    let edits = feed.pendingEdits.compactMap {
      $0.state.isSending ? $0.edit.ticket : $0.state.timer
    }
    let timers = LoadKind.allCases.compactMap { feed[$0].timer } + edits
    let loads = LoadKind.allCases.compactMap { feed[$0].request }
    let pause = search?.timer
    let surely = Set(timers + (pause.map { [$0] } ?? loads))
    return (surely.union(loads), surely)
  }
}
