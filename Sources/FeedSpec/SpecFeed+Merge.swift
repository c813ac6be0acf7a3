import FeedReducer

// A refresh that keeps the later pages.
extension SpecFeed {
  /// The first page replaces the rows from its first one to its last one. Rows above its first one stay if it leads to
  /// them.
  ///
  /// Nil, with nothing changed, if its last row is not in the list, if no page follows it and rows do, if the
  /// server has forgotten the cursors of the list, and after a pull if the list ended in a cycle or stalled. Where the
  /// first page is not in the list, since it was dropped, or empty before and now, a refresh that keeps the reader's
  /// place has nothing to replace. Returns the cancels of loads that are of no use any more.
  mutating func merge(_ page: Page) -> [Effect]? {
    let isLost = Self.ends.contains { self[$0].failure?.code == .invalidCursor }
    let isCovered = pages.contains { $0.position == .start }
    let isDropped = keepsPlace && head.position == .start
    func index(of row: Row?) -> Int? { rows.firstIndex { $0.id == row?.id } }
    let end = index(of: page.items.last)
    if keepsPlace, !isCovered, end == nil,
      isDropped || page.items.isEmpty && page.next != nil
    {
      return []
    }
    let start = pages.prefix { isCovered && $0.position != .start }.reduce(0) { $0 + $1.count }
    guard !startsOver, !isLost, isCovered || isDropped,
      keepsPlace || tail.load.end == nil || tail.load.end == .exhausted,
      let end, end >= start, page.next != nil || end == rows.count - 1
    else { return nil }
    let row = index(of: page.items.first)
    var top = 0
    if start > 0, let previous = page.previous {
      let above = pages.prefix { $0.position != .start }.last
      let isNamed = above?.position == .before(cursor: previous)
      let isJoined = place(of: page.items, at: start, isBelow: true).isJoinedAbove
      top = isNamed ? start : isJoined ? row ?? 0 : 0
    }
    if top > end { return nil }
    let run = weave(page, readAt: .start, isBelow: true, over: top..<end + 1)
    var cancels = askAgain(after: page)
    if run.upperBound == rows.count, !isKept(.append) {
      tail = self.end(at: page.next.map { .after(cursor: $0) })
    }
    if top == 0, row != 0 || !isKept(.prepend) {
      cancels += open(.prepend, at: page.previous.map { .before(cursor: $0) })
    }
    return cancels
  }

  /// A page that is on its way at an end still goes on from its row, and what the user asked for goes on.
  private func isKept(_ kind: LoadKind) -> Bool {
    self[kind].attempt != nil || keepsPlace && [.stalled, .cycle].contains(self[kind])
  }

  /// A failure goes. An end that had no further page is asked once more, by its last page: the server may have other
  /// rows there.
  private mutating func askAgain(after first: Page) -> [Effect] {
    var cancels: [Effect] = []
    for kind in Self.ends {
      if case .failed = self[kind] { self[kind] = .idle }
      let (end, page) = (self[end: kind], kind == .append ? pages.last : pages.first)
      guard let page, Self.follows(page.position, at: kind),
        end.load == .exhausted || end.again != .no && end.position != page.position
      else { continue }
      cancels += open(kind, at: page.position)
      let isNew = page.position == Self.next(in: first, at: kind)
      self[end: kind].again = isNew ? .yes : .byOldPosition
    }
    return cancels
  }

  /// An end goes on at a position, and what loads there is cancelled.
  mutating func open(_ kind: LoadKind, at position: Position?) -> [Effect] {
    let cancels = cancelLoad(kind)
    self[end: kind] = end(at: position)
    return cancels
  }
}
