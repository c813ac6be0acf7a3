// Rules 7 and 8. The next and the previous page: when they load, and what their rows become.
extension Feed {
  /// Rule 7: loads the next page, wherever the reader is; goes on at an end that has stalled, since a person knows more
  /// than a count of pages.
  func loadMore(_ state: inout State) throws(FeedRefusal) -> [Effect] {
    let refusal = loadRefusal(at: .append, in: state)
    let stalled = [Side.append, .prepend].first { state[$0].load.end == .stalled }
    if let refusal, stalled == nil || state.append.isUnderWay { throw refusal }
    state.isDemandPaused = false
    state.hasLostCursor = false
    guard refusal != nil, let stalled else {
      return loadFurtherPage(&state, at: .append)
    }
    state.reopen(stalled.kind)
    // A refresh in flight decides what there is to load, since its page may take the place of the rows.
    if state.isRefreshAlone { return [] }
    return loadFurtherPage(&state, at: stalled)
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

  /// Rule 8: weaves a page in at one end.
  func applyFurtherPage(
    _ state: inout State, page: Page, ticket: Ticket, at side: Side
  ) -> [Effect] {
    let asked = state[side].next ?? .start
    let isFar = !side.follows(asked)
    let isAgain = !isFar && isLastPage(asked, at: side, in: state)
    if isAgain, isLost(page, at: side, in: state) {
      return refreshForLostCursor(&state, of: side.kind)
    }
    let known =
      isFar
      ? rowsReplaced(fromFarSideBy: page, at: side, in: state)
      : rowsReplaced(by: page, at: side, isAgain: isAgain, in: state)
    let (isNew, inner) = (known == nil, side.opposite.next(in: page))
    if isNew, let effects = readBetween(&state, from: inner, page: page, at: side) {
      return effects
    }
    let reader = readerIDs(state)
    let before = state.confirmed.isEmpty ? nil : state.serverRows
    let count = state.serverRows.count
    // It takes the list's place if nothing lies beyond it, or if it never led there and rows of it stand elsewhere.
    let isAll = isFar && (inner == nil || count == 0)
    let isList = isNew ? hasRow(of: page, isKnown: true, in: state) : isAll
    let rows = known ?? (isList ? 0..<count : side == .append ? count..<count : 0..<0)
    advance(&state, at: side, after: page, asked: asked)
    let run = state.weave(page, readAt: asked, isBelow: side == .append, over: rows)
    if isFar, !isNew, page.items.isEmpty { state.moveLastPage(at: side, to: asked) }
    var cancels: [Effect] = []
    if isAgain {
      readOn(&state, at: side, beyond: run)
    } else if isList {
      cancels = open(&state, at: side.opposite, from: inner)
      if side == .prepend { state.told = ToldEnding(page.ending) }
    } else if isNew {
      cancels = gaps?.rules.part(&state, of: self, beside: page, at: side, where: run) ?? []
    }
    let isLast = side == .append && state.append.end == .exhausted
    show(&state, page: page, askedAs: ticket, isLast: isLast, over: before)
    keepReader(&state, at: reader)
    return cancels + trim(&state, applied: side)
  }

  /// Shows the edits over a further page that was woven into the rows `before`.
  func show(
    _ state: inout State, page: Page, askedAs ticket: Ticket, isLast: Bool,
    over before: ItemList<Item>?
  ) {
    if let total = page.total { state.total = total }
    edits?.rules.show(
      &state, of: self,
      after: Arrival(ticket: ticket, isFirst: false, isLast: isLast, rows: before))
  }

  /// Whether the last page of an end is asked for once more.
  private func isLastPage(_ asked: Position, at side: Side, in state: State) -> Bool {
    state[side].again != .no && state.page(at: side)?.position == asked
  }

  /// Whether it is not known where a page stands that was asked for by an old position: it has no row by which it would
  /// be found.
  private func isLost(_ page: Page, at side: Side, in state: State) -> Bool {
    state[side].again == .byOldPosition && side.next(in: page) != nil && !page.items.isEmpty
      && !hasRow(of: page, isKnown: true, in: state)
  }

  /// Whether the list has a row of a page, or lacks one.
  @inline(never) func hasRow(of page: Page, isKnown: Bool, in state: State) -> Bool {
    let rows = state.serverRows
    return page.items.contains { rows.contains(id: $0.id) == isKnown }
  }

  /// The rows that a page replaces which goes on at an end, or is its last page once more. What lies beyond the page
  /// stays if it leads there, and beyond a last page until it is asked once more, too.
  private func rowsReplaced(
    by page: Page, at side: Side, isAgain: Bool, in state: State
  ) -> Range<Int> {
    let count = state.serverRows.count
    let isAppend = side == .append
    let covered = isAgain ? state.page(at: side)?.count ?? 0 : 0
    let boundary = isAppend ? count - covered : covered
    let place = place(of: page.items, at: boundary, isBelow: isAppend, in: state.serverRows)
    // A server may start again from the beginning: its known rows stay where they are, or else the whole list would be
    // replaced by its first page.
    let isNear = isAppend ? place.rows.upperBound >= boundary : place.rows.lowerBound <= boundary
    if !isNear, !state.hasGaps || side.next(in: page) != nil {
      return isAppend ? count..<count : 0..<0
    }
    let isJoined = isAppend ? place.isJoinedBelow : place.isJoinedAbove
    if side.next(in: page) != nil, isAgain || isJoined { return place.rows }
    return isAppend ? place.rows.lowerBound..<count : 0..<place.rows.upperBound
  }

  /// Asks for the rows once more that are left of a last page which was asked for once more, since new ones may have come
  /// between them.
  private func readOn(_ state: inout State, at side: Side, beyond run: Range<Int>) {
    let rest = side == .append ? state.serverRows.count - run.upperBound : run.lowerBound
    guard rest > 0, state[side].load.end != .cycle, let next = state[side].position,
      state.page(at: side)?.count == rest
    else { return }
    state.moveLastPage(at: side, to: next)
    state[side].again = .yes
  }

  /// Opens an end, to go on from a position, and cancels what loads there.
  @inline(never) func open(
    _ state: inout State, at side: Side, from position: Position?
  ) -> [Effect] {
    let ticket = state[side].load.cancel()
    state[side] = Edge(end: position)
    return ticket.map { [.cancel(ticket: $0)] } ?? []
  }

  /// Rule 5: refreshes, once, as a position of the list does not lead to its place any more.
  func refreshForLostCursor(_ state: inout State, of kind: LoadKind) -> [Effect] {
    state[kind] = .idle
    state.hasLostCursor = true
    state.startsOver = true
    return loadFirstPage(&state)
  }

  /// Rule 7: moves an end of the list on, before its page is woven in, since afterwards no row of it is new.
  private func advance(_ state: inout State, at side: Side, after page: Page, asked: Position) {
    let hasNew = hasRow(of: page, isKnown: false, in: state)
    state[side].emptyPages = hasNew ? 0 : state[side].emptyPages &+ 1
    if state[side].dropped.popLast() != nil {
      state[side].pagesBetween = 0
      // It is known what follows the page, since it was in the list before, and a page without new rows says nothing
      // about whether there are more.
      state[side].load = state[side].next == nil ? .ended(reason: .exhausted) : .idle
      return
    }
    if !hasNew, let cursor = asked.cursor { state[side].emptyCursors.append(cursor) }
    let next = side.next(in: page)
    let end: LoadState.End? =
      if let next {
        if !hasNew, state.hasAsked(next, at: side) {
          .cycle
        } else {
          Int(state[side].emptyPages) > maxEmptyPages ? .stalled : nil
        }
      } else {
        .exhausted
      }
    state[side].load = end.map { .ended(reason: $0) } ?? .idle
    state[side].position = next
    state[side].again = .no
    if side == .append { state.told = ToldEnding(page.ending) }
  }
}

// MARK: - Where the list ends

extension Feed.State {
  /// Whether a position was asked for before.
  fileprivate func hasAsked(_ position: Feed.Position, at side: Feed.Side) -> Bool {
    pages.contains { $0.position == position }
      || position.cursor.map { self[side].emptyCursors.contains($0) } ?? false
  }
}

extension Feed.State {
  /// Has the last page at an end be read from another position: where its rest begins, or before pages without rows,
  /// which have no record.
  @inline(never) fileprivate mutating func moveLastPage(
    at side: Feed.Side, to position: Feed.Position
  ) {
    guard let page = page(at: side) else { return }
    setPage(
      Feed.PageRecord(count: page.count, position: position),
      number: side == .append ? pages.count - 1 : 0)
  }

