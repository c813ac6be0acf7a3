// Rules 7 and 8. The next and the previous page: when they load, and what their rows become.
extension Feed {
  /// Rule 7: loads the next page, wherever the reader is; goes on at an end that has stalled.
  func loadMore(_ state: inout State) -> Reaction<Effect, FeedRefusal> {
    let refusal = loadRefusal(at: .append, in: state)
    let stalled = [Side.append, .prepend].first { state[$0].load.end == .stalled }
    if let refusal, stalled == nil || state.append.isUnderWay { return .ignored(refusal) }
    state.isDemandPaused = false
    state.hasLostCursor = false
    guard refusal != nil, let stalled else {
      return .accepted(loadFurtherPage(&state, at: .append))
    }
    state[stalled].reopen()
    // A refresh in flight decides what there is to load.
    if state.isRefreshAlone { return .accepted([]) }
    return .accepted(loadFurtherPage(&state, at: stalled))
  }

  /// Sends the request for the page at one end of the list. The caller knows that there is one.
  ///
  /// - Parameter byHand: Whether the user asked. Then it is sent although the device is said to be
  ///   offline.
  func loadFurtherPage(
    _ state: inout State, at side: Side, attempt: Int = 0, byHand: Bool = false
  ) -> [Effect] {
    guard state.isOnline || byHand else {
      state[side].load = .offline(attempt: attempt)
      return []
    }
    let ticket = state.nextTicket()
    state[side].load = .loading(ticket: ticket, attempt: attempt)
    let position = state[side].next ?? .start
    let request = Request(ticket: ticket, kind: side.kind, position: position, size: pageSize)
    return [.load(request: request)]
  }

  /// Rule 8: adds a page at one end.
  func applyFurtherPage(
    _ state: inout State, page: Page, ticket: Ticket, at side: Side
  ) -> Reaction<Effect, FeedRefusal> {
    let reader = readerIDs(state)
    let asked = state[side].next ?? .start
    if let gap = gap(beside: page, at: side, asked: asked, in: state) {
      return load(&state, gap: gap, at: side)
    }
    let last = side == .append ? state.pages.last : state.pages.first
    let isAgain = last?.position == asked && state[side].isAskedAgain(asked)
    let isLost = isAgain && state[side].isFirstAgain && !hasKnownRow(page, in: state)
    if isLost, !page.items.isEmpty, side.next(in: page) != nil, !state.hasLostCursor {
      return .accepted(refreshForLostCursor(&state, of: side.kind))
    }
    let (added, rest) =
      isAgain && !isLost
      ? addAgain(page, to: &state, at: side) : (add(page, to: &state, at: side, asked: asked), 0)
    if let total = page.total { state.total = total }
    advance(&state, at: side, after: page, asked: asked, added: added)
    if rest > 0 { readOn(&state, at: side, rest: rest) }
    let isLast = side == .append && state.append.end == .exhausted
    edits?.rules.show(
      self, &state, Arrival(ticket: ticket, isFirst: false, isLast: isLast))
    keepReader(&state, at: reader)
    return .accepted(trim(&state, applied: side))
  }

  /// Rule 5: refreshes, once, as a position of the list does not lead to its place any more.
  func refreshForLostCursor(_ state: inout State, of kind: LoadKind) -> [Effect] {
    state[kind] = .idle
    state.hasLostCursor = true
    return loadFirstPage(&state)
  }

  private func hasKnownRow(_ page: Page, in state: State) -> Bool {
    page.items.contains { state.serverRows.contains(id: $0.id) }
  }

  /// Adds the rows of a further page. Known rows keep their index and take the newer value.
  ///
  /// - Returns: How many are new.
  private func add(_ page: Page, to state: inout State, at side: Side, asked: Position) -> Int {
    let added = state.changeServerRows { rows in
      side == .append ? rows.append(contentsOf: page.items) : rows.prepend(contentsOf: page.items)
    }
    if added > 0 {
      state.pages.insert(
        PageRecord(count: added, position: asked), at: side == .append ? state.pages.count : 0)
    }
    return added
  }

  /// Adds the rows of an end's last page, which was asked for once more. From the list's middle on, new rows
  /// stand behind the row that comes before them; those before the first known row stand at that row.
  ///
  /// - Returns: How many are new, and how many rows lie beyond the page.
  private func addAgain(
    _ page: Page, to state: inout State, at side: Side
  ) -> (added: Int, rest: Int) {
    let isAppend = side == .append
    let before = state.serverRows.count
    func item(_ offset: Int) -> Item {
      page.items[isAppend ? offset : page.items.count - 1 - offset]
    }
    var place = isAppend ? before - state.pages[state.pages.count - 1].count : state.pages[0].count
    for offset in page.items.indices {
      guard let known = state.serverRows.index(id: item(offset).id) else { continue }
      place = isAppend ? min(place, known) : max(place, known + 1)
      break
    }
    for offset in page.items.indices {
      let item = item(offset)
      let known = state.serverRows.index(id: item.id)
      let index = known ?? place
      state.changeServerRows { rows in
        if known == nil { rows.insert(item, at: index) } else { rows.update(item) }
      }
      if known == nil { state.countRow(at: isAppend ? index : max(0, index - 1), by: 1) }
      place = isAppend ? max(place, index + 1) : min(place, index)
    }
    let count = state.serverRows.count
    return (count - before, isAppend ? count - place : place)
  }

