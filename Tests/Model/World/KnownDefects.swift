import FeedReducer

/// A defect of the machine that is known and not mended: how the world tells it.
///
/// The list must become empty. Until then the laws of places do not judge a list after a step that shows one, until
/// its rows are replaced.
package struct KnownDefect: Sendable {
  package let name: String

  /// The shortest way to it that is known, and the law that it breaks.
  package let script: WorldScript

  /// Whether the step is one after which the machine may have rows in wrong places, or rows that have gone.
  let shows: @Sendable (Step) -> Bool

  package static let all = [newRow, acrossGap]

  /// An accepted action, with the page that it brought.
  struct Step: Sendable {
    let answer: (request: WorldFeed.Request, page: WorldFeed.Page)?
    let before: WorldMachine.List
    let after: WorldMachine.List
    let server: WorldServer

    /// The rows beyond the position of a further page: those of an end that is asked once more, and a user's new ones
    /// whose neighbours have not come.
    var beyond: [WorldRow] {
      guard let (request, _) = answer, request.kind != .refresh, request.kind != .gap,
        !request.isFromFarSide,
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
  }

  private static let newRow = KnownDefect(
    name:
      "a user's new row stands in a wrong place when the row behind it is not in the list, or has no place",
    script: WorldScript(
      "", pages: 1, of: 16, by: .both, breaks: "in the server's order",
      [
        .act(
          list: 0,
          .feed(action: .edit(change: .insert(item: WorldRow(id: -1, value: -1), before: 8)))),
        .answer(list: 0, call: 0, .init()),
        .othersAdd(9),
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
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

  private static let acrossGap = KnownDefect(
    name:
      "a row that has gone stands below a gap, and what follows it above: a page beside a gap has rows of its other side",
    script: WorldScript(
      "", pages: 4, .merge, of: 14, by: .after, gaps: .manual,
      breaks: "a page shows as it was told",
      [
        .othersRemove(3), .act(list: 0, .feed(action: .invalidated)),
        .answer(list: 0, call: 0, .init()),
        .othersAdd(3), .act(list: 0, .feed(action: .itemAppeared(index: 4))),
        .answer(list: 0, call: 0, .init()),
      ])
  ) { step in
    guard let (request, page) = step.answer else { return false }
    switch request.kind {
    case .append, .prepend:
      let gaps = step.before.gaps.map(\.index)
      guard let first = gaps.first, let last = gaps.last else { return false }
      return page.items.contains { row in
        guard let index = step.before.items.index(id: row.id) else { return false }
        return request.kind == .append ? index < last : index >= first
      }
    case .refresh:
      // No row of it stands where it did: those that follow it stay below a gap, without these.
      let end = page.items.last.flatMap { step.after.items.index(id: $0.id) }.map { $0 + 1 }
      return step.after.gaps.contains { $0.index == end }
        && page.items.contains { step.before.items.contains(id: $0.id) }
    case .gap: return false
    }
  }
}