  /// Clears a failure or a stall.
  mutating func reopen(_ kind: LoadKind) {
    self[kind] = .idle
    if kind == .append { tail.emptyPages = 0 }
    if kind == .prepend { head.emptyPages = 0 }
  }
}

// MARK: - A page that is read again from its far side

extension Feed {
  /// The rows that such a page replaces; nil if it does not lead into the list.
  ///
  /// It does if its row at that side is a joint, or what follows that row was read before, if its position at that
  /// side is the one of a page of the list that stands at that row, or at the end, or if all its rows are in the list. A
  /// page that names no position there has all rows that the list goes on with, so it replaces those of the list.
  ///
  /// - Complexity: O(*p* log *p*) in the rows of the page, and O(*n*) in the pages of the list.
  private func rowsReplaced(
    fromFarSideBy page: Page, at side: Side, in state: State
  ) -> Range<Int>? {
    let rows = state.serverRows
    let count = rows.count
    guard count > 0, let inner = side.opposite.next(in: page) else { return 0..<count }
    let isAppend = side == .append
    let place = place(
      of: page.items, at: isAppend ? count : 0, isBelow: isAppend, in: rows)
    let found = isAppend ? place.rows.lowerBound..<count : 0..<place.rows.upperBound
    let isJoined = isAppend ? place.isJoinedAbove : place.isJoinedBelow
    if isJoined, !page.items.isEmpty { return found }
    let end = side.opposite.last(of: page)
    if let end, state[side].ledOn == end { return found }
    var beyond = 0
    for offset in 0..<state.pages.count {
      let record = state.page(number: isAppend ? state.pages.count - 1 - offset : offset)
      if record.position == inner {
        if beyond == 0 { return found }
        let row = isAppend ? count - beyond : beyond - 1
        return rows[row].id == end ? (isAppend ? row..<count : 0..<row + 1) : nil
      }
      beyond += record.count
    }
    // A page whose rows are all in the list lies in it, where it has come to by now.
    if hasRow(of: page, isKnown: false, in: state) { return nil }
    guard let first = page.items.first.flatMap({ rows.index(id: $0.id) }),
      let last = page.items.last.flatMap({ rows.index(id: $0.id) }), first <= last
    else { return nil }
    return first..<last + 1
  }

