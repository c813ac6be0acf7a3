import FeedReducer

// The next and the previous page: where their rows belong, and where the list ends.
extension SpecFeed {
  /// A further page adds its rows at its end of the list. (A page that was dropped and comes again may leave a
  /// gap, which loads first.)
  mutating func takeFurther(
    _ page: Page, at kind: LoadKind, askedAs ticket: Ticket
  ) -> [Effect] {
    let position = self[end: kind].next ?? .start
    if let gap = gap(beside: page, at: kind, readFrom: position) { return fill(gap, at: kind) }
    let visible = visibleIDs
    let asked = self[end: kind].emptyCursors
    var isAgain =
      (kind == .append ? pages.last : pages.first)?.position == position
      && asked.contains { $0 == position.cursor }
    // The first position that is asked for once more is an old one; the next ones come from the page before.
    if isAgain, asked.count == 1,
      !page.items.contains(where: { item in rows.contains { $0.id == item.id } })
    {
      if !page.items.isEmpty, Self.next(in: page, at: kind) != nil, !hasLostCursor {
        return refreshForLostCursor(of: kind)
      }
      isAgain = false
    }
    let (added, rest) =
      isAgain
      ? addAgain(page.items, at: kind) : (addPage(page.items, at: kind, readFrom: position), 0)
    total = page.total ?? total
    advance(kind, to: Self.next(in: page, at: kind), from: position, added: added)
    readOn(kind, rest: rest)
    if kind == .append, tail.load == .exhausted { forgetNewRows(before: ticket) }
    takeNewRows()
    showEdits()
    keepReader(at: visible)
    return trim(at: [kind.opposite])
  }

  private mutating func addPage(
    _ items: [Row], at kind: LoadKind, readFrom position: Position
  ) -> Int {
    let added = add(items, at: kind == .append ? rows.count : 0)
    let new = Machine.PageRecord(count: added, position: position)
    if added > 0 { pages.insert(new, at: kind == .append ? pages.count : 0) }
    return added
  }

  /// The last page of an end comes once more: seen from the list's middle, its new rows stand behind the row that
  /// comes before them; those before the first known row stand at that row. Returns how many rows were new, and how
  /// many lie beyond the page.
  private mutating func addAgain(_ items: [Row], at kind: LoadKind) -> (added: Int, rest: Int) {
    let (isTail, before) = (kind == .append, rows.count)
    let items = isTail ? items : items.reversed()
    let start = isTail ? before - pages[pages.count - 1].count : pages[0].count
    let old = rows
    let known = items.compactMap { item in old.firstIndex { $0.id == item.id } }.first
    var place = isTail ? min(start, known ?? start) : max(start, known.map { $0 + 1 } ?? start)
    for item in items {
      let known = rows.firstIndex { $0.id == item.id }
      if let known {
        rows[known] = item
      } else {
        rows.insert(item, at: place)
        count(1, at: isTail ? place : max(0, place - 1))
      }
      let index = known ?? place
      place = isTail ? max(place, index + 1) : min(place, index)
    }
    return (rows.count - before, isTail ? rows.count - place : place)
  }

  /// Rows beyond a page that came once more are the next page, which is asked for once more as well.
  mutating func readOn(_ kind: LoadKind, rest: Int) {
    guard rest > 0, let next = self[end: kind].next else { return }
    let (isTail, last) = (kind == .append, kind == .append ? pages.count - 1 : 0)
    let rest = min(rest, pages[last].count)
    pages[last].count -= rest
    if pages[last].count == 0 { pages.remove(at: last) }
    pages.insert(.init(count: rest, position: next), at: isTail ? pages.count : 0)
    self[end: kind].emptyCursors += [next.cursor].compactMap(\.self)
  }

  /// A row that comes again keeps its place and takes the newer value. Returns how many were new.
  mutating func add(_ items: [Row], at index: Int) -> Int {
    let before = rows.count
    for item in items {
      let known = rows.firstIndex { $0.id == item.id }
      let place = known ?? index + rows.count - before
      rows.replaceSubrange(place..<place + (known == nil ? 0 : 1), with: [item])
    }
    return rows.count - before
  }

  /// Progress decides the end. No cursor: exhausted. A cursor that was read before and comes back without new
  /// rows: a cycle. More than `maxEmptyPages` pages in a row without new rows: stalled; an empty first page
  /// counts. With new rows any cursor is fine. What follows a page that was dropped is known.
  private mutating func advance(
    _ kind: LoadKind, to next: Position?, from position: Position, added: Int
  ) {
    var end = self[end: kind]
    defer { self[end: kind] = end }
    end.emptyPages = added > 0 ? 0 : end.emptyPages + 1
    if end.dropped.popLast() != nil { return end.load = end.next == nil ? .exhausted : .idle }
    if added == 0 { end.emptyCursors += [position.cursor].compactMap(\.self) }
    switch next?.cursor {
    case nil: end.load = .exhausted
    case _ where added > 0: end.load = .idle
    case let cursor? where end.emptyCursors.contains(cursor): end.load = .cycle
    case _ where pages.contains { $0.position == next }: end.load = .cycle
    default: end.load = end.emptyPages > settings.maxEmptyPages ? .stalled : .idle
    }
    end.position = end.load == .cycle ? nil : next
  }
}
