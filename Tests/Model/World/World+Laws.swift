import FeedReducer
package import FeedTesting

// What a reader is owed. Nothing here knows how a list is built: only what it shows, what it was told, and the server.
extension World {
  package typealias Transition = ModelTransition<World>

  package var laws: [Law<World>] {
    let laws = placeLaws + readerLaws + editLaws + answerLaws
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
        for row in list.items where !server.moved.contains(row.id) {
          guard let place = server.places[row.id] else { continue }
          let isOwn = server.users.contains(row.id)
          if place < last || !isOwn && place < lastOwn { return false }
          if isOwn { lastOwn = max(lastOwn, place) } else { last = place }
        }
        return true
      },
      .changeProperty(
        "a page shows as it was told",
        says: "The rows of a page that was accepted stand in its order."
      ) { transition in
        guard let answer = answered(by: transition), !answer.outside.facts.isBlurred else {
          return true
        }
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
      .changeProperty(
        "what has gone goes",
        says: "A row shows no longer once a page was read over its place, and it was not there."
      ) { transition in
        guard let answer = answered(by: transition), !isExcused(answer.outside.facts),
          let covered = transition.after.server.covered(
            by: answer.page, at: answer.request.position)
        else { return true }
        let list = transition.after.lists[answer.list]
        // A page that does not lead to the list is read again once the rows between are there.
        let edited = list.edited
        if answer.page.items.contains(where: {
          !list.items.contains(id: $0.id) && !edited.contains($0.id)
        }) {
          return true
        }
        return list.items.allSatisfy { row in
          if answer.rows.contains(row.id) || edited.contains(row.id) { return true }
          let place = transition.after.server.places[row.id]
          return !(place.map { covered.contains($0) } ?? false)
            || transition.after.server.moved.contains(row.id)
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
          if outside.facts.isBlurred { return true }
          guard let version = server.version(row) else { return false }
          return server.moved.contains(row.id) || version >= outside.facts.newest[row.id] ?? 0
        }
      },
      .changeProperty(
        "rows stay",
        says:
          "Rows come and go only with a page, an edit, a query, a bound, a restart or a log out."
      ) { transition in
        guard let list = transition.list, !transition.mayChangeRows else { return true }
        return transition.before.lists[list].items == transition.after.lists[list].items
      },
      .changeProperty(
        "a bound holds",
        says: "When a next page comes, rows far before the reader go until the bound holds."
      ) { transition in
        guard let most = machine.feed.maxItems, let answer = answered(by: transition),
          answer.request.kind == .append
        else { return true }
        let feed = transition.after.lists[answer.list].feed
        let own = feed.items.count { transition.after.server.users.contains($0.id) }
        return feed.items.count - own <= most + feed.pendingEdits.count
          || (feed.reader?.lowerBound ?? 0) <= machine.feed.prefetchDistance + 4
            * machine.feed.pageSize
      },
    ]
  }

  /// Whether a law of places can't judge: the pages have shifted, or a known defect showed.
  private func isExcused(_ facts: Facts) -> Bool {
    !paging.namesRows && facts.isShifted || facts.isBlurred
  }

  /// The first row that is missing in a list, or beyond an end of it that has ended.
  private func missing(
    in list: WorldMachine.List, _ outside: Outside, _ server: WorldServer
  ) -> Int? {
    if list.feed.generation == 0 || list.isOfAnotherQuery(outside.facts) { return nil }
    let hidden = Set(list.feed.pendingEdits.map(\.edit.id))
    // A user's new row shows before its neighbours have come.
    let stayers = outside.facts.stayers.subtracting(server.users)
    let known = list.items.filter { stayers.contains($0.id) }.map(\.id)
    let shown = Set(known)
    let wanted = server.found(by: outside.facts.query).map(\.id).filter {
      stayers.contains($0) && (shown.contains($0) || !hidden.contains($0))
    }
    var first = known.first.flatMap { wanted.firstIndex(of: $0) } ?? wanted.count
    var last = known.last.flatMap { wanted.firstIndex(of: $0) } ?? -1
    if list.feed.append.end == .exhausted { last = wanted.count - 1 }
    if list.feed.prepend.end == .exhausted { first = 0 }
    return first <= last ? wanted[first...last].first { !shown.contains($0) } : nil
  }

  // MARK: - The reader

  private var readerLaws: [Law<World>] {
    [
      .changeProperty(
        "the reader's rows do not move",
        says: "The reader stays at the rows that showed, as long as one of them does."
      ) { transition in
        guard let list = transition.list, !transition.isReport else { return true }
        let (before, after) = (transition.before.lists[list], transition.after.lists[list])
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
        "a list is never blank",
        says:
          "A list that was started shows rows, loads, tells a failure, has stalled, or is empty."
      ) { list, outside, _ in
        if !list.items.isEmpty || list.feed.isStopped || !outside.facts.hasLoaded { return true }
        if let search = list.search, search.asked == nil { return true }
        return list.footer != .nothing || list.header != .nothing || list.search?.timer != nil
      },
      each(
        "complete is complete",
        says:
          "A list that says that it is complete waits for nothing, and its ends say that they are ends."
      ) { list, outside, _ in
        guard list.completeness == .complete else { return true }
        return list.error == nil && [.end, .empty, .nothing].contains(list.footer)
          && !outside.calls.contains { if case .load = $0.task { true } else { false } }
      },
      .changeProperty(
        "a load is asked for",
        says:
          "A further page is asked for where the reader is, or by hand, or to go on after a failure."
      ) { transition in
        guard let list = transition.list, !transition.isByHand else { return true }
        let after = transition.after.lists[list]
        return transition.loads.allSatisfy { request in
          if request.kind == .refresh || after.feed.items.isEmpty { return true }
          guard let reader = after.feed.reader else { return false }
          let distance =
            request.kind == .append
            ? after.feed.items.count - reader.upperBound : reader.lowerBound
          return distance < machine.feed.prefetchDistance
        }
      },
    ]
  }

  // MARK: - Edits

  private var editLaws: [Law<World>] {
    [
      each(
        "no edit is lost, and none overtakes another",
        says:
          "An edit stays until it is answered, dismissed or dropped by name; those of a row are sent in order."
      ) { _, outside, _ in outside.facts.wrongEdit == nil },
      .invariant("no edit is doubled", says: "The server carries out each edit once.") { state in
        Set(state.server.drafts).count == state.server.drafts.count
      },
      each("edits show", says: "What the user changed shows until the server has answered.") {
        list, outside, _ in
        guard list.feed.generation > 0, !list.isOfAnotherQuery(outside.facts) else { return true }
        var last: [Int: WorldFeed.Change] = [:]
        for pending in list.feed.pendingEdits { last[pending.edit.change.id] = pending.edit.change }
        return last.allSatisfy { id, change in
          switch change {
          // What was added to the list of a query may be in none of another's.
          case .insert: list.items.contains(id: id) || isSearch
          case .update(let row): list.items[id: id].map { $0 == row } ?? true
          case .remove: !list.items.contains(id: id)
          }
        }
      },
      .changeProperty(
        "a refused edit is told",
        says:
          "An edit that failed for good is undone and told, and one that may pass is tried again."
      ) { transition in
        guard case .feed(action: .editFailed(let ticket, _))? = transition.exchange?.action.action,
          let list = transition.list, transition.isAccepted
        else { return true }
        return transition.after.lists[list].editTickets.contains(ticket)
      },
    ]
  }

  // MARK: - Answers

  private var answerLaws: [Law<World>] {
    [
      each(
        "nothing leaks", says: "What a list says is under way is under way, and nothing else is."
      ) { list, outside, _ in
        let awaited = list.awaited
        let calls = Set(outside.calls.map(\.ticket))
        return calls.count == outside.calls.count && calls.isSubset(of: awaited.all)
          && awaited.surely.isSubset(of: calls)
      },
      .changeProperty(
        "tickets only grow",
        says: "New work has a new ticket, and an answer to old work is ignored."
      ) { transition in
        guard let list = transition.list else { return true }
        let last = transition.before.lists[list].feed.lastTicket
        if case .late = transition.step, transition.isAccepted {
          return transition.wasAwaited
        }
        // A load that was held back while the user typed has its ticket already.
        let held = transition.before.lists[list].awaited.all
        return transition.loads.allSatisfy { $0.ticket > last || held.contains($0.ticket) }
          && transition.after.lists[list].feed.lastTicket >= last
      },
      .actionProperty(
        "an answer is taken", says: "The answer to a call that is under way is accepted."
      ) { transition in
        switch transition.step {
        case .answer, .fail: transition.exchange == nil || transition.isAccepted
        default: true
        }
      },
      .changeProperty(
        "a failure is told",
        says:
          "A load that failed says so, waits for its retry or the network, or is asked in another way."
      ) { transition in
        guard case .feed(action: .failed)? = transition.exchange?.action.action,
          transition.isAccepted,
          let list = transition.list
        else { return true }
        let after = transition.after.lists[list].feed
        return LoadKind.allCases.contains { after.error(of: $0) != nil || after[$0].timer != nil }
          || after.refresh.request != nil
      },
      .changeProperty(
        "a log out leaves nothing",
        says: "A list that was stopped has no rows, no edits, and nothing under way."
      ) { transition in
        guard let list = transition.list, transition.after.lists[list].feed.isStopped else {
          return true
        }
        let after = transition.after.lists[list]
        return after.items.isEmpty && after.editTickets.isEmpty
          && transition.after.outside[list].calls.allSatisfy { $0.ticket == after.search?.timer }
      },
      .actionProperty(
        "a refusal is true",
        says: "What an ignored action says is so, and what it advises is accepted."
      ) { transition in
        guard let exchange = transition.exchange, let refusal = exchange.reaction.refusal,
          let list = transition.list
        else { return true }
        return falsehood(
          in: refusal, of: exchange.action.action, at: transition.before, list: list) == nil
      },
      .changeProperty(
        "what does not load has a reason",
        says: "Why a load does not start is true, and no load is due that was not started."
      ) { transition in
        guard let list = transition.list else { return true }
        let after = transition.after.lists[list]
        return LoadKind.allCases.allSatisfy { kind in
          guard let refusal = machine.explain(kind, in: after) else { return kind == .refresh }
          return falsehood(in: refusal, of: nil, at: transition.after, list: list) == nil
        }
      },
      .changeProperty(
        "the same again",
        says: "The same action in the same state has the same result; one in eight is repeated."
      ) { transition in
        guard let exchange = transition.exchange, transition.isAccepted, let list = transition.list,
          transition.after.lists[list].feed.lastTicket.rawValue % 8 == 0
        else { return true }
        var again = transition.before.lists[list]
        return machine.reduce(into: &again, exchange.action.action) == exchange.reaction
          && again == transition.after.lists[list]
      },
    ]
  }

  /// A law of each list by itself.
  private func each(
    _ name: String, says sentence: String,
    holds: @escaping @Sendable (WorldMachine.List, Outside, WorldServer) -> Bool
  ) -> Law<World> {
    .invariant(name, says: sentence) { state in
      state.lists.indices.allSatisfy { holds(state.lists[$0], state.outside[$0], state.server) }
    }
  }

  /// The page that was accepted, with the rows that the server had when it was read.
  private func answered(
    by transition: Transition
  ) -> (
    list: Int, outside: Outside, request: WorldFeed.Request, page: WorldFeed.Page, rows: Set<Int>
  )? {
    guard let list = transition.list, transition.isAccepted,
      case .feed(action: .pageLoaded(let ticket, let page))? = transition.exchange?.action.action,
      let call = transition.after.outside[list].ended.last(where: { $0.ticket == ticket }),
      case .load(let request, _) = call.task, case .page(_, let rows)? = call.served
    else { return nil }
    return (list, transition.after.outside[list], request, page, rows)
  }
}

