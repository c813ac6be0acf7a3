// Where the reader is, and whether that makes a further page wanted.
extension Feed {
  func appear(_ state: inout State, at index: Int) -> Reaction<Effect, FeedRefusal> {
    guard index >= 0, index < state.items.count else {
      return .ignored(.noSuchRow(index: index, count: state.items.count))
    }
    let zone = zone(of: index, state)
    if zone == state.anchor ?? top(state), !state.isDemandPaused {
      return .ignored(whyNothingLoads(state, at: index))
    }
    state.anchor = zone
    state.isDemandPaused = false
    state.hasLostCursor = false
    return accept(&state)
  }

  /// The rows that are as good as the row at `index` for everything that depends on the reader.
  ///
  /// Near an end that can grow each row counts by itself; elsewhere a stretch of up to a page
  /// does, so that scrolling inside it is ignored and free.
  func zone(of index: Int, _ state: State) -> Range<Int> {
    let calm = calm(state)
    guard calm.contains(index) else { return index..<index + 1 }
    let start = index / pageSize * pageSize
    return max(start, calm.lowerBound)..<min(start + pageSize, calm.upperBound)
  }

  /// The rows that are far enough from every end that can grow.
  private func calm(_ state: State) -> Range<Int> {
    let count = state.items.count
    let lower = state.previousPosition == nil ? 0 : min(prefetchDistance, count)
    let upper = state.nextPosition == nil ? count : count - prefetchDistance
    return lower..<max(lower, upper)
  }

  /// Brings the anchor up to date with the list, no finer than it is needed.
  func settleAnchor(_ state: inout State) {
    guard let anchor = state.anchor else { return }
    let calm = calm(state)
    if calm.lowerBound <= anchor.lowerBound, anchor.upperBound <= calm.upperBound {
      state.anchor = zone(of: anchor.upperBound - 1, state)
    }
  }

  /// Where a reader who has not been heard of is taken to be, for as long as nothing depends on
  /// it: at the top of a page that is long enough.
  func top(_ state: State) -> Range<Int>? {
    calm(state).contains(0) ? zone(of: 0, state) : nil
  }

  /// Whether the reader waits for rows beyond one end of the list.
  func isReaderNear(_ side: Side, _ state: State) -> Bool {
    guard let anchor = state.anchor else { return state.items.isEmpty }
    let between =
      side == .append ? state.items.count - anchor.upperBound : anchor.lowerBound
    return between < prefetchDistance
  }

  /// Why a row that appears at `index`, where the reader is already, makes nothing load.
  private func whyNothingLoads(_ state: State, at index: Int) -> FeedRefusal {
    let count = state.items.count
    if count - 1 - index >= prefetchDistance, index < prefetchDistance,
      state.previousPosition != nil, let obstacle = obstacle(to: .prepend, state)
    {
      return obstacle
    }
    let isFar = count - 1 - index >= prefetchDistance && state.nextPosition != nil
    return (isFar ? nil : obstacle(to: .append, state))
      ?? .farFromEnd(index: index, count: count, distance: prefetchDistance)
  }
}
