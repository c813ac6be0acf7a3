import FeedReducer

typealias Rows = Feed<Row, Int32>

/// Every action, in a session with failures, edits and a window, answered by a small server.
func useMachine(_ sum: inout Checksum) {
  let feed = Rows(
    pageSize: 4, prefetchDistance: 2, refreshMode: .merge,
    retry: RetryPolicy(attempts: 2, base: .seconds(1), cap: .seconds(30)), maxEmptyPages: 2,
    maxItems: 12, edits: .optimistic, snapshotAgeLimit: .seconds(60))
  useConfiguration(feed, &sum)
  var session = Session(loop: Loop(feed, state: .init(seed: 7, identity: 7)))
  expect(session.loop.machine == feed && session.loop.state == Rows.State(seed: 7, identity: 7))
  session.load(.started)
  session.load(.itemAppeared(index: 3))
  session.fail()
  session.send(.errorDismissed(kind: nil))
  session.send(.retryTapped(kind: nil))
  session.send(.itemAppeared(index: 99))
  session.send(.edit(change: .insert(item: Row(id: 77), before: 6)))
  session.answer(.editCommitted(ticket: session.last, item: Row(id: 78)))
  session.send(.edit(change: .remove(id: 2)))
  session.answer(.editFailed(ticket: session.last, failure: FeedFailure(.http, message: "no")))
  session.send(.editRetried(id: 2))
  session.send(.editDismissed(id: 2))
  useEdits(&sum)
  for _ in 1...4 { session.load(.loadMore) }
  session.send(.connectivityChanged(isOnline: false))
  session.load(.connectivityChanged(isOnline: true))
  session.send(.memoryWarning(keep: 4))
  session.load(.visible(range: 0..<2))
  session.send(.refreshPulled)
  session.answer(.cancelled(ticket: session.last))
  session.load(.invalidated)
  session.load(.reset)
  session.send(.stopped)
  expect(session.loop.state.isStopped)
  session.load(.started)
  expect(session.loop.state != Rows.State(seed: 7, identity: 7) && session.loads > 6)
  sum.add(session.loads)
  sum.add(session.sum)
}

/// A feed, and a server with the rows 1 to 40 that answers it.
private struct Session {
  var loop: Loop<Rows>
  var sum = Checksum()
  var loads = 0

  /// The ticket of the newest effect.
  var last: Ticket = 0

  private var request: Rows.Request?

  init(loop: Loop<Rows>) {
    self.loop = loop
  }

  /// Sends an action in both ways, and adds what came of it.
  mutating func send(_ action: Rows.Action) {
    expect(action == action && action != .timerFired(ticket: -1))
    sum.add(action.answeredTicket?.rawValue ?? 0)
    let before = loop.state
    let transition = loop.machine.reduce(before, action)
    let reaction = loop.send(action)
    expect(reaction == transition.reaction && loop.state == transition.state)
    expect(reaction.effects == transition.effects && reaction.refusal == transition.refusal)
    var state = before
    expect(loop.machine.reduce(into: &state, action) == reaction && state == loop.state)
    for effect in reaction.effects {
      if case .load(let request) = effect { self.request = request }
      last = effect.startedTicket ?? last
      add(effect, to: &sum)
    }
    sum.add(reaction.refusal?.description ?? "")
    add(loop.state, loop.machine, to: &sum)
  }

  /// Sends what is expected to count.
  mutating func answer(_ action: Rows.Action) {
    let before = loop.state
    send(action)
    expect(loop.state != before)
  }

  /// Sends an action, and answers the load that it leads to with a page.
  mutating func load(_ action: Rows.Action) {
    send(action)
    guard let request else { return }
    self.request = nil
    loads += 1
    let first = request.position.cursor ?? 1
    let page = Rows.Page(
      items: rows(first...first + 3), next: first < 37 ? first + 4 : nil,
      previous: first > 1 ? first - 4 : nil, total: 40,
      ending: first < 37 ? nil : Ending(.unnamed, doubt: "more", isChecked: false))
    expect(page == page && page.items.count == 4 && page.next != page.previous)
    sum.add(page.total ?? 0)
    if let ending = page.ending { add(ending, to: &sum) }
    expect(loop.state.ending == loop.state.snapshot?.ending)
    answer(.pageLoaded(ticket: request.ticket, page: page))
  }

  /// Fails the load in flight until the feed gives it up, timers and all.
  mutating func fail() {
    for _ in 1...3 {
      send(.loadMore)
      guard let request else { return }
      answer(
        .failed(
          ticket: request.ticket, failure: FeedFailure(.http, message: "busy", isRetryable: true)))
      if let timer = loop.state.append.timer { answer(.timerFired(ticket: timer)) }
    }
  }
}

