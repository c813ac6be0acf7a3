import FeedReducer

/// A defect of the machine that is known and not mended: how the world tells it.
///
/// The list must become empty. Until then the laws of places do not judge a list after a step that shows one, until
/// its rows are replaced.
package struct KnownDefect: Sendable {
  package let name: String

  /// The shortest way to it that is known, and the law that it breaks.
  package let script: Script

  /// Whether the step is one after which the machine may have rows in wrong places, or rows that have gone.
  let shows: @Sendable (Step) -> Bool

  package static let all = [
    restored, farSide, deletedRow, newBetween, newRow, oldHead, lostEdge, movedRow, restoredCycle,
    oldCursor,
  ]

  /// A world, and what happens there once the first page has come.
  package struct Script: Sendable {
    private let feed: WorldFeed
    private let paging: WorldServer.Paging
    private let rows: Int
    package let steps: [World.Step]
    package let law: String

    init(
      pages size: Int, _ mode: RefreshMode = .firstPage, most: Int? = nil, of rows: Int,
      by paging: WorldServer.Paging, breaks law: String, _ steps: [World.Step]
    ) {
      feed = WorldFeed(
        pageSize: size, prefetchDistance: 1, refreshMode: mode, maxItems: most, edits: .optimistic)
      let begun: [World.Step] = [
        .act(list: 0, .feed(action: .started)), .answer(list: 0, call: 0, .init()),
      ]
      (self.paging, self.rows, self.law, self.steps) = (paging, rows, law, begun + steps)
    }

    package var world: World { World(feed, paging: paging, rows: rows) }
  }

  /// An accepted action, with the page that it brought.
  struct Step: Sendable {
    let answer: (request: WorldFeed.Request, page: WorldFeed.Page)?
    let before: WorldMachine.List
    let after: WorldMachine.List
    let server: WorldServer

    /// Whether the list was restored from a snapshot, and its rows were not replaced since.
    let isRestored: Bool

    /// Whether it was restored at this step, and had ended in a cycle when it was stored.
    let isOfCycle: Bool

    /// Whether the server has forgotten a cursor since the user last scrolled, pulled or asked for more.
    let hasForgotten: Bool

    /// A further page, and whether it is read from its far side: one that was dropped, and is found from where it began.
    var further: (request: WorldFeed.Request, page: WorldFeed.Page, isFromFarSide: Bool)? {
      guard let (request, page) = answer, request.kind != .refresh else { return nil }
      let isBefore = if case .before = request.position { true } else { false }
      return (request, page, isBefore == (request.kind == .append))
    }

    /// The rows beyond the position of a further page: those of an end that is asked once more, and a user's new ones
    /// whose neighbours have not come.
    var beyond: [WorldRow] {
      guard let (request, _, isFromFarSide) = further, !isFromFarSide,
        server.paging.namesRows, let cursor = request.position.cursor
      else { return [] }
      // With those that edits hide.
      return (before.items + (before.feed.snapshot?.items ?? [])).filter { row in
        guard let place = server.places[row.id] else { return false }
        return request.kind == .append ? place > cursor >> 8 : place < cursor >> 8
      }
    }

    func isNew(_ row: WorldRow) -> Bool { server.users.contains(row.id) && server.has(row.id) }

    /// Whether a row stands among the server's rows of a list, or is a draft that shows in it; not if it is both, since
    /// a page has brought the draft before its answer.
    func hasPlace(_ id: Int, in list: WorldMachine.List) -> Bool {
      let draft = server.named.first { $0.value == id }?.key
      let isRow = list.feed.snapshot?.items.contains { $0.id == id } ?? false
      let isDraft = list.feed.pendingEdits.contains { pending in
        guard case .insert(let row, _) = pending.edit.change else { return false }
        return [id, draft].contains(row.id) && list.items.contains(id: row.id)
      }
      return isRow != isDraft
    }

    var isAskedAgain: Bool { beyond.contains { !isNew($0) } }

    var hasKnownRows: Bool {
      further?.page.items.contains { before.items.contains(id: $0.id) } ?? false
    }
  }

  private static let farSide = KnownDefect(
    name: "a page that is read again from its far side, and overlaps the list, is added at its end",
    script: Script(
      pages: 3, most: 7, of: 12, by: .after, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .othersAdd(1),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .answer(list: 0, call: 0, .init()),
        .othersAdd(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    guard let (request, page, isFromFarSide) = step.further, isFromFarSide else { return false }
    // It may say that nothing follows it, though rows do.
    return step.hasKnownRows || (request.kind == .append ? page.previous : page.next) == nil
  }

  private static let restored = KnownDefect(
    name: "after a restart the end that is asked once more puts new rows behind all others",
    script: Script(
      pages: 3, .merge, of: 6, by: .after, breaks: "in the server's order",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
        .keep(list: 0),
        .restart(list: 0),
        .restore(list: 0, isOld: false),
        .othersAdd(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in step.isRestored && step.isAskedAgain }

  private static let deletedRow = KnownDefect(
    name: "a row that was deleted stays when the last page is asked once more",
    script: Script(
      pages: 4, .merge, of: 6, by: .after, breaks: "what has gone goes",
      [
        .act(list: 0, .feed(action: .loadMore)),
        .answer(list: 0, call: 0, .init()),
        .othersRemove(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    !step.isRestored && step.isAskedAgain
      && step.beyond.contains {
        !step.server.has($0.id) && step.server.places[$0.id] != nil
      }
  }

  private static let newBetween = KnownDefect(
    name:
      "a new row between two rows that are in the list is put behind or in front of all of them",
    script: Script(
      pages: 3, of: 6, by: .offset, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .othersAdd(2),
        .othersAdd(0),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    guard let further = step.further else { return false }
    // After an empty page the end is asked by a cursor that is not the one of its last page.
    let isAskedAgain =
      step.isAskedAgain && !step.server.isFresh(cursor: further.request.position.cursor)
    return !further.isFromFarSide && !isAskedAgain && step.hasKnownRows
  }

  private static let oldHead = KnownDefect(
    name: "rows stay in front of a first page that says that there are none",
    script: Script(
      pages: 3, .merge, of: 2, by: .both, breaks: "what has gone goes",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 0, .init()),
        .othersRemove(0),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    guard let (request, page) = step.answer, request.position == .start else { return false }
    // With those that edits hide.
    let rows = step.after.feed.snapshot?.items.map(\.id) ?? []
    return page.previous == nil
      && page.items.lazy.compactMap { rows.firstIndex(of: $0.id) }.first ?? 0 > 0
  }

  private static let newRow = KnownDefect(
    name:
      "a user's new row stands in a wrong place when the row behind it is not in the list, or has no place",
    script: Script(
      pages: 4, of: 8, by: .both, breaks: "in the server's order",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 0, .init()),
        .act(
          list: 0,
          .feed(action: .edit(change: .insert(item: WorldRow(id: -1, value: -1), before: 3)))),
        .act(list: 0, .feed(action: .reset)),
        .answer(list: 0, call: 1, .init()),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    let pending = step.after.feed.pendingEdits.map(\.edit.change)
    let drafts = pending.compactMap { change -> (new: Int, next: Int)? in
      if case .insert(let row, let next?) = change { (row.id, next) } else { nil }
    }
    let rows = drafts + step.server.anchors.map { ($0.key, $0.value) }
    if step.beyond.contains(where: step.isNew) { return true }
    return rows.contains { new, next in
      step.after.items.contains(id: new)
        && ![step.before, step.after].allSatisfy { step.hasPlace(next, in: $0) }
    }
  }

  private static let lostEdge = KnownDefect(
    name: "an end is read on from a row that is not in the list any more",
    script: Script(
      pages: 1, .merge, of: 6, by: .both, breaks: "nothing is missing",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 1, .init()),
        .act(list: 0, .feed(action: .refreshPulled)),
        .act(list: 0, .feed(action: .edit(change: .remove(id: 2)))),
        .answer(list: 0, call: 1, .init()),
        .othersRemove(1),
        .othersRemove(0),
        .othersAdd(0),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 1, .init()),
      ])
  ) { step in
    guard let (request, _) = step.answer, step.server.paging.namesRows else { return false }
    let places = step.before.items.compactMap { step.server.places[$0.id] }
    return switch request.position {
    case .start: false
    case .after(let cursor): request.kind == .append && cursor >> 8 > places.max() ?? .max
    case .before(let cursor): request.kind == .prepend && cursor >> 8 < places.min() ?? .min
    }
  }

  private static let restoredCycle = KnownDefect(
    name: "a list whose end is not known says that it has ended once it was restored",
    script: Script(
      pages: 4, of: 8, by: .after, breaks: "nothing is missing",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 3))),
        .answer(list: 0, call: 0, .init(page: .emptyAgain)),
        .keep(list: 0),
        .restart(list: 0),
        .restore(list: 0, isOld: false),
      ])
  ) { step in step.isOfCycle }

  private static let oldCursor = KnownDefect(
    name:
      "rows that are out of date take pages with them that were read since a cursor was forgotten",
    script: Script(
      pages: 3, .merge, of: 9, by: .after, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .fail(list: 0, call: 0, .forgotten),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .invalidated)),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in step.hasForgotten && step.answer?.request.kind == .refresh }

  private static let movedRow = KnownDefect(
    name:
      "a merge takes all rows up to one that has moved, if that is the last one of the page; where an end is asked once more new rows stand at it",
    script: Script(
      pages: 4, of: 9, by: .after, breaks: "nothing is missing",
      [
        .act(list: 0, .feed(action: .loadMore)),
        .answer(list: 0, call: 0, .init()),
        .othersMove(5, 3),
        .act(list: 0, .feed(action: .invalidated)),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    guard let (request, page) = step.answer, let last = page.items.last else { return false }
    return request.kind == .refresh
      ? step.server.moved.contains(last.id)
      : step.isAskedAgain && page.items.contains { step.server.moved.contains($0.id) }
  }
}
