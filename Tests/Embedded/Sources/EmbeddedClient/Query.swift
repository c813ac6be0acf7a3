import FeedReducer

typealias RowSearch = Search<Int32, Row, Int32>

/// Every action of a search: typed, asked, typed back, failed, read and cleared.
func useSearch(_ sum: inout Checksum) {
  let search = RowSearch(Rows(pageSize: 2, prefetchDistance: 1), pause: .milliseconds(300))
  expect(search == RowSearch(search.feed, pause: search.pause))
  var loop = Loop(search, state: .init(seed: 7, identity: 7))
  expect(loop.state == RowSearch.State(query: nil, seed: 7, identity: 7))
  sum.add(loop.send(.typed(query: 1)).effects.count)
  expect(loop.state.isTyping && loop.state.timer == 1 && loop.state.query == 1)
  expect(loop.send(.timerFired(ticket: 9)) == .ignored(.unknownTicket(ticket: 9)))
  sum.add(loop.send(.timerFired(ticket: 1)).effects.count)
  let page = Rows.Page(items: [Row(id: 1), Row(id: 2)], next: 3, ending: nil)
  sum.add(loop.send(.feed(action: .pageLoaded(ticket: 2, page: page))).effects.count)
  sum.add(loop.send(.feed(action: .itemAppeared(index: 1))).effects.count)
  sum.add(loop.send(.typed(query: 2)).effects.count)
  sum.add(loop.send(.submitted).effects.count)
  show(loop.state, &sum)
  for kind in LoadKind.allCases {
    if let refusal = search.explain(kind, in: loop.state) { sum.add(refusal.description) }
  }
  let late = loop.send(.feed(action: .pageLoaded(ticket: 3, page: page)))
  expect(late.refusal == .feed(reason: .unknownTicket(ticket: 3)))
  expect(late.joined(with: .accepted([])) == .accepted([]))
  expect([late, late].joined() == late)
  let failure = FeedFailure(.timeout, message: "late")
  sum.add(loop.send(.feed(action: .failed(ticket: 5, failure: failure))).effects.count)
  sum.add(loop.send(.submitted).effects.count)
  show(loop.state, &sum)
  useMachine(search, state: loop.state, &sum)
  useMachine(search.feed, state: loop.state.feed, &sum)
  useEffects(of: search, &loop, &sum)
  show(loop.state, &sum)
  for refusal: SearchRefusal in [
    .sameQuery, .noQuery, .notAsked, .typing(ticket: 1), .staleRows, .noSnapshots,
  ] {
    expect(refusal != .unknownTicket(ticket: 1))
    sum.add(refusal.description)
    add(refusal.numbers, to: &sum)
  }
}

/// What a user interface shows of a search, or of a feed by itself.
private func show(_ state: RowSearch.State, _ sum: inout Checksum) {
  sum.add(state.isStale ? 1 : 0)
  sum.add(state.asked.map { Int($0) } ?? 0)
  sum.add(state.reader?.count ?? 0)
  sum.add(state.items.count)
  sum.add(state.page == nil ? 0 : 1)
  let flags = [
    state.canLoadNextPage, state.isLoading, state.isLoadingMore, state.isLoadingPrevious,
    state.refreshing, state.isEmpty, state.isStalled,
  ]
  for flag in flags { sum.add(flag ? 1 : 0) }
  sum.add(state.error?.message ?? "")
  sum.add(state.total ?? -1)
  sum.add(state.failedEdits.count)
  expect(state.gaps.isEmpty)
  expect(state.failure(of: 1) == state.feed.failure(of: 1))
  expect(state.isPending(1) == state.feed.isPending(1))
  expect(state.pendingEdits == state.feed.pendingEdits)
  expect(state.restoredRow == nil && state.error(of: .append) == state.feed.error(of: .append))
  add(state.footer, to: &sum)
  add(state.header, to: &sum)
  for words in [state.words, state.feed.words] { sum.add(Int(words.rawValue)) }
  add(state.completeness, to: &sum)
  add(state.feed.completeness, to: &sum)
  show(display: state.feed, &sum)
  show(frame: Frame(feed: state.feed), &sum)
}

