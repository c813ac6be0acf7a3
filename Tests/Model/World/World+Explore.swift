import FeedReducer
import FeedTesting

// Exploring: all steps of a state, as far as the limits go.

extension World {
  package func steps(at state: State) -> [Step] {
    state.lists.indices.flatMap { answers(of: $0, at: state) + gestures(of: $0, at: state) }
      + others(at: state)
  }

  private func answers(of list: Int, at state: State) -> [Step] {
    let (outside, left) = (state.outside[list], state.left)
    var steps: [Step] = []
    for (index, call) in outside.calls.enumerated() {
      steps.append(.answer(list: list, call: index, Manner()))
      switch call.task {
      case .load:
        if left.oddAnswers > 0, call.served == nil {
          steps += WorldServer.Manner.allCases.dropFirst().map {
            .answer(list: list, call: index, Manner(page: $0))
          }
        }
      case .edit:
        if call.served == nil {
          steps.append(.answer(list: list, call: index, Manner(namesRow: false)))
          steps.append(.answer(list: list, call: index, Manner(refuses: true)))
        }
      case .timer, .pause: continue
      }
      if left.lateAnswers > 0, call.served == nil {
        steps.append(.serve(list: list, call: index, Manner()))
      }
      steps += Failure.allCases.map { .fail(list: list, call: index, $0) }
      if left.lateAnswers > 0 { steps.append(.cancel(list: list, call: index)) }
    }
    return steps
      + (left.lateAnswers > 0 && !outside.ended.isEmpty ? [.late(list: list, call: 0)] : [])
  }

  private func gestures(of list: Int, at state: State) -> [Step] {
    let (shown, left) = (state.lists[list], state.left)
    // One row past the end, because front ends do report rows that are gone.
    var actions: [WorldFeed.Action] = (0...shown.items.count).map { .itemAppeared(index: $0) }
    actions += [
      .started, .loadMore, .refreshPulled, .invalidated, .retryTapped(kind: nil),
      .errorDismissed(kind: nil),
      .retryTapped(kind: .append), .retryTapped(kind: .prepend),
    ]
    if !canPull { actions.append(.reset) }
    if shown.items.count > 1 { actions.append(.visible(range: 0..<shown.items.count)) }
    if left.goesOffline { actions.append(.connectivityChanged(isOnline: !shown.feed.isOnline)) }
    if left.logsOut { actions += [.stopped, .reset, .memoryWarning(keep: 1)] }
    for gap in shown.feed.gaps {
      actions += GapSide.allCases.map { .gapTapped(id: gap.id, from: $0) }
    }
    for failed in shown.feed.failedEdits {
      actions += [.editRetried(id: failed.edit.id), .editDismissed(id: failed.edit.id)]
    }
    if left.edits > 0 {
      let draft = 1_000_000 + left.edits
      for row in shown.items {
        actions.append(.edit(change: .update(item: WorldRow(id: row.id, value: draft))))
        actions.append(.edit(change: .remove(id: row.id)))
        actions.append(
          .edit(change: .insert(item: WorldRow(id: -draft, value: draft), before: row.id)))
      }
      actions.append(.edit(change: .insert(item: WorldRow(id: -draft, value: draft), before: nil)))
    }
    var steps: [Step] = actions.map { .act(list: list, .feed(action: $0)) }
    if isSearch {
      steps +=
        [nil, 1, 2].map { .act(list: list, .typed(query: $0)) } + [.act(list: list, .submitted)]
    }
    if left.restarts > 0 { steps += [.keep(list: list), .restart(list: list)] }
    if state.outside[list].kept != nil, shown.feed.generation == 0 {
      steps += [.restore(list: list, isOld: false), .restore(list: list, isOld: true)]
    }
    return steps
  }

  private func others(at state: State) -> [Step] {
    let rows = state.server.rows.indices
    var steps: [Step] = []
    if state.left.additions > 0 { steps += (0...rows.count).map { .othersAdd($0) } }
    if state.left.removals > 0 { steps += rows.map { .othersRemove($0) } }
    if state.left.changes > 0 { steps += rows.map { .othersChange($0) } }
    if state.left.moves > 0 {
      steps += rows.flatMap { from in [.othersMove(from, 0), .othersMove(from, rows.count)] }
    }
    if state.left.forgets > 0 { steps.append(.serverForgets) }
    return steps
  }

  package func machineState(of state: State) -> [WorldMachine.List]? { state.lists }

