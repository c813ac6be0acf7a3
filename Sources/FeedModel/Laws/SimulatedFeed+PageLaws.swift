import FeedReducer
import FeedSpec
import FeedTesting

// How an arriving page changes the list.
extension SimulatedFeed {
  /// Laws of pages and their cursors.
  var pageLaws: [Law<SimulatedFeed>] {
    [
      .changeProperty(
        "the cursor moves with pages",
        says:
          "The position of the next page changes only when a page arrives, to that page's cursor.",
        rule: .progress
      ) {
        hasGoodCursor(.append, after: $0) && hasGoodCursor(.prepend, after: $0)
      },
      .changeProperty(
        "new rows go on", says: "A page with new rows and a next cursor does not end the list.",
        rule: .progress
      ) { transition in
        guard let page = transition.appliedPage, transition.answered?.kind == .append,
          page.next != nil
        else { return true }
        let isNew = page.items.contains { !transition.before.serverRows.contains(id: $0.id) }
        return !isNew || transition.after.feed.append.end == nil
      },
      .changeProperty(
        "a refresh replaces the rows",
        says: "A first page replaces all rows; a merged one replaces those up to its last row.",
        rule: .steadyRefresh
      ) { transition in
        // A confirmed removal hides a row of the arriving page, so edits are excluded.
        guard let page = transition.appliedPage, transition.answered?.kind == .refresh,
          scenario.edits == 0
        else { return true }
        let rows = merged(page, into: transition.before.feed) ?? page.items
        return transition.after.serverRows.elementsEqual(rows)
      },
    ]
  }

  /// Whether the position at one end is unchanged, or the one that the arriving page names.
  private func hasGoodCursor(_ kind: LoadKind, after transition: ModelTransition<SimulatedFeed>)
    -> Bool
  {
    let before = kind == .append ? transition.before.feed.tail : transition.before.feed.head
    let after = kind == .append ? transition.after.feed.tail : transition.after.feed.head
    switch transition.step {
    case .reset, .logOut, .restart, .restore: return true
    default: break
    }
    if let page = transition.appliedPage, let applied = transition.answered?.kind {
      if applied == .refresh { return true }
      // A dropped page that is read again may leave a gap. The feed then loads the gap first.
      if applied == kind, before.dropped.isEmpty, after.dropped.isEmpty {
        return after.position == position(after: page, kind, isCycle: after.load.end == .cycle)
      }
    }
    return after.position == before.position || isDropped(kind, by: transition)
  }

  /// The position after `page`; nil at the end of the list and after a cycle.
  private func position(
    after page: ModelFeed.Page, _ kind: LoadKind, isCycle: Bool
  ) -> ModelFeed.Position? {
    if isCycle { return nil }
    return kind == .append
      ? page.next.map { .after(cursor: $0) } : page.previous.map { .before(cursor: $0) }
  }

  /// Whether the last page at one end was dropped, so that it is the next one to load there.
  func isDropped(_ kind: LoadKind, by transition: ModelTransition<SimulatedFeed>) -> Bool {
    let before = transition.before.feed.pages
    let last = kind == .append ? before.last : before.first
    return !transition.after.feed.pages.contains { $0.position == last?.position }
  }

  /// The rows after `page` was merged into those of `feed`; nil if it replaces them.
  private func merged(_ page: ModelFeed.Page, into feed: ModelFeed.State) -> [ModelRow]? {
    guard scenario.feed.refreshMode == .merge || feed.keepsPlace, page.next != nil,
      let last = page.items.last, !feed.hasLostCursor,
      feed.keepsPlace || feed.append.end == nil || feed.append.end == .exhausted,
      feed.append.failure?.code != .invalidCursor, feed.prepend.failure?.code != .invalidCursor,
      let end = feed.items.index(id: last.id)
    else { return nil }
    return page.items
      + feed.items[(end + 1)...].filter { row in !page.items.contains { $0.id == row.id } }
  }
}