/// A state around a feed.
private struct Frame: FeedDisplay {
  let feed: Feed<Row, Int32>.State
}

private func show(frame: Frame, _ sum: inout Checksum) {
  let feed = frame.feed.feed
  expect(frame.items == feed.items && frame.page == feed.page && frame.words == feed.words)
  expect(frame.footer == feed.footer && frame.header == feed.header && frame.gaps == feed.gaps)
  expect(frame.error(of: .append) == feed.error(of: .append) && frame.total == feed.total)
  expect(frame.restoredRow == feed.restoredRow && frame.completeness == feed.completeness)
  expect(frame.failedEdits == feed.failedEdits && frame.failure(of: 1) == feed.failure(of: 1))
  expect(frame.pendingEdits == feed.pendingEdits && frame.isPending(1) == feed.isPending(1))
  show(display: frame, &sum)
}

private func show<Display: FeedDisplay>(display: Display, _ sum: inout Checksum) {
  sum.add(display.items.count + display.feed.items.count)
  sum.add(display.page == nil ? 0 : 1)
  let flags = [
    display.canLoadNextPage, display.isLoading, display.isLoadingMore, display.refreshing,
    display.isEmpty, display.isStalled, display.isStale, display.isTyping,
    display.isLoadingPrevious,
  ]
  let words: [FeedWords] = [
    .canLoadNextPage, .isLoading, .isLoadingMore, .refreshing, .isEmpty, .isStalled, .isStale,
    .isTyping, .isLoadingPrevious,
  ]
  for (word, flag) in zip(words, flags) { expect(display.words.contains(word) == flag) }
  expect(FeedWords(rawValue: display.words.rawValue) == display.words)
  for flag in flags { sum.add(flag ? 1 : 0) }
  sum.add(display.error?.message ?? "")
  for kind in LoadKind.allCases { sum.add(display.error(of: kind)?.text ?? "") }
  for pending in display.pendingEdits { expect(display.isPending(pending.edit.id)) }
  expect(display.restoredRow == nil)
  add(display.footer, to: &sum)
  add(display.header, to: &sum)
  sum.add(display.total ?? -1)
  sum.add(display.failedEdits.count)
  add(display.completeness, to: &sum)
}

/// What is known of the end of a list.
func add(_ ending: Ending, to sum: inout Checksum) {
  let signs: [Ending.Sign] = [
    .unnamed, .flag, .total, .lastPage, .shortPage, .emptyPage, .itself, .noPage, .wholeList,
  ]
  expect(signs == Ending.Sign.allCases && ending == ending)
  var hasher = Hasher()
  ending.hash(into: &hasher)
  sum.add((signs.firstIndex(of: ending.sign) ?? 0) + (ending.isProven ? 100 : 0))
  sum.add((ending.doubt ?? "") + (ending.isChecked ? "checked" : ""))
}

/// Whether a list was read whole.
private func add(_ completeness: Completeness, to sum: inout Checksum) {
  expect(completeness.isComplete == (completeness == .complete))
  switch completeness {
  case .complete: sum.add(0)
  case .unread(let kind), .loading(let kind): sum.add(kind.description)
  case .failed(_, let failure): sum.add(failure.text)
  case .doubtful(let ending): add(ending, to: &sum)
  case .cycle: sum.add(1)
  case .stalled: sum.add(2)
  case .dropped: sum.add(3)
  case .unasked: sum.add(4)
  @unknown default: sum.add(5)
  }
}

/// What a view draws at an end of the list.
func add(_ end: ListEnd, to sum: inout Checksum) {
  expect(end == end)
  switch end {
  case .nothing: sum.add(0)
  case .loading(let kind): sum.add(kind.description)
  case .waiting(_, let timer): sum.add(timer.rawValue)
  case .failed(let kind, let failure): sum.add(failure.text + kind.description)
  case .offline(let kind): sum.add(kind.description)
  case .stalled(let kind): sum.add(kind.description)
  case .end: sum.add(1)
  case .empty: sum.add(2)
  }
}