private func useConfiguration(_ feed: Rows, _ sum: inout Checksum) {
  expect(feed != Rows() && feed.refreshMode == .merge && feed.isEditable)
  let rules = Rows.EditRules.optimistic
  expect(rules == .optimistic && feed.edits == rules && Rows().edits == nil && !Rows().isEditable)
  sum.add(feed.pageSize)
  sum.add(feed.prefetchDistance)
  sum.add(feed.maxEmptyPages)
  sum.add(feed.maxItems ?? 0)
  sum.add(feed.retry.attempts)
  expect(feed.retry.base < feed.retry.cap && feed.retry != RetryPolicy())
  expect(feed.snapshotAgeLimit == .seconds(60))
  let reaction = reaction(of: feed, Rows.State(seed: 1, identity: 1), to: .loadMore)
  let renamed = reaction.map(effect: { $0.startedTicket?.rawValue ?? 0 }, refusal: { $0 })
  expect(renamed == .ignored(.noFirstPage) && renamed != .accepted([]))
}

/// The reaction of any machine, to which the compiler knows no more than the protocol.
private func reaction<Machine: StateMachine>(
  of machine: Machine, _ state: Machine.State, to action: Machine.Action
) -> Reaction<Machine.Effect, Machine.Refusal> {
  var state = state
  return machine.reduce(into: &state, action)
}

func add(_ effect: Rows.Effect, to sum: inout Checksum) {
  expect(effect == effect && effect != .cancel(ticket: -1))
  sum.add(effect.startedTicket?.rawValue ?? 0)
  switch effect {
  case .load(let request):
    expect(
      request
        == Rows.Request(
          ticket: request.ticket, kind: request.kind, position: request.position,
          size: request.size))
    expect(request.position != .before(cursor: -9))
    sum.add(Int(request.position.cursor ?? -7))
    sum.add(request.kind.description)
  case .cancel(let ticket): sum.add(ticket.rawValue)
  case .schedule(_, let after): expect(after > .zero)
  case .send(let edit):
    expect(edit.change == edit.change && edit.change != .remove(id: -1))
    sum.add(edit.ticket.rawValue)
    sum.add(Int(edit.id))
    expect(edit.feed == 7)
  case .drop(let edit): sum.add(edit.ticket.rawValue)
  }
}

func add(_ state: Rows.State, _ feed: Rows, to sum: inout Checksum) {
  sum.add(state.items.count)
  sum.add(Int(state.page ?? -1))
  sum.add(state.canLoadNextPage)
  sum.add(state.isLoading)
  sum.add(state.isLoadingMore)
  sum.add(state.isLoadingPrevious)
  add(state.footer, to: &sum)
  add(state.header, to: &sum)
  for kind in LoadKind.allCases { sum.add(state.error(of: kind)?.text ?? "") }
  sum.add(state.restoredRow.map { Int($0) } ?? -1)
  sum.add(state.refreshing)
  sum.add(state.error?.message ?? "")
  sum.add(state.isEmpty)
  sum.add(state.isStalled)
  sum.add(state.total ?? 0)
  sum.add(state.snapshot?.pages.reduce(0) { $0 + $1.count } ?? 0)
  sum.add(state.reader?.lowerBound ?? -1)
  sum.add(state.lastTicket.rawValue)
  sum.add(state.generation)
  sum.add(state.isOnline)
  sum.add(Int(Int32(truncatingIfNeeded: state.seed)))
  sum.add(Int(Int32(truncatingIfNeeded: state.identity)))
  sum.add(Int(state.nextPosition?.cursor ?? -1))
  sum.add(Int(state.previousPosition?.cursor ?? -1))
  expect(state[.refresh] == state.refresh && state[.append] == state.append)
  expect(state[.prepend] == state.prepend)
  for kind in LoadKind.allCases { sum.add(feed.explain(kind, in: state)?.description ?? "") }
  for pending in state.pendingEdits {
    sum.add(pending.edit.ticket.rawValue)
    sum.add(pending.state.isSending)
    expect(state.isPending(pending.edit.id))
  }
  for failed in state.failedEdits {
    sum.add(failed.isUndone)
    sum.add(state.failure(of: failed.edit.id)?.message ?? "")
  }
}

/// Edits as values.
private func useEdits(_ sum: inout Checksum) {
  let failure = FeedFailure(.timeout, message: "late", isRetryable: true)
  let edit = Rows.Edit(feed: 1, ticket: 3, change: .update(item: Row(id: 1)), id: 2)
  expect(
    edit.change.id == 1 && edit.id == 2
      && edit != Rows.Edit(feed: 1, ticket: 3, change: edit.change))
  let states: [EditState] = [
    .queued, .sending(attempt: 0), .waiting(timer: 4, attempt: 1), .offline(attempt: 1),
    .failed(failure: failure),
  ]
  for state in states {
    sum.add(state.timer?.rawValue ?? 0)
    sum.add(state.failure?.message ?? "")
    expect(Rows.PendingEdit(edit: edit, state: state).state == state)
  }
  let failed = Rows.FailedEdit(edit: edit, failure: failure)
  expect(!failed.isUndone && failed.failure == failure)
}
