import FeedReducer
import FeedSpec
import FeedTesting

// MARK: - Random worlds

extension EditWorld {
  package func draw(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> Step? {
    func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }
    let names = below(2) == 0
    switch below(16) {
    case 0, 1: return .serve(below(9), namesRow: names)
    case 2, 3, 4, 5: return .answer(below(9), namesRow: names)
    case 6: return .fail(below(9), isRetryable: below(3) > 0)
    case 7:
      switch below(4) {
      case 0: return .othersRemove(below(9))
      case 1: return .othersAdd(isAtStart: names)
      default: return .othersChange(below(9))
      }
    default: return .user(action(at: state, using: &generator))
    }
  }

  private func action(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> ModelSearch.Action {
    func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }
    let feed = state.search.current
    let row = below(feed.items.count)
    switch below(24) {
    case 0...6: return .feed(action: .itemAppeared(index: row))
    case 7: return .feed(action: .loadMore)
    case 8: return .feed(action: .refreshPulled)
    case 9: return .feed(action: .invalidated)
    case 10: return below(3) == 0 ? .feed(action: .reset) : .feed(action: .retryTapped(kind: nil))
    case 11: return .feed(action: .connectivityChanged(isOnline: !feed.isOnline || below(3) > 0))
    case 12: return .feed(action: .memoryWarning(keep: below(5)))
    case 13: return .typed(query: [nil, 1, 2, 3][below(4)])
    case 14: return .submitted
    case 15: return .feed(action: below(12) == 0 ? .stopped : .started)
    case 16, 17:
      let ids = feed.failedEdits.map(\.edit.id)
      if ids.isEmpty { return .submitted }
      let id = ids[below(ids.count)]
      return .feed(action: below(3) > 0 ? .editRetried(id: id) : .editDismissed(id: id))
    default:
      if feed.items.isEmpty { return .submitted }
      return .feed(action: .edit(change: change(of: feed.items[row].id, using: &generator)))
    }
  }

  /// Drafts have values that are no server's.
  private func change(
    of id: Int, using generator: inout some RandomNumberGenerator
  ) -> ModelFeed.Change {
    let value = Int.random(in: 1_000_000..<1_000_000_000, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .remove(id: id)
    case 1, 2:
      let isAtEnd = Bool.random(using: &generator)
      return .insert(item: ModelRow(id: -value, value: value), before: isAtEnd ? nil : id)
    default: return .update(item: ModelRow(id: id, value: value))
    }
  }

  /// Draws the settings of a world: small pages, with and without a window.
  package static func settings(using generator: inout some RandomNumberGenerator) -> ModelSearch {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    return ModelSearch(
      ModelFeed(
        pageSize: 1 + below(3), prefetchDistance: 1 + below(2),
        refreshMode: below(2) == 0 ? .merge : .firstPage, retry: RetryPolicy(attempts: below(2)),
        maxItems: below(2) == 0 ? 3 + below(4) : nil, edits: .optimistic))
  }

  /// What a world with this seed breaks; nil if it keeps every law, and the list is the server's in the end.
  ///
  /// - Parameter machine: Makes the machine under test from some settings: the search, or a mutation of it.
  package static func failure(
    seed: UInt64, steps: Int, machine: (ModelSearch) -> Machine? = { _ in nil }
  ) -> String? {
    var generator = SplitMix64(seed: seed)
    let settings = settings(using: &generator)
    let model = EditWorld(settings, machine: machine(settings))
    let trail = Walk(model, laws: model.laws, seed: seed, steps: steps).run()
    if let failure = trail.failure { return failure }
    var state = model.start
    for _ in 0..<steps {
      if let step = model.draw(at: state, using: &generator) { _ = model.make(step, at: &state) }
    }
    return model.differenceInTheEnd(from: state).map { "seed \(seed): \($0)" }
  }

  /// Lets everything end, reads the list of the first query to its end, and returns how it differs from the
  /// server's; nil if it does not.
  private func differenceInTheEnd(from start: State) -> String? {
    var state = start
    func send(_ action: ModelSearch.Action) {
      _ = make(.user(action), at: &state)
      for _ in 0..<200 where !state.calls.isEmpty {
        _ = make(.answer(0, namesRow: true), at: &state)
      }
    }
    send(.feed(action: .connectivityChanged(isOnline: true)))
    for failed in state.search.failedEdits {
      send(.feed(action: .editDismissed(id: failed.edit.id)))
    }
    send(.typed(query: 1))
    send(.submitted)
    // A merge and a window keep what may be out of date.
    send(.feed(action: .reset))
    for _ in 0..<100 { send(.feed(action: .loadMore)) }
    if settings.feed.maxItems != nil { return nil }
    let (rows, wanted) = (Array(state.search.items), state.server.found(by: 1))
    return rows == wanted ? nil : "the list is \(rows), and the server has \(wanted)"
  }
}