extension ModelTransition<World> {
  /// The list that the step was about; nil if it sent no action.
  fileprivate var list: Int? { exchange?.action.list }

  fileprivate var isAccepted: Bool { exchange.map { $0.reaction.refusal == nil } ?? false }

  fileprivate var loads: [WorldFeed.Request] {
    effects.compactMap { if case .feed(_, .load(let request)) = $0 { request } else { nil } }
  }

  fileprivate var feedAction: WorldFeed.Action? {
    if case .feed(let action)? = exchange?.action.action { action } else { nil }
  }

  /// Whether the list awaited what a late answer brought: an edit that is sent again keeps its ticket.
  fileprivate var wasAwaited: Bool {
    guard let list, let ticket = feedAction?.answeredTicket else { return false }
    return before.lists[list].awaited.all.contains(ticket)
  }

  fileprivate var isReport: Bool {
    switch feedAction {
    case .itemAppeared, .visible, .restored: true
    default: false
    }
  }

  /// Whether the user or the network asked for a load that had failed, or for the next page.
  fileprivate var isByHand: Bool {
    switch feedAction {
    case .loadMore, .retryTapped, .connectivityChanged, .timerFired, .started, .refreshPulled: true
    default: feedAction == nil
    }
  }

  /// The row that got a new id with the answer to its edit.
  fileprivate var renamed: (old: Int, new: Int)? {
    guard case .editCommitted(let ticket, let row?) = feedAction, let list,
      let edit = before.lists[list].feed.pendingEdits.first(where: { $0.edit.ticket == ticket })
    else { return nil }
    return (edit.edit.change.id, row.id)
  }

  fileprivate var mayChangeRows: Bool {
    switch feedAction {
    case .pageLoaded, .edit, .editCommitted, .editFailed, .editRetried, .editDismissed, .reset,
      .stopped,
      .restored, .memoryWarning:
      true
    case nil: if case .timerFired? = exchange?.action.action { false } else { true }
    default: false
    }
  }
}

extension WorldMachine.List {
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
