import FeedReducer
import FeedTesting

// What a user does when the world falls silent: waits, retries, scrolls, and pulls if the list is not the server's.
extension World {
  /// The next step to the end; nil if there is none.
  package func wayOn(from state: State) -> Step? {
    state.lists.indices.lazy.compactMap { wayOn(of: $0, at: state) }.first
  }

  package func isFinished(_ state: State) -> Bool {
    state.lists.indices.allSatisfy { wayOn(of: $0, at: state) == nil && isServers($0, at: state) }
  }

  private func wayOn(of list: Int, at state: State) -> Step? {
    let (shown, feed) = (state.lists[list], state.lists[list].feed)
    func act(_ action: WorldFeed.Action) -> Step { .act(list: list, .feed(action: action)) }
    if !feed.isOnline { return act(.connectivityChanged(isOnline: true)) }
    if !state.outside[list].calls.isEmpty { return .answer(list: list, call: 0, Manner()) }
    if let failed = feed.failedEdits.first {
      return act(
        failed.isUndone ? .editDismissed(id: failed.edit.id) : .editRetried(id: failed.edit.id))
    }
    if let search = shown.search {
      if search.query != 1 { return .act(list: list, .typed(query: 1)) }
      if search.asked != 1 { return .act(list: list, .submitted) }
    }
    if feed.generation == 0, feed.refresh == .idle { return act(.started) }
    if feed.error ?? feed.error(of: .gap) != nil { return act(.retryTapped(kind: nil)) }
    if feed.append.end == .stalled || feed.prepend.end == .stalled {
      return act(.retryTapped(kind: nil))
    }
    if let gap = feed.gaps.last { return act(.gapTapped(id: gap.id, from: .below)) }
    return scroll(feed, list: list)
      ?? (isServers(list, at: state) ? nil : act(canPull ? .refreshPulled : .reset))
  }

  /// Whether a pull replaces the list.
  var canPull: Bool { machine.feed.refreshMode == .firstPage }

  private func scroll(_ feed: WorldFeed.State, list: Int) -> Step? {
    func act(_ action: WorldFeed.Action) -> Step { .act(list: list, .feed(action: action)) }
    let last = feed.items.count - 1
    if feed.append.end == nil {
      return act(
        feed.reader == last..<last + 1 || last < 0 ? .loadMore : .itemAppeared(index: last))
    }
    // With a bound the other end opens again: then one is enough.
    if feed.prepend.end == nil, machine.feed.maxItems == nil, last >= 0 {
      return act(
        feed.reader == 0..<1 && last > 0 ? .itemAppeared(index: last) : .itemAppeared(index: 0))
    }
    return nil
  }

  /// Whether a list is the server's: all of it, or the end of it if not more rows are kept.
  private func isServers(_ list: Int, at state: State) -> Bool {
    let shown = state.lists[list]
    let wanted = state.server.found(by: state.outside[list].facts.query).map(\.row)
    let rows = Array(shown.items)
    if machine.feed.maxItems != nil, shown.completeness == .dropped || shown.feed.prepend.end == nil
    {
      return rows == Array(wanted.suffix(rows.count)) && shown.feed.append.end == .exhausted
    }
    return rows == wanted && shown.completeness == .complete
  }
}