  package func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    for (list, outside) in zip(state.lists, state.outside) {
      let tickets = (outside.calls + outside.ended).map(\.ticket) + list.editTickets
      let ranks = Set(tickets).sorted()
      fingerprint.mix(list.feed, tickets: ranks)
      if let search = list.search { fingerprint.mix(besideFeedOf: search) }
      for call in outside.calls + outside.ended {
        fingerprint.mix(ranks.firstIndex(of: call.ticket) ?? -1)
        fingerprint.mix(call.hash)
      }
      fingerprint.mix(outside.calls.count)
      fingerprint.mix(outside.facts.hash(ranks: ranks))
      if let kept = outside.kept { fingerprint.mix(kept.hash) }
    }
    fingerprint.mix(state.server.hash)
    fingerprint.mix(state.left.hashValue)
    return fingerprint.value
  }

  /// What is hashed by hand, but for tickets.
  package func leavesOut(_ field: String) -> Bool { ["outside", "server.answers"].contains(field) }

  /// What a counterexample shows of a state.
  package func fields(of state: State) -> Any {
    let rows = state.lists.map { $0.items.map { "\($0.id)" }.joined(separator: " ") }
    let calls = state.outside.map { $0.calls.map { "\($0.ticket)" }.joined(separator: " ") }
    return Shown(
      rows: rows, server: state.server.rows.map { "\($0.id)" }.joined(separator: " "), calls: calls,
      wrong: state.outside.compactMap(\.facts.wrongEdit))
  }

  private struct Shown {
    let rows: [String]
    let server: String
    let calls: [String]

    /// What went wrong with edits.
    let wrong: [String]
  }
}

extension World.Call {
  /// What is asked for and what is told, but for its ticket.
  fileprivate var hash: Int {
    var hasher = Hasher()
    switch task {
    case .load(let request, let query):
      hasher.combine(request.kind)
      hasher.combine(request.position)
      hasher.combine(query)
    case .edit(let edit):
      hasher.combine(edit.id)
      hasher.combine(edit.change.value)
    case .timer, .pause: break
    }
    switch served {
    case .page(let page, let rows):
      hasher.combine(page?.items)
      hasher.combine(page?.next)
      hasher.combine(page?.previous)
      hasher.combine(page?.total)
      hasher.combine(rows)
    case .edit(let answer): hasher.combine(answer)
    case nil: hasher.combine(0)
    }
    hasher.combine(isOutdated)
    return hasher.finalize()
  }
}

extension World.Facts {
  fileprivate func hash(ranks: [Ticket]) -> Int {
    var copy = self
    copy.taken = taken.compactMapValues { ticket in
      ranks.firstIndex(of: ticket).map { Ticket(rawValue: $0) }
    }
    copy.editTries = .init(
      uniqueKeysWithValues: editTries.compactMap { ticket, count in
        ranks.firstIndex(of: ticket).map { (Ticket(rawValue: $0), count) }
      })
    // It matters for what was asked for before.
    copy.settled = settled.compactMapValues { last in
      let before = ranks.count { $0 <= last }
      return before == 0 ? nil : Ticket(rawValue: before)
    }
    return copy.hashValue
  }
}

extension World.Kept {
  fileprivate var hash: Int {
    var hasher = Hasher()
    hasher.combine(facts)
    hasher.combine(snapshot.items)
    hasher.combine(snapshot.next)
    hasher.combine(snapshot.previous)
    hasher.combine(snapshot.pages.map(\.count))
    hasher.combine(snapshot.pages.map(\.position))
    hasher.combine(snapshot.droppedBefore)
    hasher.combine(snapshot.droppedAfter)
    hasher.combine(snapshot.firstVisible)
    hasher.combine(snapshot.total)
    hasher.combine(snapshot.gaps.map(\.row))
    hasher.combine(snapshot.gaps.map(\.next))
    hasher.combine(snapshot.gaps.map(\.previous))
    for edit in snapshot.edits + snapshot.refusedEdits.map(\.edit) {
      hasher.combine(edit.id)
      hasher.combine(edit.change.value)
    }
    return hasher.finalize()
  }
}

extension WorldServer {
  fileprivate var hash: Int {
    var hasher = Hasher()
    hasher.combine(rows)
    hasher.combine(places)
    hasher.combine(moved)
    hasher.combine(versions)
    hasher.combine(users)
    hasher.combine(oldPlaces)
    hasher.combine(anchors)
    hasher.combine(named)
    hasher.combine(drafts)
    hasher.combine(answers.count)
    hasher.combine(lastID)
    hasher.combine(time)
    hasher.combine(freshCursors)
    return hasher.finalize()
  }
}

extension WorldFeed.Change {
  /// The change as a number that no other change has: drafts are unique.
  fileprivate var value: Int {
    switch self {
    case .insert(let row, _), .update(let row): row.value
    case .remove(let id): -id
    }
  }
}
