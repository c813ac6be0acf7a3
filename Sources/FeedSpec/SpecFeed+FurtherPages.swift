import FeedReducer

// The next and the previous page: where their rows belong, and where the list ends.
extension SpecFeed {
  /// A further page is woven in at its end of the list. (A page that was dropped and comes again may leave a
  /// gap, which loads first.)
  mutating func takeFurther(
    _ page: Page, at kind: LoadKind, askedAs ticket: Ticket
  ) -> [Effect] {
    let (isTail, position) = (kind == .append, self[end: kind].next ?? .start)
    let (visible, old) = (visibleIDs, rows)
    var isAgain = isLastPage(position, at: kind)
    var cancels: [Effect] = []
    let replaced: Range<Int>
    if Self.follows(position, at: kind) || rows.isEmpty {
      if isAgain, isLost(page, at: kind) {
        if !hasLostCursor { return refreshForLostCursor(of: kind) }
        isAgain = false
      }
      replaced = rowsReplaced(by: page, at: kind, isAgain: isAgain)
    } else if let known = rowsReplaced(fromFarSideBy: page, at: kind) {
      (replaced, isAgain) = (known, false)
    } else {
      let inner = Self.next(in: page, at: kind.opposite)
      if let inner, inner != position, self[end: kind].emptyPages <= settings.maxEmptyPages {
        return fill(inner, at: kind)
      }
      isAgain = false
      let end = isTail ? rows.count : 0
      replaced = hasKnownRow(page) ? rows.indices : end..<end
      if hasKnownRow(page) { cancels = open(kind.opposite, at: inner) }
    }
    advance(kind, after: page, from: position)
    weave(page, readAt: position, isBelow: isTail, over: replaced)
    if isAgain {
      readOn(kind, rest: isTail ? old.count - replaced.upperBound : replaced.lowerBound)
    }
    total = page.total ?? total
    if isTail, tail.load == .exhausted { forgetNewRows(before: ticket) }
    putBackNewRows(since: ticket, among: old)
    takeNewRows()
    showEdits()
    keepReader(at: visible)
    return cancels + trim(at: [kind.opposite])
  }

  private func isLastPage(_ position: Position, at kind: LoadKind) -> Bool {
    self[end: kind].again != .no
      && (kind == .append ? pages.last : pages.first)?.position == position
  }

  /// An old position may lead elsewhere by now.
  private func isLost(_ page: Page, at kind: LoadKind) -> Bool {
    self[end: kind].again == .byOldPosition && !hasKnownRow(page) && !page.items.isEmpty
      && Self.next(in: page, at: kind) != nil
  }

  private func hasKnownRow(_ page: Page) -> Bool {
    page.items.contains { item in rows.contains { $0.id == item.id } }
  }

  /// A page whose known rows do not reach the place from where it was asked is added: a server may start again.
  /// What lies beyond a page stays if it leads there, and beyond a last page until it is asked once more, too.
  private func rowsReplaced(by page: Page, at kind: LoadKind, isAgain: Bool) -> Range<Int> {
    let isTail = kind == .append
    let last = isAgain ? (isTail ? pages.last : pages.first)?.count ?? 0 : 0
    let boundary = isTail ? rows.count - last : last
    let place = place(of: page.items, at: boundary, isBelow: isTail)
    if isTail ? place.rows.upperBound < boundary : place.rows.lowerBound > boundary {
      return toEnd(isTail ? rows.count..<rows.count : 0..<0, at: kind)
    }
    let isJoined = isTail ? place.isJoinedBelow : place.isJoinedAbove
    if isAgain || isJoined, Self.next(in: page, at: kind) != nil { return place.rows }
    return toEnd(place.rows, at: kind)
  }

  /// The rows of a range, and all beyond it at an end.
  private func toEnd(_ range: Range<Int>, at kind: LoadKind) -> Range<Int> {
    kind == .append ? range.lowerBound..<rows.count : 0..<range.upperBound
  }

  /// A page that is read from its far side leads into the list if its row there is a joint, or if its position there is
  /// that of a page which stands at that row, or at the end.
  private func rowsReplaced(fromFarSideBy page: Page, at kind: LoadKind) -> Range<Int>? {
    let isTail = kind == .append
    let place = place(of: page.items, at: isTail ? rows.count : 0, isBelow: isTail)
    let isJoined = isTail ? place.isJoinedAbove : place.isJoinedBelow
    if isJoined, !page.items.isEmpty { return toEnd(place.rows, at: kind) }
    let inner = Self.next(in: page, at: kind.opposite)
    let known = isTail ? Array(pages.reversed()) : pages
    guard let found = known.firstIndex(where: { $0.position == inner }) else { return nil }
    let beyond = known[..<found].reduce(0) { $0 + $1.count }
    if beyond == 0 { return toEnd(place.rows, at: kind) }
    let row = isTail ? rows.count - beyond : beyond - 1
    let end = isTail ? page.items.first : page.items.last
    return rows[row].id == end?.id ? toEnd(row..<row + 1, at: kind) : nil
  }

  /// The rows that are left of a last page which came once more are the next page, which is asked for once more, too.
  private mutating func readOn(_ kind: LoadKind, rest: Int) {
    let last = kind == .append ? pages.count - 1 : 0
    guard rest > 0, let next = self[end: kind].position, pages[last].count == rest else { return }
    pages[last].position = next
    self[end: kind].again = .yes
  }

  /// Progress decides the end. No cursor: exhausted. A cursor that was read before and comes back without new
  /// rows: a cycle. More than `maxEmptyPages` pages in a row without new rows: stalled; an empty first page
  /// counts. With new rows any cursor is fine. What follows a page that was dropped is known.
  private mutating func advance(_ kind: LoadKind, after page: Page, from position: Position) {
    var end = self[end: kind]
    defer { self[end: kind] = end }
    let next = Self.next(in: page, at: kind)
    let hasNew = page.items.contains { item in !rows.contains { $0.id == item.id } }
    end.emptyPages = hasNew ? 0 : end.emptyPages + 1
    if end.dropped.popLast() != nil { return end.load = end.next == nil ? .exhausted : .idle }
    if !hasNew { end.emptyCursors += [position.cursor].compactMap(\.self) }
    end.again = .no
    end.position = next
    switch next?.cursor {
    case nil: end.load = .exhausted
    case _ where hasNew: end.load = .idle
    case let cursor? where end.emptyCursors.contains(cursor): end.load = .cycle
    case _ where pages.contains { $0.position == next }: end.load = .cycle
    default: end.load = end.emptyPages > settings.maxEmptyPages ? .stalled : .idle
    }
  }
}