  /// Makes the rows beyond such a page the next one, which is asked for once more as well.
  func readOn(_ state: inout State, at side: Side, rest: Int) {
    guard let next = state[side].next else { return }
    let last = side == .append ? state.pages.count - 1 : 0
    let rest = min(rest, state.pages[last].count)
    let record = PageRecord(count: rest, position: next)
    state.pages[last].count -= rest
    if state.pages[last].count == 0 { state.pages.remove(at: last) }
    state.pages.insert(record, at: side == .append ? state.pages.count : 0)
    state[side].askAgain()
  }

  /// Moves an end of the list on after its page arrived.
  private func advance(
    _ state: inout State, at side: Side, after page: Page, asked: Position, added: Int
  ) {
    if state[side].dropped.popLast() != nil {
      // The page was in the list before, so it is known what follows it, and a page without new rows
      // says nothing about whether there are more.
      state[side].emptyPages = added > 0 ? 0 : state[side].emptyPages &+ 1
      let isAtEnd = state[side].next == nil
      state[side].load = isAtEnd ? .ended(reason: .exhausted) : .idle
      return
    }
    state[side].advance(
      to: side.next(in: page), asked: asked, added: added, pages: state.pages,
      maxEmptyPages: maxEmptyPages)
    if side == .append { state.told = ToldEnding(page.ending) }
  }
}

// MARK: - Where the list ends

extension Feed.Edge {
  /// Rule 7: moves on to `next` after a response that brought `added` new rows.
  mutating func advance(
    to next: Feed.Position?, asked: Feed.Position, added: Int, pages: ChunkList<Feed.PageRecord>,
    maxEmptyPages: Int
  ) {
    if added > 0 {
      emptyPages = 0
    } else {
      emptyPages &+= 1
      if let cursor = asked.cursor { emptyCursors.append(cursor) }
    }
    load = loadState(before: next, added: added, pages: pages, maxEmptyPages: maxEmptyPages)
    position = load.end == nil || load.end == .stalled ? next : nil
  }

  /// Whether there is a next page, and whether it loads by itself.
  private func loadState(
    before next: Feed.Position?, added: Int, pages: ChunkList<Feed.PageRecord>, maxEmptyPages: Int
  ) -> LoadState {
    guard let next, let cursor = next.cursor else { return .ended(reason: .exhausted) }
    if added > 0 { return .idle }
    if emptyCursors.contains(cursor) || pages.contains(where: { $0.position == next }) {
      return .ended(reason: .cycle)
    }
    return Int(emptyPages) > maxEmptyPages ? .ended(reason: .stalled) : .idle
  }

  /// Notes that the last page of this end is asked for once more: the server may have more rows in it.
  mutating func askAgain() {
    if let cursor = position?.cursor { emptyCursors.append(cursor) }
  }

  func isAskedAgain(_ position: Feed.Position) -> Bool {
    position.cursor.map { emptyCursors.contains($0) } ?? false
  }

  /// Whether the position is the first that is asked for once more. That is an old one, which may lead elsewhere
  /// by now; the next ones come from the page before.
  var isFirstAgain: Bool { emptyCursors.count == 1 }

  /// Clears a failure or a stall.
  mutating func reopen() {
    load = .idle
    emptyPages = 0
  }
}

// MARK: - A page that is read again from its far side

extension Feed {
  /// Where the rows are that lie between `page` and the list; nil if the page leads into the list.
  ///
  /// A dropped page is read again from where it began. Where it ends the server decides: it may be
  /// shorter now, or other rows may have come. After `maxEmptyPages` pages in a row this gives up,
  /// since some servers never name a position twice in the same way.
  private func gap(
    beside page: Page, at side: Side, asked: Position, in state: State
  ) -> Position? {
    guard !side.follows(asked), Int(state[side].emptyPages) <= maxEmptyPages,
      let inner = side.opposite.next(in: page), inner != asked,
      let neighbour = side == .append ? state.pages.last : state.pages.first,
      neighbour.position != inner
    else { return nil }
    let row = side == .append ? page.items.first : page.items.last
    let isKnown = row.map { state.serverRows.contains(id: $0.id) } ?? false
    return isKnown ? nil : inner
  }

  /// Loads the rows in the gap first; then the page is asked for again.
  private func load(
    _ state: inout State, gap: Position, at side: Side
  ) -> Reaction<Effect, FeedRefusal> {
    state[side].dropped.append(gap)
    state[side].emptyPages &+= 1
    state[side].load = .idle
    return .accepted(trim(&state, applied: side))
  }
}