/// What a store does with a machine that shows one feed.
private func useMachine<Machine: FeedMachine>(
  _ machine: Machine, state: Machine.State, _ sum: inout Checksum
) {
  var state = state
  for action in [Machine.feed(action: .itemAppeared(index: 0)), Machine.feed(action: .loadMore)] {
    switch machine.reportReader(&state, for: action) {
    case .moved: sum.add(1)
    case .repeated: sum.add(2)
    case .other:
      let reaction = machine.reduce(into: &state, action)
      sum.add(reaction.effects.count)
      switch machine.awaited(by: action, after: reaction, in: state) {
      case .work(let ticket), .turn(let ticket): sum.add(ticket.rawValue)
      case nil: sum.add(0)
      }
    }
  }
  sum.add(state.items.first.map { state.failure(of: $0.id) == nil ? 1 : 2 } ?? 0)
}

/// What a store does with a machine whose feed follows a query: asks for one, and has it at once.
private func useQuery<Machine: QueryMachine>(
  _ query: Machine.Query, of machine: Machine, state: Machine.State, _ sum: inout Checksum
) {
  var state = state
  sum.add(machine.reduce(into: &state, Machine.typed(query: query)).effects.count)
  sum.add(machine.reduce(into: &state, Machine.submitted).effects.count)
  expect(Machine.query(of: state) == query)
}

/// A machine of the user's own that shows one feed and has no shortcut.
private struct Inbox: FeedMachine {
  let feed: Rows

  func reduce(
    into state: inout Rows.State, _ action: Rows.Action
  ) -> Reaction<Rows.Effect, FeedRefusal> {
    feed.reduce(into: &state, action)
  }

  static func feed(action: Rows.Action) -> Rows.Action { Rows.feed(action: action) }
}

/// The shortcuts of the feed and of the search, and the one that a machine has by default.
func useShortcuts(_ sum: inout Checksum) {
  let feed = Rows()
  var state = Rows.State(seed: 1, identity: 1)
  expect(feed.reportReader(&state, for: .loadMore) == .other)
  expect(Inbox(feed: feed).reportReader(&state, for: Inbox.feed(action: .loadMore)) == .other)
  useMachine(Inbox(feed: feed), state: state, &sum)
  var found = RowSearch.State(seed: 1, identity: 1)
  useQuery(3, of: RowSearch(feed), state: found, &sum)
  expect(RowSearch.query(of: found) == nil)
  expect(RowSearch.typed(query: 3) == .typed(query: 3) && RowSearch.submitted == .submitted)
  let action = RowSearch.feed(action: .itemAppeared(index: 0))
  expect(RowSearch(feed).reportReader(&found, for: action) == .other)
  expect(
    feed.awaited(by: .loadMore, after: .ignored(.refreshing(ticket: 7)), in: state) == .work(7))
  expect(
    RowSearch(feed).awaited(by: .submitted, after: .ignored(.typing(ticket: 8)), in: found)
      == .work(8))
}

/// What a host does with each effect of a search that is typed, submitted and cleared.
private func useEffects(
  of search: RowSearch, _ loop: inout Loop<RowSearch>, _ sum: inout Checksum
) {
  var state = loop.state
  let reaction = search.reduce(into: &state, .typed(query: 3))
  var effects = reaction.effects + search.reduce(into: &state, .submitted).effects
  effects += loop.send(.typed(query: nil)).effects
  for effect in effects {
    switch effect {
    case .feed(let query, let effect): sum.add(Int(query) + (effect.startedTicket?.rawValue ?? 0))
    case .schedule(let ticket, let after): sum.add(after > .zero ? ticket.rawValue : 0)
    case .cancel(let ticket): sum.add(ticket.rawValue)
    }
  }
  expect(!effects.isEmpty && effects[0] == effects[0])
}