  /// Loads the rows first that lie between such a page and the list; then the page is asked for again.
  ///
  /// A dropped page is read again from where it began. Where it ends the server decides: it may be
  /// shorter now, or other rows may have come. It is known by its last row then, since some servers never
  /// name a position twice in the same way.
  ///
  /// - Returns: Nil after too many such pages, if the page is the first one and can be added.
  private func readBetween(
    _ state: inout State, from position: Position?, page: Page, at side: Side
  ) -> [Effect]? {
    guard let position else { return nil }
    let end = side.opposite.last(of: page)
    if position == state[side].next || Int(state[side].emptyPages) > maxEmptyPages {
      state[side].ledOn = nil
      if gaps != nil, end != nil { return state[side].goBack() ? [] : nil }
      state[side].load = .ended(reason: .stalled)
      return []
    }
    if end == nil {
      // A page without rows is passed over, and what is read next follows the same row.
      if state[side].pagesBetween == 0 { state[side].ledOn = nil }
      _ = state[side].dropped.popLast()
    } else {
      state[side].ledOn = end
      if state[side].pagesBetween < .max { state[side].pagesBetween += 1 }
    }
    state[side].dropped.append(position)
    state[side].emptyPages &+= 1
    state[side].load = .idle
    return trim(&state, applied: side)
  }
}
